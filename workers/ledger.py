"""What the workers themselves must remember: how far they have looked, whom a bot's move is due from, who was told.

It is kept beside the read models and can be lost with them: then the log is looked through again from its beginning.
"""

from typing import Any
from uuid import UUID

import sqlalchemy as sa

from domain.event import Seat
from projections.transactions import insert_into
from service.database import begin_write

CLAIM_SECONDS = 300
"""A letter that was begun so long ago and not finished was begun by somebody who is dead."""
_MIGRATION_LOCK = 0x6775696C65

_tables = sa.MetaData()

_sweep = sa.Table(
    "worker_sweep",
    _tables,
    sa.Column("one", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("position", sa.BigInteger, nullable=False),
)
_attended = sa.Table(
    "worker_attended",
    _tables,
    sa.Column("table_id", sa.Uuid, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("bots_due", sa.BigInteger, nullable=True, index=True),
)
_letters = sa.Table(
    "worker_letters",
    _tables,
    sa.Column("table_id", sa.Uuid, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("begun_at", sa.BigInteger, nullable=False, default=0),
    sa.Column("is_sent", sa.Boolean, nullable=False, default=False),
)
_examinations = sa.Table(
    "worker_examinations",
    _tables,
    sa.Column("table_id", sa.Uuid, primary_key=True),
    sa.Column("dispute", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("asked_at", sa.BigInteger, nullable=False),
)


class Ledger:
    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def migrate(self) -> None:
        """Workers that start together take turns."""
        with begin_write(self._engine) as connection:
            if self._engine.dialect.name == "postgresql":
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            _tables.create_all(connection)

    def close(self) -> None:
        self._engine.dispose()

    def _insert_into(self, table: sa.Table) -> Any:
        return insert_into(table, self._engine.dialect.name)

    # How far the log has been looked through

    def position(self) -> int:
        with self._engine.connect() as connection:
            return connection.execute(sa.select(_sweep.c.position)).scalar() or 0

    def move_to(self, position: int) -> None:
        """Forward only: sweeps may overlap."""
        row = self._insert_into(_sweep).values(one=1, position=position)
        later = row.on_conflict_do_update(
            index_elements=[_sweep.c.one],
            set_={"position": row.excluded.position},
            where=_sweep.c.position < row.excluded.position,
        )
        with begin_write(self._engine) as connection:
            connection.execute(later)

    # Which tables have been looked after

    def attended(self, table: UUID) -> int:
        """The version at which bots and people of a table were last looked after; 0 if never."""
        with self._engine.connect() as connection:
            found = connection.execute(sa.select(_attended.c.version).where(_attended.c.table_id == table)).scalar()
        return found or 0

    def attend(self, table: UUID, version: int, bots_due: int | None) -> None:
        row = self._insert_into(_attended).values(table_id=table, version=version, bots_due=bots_due)
        newer = row.on_conflict_do_update(
            index_elements=[_attended.c.table_id],
            set_={"version": row.excluded.version, "bots_due": row.excluded.bots_due},
            where=_attended.c.version < row.excluded.version,
        )
        with begin_write(self._engine) as connection:
            connection.execute(newer)

    def bots_due(self) -> list[tuple[UUID, int]]:
        """Tables that wait for a bot, and since when."""
        query = sa.select(_attended.c.table_id, _attended.c.bots_due).where(_attended.c.bots_due.is_not(None))
        with self._engine.connect() as connection:
            return [(row.table_id, row.bots_due) for row in connection.execute(query)]

    def put_off_bots(self, table: UUID, until: int | None) -> None:
        """With no time at all: until the table moves on, or somebody retries the job that has failed."""
        still = (_attended.c.table_id == table) & _attended.c.bots_due.is_not(None)
        with begin_write(self._engine) as connection:
            connection.execute(sa.update(_attended).where(still).values(bots_due=until))

    # Disputes that have been raised and not yet examined

    def want_examination(self, table: UUID, dispute: int, at: int) -> bool:
        """Whether nobody has been asked for it yet."""
        row = self._insert_into(_examinations).values(table_id=table, dispute=dispute, asked_at=at)
        with begin_write(self._engine) as connection:
            return _has_written(connection, row.on_conflict_do_nothing(), _examinations.c.dispute)

    def examinations(self) -> list[tuple[UUID, int, int]]:
        """Table, dispute, and when the examiner was last asked."""
        query = sa.select(_examinations.c.table_id, _examinations.c.dispute, _examinations.c.asked_at)
        with self._engine.connect() as connection:
            return [(table, dispute, asked) for table, dispute, asked in connection.execute(query)]

    def put_off_examination(self, table: UUID, dispute: int, until: int) -> None:
        with begin_write(self._engine) as connection:
            connection.execute(sa.update(_examinations).where(_examination(table, dispute)).values(asked_at=until))

    def finish_examination(self, table: UUID, dispute: int) -> None:
        with begin_write(self._engine) as connection:
            connection.execute(sa.delete(_examinations).where(_examination(table, dispute)))

    # Letters to those who are awaited: one for each wait, known by the version at which it began

    def want_letter(self, table: UUID, seat: Seat, version: int) -> bool:
        """Whether this wait is news, so that a letter is to be sent."""
        row = self._insert_into(_letters).values(table_id=table, seat=seat, version=version, begun_at=0, is_sent=False)
        newer = row.on_conflict_do_update(
            index_elements=[_letters.c.table_id, _letters.c.seat],
            set_={"version": row.excluded.version, "begun_at": 0, "is_sent": False},
            where=_letters.c.version < row.excluded.version,
        )
        with begin_write(self._engine) as connection:
            return _has_written(connection, newer, _letters.c.version)

    def begin_letter(self, table: UUID, seat: Seat, version: int, now: int) -> bool:
        """Whether this process may send it: nobody else has, or is about to."""
        stale = now - CLAIM_SECONDS * 1000
        free = _letter(table, seat, version) & ~_letters.c.is_sent & (_letters.c.begun_at < stale)
        with begin_write(self._engine) as connection:
            return connection.execute(sa.update(_letters).where(free).values(begun_at=now)).rowcount == 1

    def finish_letter(self, table: UUID, seat: Seat, version: int, *, is_sent: bool) -> None:
        done = sa.update(_letters).where(_letter(table, seat, version)).values(begun_at=0, is_sent=is_sent)
        with begin_write(self._engine) as connection:
            connection.execute(done)

    def letters_of(self, table: UUID) -> dict[Seat, int]:
        """For each seat the wait for which a letter was last wanted."""
        query = sa.select(_letters.c.seat, _letters.c.version).where(_letters.c.table_id == table)
        with self._engine.connect() as connection:
            return {row.seat: row.version for row in connection.execute(query)}

    def unsent_letters(self) -> list[tuple[UUID, Seat, int]]:
        query = sa.select(_letters.c.table_id, _letters.c.seat, _letters.c.version).where(~_letters.c.is_sent)
        with self._engine.connect() as connection:
            return [(table, seat, version) for table, seat, version in connection.execute(query)]


def _has_written(connection: sa.Connection, row: Any, column: sa.Column[Any]) -> bool:
    """What a driver counts of an INSERT is its own affair; what was written it gives back."""
    return connection.execute(row.returning(column)).first() is not None


def _letter(table: UUID, seat: Seat, version: int) -> sa.ColumnElement[bool]:
    return (_letters.c.table_id == table) & (_letters.c.seat == seat) & (_letters.c.version == version)


def _examination(table: UUID, dispute: int) -> sa.ColumnElement[bool]:
    return (_examinations.c.table_id == table) & (_examinations.c.dispute == dispute)
