"""The games of the house, every version that a stored table may be pinned to."""

from functools import cache

from domain.errors import Rejected, require
from domain.known import known
from domain.macht import RULES as MACHT
from domain.rules import Rules

_GAMES: dict[str, tuple[Rules, ...]] = {"macht": (MACHT,)}
"""Oldest version first: a fix that changes an outcome is a new version beside the old one."""

for _versions in _GAMES.values():
    for _rules in _versions:
        known(_rules.command)


def names() -> tuple[str, ...]:
    return tuple(_GAMES)


def latest(game: str) -> Rules:
    require(game in _GAMES, "unknownGame", "T1.1", f"There is no game {game!r} here; there is {', '.join(_GAMES)}.")
    return _GAMES[game][-1]


@cache
def pinned(game: str, version: int) -> Rules:
    """The rules a table was opened under."""
    latest(game)
    for rules in _GAMES[game]:
        if rules.version == version:
            return rules
    raise Rejected("unknownRulesVersion", "T1.1", f"This release has no version {version} of the rules of {game!r}.")
