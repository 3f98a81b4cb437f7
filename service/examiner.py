"""The house's examiner: is what stands in a table's log what the rules make of its commands?"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from domain.audit import CHECKS
from domain.audit import Finding as Found
from domain.audit.disputed import of_what_was_disputed
from domain.errors import DamagedEvent
from domain.recorded import decode
from domain.table import EXAMINER, ExamineDispute, Finding
from domain.table.disputes.events import DisputeRaised
from service.application import Accepted, Application
from service.keys import SigningKeys
from service.proof.history import HouseKeys, check_stored

Rows = Sequence[tuple[Any, Any, Any]]


def examine(application: Application, table_id: UUID, dispute: int, keys: SigningKeys | None = None) -> Accepted | None:
    """Examine a raised dispute and record what was found. None if it has been done.

    What is examined are the rows of the log up to the raising, believed by nobody: a log that cannot be read is
    something to be found. So whoever examines finds the same, however often.
    """
    _, table = application.as_it_stands(table_id)
    if table.disputes[dispute - 1].status != "raised":
        return None
    rows, raised = _until_raised(table_id, application.log.rows(table_id), dispute)
    found = findings(table_id, rows, raised, None if keys is None else HouseKeys.of(keys))
    command = ExamineDispute(dispute, tuple(found))
    return application.submit(table_id, EXAMINER, command, command_id=f"examine {dispute}")


def _until_raised(table_id: UUID, rows: Rows, dispute: int) -> tuple[Rows, DisputeRaised | None]:
    for number, (version, topic, state) in enumerate(rows, 1):
        if topic != DisputeRaised.topic:
            continue
        try:
            event = decode(table_id, version, topic, state).event
        except DamagedEvent:
            continue
        if isinstance(event, DisputeRaised) and event.dispute == dispute:
            return rows[:number], event
    return rows, None


def findings(table_id: UUID, rows: Rows, raised: DisputeRaised | None, keys: HouseKeys | None) -> list[Finding]:
    """What there is to say of what was disputed, and then all findings as an audit has them, in the same order.

    They are public at once. While the game runs they name events and fields, but no value drawn from what is sealed.
    """
    found, events, _ = check_stored(table_id, rows, keys)
    ordered = sorted(filter(_is_told, found), key=lambda finding: CHECKS.index(finding.check))
    if raised is not None:
        ordered.insert(0, of_what_was_disputed(raised, events, found))
    return [Finding(each.check, each.ok and each.checked, each.event, each.text) for each in ordered]


def _is_told(finding: Found) -> bool:
    """That the game could be played again only so far says it of its shuffle and its scorings as well."""
    return finding.checked or finding.check not in ("shuffle", "recount")
