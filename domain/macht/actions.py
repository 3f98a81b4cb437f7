"""What a card allows its player (R6, R7, R12.3)."""

from typing import NamedTuple

from domain.macht.board.plan import CHURCH, GREY, CoatNumber, Mask, bits
from domain.macht.state import Acting, State


class Permit(NamedTuple):
    """Leave to build: in which towns, which coats, as a site or finished, or to finish a site instead."""

    towns: tuple[int, ...]
    coats: tuple[CoatNumber, ...]
    as_site: bool
    may_complete: bool
    rule: str


def permit_of(state: State, acting: Acting) -> Permit | None:
    """What the card in action lets its player build; None for cards that do not build."""
    plan = state.plan
    card = plan.cards[acting.card]
    if card.type not in ("town", "site"):
        return None
    if acting.source == "golden":
        coats: tuple[CoatNumber, ...] = (GREY, CHURCH)
        rule = "R7.2" if card.type == "town" else "R7.3"
    else:
        guild = state.seats[acting.seat].guild if card.guild is None else plan.coat_number[card.guild]
        coats = (guild, GREY, CHURCH)
        rule = "R6.1" if card.type == "town" else "R6.2"
    if card.type == "site":
        return Permit(tuple(range(len(plan.towns))), coats, as_site=True, may_complete=False, rule=rule)
    assert card.town is not None
    return Permit((plan.town_number[card.town],), coats, as_site=False, may_complete=True, rule=rule)


def completable(state: State, permit: Permit) -> Mask:
    """The building sites that the permit's town card may finish (R6.1b)."""
    if not permit.may_complete:
        return 0
    town = state.towns[permit.towns[0]]
    if not town.can_be_built_in:
        return 0
    return sum(town.coats[coat] & town.sites for coat in permit.coats)


def cathedral_targets(state: State) -> list[str]:
    """Church districts without a cathedral in unscored towns, complete or not (R7.5)."""
    return [
        plan.places[bit].id
        for town, plan in zip(state.towns, state.plan.towns, strict=True)
        if town.can_be_built_in
        for bit in bits(town.coats[CHURCH] & ~town.cathedrals)
    ]


def master_targets(state: State, guild: CoatNumber) -> list[str]:
    """Own and grey districts in unscored towns, complete or not, centres included (R7.6)."""
    return [
        plan.places[bit].id
        for town, plan in zip(state.towns, state.plan.towns, strict=True)
        if town.can_be_built_in
        for bit in bits(town.coats[guild] | town.coats[GREY])
    ]
