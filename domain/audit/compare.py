"""Events as they stand against events as they should be, field by field, without telling a secret."""

from collections.abc import Sequence
from itertools import zip_longest

import msgspec

from domain.audit.finding import Finding, wrong
from domain.event import Event
from domain.recorded import Recorded
from domain.sealed import Sealed, canonical

LONGEST = 160


def differences(commit: Sequence[Recorded], expected: Sequence[Event]) -> list[Finding]:
    """What is wrong with the first event that is not as the rules have it: the others follow from it."""
    last = commit[-1].originator_version
    for recorded, should in zip_longest(commit, expected):
        if recorded is None:
            return [wrong("replay", last, f"After event {last} the rules have {type(should).__name__}; it is missing.")]
        number, event = recorded.originator_version, recorded.event
        if should is None:
            text = f"Event {number} ({type(event).__name__}) does not follow from its command by the rules."
            return [wrong("replay", number, text)]
        if event == should:
            continue
        if type(event) is not type(should):
            text = f"Event {number} is {type(event).__name__}; by the rules it is {type(should).__name__}."
            return [wrong("replay", number, text)]
        return [_different(number, event, should)]
    return []


def _different(number: int, event: Event, should: Event) -> Finding:
    for field in msgspec.structs.fields(event):
        stands, wanted = getattr(event, field.name), getattr(should, field.name)
        if stands == wanted:
            continue
        name = f"{type(event).__name__}.{field.encode_name}"
        if isinstance(stands, Sealed):
            check = "shuffle" if stands.owner is None else "replay"
            return wrong(check, number, f"Event {number}: the secret of {name} is not what seed and rules give.")
        text = f"Event {number}: {name} is {_text(stands)}; by the rules it is {_text(wanted)}."
        return wrong("replay", number, text)
    raise ValueError("These events are equal.")


def _text(value: object) -> str:
    text = canonical(value).decode()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
