"""Scoring a town (R9) and the end of the game (R10, R12.8)."""

import pytest
from msgspec.structs import replace

from domain.macht.commands import BuildCathedral, BuildDistrict, DrawInfluenceCard
from domain.macht.events import (
    GameEnded,
    GoldenCardDrawn,
    GoldenCardRemoved,
    GoldLeft,
    InfluenceBonusAwarded,
    RoundEnded,
    ScoringStarted,
    SpaceCovered,
    TownCardsRemoved,
    TownScored,
)
from domain.macht.play.carry_out import result
from domain.macht.play.round import influence_bonus
from domain.macht.scoring import Presence, rank

from .towns import RULEBOOK_EXAMPLE, act, acting, brugge, carry_out, game, lay, refused, score, stocked, town_of

ALMOST_FULL = RULEBOOK_EXAMPLE.replace("Y 2 Y", ". . .")


def ranking(state, town="brugge"):
    """Coat -> rank and points."""
    return {ranked.coat: (ranked.rank, ranked.points) for ranked in score(state, town).one(TownScored).ranking}


# What a town is worth (R9.1)


@pytest.mark.parametrize(
    ("drawn", "value"),
    [
        pytest.param({}, 1, id="the centre alone"),
        pytest.param({4: "grey"}, 2, id="a guild's district counts one"),
        pytest.param({4: "church"}, 3, id="a church counts two"),
        pytest.param({4: "church cathedral"}, 4, id="a church with a cathedral counts three"),
        pytest.param({4: "grey site", 10: "church site"}, 1, id="building sites count nothing"),
        pytest.param({4: "church site cathedral"}, 1, id="nor does a cathedral on one"),
        pytest.param({4: "cover", 10: "cover"}, 1, id="nor do covers"),
        pytest.param({5: "church D"}, 3, id="church D is one church"),
        pytest.param({4: "grey 1m master"}, 2, id="masters add nothing to the value"),
    ],
)
def test_the_value_of_a_town(drawn, value):
    assert score(brugge(drawn)).one(TownScored).value == value


def test_a_church_for_a_centre_counts_two_and_its_cathedral_one():
    assert score(game(), "luik").one(TownScored).value == 2
    told = act(acting(game(), "gold-A-cathedral-1"), 0, BuildCathedral("luik-0"))
    assert score(told.state, "luik").one(TownScored).value == 3


# Who gets what (R9.2-R9.4)


def test_more_districts_come_before_more_masters():
    assert ranking(brugge({4: "grey 1m", 10: "blue", 5: "blue"})) == {"blue": (1, 4), "grey": (3, 4), "red": (3, 4)}


def test_masters_break_a_tie_printed_ones_and_pieces_alike():
    state = brugge({4: "grey 1m master", 10: "blue"})
    assert ranking(state) == {"grey": (1, 3), "red": (2, 2), "blue": (3, 4)}


def test_masters_on_building_sites_break_no_tie():
    state = brugge({4: "grey", 1: "blue", 10: "grey site 1m master"})
    assert ranking(state) == {"red": (1, 3), "grey": (3, 4), "blue": (3, 4)}


def test_a_guild_with_nothing_but_building_sites_takes_no_rank_and_no_points():
    state = brugge({4: "grey site", 10: "blue site 1m", 5: "yellow"})
    assert ranking(state) == {"red": (1, 2), "yellow": (2, 1)}


def test_second_place_gets_half_the_value_rounded_up():
    assert [points for _, points in rank([Presence(3, 0), Presence(2, 0)], 15)] == [15, 8]
    assert [points for _, points in rank([Presence(3, 0), Presence(2, 0)], 16)] == [16, 8]


def test_in_a_small_town_the_third_place_is_worth_more_than_the_second():
    """The printed table is taken at its word (ruling 31)."""
    assert ranking(brugge({4: "grey", 10: "grey", 13: "blue"})) == {"grey": (1, 4), "red": (2, 2), "blue": (3, 4)}


def test_three_tied_for_second_share_the_fourth_place_and_the_next_is_fifth():
    guilds = [Presence(3, 0), Presence(2, 1), Presence(2, 1), Presence(2, 1), Presence(1, 5)]
    assert rank(guilds, 13) == [(1, 13), (4, 2), (4, 2), (4, 2), (5, 0)]


def test_two_tied_at_the_bottom_take_the_last_rank_they_fill_not_the_last_there_is():
    assert rank([Presence(2, 0), Presence(1, 1), Presence(1, 1)], 9) == [(1, 9), (3, 4), (3, 4)]


def test_the_guilds_that_are_not_there_leave_no_rank_empty():
    assert rank([Presence(0, 0), Presence(2, 0), Presence(0, 0), Presence(1, 0)], 8) == [(0, 0), (1, 8), (0, 0), (2, 4)]


def test_grey_takes_its_rank_and_points_like_any_guild():
    told = score(game(), "utrecht")
    assert told.state.points == (0, 0, 0, 0, 1)


def test_the_church_never_ranks():
    state = lay(game(), "luik", {10: "blue", 12: "church", 7: "grey", 4: "yellow", 2: "church"})
    assert "church" not in ranking(state, "luik")
    assert score(game(), "luik").one(TownScored).ranking == ()


def test_points_add_up_over_the_towns():
    state = score(score(game(), "brugge").state, "utrecht").state
    state = score(lay(state, "gent", {4: "grey", 10: "grey"}), "gent").state
    assert state.points == (1, 2, 0, 0, 1 + 3)


# What a scoring leaves behind (R9.5)


def test_the_cards_of_a_scored_town_leave_hands_and_tables():
    """Red's card lies on the table, the others' are in their hands."""
    told = score(acting(game(), "red-town-brugge"))
    gone = {f"{guild}-town-brugge" for guild in ("red", "green", "yellow", "blue")}
    assert set(told.one(TownCardsRemoved).cards) == gone
    for player in told.state.seats:
        assert not gone & {*player.hand, *player.played}


def test_the_building_site_pieces_of_a_scored_town_return_but_its_districts_stay_unfinished():
    state = brugge({4: "grey site", 10: "blue site", 5: "yellow"})
    assert state.sites_left == 8
    told = score(state)
    assert told.one(TownScored).sites_returned == 2
    assert told.state.sites_left == 10
    assert town_of(told.state).sites == town_of(state).sites


def test_a_town_is_scored_in_the_scoring_step_when_its_last_space_is_filled():
    told = act(acting(brugge(ALMOST_FULL), "yellow-town-brugge"), 2, BuildDistrict("brugge-13", "yellow", 2))
    kinds = [type(event) for event in told.events]
    assert kinds[kinds.index(ScoringStarted) :][:4] == [ScoringStarted, TownScored, TownCardsRemoved, RoundEnded]
    assert told.one(TownScored).value == 16
    assert told.state.points == (0, 0, 8, 16, 0)


def test_a_town_is_scored_when_its_last_free_space_is_covered():
    nothing_for_13 = stocked(brugge(ALMOST_FULL), {"bar": 0}, specials="ACD")
    told = act(acting(nothing_for_13, "red-town-gent"), 0, BuildDistrict("gent-4", "red"))
    assert [event.town for event in told.all(TownScored)] == ["brugge"]
    assert ("brugge", ("brugge-13",)) in {(event.town, event.spaces) for event in told.all(SpaceCovered)}


def test_no_more_actions_take_place_in_a_scored_town():
    state = score(brugge({4: "grey site"})).state
    assert refused(acting(state, "red-site"), 0, BuildDistrict("brugge-1", "grey")).code == "townScored"


def test_a_golden_card_of_a_scored_town_is_shown_and_removed_and_another_is_drawn():
    state = game(pile=("gold-A-influence-1", "gold-B-town-brugge", "gold-A-site-1"))
    told = act(acting(score(state).state, "red-town-gent"), 0, BuildDistrict("gent-4", "red"))
    assert told.one(GoldenCardRemoved).card == "gold-B-town-brugge"
    assert [drawn.card.read() for drawn in told.all(GoldenCardDrawn)] == ["gold-B-town-brugge", "gold-A-site-1"]


# The end (R10, R12.8)


@pytest.mark.parametrize(
    ("held", "seats"),
    [
        pytest.param((3, 1, 0, 2), (0,), id="the most"),
        pytest.param((2, 2, 0, 1), (0, 1), id="a tie pays both"),
        pytest.param((0, 0, 0, 0), None, id="nobody has any"),
    ],
)
def test_most_influence_cards_in_hand_are_worth_three_points(held, seats):
    state = game()
    players = tuple(replace(player, influence=n) for player, n in zip(state.seats, held, strict=True))
    bonus = influence_bonus(replace(state, seats=players))
    assert (bonus and bonus.seats) == seats
    assert bonus is None or bonus.points == 3


def test_the_game_ends_when_one_free_space_is_left_and_that_one_is_covered():
    state = brugge(ALMOST_FULL)
    for town in ("gent", "utrecht", "ieper", "leuven", "luik"):
        state = score(state, town).state
    told = carry_out(state, "red-pickup")
    assert (told.one(GameEnded).reason, told.one(GameEnded).free_spaces_left) == ("boardFull", 1)
    assert (told.one(SpaceCovered).spaces, told.one(SpaceCovered).reason) == (("brugge-13",), "end")
    assert told.one(TownScored).town == "brugge"


def test_the_game_ends_after_the_round_in_which_the_last_golden_card_was_drawn():
    state = game()
    told = carry_out(replace(state, gold=replace(state.gold, left=GoldLeft(0, 0))), "red-pickup")
    assert told.one(GameEnded).reason == "goldExhausted"
    assert [event.town for event in told.all(TownScored)] == [town.id for town in state.board.towns]
    assert told.one(InfluenceBonusAwarded).seats == (0,), "for the golden influence card of the last round counts"


@pytest.mark.parametrize(
    ("left", "quiet_turns", "reason"),
    [
        pytest.param({}, 6, None, id="seven quiet turns"),
        pytest.param({}, 7, "stall", id="eight quiet turns"),
        pytest.param({"all": 0, "yellow": 1, "blue": 1}, 0, "onlyInfluencedGuilds", id="only guilds under influence"),
        pytest.param({"all": 0, "yellow": 1, "grey bar": 1}, 0, None, id="grey could still build"),
        pytest.param({"all": 0}, 0, "boardFull", id="all that is free is dead"),
    ],
)
def test_of_two_the_game_ends_when_nobody_builds_or_only_guilds_under_influence_could(left, quiet_turns, reason):
    """Red picks up, and the influence card turned up is a site card for which there is no piece."""
    state = stocked(game(2, pile=("yellow-site",)), left, specials="" if left else "ABCD")
    state = replace(state, sites_left=0, duel=replace(state.duel, quiet_turns=quiet_turns))
    told = act(carry_out(state, "red-pickup").state, 0, DrawInfluenceCard())
    assert [event.reason for event in told.all(GameEnded)] == ([reason] if reason else [])


def test_equal_points_share_the_win_and_grey_cannot_win():
    final = result(replace(game(), points=(30, 42, 42, 12, 60)))
    assert final.totals == (30, 42, 42, 12)
    assert final.winners == (1, 2)
    assert final.guilds["grey"] == 60


def test_of_two_each_adds_the_points_of_the_guild_under_their_influence():
    final = result(replace(game(2), points=(30, 20, 5, 16, 50)))
    assert final.totals == (35, 36)
    assert final.winners == (1,)
