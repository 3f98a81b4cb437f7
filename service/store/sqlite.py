"""SQLite: write-ahead log, synchronous=FULL, and one writer per process that lets waiting commits share one fsync."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast
from uuid import UUID

from eventsourcing.persistence import IntegrityError, Notification, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
    SQLiteFactory,
)

from service.store.group import Commit, GroupCommit

NAP_SECONDS = 0.0003

Rows = list[tuple[str, int, str, bytes]]


class Pool(SQLiteConnectionPool):
    """Readers share what the library keeps; the one writer of the process has a connection of its own."""

    _writer: SQLiteConnection | None = None

    def writer(self) -> SQLiteConnection:
        if self._writer is None:
            self._writer = self._create_connection()
            self._writer.cursor().execute("PRAGMA busy_timeout=0")
        return self._writer

    def drop_writer(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()

    def close(self) -> None:
        super().close()
        self.drop_writer()

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        connection.cursor().execute("PRAGMA synchronous=FULL")
        return connection


class Recorder(SQLiteApplicationRecorder):
    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self._group: GroupCommit[Rows] = GroupCommit(self._write)

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        if not stored_events:
            return []
        rows = [(_hex(s.originator_id), s.originator_version, s.topic, s.state) for s in stored_events]
        self._group.submit(Commit(rows))
        return None

    def _write(self, batch: list[Commit[Rows]]) -> None:
        """All at once; only where one of them comes too late each for itself, so that the others get through."""
        try:
            self._transact(lambda cursor: self._insert(cursor, *batch))
        except sqlite3.IntegrityError as error:
            if len(batch) == 1:
                batch[0].error = IntegrityError(str(error))
            else:
                self._transact(lambda cursor: self._insert_each(cursor, batch))

    def _transact(self, write: Callable[[Any], None]) -> None:
        """A read-then-write transaction has to begin as a writer: a deferred one fails at once when another commits."""
        connection = self._pool.writer()
        cursor = connection.cursor()
        self._begin(cursor)
        try:
            write(cursor)
            cursor.execute("COMMIT")
        except sqlite3.IntegrityError:
            connection.rollback()
            raise
        except BaseException:
            # Whatever state it is in now, the next commit begins with another connection.
            self._pool.drop_writer()
            raise

    @property
    def _pool(self) -> Pool:
        return cast(Pool, self.datastore.pool)

    def _begin(self, cursor: Any) -> None:
        """SQLite itself would sleep longer and longer; another process is done in less than a millisecond."""
        deadline = time.monotonic() + (self._pool.lock_timeout or 0)
        while True:
            is_last = time.monotonic() >= deadline
            try:
                cursor.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if is_last or error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
            time.sleep(NAP_SECONDS)

    def _insert(self, cursor: Any, *commits: Commit[Rows]) -> None:
        cursor.executemany(self.insert_events_statement, [row for commit in commits for row in commit.rows])

    def _insert_each(self, cursor: Any, batch: list[Commit[Rows]]) -> None:
        for commit in batch:
            cursor.execute("SAVEPOINT one")
            try:
                self._insert(cursor, commit)
            except sqlite3.IntegrityError as error:
                cursor.execute("ROLLBACK TO one")
                commit.error = IntegrityError(str(error))
            cursor.execute("RELEASE one")

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """The library's own, but reading columns by position, which is faster than by name."""
        statement = (
            f"SELECT originator_version, topic, state FROM {self.events_table_name} "
            "WHERE originator_id=? AND originator_version>? AND originator_version<=? "
            f"ORDER BY originator_version {'DESC' if desc else 'ASC'} LIMIT ?"
        )
        most = (1 << 63) - 1
        bounds = (_hex(originator_id), -1 if gt is None else gt, most if lte is None else lte, limit or -1)
        with self.datastore.get_connection(commit=False) as connection, connection.cursor() as cursor:
            cursor.row_factory = None
            rows = cursor.execute(statement, bounds).fetchall()
        return [Row(originator_id, *row) for row in rows]  # type: ignore[misc]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """By position too, and the ids of tables as they are written: who follows the log needs few of them."""
        if stop is not None or topics or not inclusive_of_start:
            return super().select_notifications(start, limit, stop, topics, inclusive_of_start=inclusive_of_start)
        statement = (
            f"SELECT rowid, originator_id, originator_version, topic, state FROM {self.events_table_name} "
            "WHERE rowid>=? ORDER BY rowid LIMIT ?"
        )
        with self.datastore.get_connection(commit=False) as connection, connection.cursor() as cursor:
            cursor.row_factory = None
            rows = cursor.execute(statement, (start or 0, limit)).fetchall()
        return [NumberedRow(*row) for row in rows]  # type: ignore[misc]


class NumberedRow(NamedTuple):
    """A stored event with its place in the log of all tables."""

    id: int
    originator_id: str
    originator_version: int
    topic: str
    state: bytes


class Row(NamedTuple):
    """A stored event as the mapper reads it: the library's own class takes four times as long to make."""

    originator_id: UUID | str
    originator_version: int
    topic: str
    state: bytes


def _hex(table: UUID | str) -> str:
    return table.hex if isinstance(table, UUID) else table


class SQLiteGroupFactory(SQLiteFactory):
    application_recorder_class = Recorder

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        pool = self.datastore.pool
        self.datastore.pool = Pool(db_name=pool.db_name, lock_timeout=pool.lock_timeout)
        pool.close()
