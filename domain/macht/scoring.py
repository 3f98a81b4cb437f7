"""Scoring a town (R9)."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.event import Event
from domain.macht.board.plan import CHURCH, GREY
from domain.macht.events import Ranked, ScoreParts, TownCardsRemoved, TownScored
from domain.macht.state import State, Town

CHURCH_WORTH = 2


class Presence(NamedTuple):
    """A guild in a town: its completed districts, and the masters on them."""

    districts: int
    masters: int


def town_parts(town: Town) -> ScoreParts:
    """What the completed districts of a town are worth (R9.1)."""
    complete = town.built & ~town.sites
    guild = sum((town.coats[coat] & complete).bit_count() for coat in range(CHURCH))
    church = (town.coats[CHURCH] & complete).bit_count() * CHURCH_WORTH
    return ScoreParts(guild, church, (town.cathedrals & complete).bit_count())


def town_value(town: Town) -> int:
    parts = town_parts(town)
    return parts.guild + parts.church + parts.cathedral


def presence(town: Town, coat: int) -> Presence:
    """Completed districts, and printed and placed masters on them (R9.2)."""
    districts = town.coats[coat] & ~town.sites
    masters = (districts & town.one_printed).bit_count() + 2 * (districts & town.two_printed).bit_count()
    if town.placed:
        masters += sum(count for bit, count in town.placed if districts >> bit & 1)
    return Presence(districts.bit_count(), masters)


def rank(guilds: Sequence[Presence], value: int) -> list[tuple[int, int]]:
    """For each guild its rank and points; (0, 0) for one that is not represented.

    Guilds that are still tied share the lowest rank they fill (R9.3).
    """
    prizes = (value, -(-value // 2), 4, 2, 0)
    present = sorted((guild for guild in guilds if guild.districts), reverse=True)
    lowest = {guild: place for place, guild in enumerate(present)}
    return [(lowest[guild] + 1, prizes[lowest[guild]]) if guild.districts else (0, 0) for guild in guilds]


def score_town(state: State, number: int) -> TownScored:
    town, plan = state.towns[number], state.plan
    guilds = [presence(town, coat) for coat in range(GREY + 1)]
    parts, value = town_parts(town), town_value(town)
    ranking = [
        Ranked(plan.coats[coat], guild.districts, guild.masters, place, points)
        for coat, (guild, (place, points)) in enumerate(zip(guilds, rank(guilds, value), strict=True))
        if place
    ]
    ranking.sort(key=lambda ranked: (ranked.rank, -ranked.districts, -ranked.masters))
    name = plan.towns[number].id
    return TownScored(name, value, parts, tuple(ranking), town.sites.bit_count())


def cards_leaving(state: State, number: int) -> list[Event]:
    """The silver cards of a scored town leave hands and tables (R9.5)."""
    name = state.plan.towns[number].id
    cards = tuple(
        card for player in state.seats for card in (*player.hand, *player.played) if state.plan.cards[card].town == name
    )
    return [TownCardsRemoved(name, cards)] if cards else []


def full_towns(state: State) -> list[int]:
    """Unscored towns without a free space, in board order (R2.6)."""
    return [number for number, town in enumerate(state.towns) if town.can_be_built_in and not town.free]


def free_spaces(state: State) -> int:
    return sum(town.free.bit_count() for town in state.towns if town.can_be_built_in)
