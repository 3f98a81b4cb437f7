"""Writing the record of a table for one viewer, through the one redactor."""

from collections.abc import Sequence
from uuid import UUID

from domain.audit import Row, encode_record
from domain.audit.record import record_of
from domain.errors import DamagedEvent
from domain.recorded import Recorded
from domain.redact import Viewer, redact
from domain.table import Table
from domain.table.view import entitled
from service.application import Application
from service.keys import SigningKeys
from service.salvage import salvage


def write_record(application: Application, keys: SigningKeys, table_id: UUID, viewer: Viewer) -> tuple[int, bytes]:
    """The version that it reaches to, and the file. That of a damaged log shows the damage to whoever verifies it."""
    events: Sequence[Recorded | Row]
    try:
        events = application.events(table_id, viewer)
        table = application.remembered(table_id)
    except DamagedEvent:
        events, table = _damaged(application, table_id, viewer)
    receipts = [event.stored.receipt if isinstance(event, Row) else event.signed for event in events]
    used = {receipt.key for receipt in receipts if receipt is not None}
    record = record_of(
        table_id,
        table.game,
        table.rules_version,
        table.rules.board(table.options),
        events,
        keys.public(used) if used else {},
    )
    last = events[-1]
    return last.version if isinstance(last, Row) else last.originator_version, encode_record(record)


def _damaged(application: Application, table_id: UUID, viewer: Viewer) -> tuple[list[Recorded | Row], Table]:
    entry, rows = salvage(application.log, table_id)
    assert entry.table is not None
    viewer = entitled(entry.table, viewer)
    return [row if isinstance(row, Row) else redact(row, viewer) for row in rows], entry.table
