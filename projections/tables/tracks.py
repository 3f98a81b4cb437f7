"""How each game moves its scoring track: which events bring points, and what they come to for a seat."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain.event import Event
from domain.macht import events as macht
from domain.macht.correcting import totals
from domain.macht.state import State as MachtState

Points = dict[str, int]


@dataclass(frozen=True)
class Gain:
    reason: str
    points: Points
    town: str | None = None


@dataclass(frozen=True)
class Track:
    standing: Callable[[Any], list[dict[str, Any]]]
    """What each seat has."""
    gain: Callable[[Any, Event], Gain | None]
    """What an event has brought, told with the names of any later state."""


def _standing(state: MachtState) -> list[dict[str, Any]]:
    coats = state.plan.coats
    return [
        {
            "seat": seat,
            "guild": coats[player.guild],
            "influencedGuild": None if player.influenced is None else coats[player.influenced],
            "points": total,
        }
        for seat, (player, total) in enumerate(zip(state.seats, totals(state), strict=True))
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


TRACKS = {"macht": Track(_standing, _gain)}
