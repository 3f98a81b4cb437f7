"""Results and leaderboard, fed by the notification log: each batch moves the position on first, and so counts once."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from uuid import UUID

from sqlalchemy import Connection, Engine, bindparam, delete, select, update

from projections.faults import POISON
from projections.generations import held, live
from projections.models import RESULTS
from projections.results.notes import Fetch, Note, concerns_results, table_of
from projections.results.seating import step
from projections.results.tally import Tally
from projections.schema import cursors, skipped
from projections.transactions import put_if_absent, reading, writing

BATCH = 500


class GenerationGone(Exception):
    """A rebuild has put another generation in its place."""


class ResultsKeeper:
    def __init__(self, engine: Engine, now: Callable[[], int]) -> None:
        self._engine = engine
        self._now = now

    def catch_up(self, fetch: Fetch) -> int:
        """To the end of the log; the number of the last event that is counted in."""
        while True:
            with reading(self._engine) as connection:
                current = live(connection)[RESULTS].current
                position = position_of(connection, current)
                missing = connection.execute(_MISSING, {"wanted": current}).all()
            with suppress(GenerationGone):
                for row in missing:
                    self._retry(fetch, current, row.table_id, row.number)
                return self._fill_from(position, current, fetch)

    def fill(self, generation: int, fetch: Fetch) -> int:
        """The same for one generation, which may be one that is being built."""
        with reading(self._engine) as connection:
            position = position_of(connection, generation)
        return self._fill_from(position, generation, fetch)

    def _fill_from(self, position: int, generation: int, fetch: Fetch) -> int:
        while batch := fetch(position + 1, BATCH):
            position = self._apply(generation, position, batch)
            if position == batch[-1].id and len(batch) < BATCH:
                break
        return position

    def _apply(self, generation: int, position: int, batch: Sequence[Note]) -> int:
        """Where the position is now. If another worker was faster, the batch is not counted again."""
        with writing(self._engine) as connection:
            _require_live(connection, generation)
            if not _move_on(connection, generation, position, batch[-1].id):
                return position_of(connection, generation)
            self._count(connection, generation, batch)
            return batch[-1].id

    def _count(self, connection: Connection, generation: int, batch: Sequence[Note]) -> None:
        notes = [note for note in batch if concerns_results(note.topic)]
        if not notes:
            return
        tally = Tally(connection, generation, {table_of(note) for note in notes})
        for note in notes:
            table_id = table_of(note)
            if table_id not in tally.skipped:
                try:
                    tally.note(table_id, *step(tally.seating(table_id), note))
                except POISON as error:
                    tally.skip(table_id, note, error, self._now())
        tally.write()

    def _retry(self, fetch: Fetch, generation: int, table_id: UUID, number: int) -> None:
        """Count a table from the event on that could not be read, up to where the others are, if it can be read now."""
        with writing(self._engine) as connection:
            _require_live(connection, generation)
            upto = _hold_position(connection, generation)
            try:
                step(Tally(connection, generation, {table_id}).seating(table_id), fetch(number, 1)[0])
            except POISON:
                return
            of_table = skipped.c.generation == generation, skipped.c.table_id == table_id
            if not connection.execute(delete(skipped).where(*of_table, skipped.c.number == number)).rowcount:
                return
            while number <= upto and (batch := fetch(number, BATCH)):
                number = batch[-1].id + 1
                own = [note for note in batch if table_of(note) == table_id and note.id <= upto]
                self._count(connection, generation, own)


def _require_live(connection: Connection, generation: int) -> None:
    if generation not in held(connection)[RESULTS].both:
        raise GenerationGone


def found_cursor(connection: Connection, generation: int) -> None:
    connection.execute(put_if_absent(cursors, connection.dialect.name), {"generation": generation, "position": 0})


_MISSING = select(skipped).where(skipped.c.generation == bindparam("wanted"))
_POSITION = select(cursors.c.position).where(cursors.c.generation == bindparam("wanted"))
_MOVE_ON = (
    update(cursors)
    .where(cursors.c.generation == bindparam("wanted"), cursors.c.position == bindparam("since"))
    .values(position=bindparam("upto"))
)


def position_of(connection: Connection, generation: int) -> int:
    """0 where the generation is gone."""
    return connection.execute(_POSITION, {"wanted": generation}).scalar_one_or_none() or 0


def _move_on(connection: Connection, generation: int, since: int, upto: int) -> bool:
    """Compare and set; False if the position is not where we thought."""
    return connection.execute(_MOVE_ON, {"wanted": generation, "since": since, "upto": upto}).rowcount == 1


def _hold_position(connection: Connection, generation: int) -> int:
    """It does not move until this transaction ends."""
    position: int = connection.execute(_POSITION.with_for_update(), {"wanted": generation}).scalar_one()
    return position


def current_position(connection: Connection) -> int:
    return position_of(connection, live(connection)[RESULTS].current)
