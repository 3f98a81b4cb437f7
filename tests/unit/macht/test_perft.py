"""Counting moves: fixed positions have a fixed number, and it is the same however slowly one counts."""

from collections.abc import Iterator
from functools import cache
from itertools import islice, product

import pytest

from domain.errors import Rejected
from domain.event import Seat
from domain.macht.board import standard
from domain.macht.commands import (
    BuildCathedral,
    BuildDistrict,
    Command,
    CommitCards,
    CompleteSite,
    DrawInfluenceCard,
    PlaceGuildMaster,
    PlayCard,
)
from domain.macht.decide import decide
from domain.macht.legal import legal, to_act
from domain.macht.state import State
from domain.macht.view import view
from domain.redact import Viewer

from .towns import CHANCE, CONTEXT, act, random_game

SEED = 11


def position(players: int, moves: int = 0) -> State:
    """A game of random bots after so many moves; the die is fixed, and so is the position."""
    return next(islice(random_game(players, SEED), moves, None)).state


def after(state: State, seat: Seat, command: Command) -> State:
    """The next position in which this seat is awaited again: the others take the first move they have."""
    state = act(state, seat, command).state
    while (awaited := to_act(state)) and seat not in awaited:
        other = min(awaited)
        state = act(state, other, legal(state, other)[0]).state
    return state


def count(state: State, seat: Seat, depth: int) -> int:
    moves = legal(state, seat)
    return len(moves) if depth == 1 else sum(count(after(state, seat, move), seat, depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("players", "moves", "counts"),
    [
        pytest.param(2, 0, [9, 244, 411], id="start of two"),
        pytest.param(3, 0, [28, 808, 13360], id="start of three"),
        pytest.param(4, 0, [32, 1160, 65944], id="start of four"),
        pytest.param(2, 60, [9, 169, 256], id="two in mid-game"),
        pytest.param(3, 60, [18, 72, 1288], id="three in mid-game"),
        pytest.param(4, 80, [61, 366, 3907], id="four in mid-game"),
        pytest.param(4, 150, [3, 18, 131], id="four near the end"),
    ],
)
def test_a_fixed_position_has_a_fixed_number_of_moves(players, moves, counts):
    state = position(players, moves)
    seat = min(to_act(state))
    assert [count(state, seat, depth) for depth in range(1, len(counts) + 1)] == counts


# Slowly: everything that could be written down is tried


@cache
def universe() -> list[Command]:
    """Every command that names spaces, coats of arms, letters and cards of this board, sensible or not."""
    board = standard()
    spaces = [place.id for town in board.towns for place in town.places]
    cards = [card.id for card in (*board.components.silver_cards, *board.components.golden_cards)]
    coats = ("red", "green", "yellow", "blue", "grey", "church")
    builds = product(spaces, coats, range(3), (None, "A", "B", "C", "D"))
    return [
        *(BuildDistrict(*build) for build in builds),
        *(kind(space) for kind in (CompleteSite, BuildCathedral, PlaceGuildMaster) for space in spaces),
        *(CommitCards(card, influence) for card in cards for influence in range(6)),
        *(PlayCard(card) for card in cards),
        DrawInfluenceCard(),
    ]


def accepted(state: State, seat: Seat) -> Iterator[Command]:
    for command in universe():
        try:
            decide(state, seat, command, CONTEXT, CHANCE)
        except Rejected:
            continue
        yield command


@pytest.mark.parametrize(
    ("players", "moves"), [(2, 0), (2, 1), (2, 60), (2, 121), (3, 0), (3, 60), (4, 0), (4, 80), (4, 150), (4, 190)]
)
def test_of_all_commands_that_can_be_written_down_exactly_the_legal_ones_are_accepted(players, moves):
    state = position(players, moves)
    for seat in range(players):
        assert set(accepted(state, seat)) == set(legal(state, seat))


def count_slowly(state: State, seat: Seat, depth: int) -> int:
    moves = list(accepted(state, seat))
    return len(moves) if depth == 1 else sum(count_slowly(after(state, seat, move), seat, depth - 1) for move in moves)


@pytest.mark.parametrize(("players", "moves", "depth"), [(2, 0, 2), (3, 60, 2), (4, 0, 2), (4, 150, 3)])
def test_several_moves_deep_the_slow_count_is_the_same(players, moves, depth):
    state = position(players, moves)
    seat = min(to_act(state))
    assert count_slowly(state, seat, depth) == count(state, seat, depth)


# By the book: R5, R6 and R7 read with plain sets of ids


def lawful(state: State, seat: Seat) -> set[Command]:
    """What the rule texts allow a seat that carries out a card, from what it sees and the board file."""
    seen = view(state, Viewer(seat))
    card = next(each for each in _cards() if each.id == seen["acting"]["card"])
    golden = seen["acting"]["source"] == "golden"
    mine = card.guild or seen["seats"][seat]["guild"]
    towns = [town for town in seen["towns"] if town["inPlay"] and not town["scored"]]
    spaces = [space for town in towns for space in town["spaces"] if card.type != "town" or town["id"] == card.town]
    if card.type == "cathedral":
        churches = [space for space in spaces if space.get("coat") == "church" and not space["cathedral"]]
        return {BuildCathedral(space["id"]) for space in churches}
    if card.type == "master":
        return {PlaceGuildMaster(space["id"]) for space in spaces if space.get("coat") in (mine, "grey")}
    coats = {"grey", "church"} if golden else {mine, "grey", "church"}
    sites = {space["id"] for space in spaces if space.get("underConstruction") and space["coat"] in coats}
    completions: set[Command] = {CompleteSite(site) for site in sites} if card.type == "town" else set()
    return completions | _builds(seen, spaces, coats)


@cache
def _cards():
    return (*standard().components.silver_cards, *standard().components.golden_cards)


@cache
def _places():
    return {place.id: place for town in standard().towns for place in town.places}


def _builds(seen, spaces, coats) -> set[Command]:
    places = _places()
    built = {s["id"]: s.get("coat", "church") for s in spaces if s["state"] in ("built", "merged")}
    free = {space["id"] for space in spaces if space["state"] == "free"}
    specials = seen["stock"]["specialChurches"]

    def beside(space):
        return {built.get(other) for other in (*places[space].long, *places[space].short)}

    found: set[Command] = set()
    for space in free:
        if not set(places[space].long) & set(built):
            continue
        for kind in seen["stock"]["districts"]:
            if kind["shape"] == places[space].shape and kind["coat"] in coats - beside(space):
                found.add(BuildDistrict(space, kind["coat"], kind["masters"]))
        if places[space].host is None and places[space].special in specials and "church" not in beside(space):
            found.add(BuildDistrict(space, special=places[space].special))
    for double in (double for town in standard().towns for double in town.doubles if "D" in specials):
        around = set().union(*(beside(space) for space in double.spaces)) - {None}
        if set(double.spaces) <= free and around and "church" not in around:
            found.add(BuildDistrict(double.spaces[0], special="D"))
    return found


@pytest.mark.parametrize(("players", "seed"), [(2, 21), (2, 22), (3, 23), (3, 24), (4, 25), (4, 26), (4, 27)])
def test_what_is_legal_is_what_the_rule_texts_allow(players, seed):
    asked = 0
    for told in random_game(players, seed):
        acting = told.state.acting
        if acting is None:
            continue
        moves = legal(told.state, acting.seat)
        assert len(moves) == len(set(moves))
        assert set(moves) == lawful(told.state, acting.seat)
        asked += 1
    assert asked > 50
