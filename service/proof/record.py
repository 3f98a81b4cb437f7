"""Writing the record of a table for one viewer, through the one redactor."""

from uuid import UUID

from domain.audit import encode_record
from domain.audit.record import record_of
from domain.redact import Viewer
from service.application import Application
from service.keys import SigningKeys


def write_record(application: Application, keys: SigningKeys, table_id: UUID, viewer: Viewer) -> tuple[int, bytes]:
    """The version that it reaches to, and the file."""
    events = application.events(table_id, viewer)
    table = application.remembered(table_id)
    used = {event.signed.key for event in events if event.signed is not None}
    record = record_of(
        table_id,
        table.game,
        table.rules_version,
        table.rules.board(table.options),
        events,
        keys.public(used) if used else {},
    )
    return events[-1].originator_version, encode_record(record)
