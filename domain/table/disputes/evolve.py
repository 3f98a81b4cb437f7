"""How the events of a dispute change a table."""

from typing import Any

from msgspec.structs import replace

from domain.table.disputes.events import DisputeExamined, DisputeRaised, DisputeSettled, ScoreCorrected
from domain.table.disputes.state import Dispute
from domain.table.state import Table


def raised(table: Table, event: DisputeRaised) -> Table:
    dispute = Dispute(event.dispute, event.seat, event.reason, event.town, event.version)
    return replace(table, disputes=(*table.disputes, dispute))


def examined(table: Table, event: DisputeExamined) -> Table:
    return _changed(table, event.dispute, status="examined", findings=event.findings)


def settled(table: Table, event: DisputeSettled) -> Table:
    return _changed(table, event.dispute, status=event.verdict, verdict=event.text)


def corrected(table: Table, event: ScoreCorrected) -> Table:
    table = _changed(table, event.dispute, corrections=event.corrections)
    return replace(table, state=table.rules.correct(table.state, event.corrections))


def _changed(table: Table, number: int, **changes: Any) -> Table:
    disputes = list(table.disputes)
    disputes[number - 1] = replace(disputes[number - 1], **changes)
    return replace(table, disputes=tuple(disputes))
