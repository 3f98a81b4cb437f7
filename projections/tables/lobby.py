"""The lobby: which tables there are. A private one is listed for its members alone: its opener, its arbiter
and who sits at it. A sandbox is listed for nobody (T7.6).
"""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, Table, delete, func, insert, select

from projections.current import is_current, is_position_of
from projections.schema import lobby, members, positions
from projections.tables.model import Fold
from projections.tables.news import News
from projections.transactions import put

Item = dict[str, Any]


class _Memory(msgspec.Struct):
    created: int
    members: list[str]


_read_memory = msgspec.json.Decoder(_Memory).decode


class LobbyModel:
    name = "lobby"
    kept_in: tuple[Table, ...] = (lobby, members)

    def fold(self, memory: str | None, since: int, news: News) -> Fold:
        table, events = news.table, news.since(since)
        before = None if memory is None else _read_memory(memory)
        created = events[0].at if before is None else before.created
        accounts = sorted({table.opener, table.arbiter, *(chair.account for chair in table.chairs if chair.account)})
        seats = [
            {"seat": seat, "account": chair.account, "bot": chair.bot, "guild": chair.guild}
            for seat, chair in enumerate(table.chairs)
        ]
        row = {
            "game": table.game,
            "status": table.status,
            "private": table.private,
            "opener": table.opener,
            "free": sum(chair.is_free for chair in table.chairs),
            "seats": msgspec.json.encode(seats).decode(),
            "created": created,
            "updated": events[-1].at,
        }
        if table.is_sandbox:
            return Fold(msgspec.json.encode(_Memory(created, accounts)).decode())
        new_members = None if before is not None and before.members == accounts else accounts
        return Fold(msgspec.json.encode(_Memory(created, accounts)).decode(), (row, new_members))

    def write(self, connection: Connection, generation: int, table_id: UUID, rows: Any) -> None:
        if rows is None:
            return
        row, new_members = rows
        of_table = {"generation": generation, "table_id": table_id}
        connection.execute(put(lobby, connection.dialect.name), of_table | row)
        if new_members is not None:
            connection.execute(delete(members).filter_by(**of_table))
            connection.execute(insert(members), [of_table | {"account": account} for account in new_members])


def _is_member(account: str) -> ColumnElement[bool]:
    belongs = members.c.generation == lobby.c.generation, members.c.table_id == lobby.c.table_id
    return select(1).where(*belongs, members.c.account == account).exists()


def _listed(
    statement: Select[Any], status: str | None, game: str | None, mine: str | None, viewer: str | None
) -> Select[Any]:
    public = ~lobby.c.private
    may_know = public if viewer is None else public | _is_member(viewer)
    statement = statement.select_from(lobby).where(is_current(LobbyModel.name, lobby), may_know)
    if mine is not None:
        statement = statement.where(_is_member(mine))
    if status is not None:
        statement = statement.where(lobby.c.status == status)
    if game is not None:
        statement = statement.where(lobby.c.game == game)
    return statement


def list_tables(
    connection: Connection,
    status: str | None,
    game: str | None,
    mine: str | None,
    viewer: str | None,
    page: int,
    per_page: int,
) -> tuple[list[Item], int]:
    """Newest first, and how many there are in all."""
    wanted = status, game, mine, viewer
    total = connection.execute(_listed(select(func.count()), *wanted)).scalar_one()
    rows = connection.execute(
        _listed(select(lobby, positions.c.version), *wanted)
        .join(positions, is_position_of(LobbyModel.name, lobby))
        .order_by(lobby.c.created.desc(), lobby.c.table_id)
        .offset((page - 1) * per_page)
        .limit(per_page)
    )
    return [_item(row) for row in rows], total


def tables_of(connection: Connection, account: str) -> list[UUID]:
    """Where an account may have something left to do: tables that are not over, and those whose disputes it settles."""
    columns = lobby.c.table_id, lobby.c.status, lobby.c.opener, lobby.c.seats
    rows = connection.execute(select(*columns).where(is_current(LobbyModel.name, lobby), _is_member(account)))
    return [row.table_id for row in rows if row.status in ("open", "running") or _may_judge(row, account)]


def _may_judge(row: Any, account: str) -> bool:
    return row.opener == account or all(seat["account"] != account for seat in msgspec.json.decode(row.seats))


def _item(row: Any) -> Item:
    return {
        "table": str(row.table_id),
        "game": row.game,
        "status": row.status,
        "private": row.private,
        "opener": row.opener,
        "seats": msgspec.json.decode(row.seats),
        "free": row.free,
        "version": row.version,
        "created": row.created,
        "updated": row.updated,
    }
