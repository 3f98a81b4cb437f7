"""What was disputed at a table and what came of it; and whether the house has found what is there to be found."""

from collections import Counter
from collections.abc import Sequence

from domain.audit.finding import Finding, holds, wrong
from domain.recorded import Recorded
from domain.table.disputes.events import DisputeExamined, DisputeRaised, DisputeSettled, ScoreCorrected
from domain.table.disputes.text import differences


def check_disputes(events: Sequence[Recorded], found: Sequence[Finding]) -> list[Finding]:
    """`found` is what all other checks have come to."""
    return _invented(events, found) or [holds("disputes", _told(events))]


def _invented(events: Sequence[Recorded], found: Sequence[Finding]) -> list[Finding]:
    """An examination that says that something is wrong where nothing is, though all could be checked."""
    if not all(finding.checked for finding in found if finding.check in ("seals", "shuffle", "replay")):
        return []
    faults = [finding.event or 0 for finding in found if not finding.ok]
    raised = {e.event.dispute: e.originator_version for e in events if isinstance(e.event, DisputeRaised)}
    return [
        wrong("disputes", e.originator_version, f"Event {e.originator_version} tells of faults that are not there.")
        for e in events
        if isinstance(e.event, DisputeExamined)
        and not all(finding.ok for finding in e.event.findings)
        and not any(number < raised.get(e.event.dispute, 0) for number in faults)
    ]


def _told(events: Sequence[Recorded]) -> str:
    kinds = Counter(type(e.event) for e in events)
    raised = kinds[DisputeRaised]
    if not raised:
        return "Nothing was disputed."
    verdicts = Counter(e.event.verdict for e in events if isinstance(e.event, DisputeSettled))
    still_open = raised - verdicts.total()
    parts = [f"{verdicts['upheld']} upheld", f"{verdicts['rejected']} rejected"]
    parts += [f"{still_open} not settled"] if still_open else []
    corrections = [
        f"Event {e.originator_version} corrects the score: {differences(e.event)}"
        for e in events
        if isinstance(e.event, ScoreCorrected)
    ]
    disputes = "1 dispute" if raised == 1 else f"{raised} disputes"
    return " ".join([f"{disputes}: {', '.join(parts)}.", *(corrections or ["No score was corrected."])])
