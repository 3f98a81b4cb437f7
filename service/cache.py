"""A small memory of tables as they last were. Losing it costs a replay, nothing else."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from uuid import UUID

import msgspec

from domain.chain import GENESIS
from domain.recorded import Recorded
from domain.table import Table, fold
from service.answered import Answered, Place


class Entry(msgspec.Struct, frozen=True):
    """A table at one version. Immutable, so that any number of threads may hold it."""

    version: int = 0
    head: str = GENESIS
    table: Table | None = None
    answered: Answered = Answered()
    at: int = 0
    """When the last event happened."""
    is_damaged: bool = False
    """Whether it is only what can still be read (`service.salvage`): such an entry is never remembered."""


def advanced(entry: Entry, recorded: Sequence[Recorded]) -> Entry:
    """The entry after these events."""
    last = recorded[-1]
    table = fold(entry.table, (envelope.event for envelope in recorded), last.originator_id)
    return Entry(last.originator_version, last.head, table, answered_by(entry.answered, recorded), last.at)


def answered_by(answered: Answered, recorded: Sequence[Recorded]) -> Answered:
    firsts = [n for n, envelope in enumerate(recorded) if envelope.opens_commit]
    for n, following in zip(firsts, [*firsts[1:], len(recorded)], strict=True):
        first = recorded[n]
        if first.command_id is not None:
            answered = answered.remember(first.actor, first.command_id, Place(first.originator_version, following - n))
    return answered


class Cache:
    """The least recently used go first; an older version never replaces a newer one."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._entries: OrderedDict[UUID, Entry] = OrderedDict()
        self._lock = Lock()

    def get(self, table: UUID) -> Entry | None:
        with self._lock:
            entry = self._entries.get(table)
            if entry is not None:
                self._entries.move_to_end(table)
            return entry

    def put(self, table: UUID, entry: Entry) -> None:
        with self._lock:
            known = self._entries.get(table)
            if known is None or known.version < entry.version:
                self._entries[table] = entry
                self._entries.move_to_end(table)
                if len(self._entries) > self._size:
                    self._entries.popitem(last=False)

    def forget(self, table: UUID) -> None:
        with self._lock:
            self._entries.pop(table, None)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
