"""Reading results and leaderboard."""

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, func, select

from projections.current import is_current
from projections.models import RESULTS
from projections.results.seating import WHOLE
from projections.schema import leaders, players, results

Item = dict[str, Any]


def _played(account: str) -> ColumnElement[bool]:
    belongs = players.c.generation == results.c.generation, players.c.table_id == results.c.table_id
    return select(1).where(*belongs, players.c.account == account).exists()


def _known(statement: Select[Any], account: str | None, viewer: str | None) -> Select[Any]:
    public = ~results.c.private
    may_know = public if viewer is None else public | (results.c.opener == viewer) | _played(viewer)
    statement = statement.select_from(results).where(is_current(RESULTS, results), may_know)
    return statement if account is None else statement.where(_played(account))


def list_results(
    connection: Connection, account: str | None, viewer: str | None, page: int, per_page: int
) -> tuple[list[Item], int]:
    """Finished games, the latest first: of an account, or all that the viewer may know of."""
    total = connection.execute(_known(select(func.count()), account, viewer)).scalar_one()
    rows = connection.execute(
        _known(select(results), account, viewer)
        .order_by(results.c.ended.desc(), results.c.table_id)
        .offset((page - 1) * per_page)
        .limit(per_page)
    )
    return [_result(row) for row in rows], total


def _result(row: Any) -> Item:
    seats = msgspec.json.decode(row.seats)
    for seat in seats:
        seat["won"] = seat.pop("winParts") / WHOLE
    return {
        "table": str(row.table_id),
        "game": row.game,
        "private": row.private,
        "ended": row.ended,
        "seats": seats,
    }


def list_leaders(connection: Connection, game: str, page: int, per_page: int) -> tuple[list[Item], int]:
    """Most wins first; a shared win is a part of one for each who shares it."""
    of_game = is_current(RESULTS, leaders), leaders.c.game == game
    total = connection.execute(select(func.count()).select_from(leaders).where(*of_game)).scalar_one()
    rows = connection.execute(
        select(leaders)
        .where(*of_game)
        .order_by(leaders.c.win_parts.desc(), leaders.c.points.desc(), leaders.c.games, leaders.c.account)
        .offset((page - 1) * per_page)
        .limit(per_page)
    )
    return [
        {"account": row.account, "games": row.games, "wins": row.win_parts / WHOLE, "points": row.points}
        for row in rows
    ], total
