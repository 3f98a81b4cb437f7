"""PostgreSQL by its address. The library knows five parts of one; the others, such as sslmode, must not be lost."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from eventsourcing.persistence import (
    IntegrityError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    StoredEvent,
)
from eventsourcing.postgres import PgStoredEvent, PostgresApplicationRecorder, PostgresFactory, PostgresRecorder
from psycopg.conninfo import conninfo_to_dict

from service.store.faults import StoreUnavailable
from service.store.group import Commit, GroupCommit

CONNECT_SECONDS = 2
"""As long as a request waits for a connection before it is told that there is none."""
T = TypeVar("T")
_MIGRATION_LOCK = 0x6775696C66
_PARTS = {"dbname": "postgres", "host": "localhost", "port": "5432", "user": "postgres", "password": ""}
_OTHERS = "POSTGRES_OTHER_PARTS"


def settings_of(address: str, lock_timeout: str) -> dict[str, str]:
    try:
        parts = {key: str(value) for key, value in conninfo_to_dict(address).items() if value is not None}
    except Exception as error:
        raise StoreUnavailable("DATABASE_URL is not the address of a PostgreSQL database.") from error
    known = {f"POSTGRES_{key.upper()}": parts.pop(key, default) for key, default in _PARTS.items()}
    return known | {
        _OTHERS: json.dumps(parts),
        "POSTGRES_LOCK_TIMEOUT": lock_timeout,
        "POSTGRES_CONNECT_TIMEOUT": str(CONNECT_SECONDS),
    }


_AGAIN = (InterfaceError, OperationalError)


def _tried_twice(ask: Callable[..., T]) -> Callable[..., T]:
    """The library tries ten times, each as long as a connection takes: nobody waits so long for an answer.

    Twice is enough for a connection that has died in the pool.
    """
    once = ask.__wrapped__  # type: ignore[attr-defined]

    def tried(*arguments: Any, **options: Any) -> T:
        try:
            return cast(T, once(*arguments, **options))
        except _AGAIN:
            return cast(T, once(*arguments, **options))

    return tried


_insert = _tried_twice(PostgresApplicationRecorder.insert_events)


class Recorder(PostgresApplicationRecorder):
    """The table lock is held once for all commits that wait, as is the disk."""

    select_events = _tried_twice(PostgresApplicationRecorder.select_events)
    select_notifications = _tried_twice(PostgresApplicationRecorder.select_notifications)
    max_notification_id = _tried_twice(PostgresApplicationRecorder.max_notification_id)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._group: GroupCommit[Sequence[StoredEvent]] = GroupCommit(self._write)

    def construct_pg_stored_event(self, *row: Any, **named: Any) -> PgStoredEvent:
        """The library looks for the type of a row when it is opened; the store may have been migrated since."""
        try:
            return super().construct_pg_stored_event(*row, **named)
        except ProgrammingError:
            self.datastore.register_type_adapters()
            return super().construct_pg_stored_event(*row, **named)

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        if stored_events:
            self._group.submit(Commit(stored_events))
        return None

    def _write(self, batch: list[Commit[Sequence[StoredEvent]]]) -> None:
        """All at once; only where one of them comes too late each for itself, so that the others get through."""
        try:
            _insert(self, [stored for commit in batch for stored in commit.rows])
        except IntegrityError as error:
            if len(batch) == 1:
                batch[0].error = error
            else:
                self._write_each(batch)

    def _write_each(self, batch: list[Commit[Sequence[StoredEvent]]]) -> None:
        """Each in a transaction of its own: what one of them meets is not the others' business."""
        for commit in batch:
            try:
                _insert(self, commit.rows)
            except Exception as error:
                commit.error = error


class PostgresAddressFactory(PostgresFactory):
    application_recorder_class = Recorder

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        kwargs = self.datastore.pool.kwargs
        if not isinstance(kwargs, dict):
            raise TypeError("The pool of the library is not as we know it.")
        kwargs.update(json.loads(self.env[_OTHERS]))


@contextmanager
def taking_turns(recorder: PostgresRecorder) -> Iterator[None]:
    """Those who create tables at the same moment fail in PostgreSQL, even where they say IF NOT EXISTS."""
    with recorder.datastore.get_connection() as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (_MIGRATION_LOCK,))
        try:
            yield
        finally:
            connection.execute("SELECT pg_advisory_unlock(%s)", (_MIGRATION_LOCK,))
