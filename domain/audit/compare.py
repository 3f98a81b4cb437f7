"""Events as they stand against events as they should be, path by path, without telling a secret."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from domain.audit.finding import Finding, wrong
from domain.event import Event
from domain.patch import Operation, difference
from domain.recorded import Recorded, sealed_fields
from domain.sealed import Sealed, canonical

MOST_PATHS = 5
LONGEST = 160
_BEFORE = 20


def differences(
    commit: Sequence[Recorded], expected: Sequence[Event], telling: tuple[type[Event], ...]
) -> list[Finding]:
    """What is wrong with the first event that is not as the rules have it: the others follow from it.

    What the rules have instead is told of events of these types alone: of others it may come from what is sealed.
    """
    last = commit[-1].originator_version
    for recorded, should in zip_longest(commit, expected):
        if recorded is None:
            name = f"{type(should).__name__}; it" if isinstance(should, telling) else "another event, which"
            return [wrong("replay", last, f"After event {last} the rules have {name} is missing.")]
        number, event = recorded.originator_version, recorded.event
        if should is None:
            text = f"Event {number} ({type(event).__name__}) does not follow from its command by the rules."
            return [wrong("replay", number, text)]
        if event == should:
            continue
        if type(event) is not type(should):
            name = type(should).__name__ if isinstance(should, telling) else "something else"
            return [wrong("replay", number, f"Event {number} is {type(event).__name__}; by the rules it is {name}.")]
        return [_different(number, event, should, tells=isinstance(should, telling))]
    return []


def _different(number: int, event: Event, should: Event, *, tells: bool) -> Finding:
    kind = type(event).__name__
    for name, json_name, _ in sealed_fields(type(event)):
        stands: Sealed[Any] = getattr(event, name)
        if stands != getattr(should, name):
            check = "shuffle" if stands.owner is None else "replay"
            text = f"Event {number}: the secret of {kind}.{json_name} is not what seed and rules give."
            return wrong(check, number, text)
    said = msgspec.json.decode(canonical(event))
    changes = difference(said, msgspec.json.decode(canonical(should)))
    told = [_told(said, change, tells) for change in changes[:MOST_PATHS]]
    more = f"; and {len(changes) - MOST_PATHS} more" if len(changes) > MOST_PATHS else ""
    return wrong("replay", number, f"Event {number}: {kind}{f'; {kind}'.join(told)}{more}.")


def _told(said: Any, change: Operation, tells: bool) -> str:
    path = change["path"].replace("/", ".")
    if not tells:
        return f"{path} is not what the rules give"
    if change["op"] == "add":
        return f"{path} is missing; by the rules it is {_short(canonical(change['value']).decode(), 0)}"
    stands = canonical(_at(said, change["path"])).decode()
    if change["op"] == "remove":
        return f"{path} is {_short(stands, 0)}; by the rules there is none"
    wanted = canonical(change["value"]).decode()
    start = next((n for n, (a, b) in enumerate(zip(stands, wanted, strict=False)) if a != b), 0)
    return f"{path} is {_short(stands, start)}; by the rules it is {_short(wanted, start)}"


def _at(document: Any, path: str) -> Any:
    for step in path.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        document = document[int(name)] if isinstance(document, list) else document[name]
    return document


def _short(text: str, start: int) -> str:
    """Where it is long, the part from which on it differs."""
    if len(text) <= LONGEST:
        return text
    begin = max(0, start - _BEFORE)
    return f"{'...' if begin else ''}{text[begin : begin + LONGEST]}{'...' if begin + LONGEST < len(text) else ''}"
