"""What happens in a dispute. History is corrected by a new event, never edited."""

from domain.event import Event, Seat
from domain.rules import Standing
from domain.table.disputes.state import Finding, Verdict


class DisputeRaised(Event, topic="table.DisputeRaised/1"):
    """A seat doubts the scoring of a town, or what happened at a version (T6.1)."""

    dispute: int
    seat: Seat
    reason: str
    town: str | None = None
    version: int | None = None


class DisputeExamined(Event, topic="table.DisputeExamined/1"):
    """The house has verified the log as it was when the dispute was raised (T6.3)."""

    dispute: int
    findings: tuple[Finding, ...]


class DisputeSettled(Event, topic="table.DisputeSettled/1"):
    """The arbiter has decided (T6.4)."""

    dispute: int
    verdict: Verdict
    text: str


class ScoreCorrected(Event, topic="table.ScoreCorrected/1"):
    """Guilds have gained or lost these points (T6.5); of a game that is over it names the standing too."""

    dispute: int
    corrections: dict[str, int]
    standing: Standing | None = None


DisputeEvent = DisputeRaised | DisputeExamined | DisputeSettled | ScoreCorrected
