"""How each event changes the state. No rule is asked: what is in the log has happened."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.event import Event, Seat
from domain.macht import events as e
from domain.macht.board import shared
from domain.macht.board.plan import CHURCH, GREY, SHAPE_NAMES, Plan
from domain.macht.state import Acting, Duel, Ending, Gold, Player, State, Town


def evolve(state: State | None, event: Event) -> State:
    if state is None:
        return _created(event)
    return _CHANGES[type(event)](state, event)


def _created(event: Event) -> State:
    if not isinstance(event, e.GameCreated):
        raise ValueError("A game of macht begins with GameCreated.")
    own_board = None if event.board is None else shared(event.board)
    return State(players=event.players, board_version=event.board_version, own_board=own_board)


def _put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _with_seat(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    return _put(state.seats, seat, player)


def _with_town(state: State, town_id: str, **changes: Any) -> tuple[Town, ...]:
    number = state.plan.town_number[town_id]
    return _put(state.towns, number, replace(state.towns[number], **changes))


def _town(state: State, town_id: str) -> Town:
    return state.towns[state.plan.town_number[town_id]]


# Set-up


def _guild_chosen(state: State, event: e.GuildChosen) -> State:
    return replace(state, seats=(*state.seats, Player(state.plan.coat_number[event.guild])))


def _influenced_assigned(state: State, event: e.InfluencedGuildAssigned) -> State:
    player = replace(state.seats[event.seat], influenced=state.plan.coat_number[event.guild])
    return replace(state, seats=_with_seat(state, event.seat, player))


def _started(state: State, event: e.GameStarted) -> State:
    plan = state.plan
    parts = plan.board.components
    coats = (*(plan.coat_number[guild] for guild in event.guilds_in_play), GREY, CHURCH)
    two = event.gold_counts is None
    return replace(
        state,
        seats=tuple(_dealt(plan, player, event.towns_in_play, two) for player in state.seats),
        towns=tuple(
            Town(in_play=True, free=town.spaces) if town.id in event.towns_in_play else Town() for town in plan.towns
        ),
        stock=tuple(n if kind[0] in coats else 0 for kind, n in zip(plan.kinds, plan.full_stock, strict=True)),
        specials=tuple(church.id for church in parts.special_churches),
        coats_in_play=coats,
        sites_left=parts.pieces.building_sites,
        cathedrals_left=0 if two else parts.pieces.cathedrals,
        masters_left=0 if two else parts.pieces.guild_masters,
        starting_seat=event.starting_seat,
        gold=Gold(event.pile, event.gold_counts) if event.gold_counts is not None else None,
        duel=Duel((event.pile,), event.influence_pile_count or 0) if two else None,
    )


def _dealt(plan: Plan, player: Player, towns: tuple[str, ...], two: bool) -> Player:
    """The silver hand without cards of towns out of play; with two players without influence cards (R11, R12.1)."""
    silver = [card for card in plan.board.components.silver_cards if card.guild == plan.coats[player.guild]]
    hand = tuple(c.id for c in silver if c.type != "influence" and (c.town is None or c.town in towns))
    return replace(player, hand=hand, influence=0 if two else sum(c.type == "influence" for c in silver))


def _centre_placed(state: State, event: e.TownCentrePlaced) -> State:
    return _lay(state, event.town, event.space, None, event.coat, event.masters, site=False)


def _lay(state: State, town_id: str, space: str, twin: str | None, coat: str, masters: int, *, site: bool) -> State:
    """What lying on a space means for its neighbours, whatever it cost."""
    plan = state.plan
    town_plan = plan.towns[plan.town_number[town_id]]
    town = _town(state, town_id)
    number = plan.coat_number[coat]
    bit = plan.place[space][1]
    lies_on, reached, beside = 1 << bit, town_plan.reaches[bit], town_plan.neighbours[bit]
    if twin is not None:
        second = plan.place[twin][1]
        lies_on |= 1 << second
        reached |= town_plan.reaches[second]
        beside |= town_plan.neighbours[second]
    return replace(
        state,
        towns=_with_town(
            state,
            town_id,
            free=town.free & ~lies_on,
            built=town.built | lies_on,
            reached=town.reached | reached,
            coats=_put(town.coats, number, town.coats[number] | 1 << bit),
            beside=_put(town.beside, number, town.beside[number] | beside),
            sites=town.sites | (site << bit),
            one_printed=town.one_printed | ((masters == 1) << bit),
            two_printed=town.two_printed | ((masters == 2) << bit),
        ),
    )


# Rounds and turns


def _round_started(state: State, event: e.RoundStarted) -> State:
    return replace(
        state,
        stage="choosing",
        round=event.round,
        starting_seat=event.starting_seat,
        choices=(None,) * state.players,
        order=(),
        turns_taken=0,
    )


def _gold(state: State) -> Gold:
    if state.gold is None:
        raise ValueError("There are no golden cards in a game of two.")
    return state.gold


def _duel(state: State) -> Duel:
    if state.duel is None:
        raise ValueError("Only a game of two has an influence pile.")
    return state.duel


def _golden_drawn(state: State, event: e.GoldenCardDrawn) -> State:
    gold = _gold(state)
    gold = replace(gold, drawn=gold.drawn + 1, left=event.left, in_front=event.card, in_front_back=event.back)
    return replace(state, gold=gold)


def _golden_removed(state: State, event: e.GoldenCardRemoved) -> State:
    gold = _gold(state)
    gold = replace(gold, in_front=None, in_front_back=None, removed=(*gold.removed, event.card))
    return replace(state, gold=gold)


def _committed(state: State, event: e.CardCommitted) -> State:
    return replace(state, choices=_put(state.choices, event.seat, event.choice))


def _revealed(state: State, event: e.CardsRevealed) -> State:
    seats = state.seats
    for play in event.plays:
        player = seats[play.seat]
        player = replace(
            player,
            hand=tuple(card for card in player.hand if card != play.action_card),
            played=(*player.played, play.action_card),
            influence=player.influence - play.influence,
            influence_spent=player.influence_spent + play.influence,
        )
        seats = _put(seats, play.seat, player)
    return replace(state, stage="acting", seats=seats, order=event.order, choices=(None,) * state.players)


def _turn_started(state: State, event: e.TurnStarted) -> State:
    if event.card is not None:
        acting = Acting(event.seat, event.card, "silver")
        return replace(state, acting=acting, turns_taken=state.turns_taken + 1)
    duel = replace(
        _duel(state),
        turn=event.turn or 0,
        seat=event.seat,
        own_done=False,
        influence_done=False,
        built_something=False,
    )
    return replace(state, stage="turn", duel=duel)


def _golden_revealed(state: State, event: e.GoldenCardRevealed) -> State:
    gold = replace(_gold(state), in_front=None, in_front_back=None)
    return replace(state, gold=gold, acting=Acting(event.seat, event.card, "golden"))


def _card_played(state: State, event: e.CardPlayed) -> State:
    player = state.seats[event.seat]
    hand = tuple(card for card in player.hand if card != event.action_card)
    player = replace(player, hand=hand, played=(*player.played, event.action_card))
    return replace(
        state,
        seats=_with_seat(state, event.seat, player),
        acting=Acting(event.seat, event.action_card, "silver"),
        duel=replace(_duel(state), own_done=True),
    )


def _influence_drawn(state: State, event: e.InfluenceCardDrawn) -> State:
    duel = replace(_duel(state), left=event.left, influence_done=True)
    return replace(state, duel=duel, acting=Acting(event.seat, event.card, "influence"))


def _influence_removed(state: State, event: e.InfluenceCardRemoved) -> State:
    duel = _duel(state)
    duel = replace(duel, influence_done=False, removed=(*duel.removed, event.card))
    return replace(state, duel=duel, acting=None)


def _reshuffled(state: State, event: e.InfluencePileReshuffled) -> State:
    duel = _duel(state)
    return replace(state, duel=replace(duel, piles=(*duel.piles, event.order), left=event.count, discard=()))


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(state, duel=replace(_duel(state), quiet_turns=event.quiet_turns))


# Effects


def _done(state: State) -> State:
    """The card in action has had its effect: a golden or influence card goes to its discard."""
    acting = state.acting
    if acting is None or acting.source == "silver":
        return replace(state, acting=None)
    if acting.source == "golden":
        gold = _gold(state)
        if state.plan.cards[acting.card].type == "influence":
            return replace(state, acting=None)
        return replace(state, acting=None, gold=replace(gold, discard=(*gold.discard, acting.card)))
    duel = _duel(state)
    return replace(state, acting=None, duel=replace(duel, discard=(*duel.discard, acting.card)))


def _busy(state: State) -> State:
    return state if state.duel is None else replace(state, duel=replace(state.duel, built_something=True))


def _built(state: State, event: e.DistrictBuilt) -> State:
    state = _lay(state, event.town, event.space, event.twin, event.coat, event.masters, site=event.site)
    stock, specials = state.stock, state.specials
    if event.special is None:
        coat, shape = state.plan.coat_number[event.coat], SHAPE_NAMES.index(event.shape)
        kind = state.plan.kind_number[coat, shape, event.masters]
        stock = _put(stock, kind, stock[kind] - 1)
    else:
        specials = tuple(letter for letter in specials if letter != event.special)
        bit = state.plan.place[event.space][1]
        at = (*_town(state, event.town).specials, (bit, event.special))
        state = replace(state, towns=_with_town(state, event.town, specials=at))
    sites_left = state.sites_left - event.site
    return _done(_busy(replace(state, stock=stock, specials=specials, sites_left=sites_left)))


def _opened(state: State, event: e.SpacesOpened) -> State:
    free = _town(state, event.town).free | state.plan.mask(event.spaces)
    return replace(state, towns=_with_town(state, event.town, free=free))


def _space_removed(state: State, event: e.SpaceRemoved) -> State:
    merged = _town(state, event.town).merged | state.plan.mask((event.space,))
    return replace(state, towns=_with_town(state, event.town, merged=merged))


def _site_completed(state: State, event: e.SiteCompleted) -> State:
    sites = _town(state, event.town).sites & ~state.plan.mask((event.space,))
    towns = _with_town(state, event.town, sites=sites)
    return _done(_busy(replace(state, towns=towns, sites_left=state.sites_left + 1)))


def _picked_up(state: State, event: e.CardsPickedUp) -> State:
    player = state.seats[event.seat]
    player = replace(
        player,
        hand=(*player.hand, *event.cards),
        played=tuple(card for card in player.played if card not in event.cards),
    )
    return _done(replace(state, seats=_with_seat(state, event.seat, player)))


def _influence_gained(state: State, event: e.InfluenceGained) -> State:
    player = replace(state.seats[event.seat], influence=event.hand_count)
    return _done(replace(state, seats=_with_seat(state, event.seat, player)))


def _cathedral_built(state: State, event: e.CathedralBuilt) -> State:
    cathedrals = _town(state, event.town).cathedrals | state.plan.mask((event.space,))
    towns = _with_town(state, event.town, cathedrals=cathedrals)
    return _done(replace(state, towns=towns, cathedrals_left=state.cathedrals_left - 1))


def _master_placed(state: State, event: e.GuildMasterPlaced) -> State:
    placed = dict(_town(state, event.town).placed)
    bit = state.plan.place[event.space][1]
    placed[bit] = placed.get(bit, 0) + 1
    towns = _with_town(state, event.town, placed=tuple(placed.items()))
    return _done(replace(state, towns=towns, masters_left=state.masters_left - 1))


def _forfeited(state: State, _: e.ActionForfeited) -> State:
    return _done(state)


# Scoring and the end


def _covered(state: State, event: e.SpaceCovered) -> State:
    town, mask = _town(state, event.town), state.plan.mask(event.spaces)
    return replace(state, towns=_with_town(state, event.town, free=town.free & ~mask, covered=town.covered | mask))


def _scored(state: State, event: e.TownScored) -> State:
    points = list(state.points)
    for ranked in event.ranking:
        points[state.plan.coat_number[ranked.coat]] += ranked.points
    towns = _with_town(state, event.town, scored=True)
    return replace(state, towns=towns, points=tuple(points), sites_left=state.sites_left + event.sites_returned)


def _town_cards_removed(state: State, event: e.TownCardsRemoved) -> State:
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


def _game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, ending=Ending(event.reason))


def _bonus(state: State, event: e.InfluenceBonusAwarded) -> State:
    points = list(state.points)
    for seat in event.seats:
        points[state.seats[seat].guild] += event.points
    return replace(state, points=tuple(points))


def _final(state: State, event: e.FinalResult) -> State:
    if state.ending is None:
        raise ValueError("A result without an end.")
    ending = replace(state.ending, totals=event.totals, winners=event.winners)
    return replace(state, stage="over", ending=ending)


def _unchanged(state: State, _: Event) -> State:
    return state


_CHANGES: dict[type[Event], Callable[[State, Any], State]] = {
    e.GuildChosen: _guild_chosen,
    e.InfluencedGuildAssigned: _influenced_assigned,
    e.GameStarted: _started,
    e.TownCentrePlaced: _centre_placed,
    e.RoundStarted: _round_started,
    e.GoldenCardDrawn: _golden_drawn,
    e.GoldenCardRemoved: _golden_removed,
    e.GoldenPileExhausted: _unchanged,
    e.CardCommitted: _committed,
    e.CardsRevealed: _revealed,
    e.TurnStarted: _turn_started,
    e.GoldenCardRevealed: _golden_revealed,
    e.ScoringStarted: _unchanged,
    e.RoundEnded: _unchanged,
    e.CardPlayed: _card_played,
    e.InfluenceCardDrawn: _influence_drawn,
    e.InfluenceCardRemoved: _influence_removed,
    e.InfluencePileReshuffled: _reshuffled,
    e.TurnEnded: _turn_ended,
    e.DistrictBuilt: _built,
    e.SpacesOpened: _opened,
    e.SpaceRemoved: _space_removed,
    e.SiteCompleted: _site_completed,
    e.CardsPickedUp: _picked_up,
    e.InfluenceGained: _influence_gained,
    e.CathedralBuilt: _cathedral_built,
    e.GuildMasterPlaced: _master_placed,
    e.ActionForfeited: _forfeited,
    e.SpaceCovered: _covered,
    e.TownScored: _scored,
    e.TownCardsRemoved: _town_cards_removed,
    e.GameEnded: _game_ended,
    e.InfluenceBonusAwarded: _bonus,
    e.FinalResult: _final,
}
