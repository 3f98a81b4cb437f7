"""One writer at a time in a process, who lets waiting commits share one transaction, and so one fsync."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Condition, Lock
from typing import Generic, TypeVar

from eventsourcing.persistence import OperationalError

GATHER_SECONDS = 0.003
"""Where several write at once, the writer waits at most so long for as many as there were the last time."""

Rows = TypeVar("Rows")


def _shut() -> Lock:
    lock = Lock()
    lock.acquire()
    return lock


@dataclass
class Commit(Generic[Rows]):
    """One command's events on their way to the disk."""

    rows: Rows
    error: Exception | None = None
    done: bool = False
    turn: Lock = field(default_factory=_shut)
    """Released when it is done, or when it is the next to write."""


@dataclass
class GroupCommit(Generic[Rows]):
    """One of those who wait writes for all of them; each is answered only when its own commit is on disk."""

    write: Callable[[list[Commit[Rows]]], None]
    _waiting: list[Commit[Rows]] = field(default_factory=list)
    _is_writing: bool = False
    _company: int = 1
    """How many commits the last transaction had."""
    _arrived: Condition = field(default_factory=Condition)

    def submit(self, commit: Commit[Rows]) -> None:
        with self._arrived:
            self._waiting.append(commit)
            waits, self._is_writing = self._is_writing, True
            if len(self._waiting) == self._company:
                self._arrived.notify()
        if waits:
            commit.turn.acquire()
        if not commit.done:
            self._write_for_all(commit)
        if commit.error is not None:
            raise commit.error

    def _write_for_all(self, own: Commit[Rows]) -> None:
        batch = [own]
        try:
            batch = self._gathered()
            self._write(batch)
        finally:
            self._pass_on(batch, own)

    def _gathered(self) -> list[Commit[Rows]]:
        """Whoever is alone does not wait: there is nobody to expect."""
        with self._arrived:
            if self._company > 1 or len(self._waiting) > 1:
                self._arrived.wait_for(lambda: len(self._waiting) >= self._company, GATHER_SECONDS)
            batch, self._waiting = self._waiting, []
            self._company = len(batch)
            return batch

    def _write(self, batch: list[Commit[Rows]]) -> None:
        try:
            self.write(batch)
        except BaseException as error:
            # A writer that is interrupted has written for nobody: the others must not be told otherwise.
            fault = error if isinstance(error, Exception) else OperationalError("The writer was interrupted.")
            for commit in batch:
                commit.error = fault
            if fault is not error:
                raise

    def _pass_on(self, batch: list[Commit[Rows]], own: Commit[Rows]) -> None:
        """Everybody in the batch is told, and the next of those who have come since begins to write."""
        with self._arrived:
            following = next(iter(self._waiting), None)
            self._is_writing = following is not None
        for commit in batch:
            commit.done = True
            if commit is not own:
                commit.turn.release()
        if following is not None:
            following.turn.release()
