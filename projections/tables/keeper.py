"""Keeps the models of a table: folds what is new outside any lock, then writes it unless somebody else has."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Engine, bindparam, func, select

from projections import faults
from projections.faults import POISON, Poisoned
from projections.generations import Live, held, live
from projections.models import TABLE_MODELS
from projections.schema import generations, positions
from projections.tables.model import Fold
from projections.tables.news import News, Read
from projections.transactions import insert_into, reading, writing

ATTEMPTS = 100
"""How often a table is folded anew because another worker was faster. Each time one of them has got through."""


class Busy(Exception):
    """Others were faster every time."""


class _Outrun(Exception):
    """Somebody else has written in the meantime."""


@dataclass(frozen=True)
class Place:
    """How far a table has got in one generation of one model."""

    model: str
    generation: int
    version: int
    memory: str | None


@dataclass(frozen=True)
class Draft:
    """What a table's models have to write, and the places from which that was worked out."""

    table_id: UUID
    generations: dict[str, Live]
    reached: int
    version: int
    folds: Sequence[tuple[Place, Fold]]
    is_reported: bool

    @property
    def is_empty(self) -> bool:
        return not self.folds and not self.is_reported


class Keeper:
    def __init__(self, engine: Engine, now: Callable[[], int]) -> None:
        self._engine = engine
        self._now = now

    def catch_up(self, table_id: UUID, read: Read) -> int:
        """Bring every model of a table up to the log; the version reached. A poisoned table stays where it is."""
        for _ in range(ATTEMPTS):
            draft = self.draft(table_id, read)
            if draft.is_empty or self.commit([draft]):
                return draft.version
        raise Busy(f"The views of table {table_id} were changed {ATTEMPTS} times while they were caught up.")

    def draft(self, table_id: UUID, read: Read) -> Draft:
        with reading(self._engine) as connection:
            lives = live(connection)
            places = _places(connection, table_id, lives)
            is_reported = faults.is_reported(connection, table_id)
        reached = min(place.version for place in places)
        try:
            version, folds = _folded(places, reached, read)
        except POISON as error:
            self._report(Poisoned(table_id, reached, error))
            return Draft(table_id, lives, reached, reached, (), is_reported=False)
        return Draft(table_id, lives, reached, max(version, reached), folds, is_reported)

    def commit(self, drafts: Sequence[Draft]) -> bool:
        """All of them in one transaction; False, and nothing written, if one was outrun."""
        try:
            with writing(self._engine) as connection:
                _write(connection, drafts)
        except _Outrun:
            return False
        return True

    def _report(self, poisoned: Poisoned) -> None:
        with writing(self._engine) as connection:
            faults.report(connection, poisoned, self._now())


_OF_TABLE = select(positions).where(positions.c.table_id == bindparam("table"))


def _places(connection: Connection, table_id: UUID, lives: dict[str, Live]) -> list[Place]:
    known = {(row.model, row.generation): row for row in connection.execute(_OF_TABLE, {"table": table_id})}
    places = []
    for model in sorted(TABLE_MODELS):
        for generation in lives[model].both:
            row = known.get((model, generation))
            places.append(Place(model, generation, row.version if row else 0, row.memory if row else None))
    return places


def _folded(places: Sequence[Place], reached: int, read: Read) -> tuple[int, list[tuple[Place, Fold]]]:
    version, table, events = read(reached)
    news = News(reached, version, table, events, read)
    behind = [place for place in places if place.version < version]
    return version, [(place, TABLE_MODELS[place.model].fold(place.memory, place.version, news)) for place in behind]


@cache
def _advance(dialect: str) -> Any:
    """Compare and set: a position moves on only from the version that the fold has started from."""
    insert = insert_into(positions, dialect)
    advance = insert.on_conflict_do_update(
        index_elements=list(positions.primary_key),
        set_={"version": insert.excluded.version, "memory": insert.excluded.memory},
        where=positions.c.version == bindparam("since"),
    )
    return advance.execution_options(preserve_rowcount=True)


def _write(connection: Connection, drafts: Sequence[Draft]) -> None:
    lives = held(connection)
    if any(draft.generations != lives for draft in drafts):
        raise _Outrun
    moves = [
        {
            "table_id": draft.table_id,
            "model": place.model,
            "generation": place.generation,
            "version": draft.version,
            "memory": fold.memory,
            "since": place.version,
        }
        for draft in drafts
        for place, fold in draft.folds
    ]
    if moves and connection.execute(_advance(connection.dialect.name), moves).rowcount != len(moves):
        raise _Outrun
    for draft in drafts:
        for place, fold in draft.folds:
            TABLE_MODELS[place.model].write(connection, place.generation, draft.table_id, fold.rows)
        if draft.is_reported:
            faults.heal(connection, draft.table_id)


_REACHED = select(func.min(positions.c.version), func.count()).where(
    positions.c.table_id == bindparam("table"),
    positions.c.generation
    == select(generations.c.current).where(generations.c.model == positions.c.model).scalar_subquery(),
)


def version_reached(connection: Connection, table_id: UUID) -> int:
    """The version that all models of a table have reached; 0 if one does not know it."""
    version, count = connection.execute(_REACHED, {"table": table_id}).one()
    return version if count == len(TABLE_MODELS) else 0
