"""A position by itself: read back from a document, and what its viewer cannot know dealt anew, for a sandbox (T7.4)."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.event import Seat
from domain.fairness import Chance
from domain.known import known
from domain.macht.board import shared
from domain.macht.commands import CommitCards
from domain.macht.events import CardId, Choice
from domain.macht.evolve.parts import put
from domain.macht.legal import legal
from domain.macht.state import Duel, Gold, State
from domain.sealed import Sealed, seal

_STATE = known(State)
_NO_SALT = "00" * 32
"""The table seals everything anew; these seals are never seen."""


def restore(document: dict[str, Any]) -> State:
    state = msgspec.convert(document, _STATE)
    return state if state.own_board is None else replace(state, own_board=shared(state.own_board))


def redeal(seen: State, chance: Chance) -> State:
    """A state as it could be for all its viewer knows: every closed seal is given a value, by chance alone.

    It is made from the redacted state and from nothing else, so it cannot tell more than the viewer knew.
    """
    return replace(
        seen,
        choices=tuple(_choice(seen, seat, choice, chance) for seat, choice in enumerate(seen.choices)),
        gold=None if seen.gold is None else _golden_cards(seen, seen.gold, chance),
        duel=None if seen.duel is None else _influence_cards(seen, seen.duel, chance),
    )


def _choice(seen: State, seat: Seat, choice: Sealed[Choice] | None, chance: Chance) -> Sealed[Choice] | None:
    """Any choice the seat could have made, each as likely as the other."""
    if choice is None or choice.is_open:
        return choice
    options = legal(replace(seen, choices=put(seen.choices, seat, None)), seat)
    chosen = options[chance.below(f"choice/{seat}", len(options))]
    assert isinstance(chosen, CommitCards)
    return seal(Choice(chosen.action_card, chosen.influence), seat, _NO_SALT)


def _golden_cards(seen: State, gold: Gold, chance: Chance) -> Gold:
    """What has been drawn is on top, in any order; below it each back is shuffled by itself, A on top of B (R3.3)."""
    drawn: list[CardId] = []
    rest: list[CardId] = []
    front: list[CardId] = []
    for back, left in (("A", gold.left.A), ("B", gold.left.B)):
        lying, before, below = _of_one_back(seen, gold, back, left, chance)
        drawn += lying
        front += before
        rest += below
    return replace(
        gold,
        pile=seal((*drawn, *front, *rest), None, _NO_SALT),
        in_front=None if gold.in_front is None else seal(front[0], gold.in_front.owner, _NO_SALT),
    )


def _of_one_back(
    seen: State, gold: Gold, back: str, left: int, chance: Chance
) -> tuple[list[CardId], list[CardId], list[CardId]]:
    """The cards that have been played or removed, the one in front of the starting player, and those left below."""
    plan = seen.plan
    acting = [seen.acting.card] if seen.acting is not None and seen.acting.source == "golden" else []
    lying = [card for card in (*gold.removed, *gold.discard, *acting) if plan.cards[card].pile == back]
    in_front = gold.in_front if gold.in_front_back == back else None
    front = [in_front.read()] if in_front is not None and in_front.is_open else []
    cards = [
        card.id
        for card in plan.board.components.golden_cards
        if card.pile == back and (card.town is None or seen.towns[plan.town_number[card.town]].in_play)
    ]
    unseen = [card for card in cards if card not in lying and card not in front]
    # Influence cards that were drawn are in hands: which ones is forgotten, and they are all alike (R7.1).
    in_hands = len(cards) - left - len(lying) - (in_front is not None)
    gained = [card for card in unseen if plan.cards[card].type == "influence"][:in_hands]
    below = list(chance.shuffle(f"gold/{back}", [card for card in unseen if card not in gained]))
    if in_front is not None and not front:
        front = [next(card for card in below if not _is_of_scored_town(seen, card))]
        below.remove(front[0])
    return [*lying, *gained], front, below


def _is_of_scored_town(seen: State, card: CardId) -> bool:
    """Such a card would not lie in front of anybody: it is removed when it is drawn (R4.1)."""
    town = seen.plan.cards[card].town
    return town is not None and seen.towns[seen.plan.town_number[town]].scored


def _influence_cards(seen: State, duel: Duel, chance: Chance) -> Duel:
    """Two players: every card is known, but not the order of those left (R12.2)."""
    acting = [seen.acting.card] if seen.acting is not None and seen.acting.source == "influence" else []
    lying: Sequence[CardId] = (*duel.removed, *duel.discard, *acting)
    influenced = {seen.plan.coats[player.influenced] for player in seen.seats if player.influenced is not None}
    left = [
        card.id
        for card in seen.plan.board.components.silver_cards
        if card.guild in influenced and card.type in ("town", "site") and card.id not in lying
    ]
    return replace(duel, piles=(seal((*lying, *chance.shuffle("influence", left)), None, _NO_SALT),))
