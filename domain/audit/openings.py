"""Seals that events open for everybody: each fits the one that was waiting for it, and what is shown is known."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from domain.event import Event
from domain.games import pinned
from domain.recorded import Recorded, sealed_fields
from domain.rules import Rules
from domain.sealed import Opened, Sealed
from domain.table import Table
from domain.table.events import TableAbandoned, TableEnded, TableOpened


def fits_its_seals(table: Table, event: Event) -> bool:
    """Whether an event opens exactly what was sealed for it: these seats' and this round's seals, and no other."""
    return all(
        opening is not None and sealed is not None and seal_of(opening) == sealed.seal
        for sealed, opening in zip_longest(_waiting(table, event), openings_of(table.rules, event))
    )


def _waiting(table: Table, event: Event) -> tuple[Sealed[Any] | None, ...]:
    if isinstance(event, TableEnded | TableAbandoned):
        return (table.seed,)
    return () if table.state is None else table.rules.seals_opened(table.state, event)


def openings_of(rules: Rules, event: Event) -> tuple[Opened[Any], ...]:
    if isinstance(event, TableEnded | TableAbandoned):
        return (Opened(event.seed, event.salt),)
    return rules.openings(event)


def seal_of(opening: Opened[Any]) -> str | None:
    """None where the salt is none: no seal was ever made of that."""
    try:
        return opening.seal
    except (ValueError, TypeError):
        return None


def with_what_was_shown(events: Sequence[Recorded]) -> list[Recorded]:
    """The events with every seal open that a later one of them opens: by then anybody knows what was in it."""
    opening = events[0].event if events else None
    if not isinstance(opening, TableOpened) or not any(_closed(recorded) for recorded in events):
        return list(events)
    rules = pinned(opening.game, opening.rules_version)
    shown = {seal_of(opened): opened for e in events for opened in openings_of(rules, e.event)}
    return [_reopened(recorded, shown) for recorded in events]


def _closed(recorded: Recorded) -> list[str]:
    return [name for name, _, _ in sealed_fields(type(recorded.event)) if not getattr(recorded.event, name).is_open]


def _reopened(recorded: Recorded, shown: dict[str | None, Opened[Any]]) -> Recorded:
    event = recorded.event
    known = {}
    for name in _closed(recorded):
        sealed = getattr(event, name)
        if sealed.seal in shown:
            opened = shown[sealed.seal]
            known[name] = Sealed(sealed.seal, sealed.owner, opened.value, opened.salt)
    return msgspec.structs.replace(recorded, event=msgspec.structs.replace(event, **known)) if known else recorded


def with_what_follows(commit: Sequence[Recorded], expected: Sequence[Event]) -> tuple[list[Recorded], list[Event]]:
    """Both with what the rules give under seals that are still closed: by seed and rules it is known without a salt.

    Whether such a seal was made of it cannot be told before it is opened.
    """
    events, due = list(commit), list(expected)
    for n, (recorded, should) in enumerate(zip(commit, expected, strict=False)):
        if type(recorded.event) is not type(should):
            break
        known = {}
        for name in _closed(recorded):
            sealed, derived = getattr(recorded.event, name), getattr(should, name)
            if sealed.owner == derived.owner:
                known[name] = Sealed(sealed.seal, sealed.owner, derived.value)
        if known:
            events[n] = msgspec.structs.replace(recorded, event=msgspec.structs.replace(recorded.event, **known))
            due[n] = msgspec.structs.replace(should, **known)
    return events, due
