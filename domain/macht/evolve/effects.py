"""What a card has done: districts, sites, pick-ups, cathedrals, masters (R5-R7)."""

from msgspec.structs import replace

from domain.macht import events as e
from domain.macht.board.plan import SHAPE_NAMES
from domain.macht.evolve.laying import lay
from domain.macht.evolve.parts import duel_of, gold_of, put, town_of, with_seat, with_town
from domain.macht.state import State


def _done(state: State) -> State:
    """The card in action has had its effect: a golden or influence card goes to its discard."""
    acting = state.acting
    if acting is None or acting.source == "silver":
        return replace(state, acting=None)
    if acting.source == "golden":
        gold = gold_of(state)
        if state.plan.cards[acting.card].type == "influence":
            return replace(state, acting=None)
        return replace(state, acting=None, gold=replace(gold, discard=(*gold.discard, acting.card)))
    duel = duel_of(state)
    return replace(state, acting=None, duel=replace(duel, discard=(*duel.discard, acting.card)))


def _busy(state: State) -> State:
    return state if state.duel is None else replace(state, duel=replace(state.duel, built_something=True))


def built(state: State, event: e.DistrictBuilt) -> State:
    state = lay(state, event.town, event.space, event.twin, event.coat, event.masters, site=event.site)
    stock, specials = state.stock, state.specials
    if event.special is None:
        coat, shape = state.plan.coat_number[event.coat], SHAPE_NAMES.index(event.shape)
        kind = state.plan.kind_number[coat, shape, event.masters]
        stock = put(stock, kind, stock[kind] - 1)
    else:
        specials = tuple(letter for letter in specials if letter != event.special)
        bit = state.plan.place[event.space][1]
        at = (*town_of(state, event.town).specials, (bit, event.special))
        state = replace(state, towns=with_town(state, event.town, specials=at))
    sites_left = state.sites_left - event.site
    return _done(_busy(replace(state, stock=stock, specials=specials, sites_left=sites_left)))


def opened(state: State, event: e.SpacesOpened) -> State:
    free = town_of(state, event.town).free | state.plan.mask(event.spaces)
    return replace(state, towns=with_town(state, event.town, free=free))


def space_removed(state: State, event: e.SpaceRemoved) -> State:
    merged = town_of(state, event.town).merged | state.plan.mask((event.space,))
    return replace(state, towns=with_town(state, event.town, merged=merged))


def site_completed(state: State, event: e.SiteCompleted) -> State:
    sites = town_of(state, event.town).sites & ~state.plan.mask((event.space,))
    towns = with_town(state, event.town, sites=sites)
    return _done(_busy(replace(state, towns=towns, sites_left=state.sites_left + 1)))


def picked_up(state: State, event: e.CardsPickedUp) -> State:
    player = state.seats[event.seat]
    player = replace(
        player,
        hand=(*player.hand, *event.cards),
        played=tuple(card for card in player.played if card not in event.cards),
    )
    return _done(replace(state, seats=with_seat(state, event.seat, player)))


def influence_gained(state: State, event: e.InfluenceGained) -> State:
    player = replace(state.seats[event.seat], influence=event.hand_count)
    return _done(replace(state, seats=with_seat(state, event.seat, player)))


def cathedral_built(state: State, event: e.CathedralBuilt) -> State:
    cathedrals = town_of(state, event.town).cathedrals | state.plan.mask((event.space,))
    towns = with_town(state, event.town, cathedrals=cathedrals)
    return _done(replace(state, towns=towns, cathedrals_left=state.cathedrals_left - 1))


def master_placed(state: State, event: e.GuildMasterPlaced) -> State:
    placed = dict(town_of(state, event.town).placed)
    bit = state.plan.place[event.space][1]
    placed[bit] = placed.get(bit, 0) + 1
    towns = with_town(state, event.town, placed=tuple(placed.items()))
    return _done(replace(state, towns=towns, masters_left=state.masters_left - 1))


def forfeited(state: State, _: e.ActionForfeited) -> State:
    return _done(state)
