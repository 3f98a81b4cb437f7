"""What an examination has found: one line for each check that holds, one for each thing that is wrong."""

from collections.abc import Callable

import msgspec

CHECKS = ("form", "chain", "signatures", "receipt", "seals", "shuffle", "replay", "recount", "disputes")
"""In the order in which they are made. `signatures` and `receipt` are the service's: the domain knows no keys."""

MOST = 20
"""Of one check: whoever has seen so many faults needs no more."""


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One result. Its text names no secret: it may be shown to everybody at the table."""

    check: str
    ok: bool
    event: int | None
    text: str
    checked: bool = True
    """False where nothing is known to be wrong, and nothing to be right either."""


def wrong(check: str, event: int | None, text: str) -> Finding:
    return Finding(check, False, event, text)


def holds(check: str, text: str) -> Finding:
    return Finding(check, True, None, text)


def unchecked(check: str, text: str, event: int | None = None) -> Finding:
    """`event` is the first one of which nothing is known."""
    return Finding(check, True, event, text, checked=False)


def capped(found: list[Finding]) -> list[Finding]:
    """The first of many, with a word on how many there are."""
    if len(found) <= MOST:
        return found
    last = found[MOST - 1]
    more = f"{last.text} ({len(found) - MOST} more like it are not listed.)"
    return [*found[: MOST - 1], msgspec.structs.replace(last, text=more)]


def guarded(check: str, make: Callable[[], list[Finding]]) -> list[Finding]:
    """The last resort: a check that stumbles over what somebody has forged is a check that does not hold."""
    try:
        return make()
    except Exception as error:
        return [wrong(check, None, f"This check could not be made: {type(error).__name__}.")]
