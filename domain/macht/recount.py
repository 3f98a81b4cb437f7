"""Scoring a town a second time (R9), for auditors.

It knows nothing of `scoring.py`, of masks or of states: it counts what anybody sees of a town, space by space, as one
would at a table with the rulebook in hand. It is meant to be plain, not fast. A test holds the two together.
"""

from collections.abc import Mapping
from typing import Any

TownDocument = Mapping[str, Any]
"""A town of the game's view: its `spaces`, each with `state` and, where it is built, what lies there."""


def recount_value(town: TownDocument) -> int:
    """What the town is worth (R9.1)."""
    value = 0
    for space in _finished(town):
        if space["coat"] != "church":
            value += 1
        elif space["cathedral"]:
            value += 3
        else:
            value += 2
    return value


def recount(town: TownDocument) -> dict[str, int]:
    """The points of each guild that is represented in the town (R9.2-R9.4)."""
    districts: dict[str, int] = {}
    masters: dict[str, int] = {}
    for space in _finished(town):
        guild = space["coat"]
        if guild == "church":
            continue
        districts[guild] = districts.get(guild, 0) + 1
        masters[guild] = masters.get(guild, 0) + space["masters"] + space["placedMasters"]
    value = recount_value(town)
    points = {}
    for guild in districts:
        place = 0
        for other in districts:
            has_more_districts = districts[other] > districts[guild]
            has_as_many_districts = districts[other] == districts[guild]
            # Whoever is tied is counted too, the guild itself among them: that is the lowest place they fill.
            if has_more_districts or (has_as_many_districts and masters[other] >= masters[guild]):
                place += 1
        points[guild] = _points_for(place, value)
    return points


def _finished(town: TownDocument) -> list[Mapping[str, Any]]:
    """The districts that count: those that lie and are not under construction (R6.4)."""
    return [space for space in town["spaces"] if space["state"] == "built" and not space["underConstruction"]]


def _points_for(place: int, value: int) -> int:
    if place == 1:
        return value
    if place == 2:
        return value // 2 + value % 2
    if place == 3:
        return 4
    if place == 4:
        return 2
    return 0
