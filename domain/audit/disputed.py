"""What an examination has to say of the very thing that was disputed: the scoring of a town, or one event."""

from collections.abc import Sequence

from domain.audit.finding import Finding, holds, wrong
from domain.recorded import Recorded
from domain.rules import Account
from domain.table import Table, evolve
from domain.table.disputes.events import DisputeRaised

DISPUTED = "disputed"


def of_what_was_disputed(dispute: DisputeRaised, events: Sequence[Recorded], found: Sequence[Finding]) -> Finding:
    """`events` are those that could be read, `found` what is known of all of them."""
    if dispute.town is not None:
        return _of_town(dispute.town, events, _unplayed(found))
    return _of_event(dispute.version or 0, events, found)


def _unplayed(found: Sequence[Finding]) -> int | None:
    """The first event that could not be played again."""
    return min((each.event or 0 for each in found if each.check == "replay" and not each.checked), default=None)


def _of_town(town: str, events: Sequence[Recorded], unplayed: int | None) -> Finding:
    """Counted from the log as it stands, so that a fault elsewhere does not hide what this town is worth."""
    table: Table | None = None
    for recorded in events:
        number = recorded.originator_version
        if unplayed is not None and number >= unplayed:
            return _uncountable(town, unplayed)
        try:
            account = _account(table, recorded, town)
            table = evolve(table, recorded.event, recorded.originator_id)
        except Exception:  # What is left of a damaged log need not fit together.
            return _uncountable(town, number)
        if account is not None:
            text = f"Event {number}: {account.text}"
            return holds(DISPUTED, text) if account.agrees else wrong(DISPUTED, number, text)
    return holds(DISPUTED, f"{town} had not been scored when it was disputed.")


def _uncountable(town: str, number: int) -> Finding:
    return wrong(DISPUTED, number, f"{town} cannot be counted again: event {number} does not fit what is left.")


def _account(table: Table | None, recorded: Recorded, town: str) -> Account | None:
    if table is None or table.state is None or table.rules.account is None:
        return None
    return table.rules.account(table.state, recorded.event, town)


def _of_event(number: int, events: Sequence[Recorded], found: Sequence[Finding]) -> Finding:
    event = next((recorded for recorded in events if recorded.originator_version == number), None)
    if event is None:
        return wrong(DISPUTED, number, f"Event {number} is missing, or cannot be read.")
    name = f"Event {number} ({event.topic})"
    checks = sorted({finding.check for finding in found if finding.event == number and not finding.ok})
    if checks:
        return wrong(DISPUTED, number, f"{name} does not hold: {', '.join(checks)}.")
    first = max((e.originator_version for e in events if e.originator_version <= number and e.opens_commit), default=1)
    before = [finding.event for finding in found if not finding.ok and first <= (finding.event or 0) < number]
    if before:
        return wrong(DISPUTED, number, f"{name} rests on event {before[0]} of the same command, which does not hold.")
    unplayed = _unplayed(found)
    if unplayed is not None and unplayed <= number:
        return wrong(DISPUTED, number, f"{name} cannot be played again while others are damaged or missing.")
    cause = f"the command of event {first}" if first != number else "its command"
    return holds(DISPUTED, f"{name} follows from {cause} by the rules.")
