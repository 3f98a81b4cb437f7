"""The opening of a game (R3, R11, R12.1)."""

from msgspec.structs import replace

from domain.event import Event
from domain.macht import events as e
from domain.macht.board import shared
from domain.macht.board.plan import CHURCH, GREY, Plan
from domain.macht.evolve.laying import lay
from domain.macht.evolve.parts import with_seat
from domain.macht.state import Duel, Gold, Player, State, Town

MOST_PLAYERS = 4
"""A number that somebody has put into the log must not fill the memory."""


def created(event: Event) -> State:
    if not isinstance(event, e.GameCreated):
        raise ValueError("A game of macht begins with GameCreated.")
    if not 0 < event.players <= MOST_PLAYERS:
        raise ValueError(f"No game of macht has {event.players} players.")
    own_board = None if event.board is None else shared(event.board)
    return State(players=event.players, board_version=event.board_version, own_board=own_board)


def guild_chosen(state: State, event: e.GuildChosen) -> State:
    return replace(state, seats=(*state.seats, Player(state.plan.coat_number[event.guild])))


def influenced_assigned(state: State, event: e.InfluencedGuildAssigned) -> State:
    player = replace(state.seats[event.seat], influenced=state.plan.coat_number[event.guild])
    return replace(state, seats=with_seat(state, event.seat, player))


def started(state: State, event: e.GameStarted) -> State:
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


def centre_placed(state: State, event: e.TownCentrePlaced) -> State:
    return lay(state, event.town, event.space, None, event.coat, event.masters, site=False)
