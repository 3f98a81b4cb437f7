"""The inbox: where an account is awaited, for what, and since when."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Connection, Table, bindparam, delete, insert, select

from domain.event import Seat
from domain.recorded import Recorded
from domain.table import Table as GameTable
from domain.table import fold as fold_table
from projections.current import is_current, is_position_of
from projections.schema import positions, waits
from projections.tables.model import Fold
from projections.tables.news import News, commits

ARBITER = -1
"""Where a wait is for the arbiter, who need not sit at the table."""
SETTLE = "settleDispute"


class Wait(msgspec.Struct, frozen=True):
    """A person is awaited. The version at which the wait began tells it from every other wait of the seat."""

    seat: Seat
    account: str
    kind: str
    card: str | None
    since: int
    since_version: int


_read_waits = msgspec.json.Decoder(list[Wait]).decode


class InboxModel:
    name = "inbox"
    kept_in: tuple[Table, ...] = (waits,)

    def fold(self, memory: str | None, since: int, news: News) -> Fold:
        before = [] if memory is None else _read_waits(memory)
        after = _waits_after(before, since, news)
        changed = None if after == before else [msgspec.structs.asdict(w) | {"game": news.table.game} for w in after]
        return Fold(msgspec.json.encode(after).decode(), changed)

    def write(self, connection: Connection, generation: int, table_id: UUID, rows: Any) -> None:
        if rows is None:
            return
        of_table = {"generation": generation, "table_id": table_id}
        connection.execute(delete(waits).filter_by(**of_table))
        if rows:
            connection.execute(insert(waits), [of_table | row for row in rows])


def _waits_after(before: list[Wait], since: int, news: News) -> list[Wait]:
    """Waits begin and end with whole commands, so a fold of several must look at the table after each of them."""
    table = news.table
    is_anybody_awaited = (table.awaited and table.people) or table.is_arbiter_awaited
    if table.is_sandbox or not is_anybody_awaited:
        return []
    steps = list(commits(news.since(since)))
    if since and len(steps) == 1:
        return _step(before, table, steps[0])
    return waits_of(news.whole_log())


def waits_of(log: Sequence[Recorded]) -> list[Wait]:
    """Who is awaited after the last event of a table's log, and since when."""
    found: list[Wait] = []
    then: GameTable | None = None
    for step in commits(log):
        then = fold_table(then, (recorded.event for recorded in step), step[0].originator_id)
        found = _step(found, then, step)
    return found


def _step(before: Sequence[Wait], table: GameTable, step: Sequence[Recorded]) -> list[Wait]:
    """Who is awaited after a command. A wait goes on unless it is for something else now or the person has acted."""
    first, last = step[0], step[-1]
    found = []
    if table.is_arbiter_awaited:
        begun = Wait(ARBITER, table.arbiter, SETTLE, None, last.at, last.originator_version)
        found.append(next((wait for wait in before if wait.seat == ARBITER), begun))
    still = {(wait.seat, wait.account, wait.kind, wait.card): wait for wait in before if wait.account != first.actor}
    for seat, awaited in sorted(table.awaited.items()):
        account = table.chairs[seat].account
        if account is not None:
            begun = Wait(seat, account, awaited.kind, awaited.card, last.at, last.originator_version)
            found.append(still.get((seat, account, awaited.kind, awaited.card), begun))
    return found


_INBOX = (
    select(waits, positions.c.version)
    .join(positions, is_position_of(InboxModel.name, waits))
    .where(is_current(InboxModel.name, waits))
)
_OF_ACCOUNT = _INBOX.where(waits.c.account == bindparam("wanted")).order_by(waits.c.since, waits.c.table_id)
_OF_TABLE = _INBOX.where(waits.c.table_id == bindparam("wanted")).order_by(waits.c.seat)


def inbox(connection: Connection, account: str) -> list[dict[str, Any]]:
    """Longest waiting first. Who is awaited as an arbiter is so without a seat."""
    return [
        _item(row) | ({"seat": None} if row.seat == ARBITER else {})
        for row in connection.execute(_OF_ACCOUNT, {"wanted": account})
    ]


def waits_at(connection: Connection, table_id: UUID) -> list[dict[str, Any]]:
    return [_item(row) | {"account": row.account} for row in connection.execute(_OF_TABLE, {"wanted": table_id})]


def _item(row: Any) -> dict[str, Any]:
    return {
        "table": str(row.table_id),
        "game": row.game,
        "seat": row.seat,
        "kind": row.kind,
        "card": row.card,
        "since": row.since,
        "sinceVersion": row.since_version,
        "version": row.version,
    }
