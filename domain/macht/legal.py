"""Whose move it is, and what they may do: exactly what `decide` accepts."""

from domain.event import Seat
from domain.macht.actions import cathedral_targets, completable, master_targets, permit_of
from domain.macht.board.plan import bits
from domain.macht.building import build_options
from domain.macht.commands import (
    BuildCathedral,
    Command,
    CommitCards,
    CompleteSite,
    DrawInfluenceCard,
    PlaceGuildMaster,
    PlayCard,
)
from domain.macht.state import Acting, Duel, State
from domain.rules import Awaited

_KINDS = {"town": "build", "site": "build", "cathedral": "cathedral", "master": "master"}


def to_act(state: State) -> dict[Seat, Awaited]:
    """Every seat that is awaited, and for what (EVENTS.md §3)."""
    if state.acting is not None:
        acting = state.acting
        kind = _KINDS.get(state.plan.cards[acting.card].type)
        # A pick-up or influence card asks for nothing: only a replay stops between the card and its effect.
        return {} if kind is None else {acting.seat: Awaited(kind, acting.card, acting.source)}
    if state.stage == "choosing":
        return {seat: Awaited("commitCards") for seat, choice in enumerate(state.choices) if choice is None}
    if state.stage == "turn" and state.duel is not None:
        return {state.duel.seat: Awaited("turn2p")}
    return {}


def legal(state: State, seat: Seat) -> list[Command]:
    if state.acting is not None:
        return options(state, state.acting) if state.acting.seat == seat else []
    if state.stage == "choosing" and 0 <= seat < state.players and state.choices[seat] is None:
        player = state.seats[seat]
        return [CommitCards(card, count) for card in player.hand for count in range(player.influence + 1)]
    if state.stage == "turn" and state.duel is not None and state.duel.seat == seat:
        return _turn_options(state, state.duel)
    return []


def _turn_options(state: State, duel: Duel) -> list[Command]:
    own: list[Command] = [] if duel.own_done else [PlayCard(card) for card in state.seats[duel.seat].hand]
    return [*own, DrawInfluenceCard()] if can_draw(duel) else own


def can_draw(duel: Duel) -> bool:
    """Whether the influence action is still to be taken and there is any card to take it with (R12.4)."""
    return not duel.influence_done and bool(duel.left or duel.discard)


def options(state: State, acting: Acting) -> list[Command]:
    """What the card in action may do; nothing means that it is forfeited."""
    permit = permit_of(state, acting)
    if permit is not None:
        places = state.plan.towns[permit.towns[0]].places
        sites = [CompleteSite(places[bit].id) for bit in bits(completable(state, permit))]
        return [*build_options(state, permit), *sites]
    if state.plan.cards[acting.card].type == "cathedral":
        return [BuildCathedral(space) for space in cathedral_targets(state)] if state.cathedrals_left else []
    targets = master_targets(state, state.seats[acting.seat].guild)
    return [PlaceGuildMaster(space) for space in targets] if state.masters_left else []


def has_option(state: State, acting: Acting) -> bool:
    """Whether `options` is not empty, without making the list."""
    permit = permit_of(state, acting)
    if permit is None:
        return bool(options(state, acting))
    return completable(state, permit) != 0 or next(build_options(state, permit), None) is not None
