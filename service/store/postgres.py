"""PostgreSQL by its address. The library knows five parts of one; the others, such as sslmode, must not be lost."""

import json
from collections.abc import Sequence
from typing import Any

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresFactory
from psycopg.conninfo import conninfo_to_dict

from service.store.faults import StoreUnavailable
from service.store.group import Commit, GroupCommit

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
        "POSTGRES_CONNECT_TIMEOUT": "5",
    }


class Recorder(PostgresApplicationRecorder):
    """The table lock is held once for all commits that wait, as is the disk."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._group: GroupCommit[Sequence[StoredEvent]] = GroupCommit(self._write)

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        if stored_events:
            self._group.submit(Commit(stored_events))
        return None

    def _write(self, batch: list[Commit[Sequence[StoredEvent]]]) -> None:
        """All at once; only where one of them comes too late each for itself, so that the others get through."""
        try:
            super().insert_events([stored for commit in batch for stored in commit.rows])
        except IntegrityError as error:
            if len(batch) == 1:
                batch[0].error = error
            else:
                self._write_each(batch)

    def _write_each(self, batch: list[Commit[Sequence[StoredEvent]]]) -> None:
        """Each in a transaction of its own: what one of them meets is not the others' business."""
        for commit in batch:
            try:
                super().insert_events(commit.rows)
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
