"""The one redactor: an event or a state as one viewer may see it. It feeds API, stream, mail, replay and export.

A secret is known by its type, `Sealed`; nothing else has to be remembered. Others get the closed seal.
"""

from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec

from domain.event import Seat
from domain.recorded import Recorded
from domain.sealed import Sealed

T = TypeVar("T")
Change = Callable[[Sealed[Any]], Sealed[Any]]


class Viewer(msgspec.Struct, frozen=True):
    """A seat at the table, a spectator (seat None), or, once a game has ended, anyone: then all is open.

    Once a game was given up its seed is known to all, and with it what was nobody's; what the seats have hidden is not.
    """

    seat: Seat | None = None
    after_the_end: bool = False
    knows_the_seed: bool = False

    def may_open(self, sealed: Sealed[Any]) -> bool:
        if sealed.owner is None:
            return self.after_the_end or self.knows_the_seed
        return self.after_the_end or self.seat == sealed.owner


SPECTATOR = Viewer()
AFTER_THE_END = Viewer(after_the_end=True)


def redact(thing: T, viewer: Viewer) -> T:
    """The same thing with every seal closed that the viewer may not open."""
    if isinstance(thing, Recorded):
        return _redact_recorded(thing, viewer)  # type: ignore[return-value]
    return each_seal(thing, _closer(viewer))


def _redact_recorded(recorded: Recorded, viewer: Viewer) -> Recorded:
    """The command id is its sender's own business: a client may have put anything into it."""
    close = _closer(viewer)
    return msgspec.structs.replace(
        recorded,
        event=each_seal(recorded.event, close),
        sealed_cause=each_seal(recorded.sealed_cause, close),
        command_id=None,
    )


def _closer(viewer: Viewer) -> Change:
    return lambda sealed: sealed if viewer.may_open(sealed) else sealed.closed()


def each_seal(thing: T, change: Change) -> T:
    """The same thing with every seal in it changed, in the order in which they stand."""
    return _each_seal(thing, change)  # type: ignore[no-any-return]


def _each_seal(thing: Any, change: Change) -> Any:
    if isinstance(thing, Sealed):
        return change(thing)
    if isinstance(thing, msgspec.Struct):
        names = _hiding_fields(type(thing))
        if not names:
            return thing
        return msgspec.structs.replace(thing, **{name: _each_seal(getattr(thing, name), change) for name in names})
    if isinstance(thing, tuple | list | frozenset):
        return type(thing)(_each_seal(item, change) for item in thing)
    if isinstance(thing, dict):
        return {key: _each_seal(value, change) for key, value in thing.items()}
    if thing is None or isinstance(thing, str | int | float | bool | bytes | UUID):
        return thing
    raise TypeError(f"Nobody knows what a {type(thing).__name__} may hide.")


@cache
def _hiding_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(name for name, hint in _hints(kind).items() if _may_hide(hint, set()))


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(kind)}


def _may_hide(hint: Any, seen: set[Any]) -> bool:
    """Whether a value of this type can hold a seal. What is not known to be plain may."""
    origin = get_origin(hint)
    if hint is Sealed or origin is Sealed:
        return True
    if origin in (Union, UnionType, tuple, list, dict, frozenset):
        return any(_may_hide(part, seen) for part in get_args(hint) if part is not ...)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if hint in seen:
            return False
        return any(_may_hide(part, seen | {hint}) for part in _hints(hint).values())
    return hint not in (int, str, bool, bytes, UUID, type(None)) and origin is not Literal
