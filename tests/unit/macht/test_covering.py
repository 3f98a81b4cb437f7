"""Covers (R8): a space is covered when no sequence of lays could ever fill it, and not a moment before."""

import pytest
from msgspec.structs import replace

from domain.fairness import Chance
from domain.macht.board import standard
from domain.macht.commands import BuildDistrict
from domain.macht.covering import covers
from domain.macht.events import SpaceCovered
from domain.macht.state import State
from domain.macht.view import view
from domain.redact import SPECTATOR

from .towns import act, acting, brugge, game, lay, random_game, score, stocked, town_of


def covered_in(state: State, town: str = "brugge") -> dict[str, set[str]]:
    """Reason -> the spaces of a town that would be covered now, without the town's name."""
    found = [cover for cover in covers(state) if isinstance(cover, SpaceCovered) and cover.town == town]
    return {cover.reason: {space.split("-")[1] for space in cover.spaces} for cover in found}


# Coats of arms and stock


def test_at_the_start_nothing_is_dead():
    assert covers(game()) == []


def test_a_cover_is_laid_where_every_coat_of_arms_is_a_neighbour():
    town = brugge("""
        - B . . . -
        Y B . . G .
        Y B # # G .
        Y G # # Y Y
        . G G . . Y
        . B B . N N
        - B C C C N
    """)
    assert covered_in(town) == {"stock": {"10"}}


def test_a_building_site_is_a_neighbour_like_any_other():
    town = brugge("""
        - B . . . -
        Y B . . G .
        Y B # # G .
        Y g # # Y Y
        . g g . . Y
        . B B . n n
        - B C C C n
    """)
    assert covered_in(town) == {"stock": {"10"}}


def test_a_space_stays_open_for_the_one_coat_that_is_no_neighbour():
    town = brugge("""
        - B . . . -
        Y B . . G .
        Y B # # G .
        Y G # # Y Y
        . G G . . Y
        . B B . N N
        - B Y Y Y N
    """)
    assert covered_in(town) == {}
    assert covered_in(stocked(town, {"church bend": 0})) == {"stock": {"10"}}


def test_a_cover_is_laid_when_no_block_is_left_but_of_the_coat_next_door():
    only_red_blocks = stocked(game(), {"block": 0, "red block": 1}, specials="")
    assert covered_in(only_red_blocks)["stock"] == {"4", "5"}


def test_a_guild_left_out_of_three_keeps_nothing_open():
    no_other_bends = stocked(game(3, out="blue"), {"bend": 0}, specials="")
    assert covered_in(no_other_bends)["stock"] == {"7", "8", "10", "11", "12"}


# Reach


def test_spaces_behind_dead_ones_are_covered_for_want_of_reach():
    only_red_blocks = stocked(game(), {"block": 0, "red block": 1}, specials="")
    assert covered_in(only_red_blocks) == {"stock": {"4", "5"}, "reach": {"2", "6", "8"}}


def test_nothing_is_reached_over_a_cover():
    town = brugge("""
        - . . . . -
        . . . . x .
        . . # # x .
        . . # # . .
        . . . . . .
        . . . . . .
        - . . . . .
    """)
    assert covered_in(town) == {"reach": {"6", "8"}}


def test_a_space_that_may_yet_be_reached_over_a_free_one_stays_open():
    town = brugge("""
        - . . . . -
        . . x x . .
        . . # # . .
        . . # # . .
        . . . . . .
        . . . . . .
        - . . . . .
    """)
    assert covered_in(town) == {}


def test_the_plot_behind_a_dead_plot_is_covered_for_want_of_reach():
    town = brugge({5: "blue", 8: "church C"})
    only_church_blocks = stocked(town, {"block": 0, "church block": 3}, specials="")
    assert covered_in(only_church_blocks) == {"stock": {"6", "8a"}, "reach": {"8b"}}


# Special churches


def test_church_a_keeps_the_blocks_at_the_wall_open():
    no_blocks = stocked(brugge({5: "blue"}), {"block": 0}, specials="A")
    assert covered_in(no_blocks) == {"stock": {"4"}}
    assert covered_in(stocked(no_blocks, {}, specials="")) == {"stock": {"4", "6", "9"}}


def test_church_a_keeps_no_block_open_beside_another_church():
    no_blocks = stocked(brugge({5: "church"}), {"block": 0}, specials="A")
    assert covered_in(no_blocks) == {"stock": {"4", "6"}}


@pytest.mark.parametrize(("letter", "shape", "kept"), [("B", "bar", {"2", "3", "13"}), ("C", "bend", {"8", "12"})])
def test_churches_b_and_c_keep_their_marked_spaces_open(letter, shape, kept):
    without = covered_in(stocked(game(), {shape: 0}, specials=""))
    with_it = covered_in(stocked(game(), {shape: 0}, specials=letter))
    assert without["stock"] - with_it["stock"] == kept


def test_church_d_keeps_its_pair_of_blocks_open():
    no_blocks = stocked(game(), {"block": 0}, specials="D")
    assert covered_in(no_blocks) == {"stock": {"4", "9"}}


@pytest.mark.parametrize("neighbour", [4, 2])
def test_church_d_keeps_no_pair_open_beside_another_church(neighbour):
    town = brugge({1: "blue", 4: "grey", 2: "church"} if neighbour == 2 else {4: "church"})
    assert covered_in(stocked(town, {"block": 0}, specials="D"))["stock"] >= {"5", "6"}


def test_church_d_keeps_a_block_open_only_with_its_twin():
    no_blocks = stocked(brugge({5: "blue"}), {"block": 0}, specials="D")
    assert covered_in(no_blocks) == {"stock": {"4", "6", "9"}}


def test_a_pair_for_church_d_is_reached_over_any_side():
    nothing_but_d = stocked(lay(game(), "utrecht", {10: "red"}), {"all": 0}, specials="D")
    assert covered_in(nothing_but_d, "utrecht")["stock"].isdisjoint({"11", "12"})
    assert "reach" not in covered_in(nothing_but_d, "utrecht")


def test_a_pair_for_church_d_that_nothing_will_ever_border_is_covered():
    nothing_but_d = stocked(game(), {"all": 0}, specials="D")
    assert covered_in(nothing_but_d, "utrecht")["reach"] == {"11", "12"}


# What plays no part


def test_closed_plots_are_never_covered():
    assert covered_in(stocked(game(), {"all": 0}, specials="")) == {"stock": {str(n) for n in range(1, 14)}}


def test_a_plot_that_a_special_church_has_opened_is_covered_like_any_space():
    town = brugge({5: "blue", 6: "church A"})
    assert "6a" in covered_in(stocked(town, {"all": 0}, specials=""))["stock"]


def test_a_scored_town_and_a_town_out_of_play_get_no_covers():
    assert covered_in(stocked(score(game()).state, {"all": 0}, specials="")) == {}
    assert covered_in(stocked(game(3, out="red"), {"all": 0}, specials="")) == {}


def test_covers_are_laid_in_the_scoring_step_of_the_round():
    town = stocked(game(), {"block": 0, "red block": 1}, specials="")
    told = act(acting(town, "red-town-brugge"), 0, BuildDistrict("brugge-1", "grey"))
    laid = [cover for cover in told.all(SpaceCovered) if cover.town == "brugge"]
    assert [(cover.reason, cover.spaces) for cover in laid] == [
        ("stock", ("brugge-4", "brugge-5")),
        ("reach", ("brugge-2", "brugge-6", "brugge-8")),
    ]
    assert town_of(told.state).covered.bit_count() == 5


# The same, read from the rule's text with plain sets of ids


def dead_spaces(state: State) -> set[str]:
    """R8.1 word for word, from what a spectator sees and the board file alone."""
    seen = view(state, SPECTATOR)
    places = {place.id: place for town in standard().towns for place in town.places}
    open_towns = {town["id"] for town in seen["towns"] if town["inPlay"] and not town["scored"]}
    spaces = [space for town in seen["towns"] if town["id"] in open_towns for space in town["spaces"]]
    free = {space["id"] for space in spaces if space["state"] == "free"}
    coat = {s["id"]: s.get("coat", "church") for s in spaces if s["state"] in ("built", "merged")}
    in_stock = {(kind["coat"], kind["shape"]) for kind in seen["stock"]["districts"]}
    specials = set(seen["stock"]["specialChurches"])
    in_play = {*(state.plan.coats[number] for number in state.coats_in_play)}
    pairs = [set(double.spaces) for town in standard().towns for double in town.doubles]

    def neighbours(space: str) -> set[str]:
        return {*places[space].long, *places[space].short}

    def takes_a_single_district(space: str) -> bool:
        special = places[space].special in specials and places[space].host is None
        has = {arms for arms in in_play if (arms, places[space].shape) in in_stock} | ({"church"} if special else set())
        return bool(has - {coat[other] for other in neighbours(space) if other in coat})

    def takes_church_d(pair: set[str]) -> bool:
        beside = {coat[other] for space in pair for other in neighbours(space) if other in coat}
        return "D" in specials and pair <= free and "church" not in beside

    alive: set[str] = set()
    while True:
        firm = alive | set(coat)
        more = {space for space in free if takes_a_single_district(space) and firm & set(places[space].long)}
        for pair in filter(takes_church_d, pairs):
            if firm & set().union(*(neighbours(space) - pair for space in pair)):
                more |= pair
        if more <= alive:
            return free - alive
        alive |= more


def thinned(state: State, die: Chance, throw: int) -> State:
    """The same board with most of the stock gone, so that much is dead."""
    stock = tuple(left and not die.below(f"{throw}/{kind}", 6) for kind, left in enumerate(state.stock))
    specials = tuple(letter for letter in state.specials if die.below(f"{throw}/{letter}", 2))
    return replace(state, stock=tuple(map(int, stock)), specials=specials)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (3, 4), (4, 5), (4, 6)])
def test_what_is_covered_is_what_the_rule_calls_dead(players, seed):
    die, found = Chance(f"{seed:064x}", ()), 0
    for throw, told in enumerate(random_game(players, seed)):
        for state in (told.state, thinned(told.state, die, throw)):
            laid = [space for cover in covers(state) if isinstance(cover, SpaceCovered) for space in cover.spaces]
            assert set(laid) == dead_spaces(state)
            assert len(laid) == len(set(laid))
            found += len(laid)
    assert found > 100, "These positions have too little that is dead to be a test."
