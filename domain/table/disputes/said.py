"""The events of a dispute as sentences without words."""

from domain.said import Said, said
from domain.table.disputes.events import DisputeEvent, DisputeExamined, DisputeRaised, DisputeSettled, ScoreCorrected
from domain.table.disputes.findings import read
from domain.table.disputes.text import on_one_line


def tell(event: DisputeEvent) -> Said | None:
    match event:
        case DisputeRaised(dispute=number, seat=seat, reason=reason, town=None, version=version):
            return said("table.DisputeRaised", seat=seat, event=version, dispute=number, words=on_one_line(reason))
        case DisputeRaised(dispute=number, seat=seat, reason=reason, town=town):
            return said("table.DisputeRaised.town", seat=seat, town=town, dispute=number, words=on_one_line(reason))
        case DisputeExamined():
            return _examined(event)
        case DisputeSettled(dispute=number, verdict=verdict, text=text):
            return said(f"table.DisputeSettled.{verdict}", dispute=number, words=on_one_line(text))
        case ScoreCorrected():
            return _corrected(event)


def _examined(event: DisputeExamined) -> Said | None:
    wrong = [read(finding.text) for finding in event.findings if not finding.ok]
    if not wrong:
        return said("table.DisputeExamined", dispute=event.dispute)
    if None in wrong:
        return None
    return said("table.DisputeExamined.wrong", dispute=event.dispute, findings=wrong)


def _corrected(event: ScoreCorrected) -> Said:
    gains = [said("table.ScoreCorrected.gain", coat=guild, by=f"{by:+}") for guild, by in event.corrections.items()]
    if event.standing is None:
        return said("table.ScoreCorrected", dispute=event.dispute, gains=gains)
    totals = [
        said("table.ScoreCorrected.total", seat=seat, points=total) for seat, total in enumerate(event.standing.totals)
    ]
    winners = [said("table.ScoreCorrected.winner", seat=seat) for seat in event.standing.winners]
    return said("table.ScoreCorrected.ended", dispute=event.dispute, gains=gains, totals=totals, winners=winners)
