"""A table whose log is damaged, as far as it can be read: enough to dispute and to correct it, never to play on."""

from collections.abc import Sequence
from contextlib import suppress
from string import hexdigits
from typing import NamedTuple
from uuid import UUID

from domain.audit import Row, parse_rows
from domain.chain import GENESIS
from domain.errors import DamagedEvent
from domain.recorded import Recorded, read_stored
from domain.table import Table, evolve
from service.answered import Answered
from service.cache import Entry, answered_by
from service.store import EventLog


class Salvaged(NamedTuple):
    entry: Entry
    rows: list[Recorded | Row]
    """In order: events, and between them what does not read as one."""

    @property
    def events(self) -> list[Recorded]:
        return [row for row in self.rows if isinstance(row, Recorded)]


def salvage(log: EventLog, table_id: UUID, upto: int | None = None) -> Salvaged:
    """What is there up to a version. Its head is the one that the last row claims: what is added is chained to that.

    Nobody is told that the chain were sound: it breaks where it was broken, for whoever checks it.
    """
    raw = [row for row in log.rows(table_id) if isinstance(row[0], int) and (upto is None or row[0] <= upto)]
    parsed, _ = parse_rows(table_id, raw)
    rows: list[Recorded | Row] = [_read(table_id, row) for row in parsed]
    events = [row for row in rows if isinstance(row, Recorded)]
    table = _folded(table_id, events)
    if table is None:
        raise DamagedEvent(table_id, 1, "without it nothing is known of the table.")
    head = next((row.stored.head for row in reversed(parsed) if _is_head(row.stored.head)), GENESIS)
    entry = Entry(raw[-1][0], head, table, answered_by(Answered(), events), events[-1].at, is_damaged=True)
    return Salvaged(entry, rows)


def _read(table_id: UUID, row: Row) -> Recorded | Row:
    try:
        return read_stored(table_id, row.version, row.topic, row.stored)
    except DamagedEvent:
        return row


def _folded(table_id: UUID, events: Sequence[Recorded]) -> Table | None:
    """An event that does not fit what is left of those before it is passed over."""
    table: Table | None = None
    for recorded in events:
        with suppress(Exception):
            table = evolve(table, recorded.event, table_id)
    return table


def _is_head(text: str) -> bool:
    return len(text) == len(GENESIS) and set(text) <= set(hexdigits)
