"""Generations of a model's rows: the current one, which readers see, and the one a rebuild is filling beside it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Table, delete, select, update

from projections.models import KEPT_IN, MODELS, TABLE_MODELS
from projections.schema import generations, positions
from projections.transactions import put_if_absent, writing

CHUNK = 200
"""So many tables are cleared away in one transaction: others want to write too."""


@dataclass(frozen=True)
class Live:
    current: int
    building: int | None

    @property
    def both(self) -> tuple[int, ...]:
        return (self.current,) if self.building is None else (self.current, self.building)


def found(connection: Connection) -> None:
    """The first generation of every model."""
    first = [{"model": model, "current": 1, "building": None, "newest": 1} for model in MODELS]
    connection.execute(put_if_absent(generations, connection.dialect.name), first)


# Always in this order: two who lock several of them must not wait for each other.
_ALL = select(generations.c.model, generations.c.current, generations.c.building).order_by(generations.c.model)
_HELD = _ALL.with_for_update(read=True)
_CLAIMED = _ALL.with_for_update()


def live(connection: Connection) -> dict[str, Live]:
    return _lives(connection, _ALL)


def held(connection: Connection) -> dict[str, Live]:
    """They stay what they are until this transaction ends."""
    return _lives(connection, _HELD)


def claimed(connection: Connection) -> dict[str, Live]:
    """Nobody else reads them for writing until this transaction ends. (On SQLite a writer is alone anyway.)"""
    return _lives(connection, _CLAIMED)


def _lives(connection: Connection, statement: Any) -> dict[str, Live]:
    return {row.model: Live(row.current, row.building) for row in connection.execute(statement)}


def begin(engine: Engine, models: Iterable[str]) -> dict[str, int]:
    """A new generation for each model, written to from now on. One that was left half built is forgotten."""
    with writing(engine) as connection:
        claimed(connection)
        new = generations.c.newest + 1
        chosen = generations.c.model.in_(list(models))
        connection.execute(update(generations).where(chosen).values(newest=new, building=new))
        rows = connection.execute(select(generations.c.model, generations.c.building).where(chosen))
        return {row.model: row.building for row in rows}


def promote(connection: Connection, built: Mapping[str, int]) -> None:
    """Readers see these generations from the moment this transaction is committed."""
    connection.execute(
        update(generations)
        .where(generations.c.model.in_(list(built)))
        .values(current=generations.c.building, building=None)
    )


def abandon(engine: Engine, built: Mapping[str, int]) -> None:
    """These generations are not filled any further, unless they are in use or another rebuild has taken over."""
    with writing(engine) as connection:
        claimed(connection)
        for model, generation in built.items():
            ours = generations.c.model == model, generations.c.building == generation
            connection.execute(update(generations).where(*ours).values(building=None))


def clear_away(engine: Engine, model: str) -> None:
    """Remove the rows of all generations of a model that nobody reads or fills any more."""
    for table in KEPT_IN[model]:
        _clear(engine, table, model)
    if model in TABLE_MODELS:
        _clear(engine, positions, model, positions.c.model == model)


def _clear(engine: Engine, table: Table, model: str, *conditions: ColumnElement[bool]) -> None:
    while True:
        with writing(engine) as connection:
            dead = (*conditions, table.c.generation.not_in(held(connection)[model].both))
            key = table.c.table_id if "table_id" in table.c else table.c.generation
            some = connection.execute(select(key).where(*dead).distinct().limit(CHUNK)).scalars().all()
            if not some:
                return
            connection.execute(delete(table).where(*dead, key.in_(some)))
