"""How each game moves its scoring track: which events bring points, and what they come to for a seat."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain.event import Event
from domain.macht import events as macht
from domain.macht.state import State as MachtState

Points = dict[str, int]


@dataclass(frozen=True)
class Gain:
    reason: str
    points: Points
    town: str | None = None


@dataclass(frozen=True)
class Track:
    points: Callable[[Any], Points]
    """The points of every guild in play."""
    standing: Callable[[Any], list[dict[str, Any]]]
    """What each seat has."""
    gain: Callable[[Any, Event], Gain | None]
    """What an event has brought, told with the names of any later state."""


def _points(state: MachtState) -> Points:
    return {state.plan.coats[coat]: points for coat, points in enumerate(state.points) if coat in state.coats_in_play}


def _standing(state: MachtState) -> list[dict[str, Any]]:
    """With two players a seat also has the points of the guild under its influence (R12.8)."""
    coats = state.plan.coats
    return [
        {
            "seat": seat,
            "guild": coats[player.guild],
            "influencedGuild": None if player.influenced is None else coats[player.influenced],
            "points": state.points[player.guild]
            + (0 if player.influenced is None else state.points[player.influenced]),
        }
        for seat, player in enumerate(state.seats)
    ]


def _gain(state: MachtState, event: Event) -> Gain | None:
    match event:
        case macht.TownScored():
            return Gain("townScored", {ranked.coat: ranked.points for ranked in event.ranking}, event.town)
        case macht.InfluenceBonusAwarded():
            guilds = [state.plan.coats[state.seats[seat].guild] for seat in event.seats]
            return Gain("influenceBonus", dict.fromkeys(guilds, event.points))
        case _:
            return None


TRACKS = {"macht": Track(_points, _standing, _gain)}
