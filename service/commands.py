"""Commands as they arrive from outside: checked against the structs, which are their one definition."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from domain.errors import Rejected
from domain.games import pinned
from domain.rules import Command
from domain.table import TableCommand


def parse(game: str, rules_version: int, document: Mapping[str, Any] | bytes) -> Command:
    """A command of the table or of its game; what does not read as one is refused, with the reason."""
    kinds = _kinds(game, rules_version)
    try:
        if isinstance(document, bytes):
            return msgspec.json.decode(document, type=kinds)
        return msgspec.convert(dict(document), kinds)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Rejected("malformed", "T4.1", f"This does not read as a command: {error}.") from error


@cache
def _kinds(game: str, rules_version: int) -> Any:
    return TableCommand | pinned(game, rules_version).command
