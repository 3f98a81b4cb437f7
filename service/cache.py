"""A small memory of tables as they last were. Losing it costs a replay, nothing else."""

from collections import OrderedDict
from threading import Lock
from uuid import UUID

import msgspec

from domain.chain import GENESIS
from domain.table import Table
from service.answered import Answered


class Entry(msgspec.Struct, frozen=True):
    """A table at one version. Immutable, so that any number of threads may hold it."""

    version: int = 0
    head: str = GENESIS
    table: Table | None = None
    answered: Answered = Answered()


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

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
