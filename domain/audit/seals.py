"""Seals: what was sealed is what was opened beside it, and nobody has been shown more than was theirs to see."""

from collections.abc import Sequence
from typing import Any

from domain.audit.finding import Finding, capped, holds, unchecked, wrong
from domain.audit.openings import seal_of
from domain.recorded import Recorded, seals_of
from domain.sealed import Opened
from domain.table.events import PositionCopied, TableAbandoned, TableEnded


def check_seals(events: Sequence[Recorded]) -> list[Finding]:
    """The openings beside the events were checked when they were read; what events open is checked in the replay."""
    found: list[Finding] = []
    opened = closed = 0
    ended = any(isinstance(e.event, TableEnded) for e in events)
    for recorded in events:
        version = recorded.originator_version
        for name, sealed in seals_of(recorded).items():
            if sealed.is_open:
                opened += 1
                continue
            closed += 1
            if ended:
                found.append(
                    wrong("seals", version, f"The game is over, yet the seal {name} of event {version} is not opened.")
                )
        if isinstance(recorded.event, PositionCopied) and not _fit(recorded.event):
            found.append(
                wrong("seals", version, f"The secrets of the position in event {version} do not fit its seals.")
            )
    if found:
        return capped(found)
    if closed:
        return [
            holds("seals", f"{opened} secrets are what was sealed."),
            unchecked("seals", f"{closed} seals are still closed to whoever this was made for."),
        ]
    return [holds("seals", f"All {opened} secrets are what was sealed.")]


def _fit(copied: PositionCopied) -> bool:
    """A sandbox begins with seals of its own, which stand in its position."""
    if not copied.secrets.is_open:
        return True
    secrets = copied.secrets.read()
    return _seals_in(copied.position) == set(secrets) and all(
        seal_of(Opened(opening["value"], opening["salt"])) == seal for seal, opening in secrets.items()
    )


def _seals_in(part: Any) -> set[str]:
    if isinstance(part, dict):
        own = {part["seal"]} if isinstance(part.get("seal"), str) else set()
        return own.union(*(_seals_in(value) for value in part.values()))
    return set().union(*(_seals_in(item) for item in part)) if isinstance(part, list) else set()


def check_viewer(events: Sequence[Recorded]) -> list[Finding]:
    """While a game goes on a record is made for one viewer: with all that a seat may open, and nothing else.

    Once a table is given up its seed is open, and so is all that was dealt from it.
    """
    if any(isinstance(e.event, TableEnded) for e in events):
        return []
    abandoned = any(isinstance(e.event, TableAbandoned) for e in events)
    seals = [sealed for recorded in events for sealed in seals_of(recorded).values()]
    owners = {sealed.owner for sealed in seals if sealed.is_open} - ({None} if abandoned else set())
    if None in owners or len(owners) > 1:
        return [wrong("seals", None, "The game has not ended, yet more is opened than one seat may see.")]
    missing = sum(sealed.owner in owners and not sealed.is_open for sealed in seals)
    return [wrong("seals", None, f"{missing} openings of the seat it was made for are missing.")] if missing else []
