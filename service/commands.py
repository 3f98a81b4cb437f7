"""Commands as they arrive from outside: checked against the structs, which are their one definition."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from domain.errors import Rejected
from domain.games import pinned
from domain.rules import Command
from domain.sealed import canonical
from domain.table import TableCommand

_UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError, OverflowError, ValueError, TypeError)


def parse(game: str, rules_version: int, document: Mapping[str, Any] | bytes | bytearray | str) -> Command:
    """A command of the table or of its game; what does not read as one is refused, with the reason."""
    kinds = _kinds(game, rules_version)
    try:
        if isinstance(document, Mapping):
            command = msgspec.convert(dict(document), kinds)
        else:
            command = msgspec.json.decode(document, type=kinds)
        canonical(command)
    except _UNREADABLE as error:
        raise Rejected("malformed", "T4.1", f"This does not read as a command: {_brief(error)}.") from error
    return command


def is_text(text: str) -> bool:
    """Whether it can be written down: half of a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _brief(error: BaseException) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)[:200]


@cache
def _kinds(game: str, rules_version: int) -> Any:
    return TableCommand | pinned(game, rules_version).command
