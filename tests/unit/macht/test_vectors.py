"""The test vectors of RULES.md §14."""

import pytest

from domain.macht.commands import BuildDistrict, CommitCards
from domain.macht.events import CardsRevealed, SpacesOpened, TownScored
from domain.macht.play.round import order_of_play
from domain.macht.scoring import Presence, rank

from .towns import RULEBOOK_EXAMPLE, act, acting, brugge, game, lay, options, refused, score, spaces_for


def test_1_more_cards_go_first_and_ties_go_to_the_seat_nearer_to_the_starting_player():
    yellow, green, blue, red = range(4)
    assert order_of_play([0, 1, 1, 2], starting_seat=yellow) == (red, green, blue, yellow)


def test_1_the_order_is_read_from_the_cards_that_are_revealed():
    state = game()
    choices = {0: ("red-site", 0), 1: ("green-site", 1), 2: ("yellow-site", 1), 3: ("blue-site", 2)}
    for seat, (card, influence) in choices.items():
        told = act(state, seat, CommitCards(card, influence))
        state = told.state
    assert told.one(CardsRevealed).order == (3, 1, 2, 0)


def test_2_the_rulebook_example_gives_blue_16_and_yellow_8_and_the_three_that_are_tied_nothing():
    scored = score(brugge(RULEBOOK_EXAMPLE)).one(TownScored)
    there = {ranked.coat: (ranked.districts, ranked.masters) for ranked in scored.ranking}
    assert there == {"blue": (3, 2), "yellow": (2, 3), "red": (2, 1), "green": (2, 1), "grey": (2, 1)}
    assert (scored.parts.guild, scored.parts.church, scored.parts.cathedral, scored.value) == (11, 4, 1, 16)
    points = {ranked.coat: ranked.points for ranked in scored.ranking}
    assert points == {"blue": 16, "yellow": 8, "red": 0, "green": 0, "grey": 0}


@pytest.mark.parametrize(
    ("districts", "masters", "value", "points"),
    [
        pytest.param([3, 3, 1], [1, 1, 0], 15, [8, 8, 4], id="3 two tied for first share second"),
        pytest.param([3, 2, 2, 1, 1], [0, 0, 0, 1, 0], 17, [17, 4, 4, 2, 0], id="4 two tied for second share third"),
        pytest.param([1, 1, 1, 1, 1], [0, 0, 0, 0, 0], 13, [0, 0, 0, 0, 0], id="5 five tied share the fifth"),
        pytest.param([4], [2], 9, [9], id="6 a guild alone takes the value"),
    ],
)
def test_guilds_are_ranked_by_districts_then_masters_and_ties_share_the_lowest_rank(districts, masters, value, points):
    guilds = [Presence(*there) for there in zip(districts, masters, strict=True)]
    assert [prize for _, prize in rank(guilds, value)] == points


def test_7_at_the_start_four_spaces_of_brugge_can_be_reached():
    assert spaces_for(game(), "green-town-brugge", "green") == {"1", "4", "5", "10"}
    assert spaces_for(game(), "green-town-brugge", "church") == {"1", "4", "5", "10"}


def test_7_red_may_build_on_none_of_them_for_they_all_border_its_centre():
    assert spaces_for(game(), "red-town-brugge", "red") == set()


def test_7_church_d_may_be_laid_on_5_and_6_at_once():
    assert BuildDistrict("brugge-5", special="D") in options(game(), "red-town-brugge")


def test_8_church_a_on_6_opens_6a_to_every_coat_but_the_church():
    told = act(acting(brugge({5: "blue"}), "red-town-brugge"), 0, BuildDistrict("brugge-6", special="A"))
    assert told.one(SpacesOpened).spaces == ("brugge-6a",)
    assert "6a" in spaces_for(brugge({5: "blue", 6: "church A"}), "red-town-brugge", "red")
    church = refused(acting(brugge({5: "blue", 6: "church A"}), "red-town-brugge"), 0, BuildDistrict("brugge-6a"))
    assert church.code == "sameCoatNeighbour"


def test_8_church_c_on_8_opens_8a_and_8b_one_behind_the_other():
    told = act(acting(brugge({5: "blue"}), "red-town-brugge"), 0, BuildDistrict("brugge-8", special="C"))
    assert told.one(SpacesOpened).spaces == ("brugge-8a", "brugge-8b")


def test_8_8b_can_be_reached_only_after_8a_is_built():
    opened = brugge({5: "blue", 8: "church C"})
    assert {"8a", "8b"} & spaces_for(opened, "red-town-brugge", "red") == {"8a"}
    assert "8b" in spaces_for(lay(opened, "brugge", {"8a": "grey"}), "red-town-brugge", "red")
