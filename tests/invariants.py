"""What must hold after every event of The Power of the Guilds, recounted from the board file."""

from collections import Counter

from domain.macht.board.plan import CHURCH, bits
from domain.macht.state import State


def check(state: State) -> None:
    if not state.towns:
        return
    _districts_are_conserved(state)
    _pieces_are_conserved(state)
    _silver_cards_are_conserved(state)
    _golden_cards_are_conserved(state)
    _influence_pile_is_conserved(state)
    _no_equal_coats_are_adjacent(state)
    _every_space_is_in_one_state(state)
    _what_is_kept_can_be_recomputed(state)


def _districts(state: State) -> list[tuple[int, int, int]]:
    """Town, place and coat of every district that lies."""
    return [
        (number, bit, coat)
        for number, town in enumerate(state.towns)
        for coat, mask in enumerate(town.coats)
        for bit in bits(mask)
    ]


def _districts_are_conserved(state: State) -> None:
    plan = state.plan
    laid = Counter[tuple[int, str, int]]()
    specials = []
    for number, bit, coat in _districts(state):
        town, place = state.towns[number], plan.towns[number].places[bit]
        if place.shape == "centre":
            continue
        if bit in dict(town.specials):
            specials.append(dict(town.specials)[bit])
            continue
        masters = (town.one_printed >> bit & 1) + 2 * (town.two_printed >> bit & 1)
        laid[coat, place.shape, masters] += 1
    for district, left in zip(plan.kinds, state.stock, strict=True):
        coat, shape, masters = district
        wanted = next(
            d.count
            for d in plan.board.components.districts
            if (d.coat, d.masters) == (plan.coats[coat], masters) and d.shape == ("block", "bar", "bend")[shape]
        )
        shape_name = ("block", "bar", "bend")[shape]
        assert left + laid[coat, shape_name, masters] == (wanted if coat in state.coats_in_play else 0)
    assert sorted([*specials, *state.specials]) == ["A", "B", "C", "D"]


def _pieces_are_conserved(state: State) -> None:
    pieces = state.board.components.pieces
    in_use = sum(town.sites.bit_count() for town in state.towns if not town.scored)
    assert state.sites_left + in_use == pieces.building_sites
    cathedrals = sum(town.cathedrals.bit_count() for town in state.towns)
    masters = sum(count for town in state.towns for _, count in town.placed)
    if state.duel is None:
        assert state.cathedrals_left + cathedrals == pieces.cathedrals
        assert state.masters_left + masters == pieces.guild_masters
    else:
        assert (state.cathedrals_left, cathedrals, state.masters_left, masters) == (0, 0, 0, 0)


def _silver_cards_are_conserved(state: State) -> None:
    plan = state.plan
    closed = {plan.towns[n].id for n, town in enumerate(state.towns) if town.scored or not town.in_play}
    leaving = {plan.towns[n].id for n, town in enumerate(state.towns) if town.scored}
    for player in state.seats:
        mine = [card for card in plan.board.components.silver_cards if card.guild == plan.coats[player.guild]]
        action = {card.id for card in mine if card.type != "influence"}
        gone = {card.id for card in mine if card.town in closed}
        held = [*player.hand, *player.played]
        assert len(held) == len(set(held))
        missing = action - gone - set(held)
        extra = set(held) - (action - gone)
        assert not missing
        assert all(plan.cards[card].town in leaving for card in extra), "between TownScored and TownCardsRemoved"


def _golden_cards_are_conserved(state: State) -> None:
    gold = state.gold
    if gold is None:
        return
    pile = gold.pile.read()
    drawn = list(pile[: gold.drawn])
    assert len(pile) - gold.drawn == gold.left.A + gold.left.B
    seen = [*gold.discard, *gold.removed]
    if gold.in_front is not None:
        seen.append(gold.in_front.read())
    if state.acting is not None and state.acting.source == "golden":
        seen.append(state.acting.card)
    gained = [card for card in drawn if card not in seen]
    assert all(state.plan.cards[card].type == "influence" for card in gained)
    assert sorted([*seen, *gained]) == sorted(drawn)
    held = sum(player.influence + player.influence_spent for player in state.seats)
    assert held == 3 * state.players + len(gained)


def _influence_pile_is_conserved(state: State) -> None:
    duel = state.duel
    if duel is None:
        return
    pile = duel.piles[-1].read()
    left = list(pile[len(pile) - duel.left :])
    acting = [state.acting.card] if state.acting is not None and state.acting.source == "influence" else []
    assert sorted([*left, *duel.discard, *duel.removed, *acting]) == sorted(duel.piles[0].read())


def _no_equal_coats_are_adjacent(state: State) -> None:
    lies: dict[str, tuple[str, int]] = {}
    for number, bit, coat in _districts(state):
        plan = state.plan.towns[number]
        name = plan.places[bit].id
        lies[name] = (name, coat)
        if dict(state.towns[number].specials).get(bit) == "D":
            lies[plan.places[plan.pair_of[bit].second].id] = (name, CHURCH)
    for plan in state.plan.towns:
        for place in plan.places:
            for other in (*place.long, *place.short):
                if place.id in lies and other in lies and lies[place.id] != lies[other]:
                    assert lies[place.id][1] != lies[other][1], (place.id, other)


def _every_space_is_in_one_state(state: State) -> None:
    for town, plan in zip(state.towns, state.plan.towns, strict=True):
        assert town.free & town.built == town.free & town.covered == town.built & town.covered == 0
        if town.in_play and town.coats != (0,) * 6:
            assert plan.spaces & ~(town.free | town.built | town.covered) == 0


def _what_is_kept_can_be_recomputed(state: State) -> None:
    for town, plan in zip(state.towns, state.plan.towns, strict=True):
        reached = sum(1 << bit for bit, long in enumerate(plan.long) if long & town.built)
        assert town.reached == reached
        for coat, mask in enumerate(town.coats):
            lies_on = mask
            for bit in bits(mask):
                if dict(town.specials).get(bit) == "D":
                    lies_on |= plan.pair_of[bit].mask
            beside = sum(1 << bit for bit, near in enumerate(plan.neighbours) if near & lies_on)
            assert town.beside[coat] == beside
