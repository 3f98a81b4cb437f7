"""Asking for the examination of what has been raised."""

from domain.table import Table
from service.application import now
from workers.workshop import Workshop


def want_examinations(workshop: Workshop, table: Table) -> None:
    """Noted before the job is queued: what Redis forgets, the sweep asks for again."""
    for dispute in table.open_disputes:
        if dispute.status == "raised" and workshop.ledger.want_examination(table.id, dispute.number, now()):
            workshop.wake_examiner(table.id, dispute.number)
