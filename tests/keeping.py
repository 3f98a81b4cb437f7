"""Keeping read models in tests: catching up, and everything they hold laid side by side."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import select

from domain.recorded import Recorded
from domain.table import Table
from projections import Views
from projections.generations import live
from projections.models import KEPT_IN, TABLE_MODELS
from projections.schema import positions
from projections.transactions import reading
from service.application import Application
from tests.playing import OPENER, PEOPLE, move, people_at_a_table

News = tuple[int, Table, Sequence[Recorded]]


def reader(application: Application, table: UUID) -> Callable[[int], News]:
    return lambda after: application.news(table, after)


def catch_up(views: Views, application: Application, *tables: UUID) -> None:
    """Tables and results, as a worker does it."""
    for table in tables:
        views.catch_up(table, reader(application, table))
    views.catch_up_results(application.log.notifications)


def kept(views: Views) -> dict[str, Any]:
    """Every row that readers see, whichever generation it is of."""
    with reading(views._engine) as connection:
        lives = live(connection)
        found: dict[str, Any] = {}
        for model, tables in KEPT_IN.items():
            current = lives[model].current
            for table in tables:
                found[table.name] = _rows(connection, table, table.c.generation == current)
            if model in TABLE_MODELS:
                own = positions.c.model == model, positions.c.generation == current
                found[f"position {model}"] = _rows(connection, positions, *own)
    return found


def leftovers(views: Views) -> int:
    """How many rows there are of generations that nobody reads."""
    with reading(views._engine) as connection:
        lives = live(connection)
        count = 0
        for model, tables in KEPT_IN.items():
            for table in tables:
                count += len(_rows(connection, table, table.c.generation != lives[model].current))
            own = positions.c.model == model, positions.c.generation != lives[model].current
            count += len(_rows(connection, positions, *own))
    return count


def _rows(connection: Any, table: Any, *conditions: Any) -> list[str]:
    """As text, without the number of the generation."""
    columns = [column for column in table.columns if column.name != "generation"]
    return sorted(str(tuple(row)) for row in connection.execute(select(*columns).where(*conditions)))


def person_and_bot(application: Application, person: str, private: bool = False) -> UUID:
    """A started game of two: a person against a bot."""
    table = application.open_table(OPENER, "macht", 2, private=private).table
    application.take_seat(table, person)
    application.seat_bot(table, OPENER, 1, "random")
    application.start(table, OPENER)
    return table


def finished(application: Application, seed: str, players: int = 2, private: bool = False) -> UUID:
    """A game between people, played to its end."""
    table = application.open_table(OPENER, "macht", players, private=private).table
    for person in PEOPLE[:players]:
        application.take_seat(table, person)
    application.start(table, OPENER)
    while move(application, table, seed) is not None:
        pass
    return table


def some_tables(application: Application) -> list[UUID]:
    """One in the middle of a game, one finished, one just begun."""
    running = people_at_a_table(application, 4)
    for _ in range(25):
        move(application, running, "some")
    return [running, finished(application, "some"), person_and_bot(application, "dirk")]
