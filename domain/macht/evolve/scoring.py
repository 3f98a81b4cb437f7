"""Covers, scored towns and the end (R8-R10)."""

from msgspec.structs import replace

from domain.macht import events as e
from domain.macht.evolve.parts import town_of, with_town
from domain.macht.state import Ending, State


def covered(state: State, event: e.SpaceCovered) -> State:
    town, mask = town_of(state, event.town), state.plan.mask(event.spaces)
    return replace(state, towns=with_town(state, event.town, free=town.free & ~mask, covered=town.covered | mask))


def scored(state: State, event: e.TownScored) -> State:
    points = list(state.points)
    for ranked in event.ranking:
        points[state.plan.coat_number[ranked.coat]] += ranked.points
    towns = with_town(state, event.town, scored=True)
    return replace(state, towns=towns, points=tuple(points), sites_left=state.sites_left + event.sites_returned)


def town_cards_removed(state: State, event: e.TownCardsRemoved) -> State:
    gone = set(event.cards)
    seats = tuple(
        replace(
            player,
            hand=tuple(card for card in player.hand if card not in gone),
            played=tuple(card for card in player.played if card not in gone),
        )
        for player in state.seats
    )
    return replace(state, seats=seats)


def game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, ending=Ending(event.reason))


def bonus(state: State, event: e.InfluenceBonusAwarded) -> State:
    points = list(state.points)
    for seat in event.seats:
        points[state.seats[seat].guild] += event.points
    return replace(state, points=tuple(points))


def final(state: State, event: e.FinalResult) -> State:
    if state.ending is None:
        raise ValueError("A result without an end.")
    ending = replace(state.ending, totals=event.totals, winners=event.winners)
    return replace(state, stage="over", ending=ending)
