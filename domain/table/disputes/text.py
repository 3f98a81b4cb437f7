"""The events of a dispute in sentences."""

from domain.table.disputes.events import DisputeEvent, DisputeExamined, DisputeRaised, DisputeSettled, ScoreCorrected

MOST_TOLD = 3
"""Findings in a sentence of the log."""


def describe(event: DisputeEvent) -> str:
    match event:
        case DisputeRaised(dispute=number, seat=seat, reason=reason):
            return f"Seat {seat} disputes {_about(event)} (dispute {number}): {_quoted(reason)}"
        case DisputeExamined(dispute=number):
            return f"The house has examined dispute {number}: {_found(event)}"
        case DisputeSettled(dispute=number, verdict=verdict, text=text):
            return f"Dispute {number} is {verdict}: {_quoted(text)}"
        case ScoreCorrected(dispute=number):
            return f"After dispute {number} the score is corrected: {differences(event)}"


def _about(event: DisputeRaised) -> str:
    return f"event {event.version}" if event.town is None else f"the scoring of {event.town}"


def _found(event: DisputeExamined) -> str:
    wrong = [finding.text for finding in event.findings if not finding.ok]
    if not wrong:
        return "nothing is wrong with the log."
    more = f" ({len(wrong) - MOST_TOLD} more are listed with the dispute.)" if len(wrong) > MOST_TOLD else ""
    return " ".join(wrong[:MOST_TOLD]) + more


def differences(event: ScoreCorrected) -> str:
    guilds = ", ".join(f"{guild} {difference:+}" for guild, difference in event.corrections.items())
    if event.standing is None:
        return f"{guilds}."
    totals = ", ".join(f"seat {seat} {total}" for seat, total in enumerate(event.standing.totals))
    winners = " and ".join(f"seat {seat}" for seat in event.standing.winners)
    return f"{guilds}. The result is now {totals}; {winners} won."


def on_one_line(text: str) -> str:
    """Whatever was written."""
    return " ".join(text.split())


def _quoted(text: str) -> str:
    return f"\u201c{on_one_line(text)}\u201d"
