"""Seals: whoever was shown one opened must have been shown what was sealed, and an opened one must be known."""

from collections.abc import Sequence
from typing import Any

from domain.audit.finding import Finding, capped, holds, unchecked, wrong
from domain.games import pinned
from domain.recorded import Recorded, seals_of
from domain.rules import Rules
from domain.sealed import Opened, Sealed
from domain.table.events import TableAbandoned, TableEnded, TableOpened


def check_seals(events: Sequence[Recorded]) -> list[Finding]:
    """The openings beside the events were checked when they were read; here those that events make."""
    found: list[Finding] = []
    known: dict[str, Sealed[Any]] = {}
    rules: Rules | None = None
    opened = closed = 0
    ended = any(isinstance(e.event, TableEnded) for e in events)
    for recorded in events:
        event, version = recorded.event, recorded.originator_version
        for name, sealed in seals_of(recorded).items():
            known[sealed.seal] = sealed
            if sealed.is_open:
                opened += 1
            else:
                closed += 1
                if ended:
                    text = f"The game is over, yet the seal {name} of event {version} is not opened."
                    found.append(wrong("seals", version, text))
        if isinstance(event, TableOpened):
            rules = pinned(event.game, event.rules_version)
        for opening in _openings(rules, event):
            if opening.seal not in known:
                text = f"Event {version} opens something that was never sealed."
                found.append(wrong("seals", version, text))
    if found:
        return capped(found)
    if closed:
        return [
            holds("seals", f"{opened} secrets are what was sealed."),
            unchecked("seals", f"{closed} seals are still closed to whoever this was made for."),
        ]
    return [holds("seals", f"All {opened} secrets are what was sealed.")]


def check_viewer(events: Sequence[Recorded]) -> list[Finding]:
    """While a game goes on a record is made for one viewer: with all that a seat may open, and nothing else."""
    if any(isinstance(e.event, TableEnded) for e in events):
        return []
    seals = [sealed for recorded in events for sealed in seals_of(recorded).values()]
    owners = {sealed.owner for sealed in seals if sealed.is_open}
    if None in owners or len(owners) > 1:
        return [wrong("seals", None, "The game has not ended, yet more is opened than one seat may see.")]
    missing = sum(sealed.owner in owners and not sealed.is_open for sealed in seals)
    return [wrong("seals", None, f"{missing} openings of the seat it was made for are missing.")] if missing else []


def _openings(rules: Rules | None, event: Any) -> tuple[Opened[Any], ...]:
    if isinstance(event, TableEnded | TableAbandoned):
        return (Opened(event.seed, event.salt),)
    return () if rules is None else rules.openings(event)
