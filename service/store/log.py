"""The log as the application sees it: append, read, follow. The library is behind it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory, Mapper, Notification
from eventsourcing.popo import POPOFactory
from eventsourcing.postgres import PostgresRecorder
from eventsourcing.sqlite import SQLiteRecorder
from eventsourcing.utils import Environment

from domain.chain import GENESIS
from domain.errors import DamagedEvent
from domain.recorded import Recorded, follows
from service.settings import Settings
from service.store.faults import named_faults
from service.store.mapper import RecordedMapper
from service.store.postgres import PostgresAddressFactory, settings_of, taking_turns
from service.store.sqlite import SQLiteGroupFactory

LOCK_TIMEOUT_SECONDS = "5"

_FACTORIES: dict[str, type[InfrastructureFactory[Any]]] = {
    "sqlite": SQLiteGroupFactory,
    "postgres": PostgresAddressFactory,
    "memory": POPOFactory,
}


class _Library(Application[UUID]):
    """The library's application with our mapper, configured by us alone: a stray variable must not change the store."""

    name = "guildhall"

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        return _FACTORIES[env["STORE"]](env)

    def construct_env(self, name: str, env: Any = None) -> Environment:
        return Environment(name, dict(env or {}))

    def construct_mapper(self) -> Mapper[UUID]:
        return RecordedMapper()


class EventLog:
    """Every event of every table, in the order of their numbers. `(table, version)` is unique: that is the lock."""

    def __init__(self, configuration: dict[str, str]) -> None:
        with named_faults():
            self._library = _Library(configuration | {"CREATE_TABLE": "no"})

    def migrate(self) -> None:
        """Create what is missing. Its own step: processes that start together must not race for it."""
        recorder = self._library.recorder
        if isinstance(recorder, SQLiteRecorder):
            with named_faults():
                recorder.create_table()
        elif isinstance(recorder, PostgresRecorder):
            with named_faults(), taking_turns(recorder):
                recorder.create_table()

    def append(self, events: Sequence[Recorded]) -> None:
        """All of them or none, on disk when this returns; `Conflict` if one of these versions is taken."""
        to_stored = self._library.mapper.to_stored_event
        with named_faults():
            self._library.recorder.insert_events([to_stored(recorded) for recorded in events])

    def read(
        self, table: UUID, *, after: int = 0, upto: int | None = None, head: str | None = GENESIS
    ) -> Iterator[Recorded]:
        """A table's events in order, each checked to be chained to the one before.

        `head` is the chain's head after event `after`; None where the reader does not know it.
        """
        with named_faults():
            stored = self._library.recorder.select_events(table, gt=after, lte=upto)
        expected = after
        to_recorded = self._library.mapper.to_domain_event
        for row in stored:
            recorded: Recorded = to_recorded(row)  # type: ignore[assignment]
            expected += 1
            if recorded.originator_version != expected:
                raise DamagedEvent(table, expected, "it is missing from the log.")
            if head is not None and not follows(recorded, head):
                raise DamagedEvent(table, expected, "it is not chained to the event before it.")
            head = recorded.head
            yield recorded

    def rows(self, table: UUID) -> list[tuple[Any, Any, Any]]:
        """A table's rows as they are stored: version, topic, bytes, or whatever somebody has put in their place."""
        with named_faults():
            stored = self._library.recorder.select_events(table)
        return [(row.originator_version, row.topic, row.state) for row in stored]

    def notifications(self, start: int, limit: int) -> Sequence[Notification]:
        """Rows of all tables in the order in which they became durable, from number `start`."""
        with named_faults():
            return self._library.recorder.select_notifications(start, limit)

    def newest(self) -> int:
        """The number of the last event of all tables; 0 if there is none."""
        with named_faults():
            return self._library.recorder.max_notification_id() or 0

    def close(self) -> None:
        self._library.close()


def open_log(settings: Settings) -> EventLog:
    if settings.database_url is not None:
        return postgres_log(settings.database_url)
    return sqlite_log(settings.events_file)


def sqlite_log(file: Path | str) -> EventLog:
    """A file, or the address of one (`file:...?mode=ro`)."""
    name = str(file)
    if not name.startswith("file:"):
        with named_faults():
            Path(file).parent.mkdir(parents=True, exist_ok=True)
    return EventLog(
        {
            "STORE": "sqlite",
            "SQLITE_DBNAME": name,
            "SQLITE_LOCK_TIMEOUT": LOCK_TIMEOUT_SECONDS,
        }
    )


def postgres_log(address: str) -> EventLog:
    return EventLog({"STORE": "postgres"} | settings_of(address, LOCK_TIMEOUT_SECONDS))


def memory_log() -> EventLog:
    return EventLog({"STORE": "memory"})
