"""Blue and green: a new generation is filled beside the one readers see, and takes its place when it has reached it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from sqlalchemy import Connection, Engine, func, select

from projections.generations import Live, abandon, begin, claimed, clear_away, live, promote
from projections.models import MODELS, RESULTS, TABLE_MODELS
from projections.results.keeper import GenerationGone, ResultsKeeper, found_cursor, position_of
from projections.results.notes import Fetch
from projections.schema import faults, positions
from projections.tables.keeper import Draft, Keeper
from projections.tables.news import ReadTable
from projections.transactions import reading, writing

EVENTS_AT_ONCE = 4000
TABLES_AT_ONCE = 20
"""Bounds of one transaction: larger ones are faster, but moves go on meanwhile and their views want to be written."""

Progress = Callable[[int, int], None]


class Overtaken(Exception):
    """Another rebuild of the same model has begun since."""


@dataclass(frozen=True)
class Rebuilt:
    tables: int
    events: int
    poisoned: tuple[UUID, ...]


@dataclass(frozen=True)
class Rebuild:
    engine: Engine
    keeper: Keeper
    results: ResultsKeeper
    read: ReadTable
    fetch: Fetch
    progress: Progress

    def run(self, model: str | None, tables: Iterable[UUID]) -> Rebuilt:
        chosen = MODELS if model is None else (model,)
        built = begin(self.engine, chosen)
        try:
            for name in chosen:
                clear_away(self.engine, name)
            rebuilt = self._fill(built, list(tables))
            while not self._swap(built):
                self._follow(built)
        except BaseException:
            abandon(self.engine, built)
            raise
        finally:
            for name in chosen:
                clear_away(self.engine, name)
        return rebuilt

    def _fill(self, built: Mapping[str, int], tables: Sequence[UUID]) -> Rebuilt:
        of_tables = tables if TABLE_MODELS.keys() & built.keys() else ()
        total = len(of_tables) + (RESULTS in built)
        done = events = 0
        self.progress(done, total)
        for batch in self._batches(of_tables):
            if not self.keeper.commit(batch):
                for draft in batch:
                    self.keeper.catch_up(draft.table_id, partial(self.read, draft.table_id))
            done += len(batch)
            events += sum(draft.version for draft in batch)
            self.progress(done, total)
        counted = self._fill_results(built)
        self.progress(total, total)
        with reading(self.engine) as connection:
            poisoned = tuple(connection.execute(select(faults.c.table_id)).scalars())
        return Rebuilt(len(of_tables), events or counted, poisoned)

    def _batches(self, tables: Iterable[UUID]) -> Iterator[list[Draft]]:
        batch: list[Draft] = []
        events = 0
        for table_id in tables:
            draft = self.keeper.draft(table_id, partial(self.read, table_id))
            batch.append(draft)
            events += draft.version - draft.reached
            if len(batch) >= TABLES_AT_ONCE or events >= EVENTS_AT_ONCE:
                yield batch
                batch, events = [], 0
        if batch:
            yield batch

    def _fill_results(self, built: Mapping[str, int]) -> int:
        if RESULTS not in built:
            return 0
        with writing(self.engine) as connection:
            found_cursor(connection, built[RESULTS])
        try:
            return self.results.fill(built[RESULTS], self.fetch)
        except GenerationGone as gone:
            raise Overtaken from gone

    def _follow(self, built: Mapping[str, int]) -> None:
        with reading(self.engine) as connection:
            lagging = _lagging(connection, live(connection), built)
        for table_id in lagging:
            self.keeper.catch_up(table_id, partial(self.read, table_id))
        self._fill_results(built)

    def _swap(self, built: Mapping[str, int]) -> bool:
        """Readers go over to the new generations if those have all that the old ones have; otherwise False."""
        with writing(self.engine) as connection:
            lives = claimed(connection)
            if any(lives[name].building != generation for name, generation in built.items()):
                raise Overtaken
            if _lagging(connection, lives, built) or _results_lag(connection, lives, built):
                return False
            promote(connection, built)
        return True


def _lagging(connection: Connection, lives: Mapping[str, Live], built: Mapping[str, int]) -> set[UUID]:
    """Tables with less in a new generation than in the old one. Poisoned ones are left behind: they are reported."""
    lagging: set[UUID] = set()
    for name in TABLE_MODELS.keys() & built.keys():
        old, new = positions.alias(), positions.alias()
        same = (new.c.table_id == old.c.table_id) & (new.c.model == name) & (new.c.generation == built[name])
        statement = (
            select(old.c.table_id)
            .outerjoin(new, same)
            .where(
                old.c.model == name,
                old.c.generation == lives[name].current,
                func.coalesce(new.c.version, 0) < old.c.version,
                old.c.table_id.not_in(select(faults.c.table_id)),
            )
        )
        lagging.update(connection.execute(statement).scalars())
    return lagging


def _results_lag(connection: Connection, lives: Mapping[str, Live], built: Mapping[str, int]) -> bool:
    if RESULTS not in built:
        return False
    old, new = (position_of(connection, g) for g in (lives[RESULTS].current, built[RESULTS]))
    return new < old
