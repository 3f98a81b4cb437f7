"""A table whose log is damaged, as far as it can be read: enough to dispute and to correct it, never to play on."""

from collections.abc import Sequence
from contextlib import suppress
from string import hexdigits
from typing import NamedTuple
from uuid import UUID

from domain.audit import Row, parse_rows
from domain.chain import GENESIS
from domain.errors import DamagedEvent, Rejected
from domain.games import latest, pinned
from domain.recorded import Recorded, read_stored
from domain.sealed import seal
from domain.table import Table, evolve
from domain.table.disputes.state import HOUSE
from domain.table.events import SeatGivenToBot, SeatTaken, TableOpened, TableStarted
from domain.table.evolve import MOST_SEATS
from service.answered import Answered
from service.cache import Entry, answered_by
from service.entropy import fresh_entropy
from service.store import EventLog

NOBODY = f"{HOUSE}nobody"
"""No account has such a name."""


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
    if not _opens(events, table_id) and (opening := _supposed(events)) is not None:
        table = evolve(None, opening, table_id)
    for recorded in events:
        with suppress(Exception):
            table = evolve(table, recorded.event, table_id)
    return table


def _opens(events: Sequence[Recorded], table_id: UUID) -> bool:
    with suppress(Exception):
        return bool(events) and evolve(None, events[0].event, table_id) is not None
    return False


def _supposed(events: Sequence[Recorded]) -> TableOpened | None:
    """How a table must have been opened whose opening cannot be read, as far as what followed tells of it.

    Nobody knows any more whether it was private, so it is; nor who settles its disputes, so nobody does. What lets
    people in follows from its seed, so it gets one that nobody knows.
    """
    games = next((recorded for recorded in events if not recorded.topic.startswith("table.")), None)
    taken = [e.event.seat for e in events if isinstance(e.event, SeatTaken | SeatGivenToBot)]
    if games is None or not taken or not 0 <= max(taken) < MOST_SEATS:
        return None
    game = games.topic.partition(".")[0]
    opener = next((e.actor for e in events if isinstance(e.event, TableStarted) and _is_start(e)), NOBODY)
    try:
        rules = pinned(game, getattr(games.event, "rules_version", latest(game).version))
        options = rules.check_options({})
    except Rejected:
        return None
    seed = seal(fresh_entropy(), None, fresh_entropy())
    return TableOpened(game, rules.version, max(taken) + 1, options, opener, seed, private=True, arbiter=NOBODY)


def _is_start(recorded: Recorded) -> bool:
    """The opener alone starts a game by a command (T3.1); where the last one to sit down did, it says nothing."""
    return recorded.cause is not None and recorded.cause.get("type") == "StartTable"


def _is_head(text: str) -> bool:
    return len(text) == len(GENESIS) and set(text) <= set(hexdigits)
