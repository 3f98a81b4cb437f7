"""Changing one part of a state and leaving the rest."""

from typing import Any

from msgspec.structs import replace

from domain.event import Seat
from domain.macht.state import Duel, Gold, Player, State, Town


def put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    return (*items[:at], item, *items[at + 1 :])


def with_seat(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    return put(state.seats, seat, player)


def with_town(state: State, town_id: str, **changes: Any) -> tuple[Town, ...]:
    number = state.plan.town_number[town_id]
    return put(state.towns, number, replace(state.towns[number], **changes))


def town_of(state: State, town_id: str) -> Town:
    return state.towns[state.plan.town_number[town_id]]


def gold_of(state: State) -> Gold:
    if state.gold is None:
        raise ValueError("There are no golden cards in a game of two.")
    return state.gold


def duel_of(state: State) -> Duel:
    if state.duel is None:
        raise ValueError("Only a game of two has an influence pile.")
    return state.duel
