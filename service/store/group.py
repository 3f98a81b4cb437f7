"""One writer per process that lets waiting commits share one transaction, and so one fsync."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

from eventsourcing.persistence import OperationalError

Rows = TypeVar("Rows")


@dataclass
class Commit(Generic[Rows]):
    """One command's events on their way to the disk."""

    rows: Rows
    error: Exception | None = None
    done: bool = False


@dataclass
class GroupCommit(Generic[Rows]):
    """Whoever gets the pen writes for all who wait; each is answered only when its own commit is on disk."""

    write: Callable[[list[Commit[Rows]]], None]
    _waiting: list[Commit[Rows]] = field(default_factory=list)
    _queue: Lock = field(default_factory=Lock)
    _pen: Lock = field(default_factory=Lock)

    def submit(self, commit: Commit[Rows]) -> None:
        with self._queue:
            self._waiting.append(commit)
        with self._pen:
            if not commit.done:
                with self._queue:
                    batch, self._waiting = self._waiting, []
                self._write(batch)
        if commit.error is not None:
            raise commit.error

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
        finally:
            for commit in batch:
                commit.done = True
