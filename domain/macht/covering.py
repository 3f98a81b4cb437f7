"""Spaces that no sequence of future lays could ever fill are covered (R8)."""

from domain.event import Event
from domain.macht.board.plan import CHURCH, CoatNumber, Mask, TownPlan, bits
from domain.macht.events import CoverReason, SpaceCovered
from domain.macht.state import State, Town


def covers(state: State) -> list[Event]:
    """One cover event for each town and reason, towns in board order."""
    found: list[Event] = []
    for number, town in enumerate(state.towns):
        if not town.can_be_built_in or not town.free:
            continue
        town_plan = state.plan.towns[number]
        by_coat, by_pair = fillable(state, number, state.coats_in_play)
        can_be_filled = by_coat | by_pair
        found += _cover(town_plan, town.free & ~can_be_filled, "stock")
        found += _cover(town_plan, town.free & can_be_filled & ~_in_reach(town, town_plan, by_coat, by_pair), "reach")
    return found


def remaining_covers(state: State) -> list[Event]:
    """At the end all free spaces are covered (R10.2, R12.6)."""
    return [
        event
        for number, town in enumerate(state.towns)
        if town.can_be_built_in
        for event in _cover(state.plan.towns[number], town.free, "end")
    ]


def _cover(town_plan: TownPlan, mask: Mask, reason: CoverReason) -> list[Event]:
    return [SpaceCovered(town_plan.id, town_plan.names(mask), reason)] if mask else []


def fillable(state: State, number: int, coats: tuple[CoatNumber, ...]) -> tuple[Mask, Mask]:
    """The free spaces that some coat still has a district for, and the pairs that church D still fits (R8.1).

    Only coat and stock are asked, not reach: a neighbour may still be built.
    """
    plan, town = state.plan, state.towns[number]
    town_plan = plan.towns[number]
    by_coat = 0
    for coat in coats:
        clear = town.free & ~town.beside[coat]
        for shape, kinds in enumerate(plan.kinds_of[coat]):
            if any(state.stock[kind] for kind in kinds):
                by_coat |= clear & town_plan.by_shape[shape]
    by_pair = 0
    if CHURCH in coats:
        clear = town.free & ~town.beside[CHURCH]
        for letter in state.specials:
            if letter != "D":
                by_coat |= clear & town_plan.takes[letter]
                continue
            for pair in town_plan.pairs:
                if clear & pair.mask == pair.mask:
                    by_pair |= pair.mask
    return by_coat, by_pair


def _in_reach(town: Town, town_plan: TownPlan, by_coat: Mask, by_pair: Mask) -> Mask:
    """The least set R of R8.1: what can be filled, and can be reached over what is built or can be filled."""
    reached = by_coat & town.reached
    while True:
        grown = reached
        for pair in town_plan.pairs:
            if by_pair & pair.mask and (town.built | reached) & pair.neighbours:
                grown |= pair.mask
        for bit in bits(by_coat & ~grown):
            if town_plan.long[bit] & grown:
                grown |= 1 << bit
        if grown == reached:
            return reached
        reached = grown
