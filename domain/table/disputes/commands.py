"""What is said in a dispute."""

from typing import Annotated

from msgspec import Meta, field

from domain.table.command import TableCommandBase
from domain.table.disputes.state import Finding, Verdict

LONGEST_TEXT = 2000
LARGEST_DIFFERENCE = 1000

Number = Annotated[int, Meta(ge=1, le=2**31)]
Text = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
Name = Annotated[str, Meta(max_length=60)]
Difference = Annotated[int, Meta(ge=-LARGEST_DIFFERENCE, le=LARGEST_DIFFERENCE)]
Corrections = Annotated[dict[Name, Difference], Meta(max_length=16)]


class RaiseDispute(TableCommandBase, frozen=True):
    """Doubt the scoring of a town, or what happened at a version (T6.1)."""

    reason: Text
    town: Name | None = None
    version: Number | None = None


class ExamineDispute(TableCommandBase, frozen=True):
    """Say what the log has shown; for the house's examiner alone (T6.3)."""

    dispute: Number
    findings: tuple[Finding, ...]


class SettleDispute(TableCommandBase, frozen=True):
    """Decide an examined dispute; for the arbiter alone (T6.4). One that is upheld may correct scores (T6.5)."""

    dispute: Number
    verdict: Verdict
    text: Text
    corrections: Corrections = field(default_factory=dict)
