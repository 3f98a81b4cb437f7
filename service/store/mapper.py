"""Rows of the log to events of the domain and back: the library's place for it, without the library's own coding."""

from typing import Any
from uuid import UUID

from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent

from domain.recorded import Recorded, decode, encode


class RecordedMapper(Mapper[UUID]):
    def __init__(self) -> None:
        super().__init__(JSONTranscoder())

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        recorded: Recorded = domain_event
        return StoredEvent(recorded.originator_id, recorded.originator_version, recorded.event.topic, encode(recorded))

    def to_domain_event(self, stored_event: StoredEvent) -> Recorded:  # type: ignore[override]
        table = stored_event.originator_id
        if not isinstance(table, UUID):
            table = UUID(table)
        return decode(table, stored_event.originator_version, stored_event.topic, stored_event.state)
