"""Why a town scored as it did, from the log of its table."""

from typing import Any
from uuid import UUID

from domain.errors import DamagedEvent, Rejected, require
from domain.recorded import Recorded
from domain.redact import SPECTATOR, redact
from domain.rules import Happened
from domain.table import Table
from domain.table.disputes.corrections import correction_lines, line
from service.application import Application
from service.salvage import salvage


def explained(application: Application, table_id: UUID, town: str, at: int | None = None) -> dict[str, Any]:
    """The explanation after event `at`, or after the last.

    It rests on what everybody at the table may see, so it is the same for all of them, whoever asks. A damaged log is
    explained as far as it can be, and the damage is told with it: whoever disputes a scoring wants to see both.
    """
    try:
        version, table, events = _sound(application, table_id, at)
        return _explained(version, table, events, town)
    except DamagedEvent as damage:
        version, table, events = _damaged(application, table_id, at)
        try:
            document = _explained(version, table, events, town)
        except Rejected:
            raise
        except Exception as error:  # What is left need not fit together.
            raise damage from error
        document["lines"].append(line(str(damage), None, "T6.7", [damage.version]))
        return document


def _sound(application: Application, table_id: UUID, at: int | None) -> tuple[int, Table, list[Recorded]]:
    if at is None:
        at, table = application.snapshot(table_id)
    else:
        table = application.state(table_id, at)
    return at, table, list(application.log.read(table_id, upto=at))


def _damaged(application: Application, table_id: UUID, at: int | None) -> tuple[int, Table, list[Recorded]]:
    found = salvage(application.log, table_id, upto=at)
    last = found.entry.version
    require(at is None or at == last, "unknownVersion", "T4.3", f"The table has versions 1 to {last}.")
    assert found.entry.table is not None
    return last, found.entry.table, found.events


def _explained(version: int, table: Table, events: list[Recorded], town: str) -> dict[str, Any]:
    history = [Happened(each.originator_version, redact(each.event, SPECTATOR)) for each in events]
    document = table.rules.explain(redact(table.state, SPECTATOR), history, town)
    document["lines"].extend(correction_lines(history, town, document["scoredAt"]))
    return {"version": version, **document}
