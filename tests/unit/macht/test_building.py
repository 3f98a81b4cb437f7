"""Building districts (R5), and what silver and golden cards do (R6, R7)."""

import pytest
from msgspec.structs import replace

from domain.macht.commands import BuildCathedral, BuildDistrict, CompleteSite, PlaceGuildMaster
from domain.macht.events import (
    ActionForfeited,
    CardsPickedUp,
    CathedralBuilt,
    DistrictBuilt,
    GuildMasterPlaced,
    InfluenceGained,
    SiteCompleted,
    SpaceRemoved,
)
from domain.macht.scoring import presence, town_value

from .towns import (
    RULEBOOK_EXAMPLE,
    act,
    acting,
    brugge,
    carry_out,
    game,
    lay,
    options,
    score,
    spaces_for,
    stocked,
    town_of,
)

RED = 0

# Where a district may lie (R5)


def test_a_district_is_laid_where_a_long_side_of_its_own_borders_something_built():
    assert spaces_for(brugge({5: "blue"}), "red-town-brugge", "grey") == {"1", "2", "4", "6", "8", "10"}


def test_it_is_the_new_districts_long_side_that_counts():
    """10 has 7 and 8 at its long sides, but they have 10 at a short one; with 12 and 13 it is the other way round."""
    reached = spaces_for(brugge({10: "blue"}), "red-town-brugge", "grey")
    assert reached == {"1", "4", "5", "12", "13"}


def test_a_building_site_makes_its_neighbours_reachable():
    finished, under_way = brugge({5: "blue"}), brugge({5: "blue site"})
    assert "6" in spaces_for(under_way, "red-town-brugge", "grey")
    assert options(finished, "red-town-brugge") == options(under_way, "red-town-brugge")


def test_a_building_site_keeps_its_own_coat_away():
    assert "6" not in spaces_for(brugge({5: "grey site"}), "red-town-brugge", "grey")
    assert "6" in spaces_for(brugge({5: "grey site"}), "red-town-brugge", "red")


def test_a_building_site_adds_nothing_to_the_value_of_its_town():
    assert town_value(town_of(brugge({5: "grey", 4: "church"}))) == 1 + 1 + 2
    assert town_value(town_of(brugge({5: "grey site", 4: "church site"}))) == 1


def test_districts_that_touch_at_a_corner_do_not_border():
    """brugge-2 and brugge-6 touch at a corner."""
    assert "6" in spaces_for(brugge({5: "blue", 2: "grey"}), "red-town-brugge", "grey")


def test_the_builder_chooses_the_number_of_printed_masters_from_what_is_left():
    def masters(state):
        builds = options(state, "red-town-gent")
        return {build.masters for build in builds if (build.space, build.coat) == ("gent-1", "red")}

    assert masters(game()) == {0, 2}
    assert masters(stocked(game(), {"red bar 2m": 0})) == {0}


def test_a_district_laid_leaves_the_stock():
    told = act(acting(game(), "red-town-gent"), 0, BuildDistrict("gent-1", "red", 2))
    kind = told.state.plan.kind_number[RED, 1, 2]
    assert (game().stock[kind], told.state.stock[kind]) == (1, 0)


def test_a_standard_and_a_special_church_are_two_choices_for_the_same_space():
    choices = options(brugge({5: "blue"}), "red-town-brugge")
    assert BuildDistrict("brugge-6") in choices
    assert BuildDistrict("brugge-6", special="A") in choices


def test_church_d_is_one_district_on_two_blocks():
    told = act(acting(game(), "red-town-brugge"), 0, BuildDistrict("brugge-5", special="D"))
    built = told.one(DistrictBuilt)
    assert (built.shape, built.twin, told.one(SpaceRemoved).space) == ("square", "brugge-6", "brugge-6")
    assert town_value(town_of(told.state)) == 1 + 2
    assert town_of(told.state).free.bit_count() == 11


def test_church_d_is_a_neighbour_on_the_sides_of_both_its_blocks():
    """utrecht-7 borders only its second block, and nothing else that is built."""
    before = lay(game(), "utrecht", {5: "red", 9: "blue"})
    state = lay(before, "utrecht", {11: "church D"})
    assert "7" not in spaces_for(before, "green-town-utrecht", "green")
    assert "7" in spaces_for(state, "green-town-utrecht", "green")
    assert "7" not in spaces_for(state, "green-town-utrecht", "church")


def test_a_special_church_under_construction_opens_its_plots_at_once():
    told = act(acting(brugge({5: "blue"}), "red-site"), 0, BuildDistrict("brugge-6", special="A"))
    assert "6a" in spaces_for(told.state, "green-town-brugge", "green")
    assert town_value(town_of(told.state)) == 2


# Silver cards (R6)


def test_a_town_card_builds_own_grey_and_church_districts_in_its_town():
    builds = options(game(), "red-town-gent")
    assert {(build.coat, build.space.split("-")[0]) for build in builds} == {
        ("red", "gent"),
        ("grey", "gent"),
        ("church", "gent"),
    }


def test_a_site_card_builds_in_every_town_but_only_building_sites():
    assert {build.space.split("-")[0] for build in options(game(), "red-site")} == {
        town.id for town in game().board.towns
    }
    told = act(acting(game(), "red-site"), 0, BuildDistrict("gent-1", "red"))
    assert told.one(DistrictBuilt).site
    assert presence(town_of(told.state, "gent"), RED) == (0, 0)


def test_a_piece_goes_on_a_building_site_and_comes_back_when_it_is_completed():
    laid = act(acting(game(), "red-site"), 0, BuildDistrict("gent-1", "red")).state
    assert laid.sites_left == 9
    told = act(acting(laid, "red-town-gent"), 0, CompleteSite("gent-1"))
    assert told.one(SiteCompleted).coat == "red"
    assert told.state.sites_left == 10
    assert presence(town_of(told.state, "gent"), RED).districts == 1


@pytest.mark.parametrize(("coat", "may"), [("red", True), ("grey", True), ("church", True), ("blue", False)])
def test_a_town_card_completes_own_grey_and_church_building_sites(coat, may):
    state = lay(game(), "gent", {1: f"{coat} site"})
    assert (CompleteSite("gent-1") in options(state, "red-town-gent")) == may


def test_a_building_site_can_still_be_completed_in_a_full_town():
    state = brugge(RULEBOOK_EXAMPLE)
    assert options(state, "green-town-brugge") == [CompleteSite("brugge-9")]


def test_the_pick_up_card_takes_itself_back_too():
    told = carry_out(game(), "red-pickup")
    assert told.all(CardsPickedUp)[0].cards == ("red-pickup",)
    assert "red-pickup" in told.state.seats[0].hand


# Golden cards (R7)


def test_a_golden_influence_card_goes_into_the_hand():
    told = carry_out(game(), "gold-A-influence-2")
    assert told.one(InfluenceGained).hand_count == 4
    assert told.state.seats[0].influence == 4


def test_a_golden_town_card_builds_only_grey_and_church():
    assert {build.coat for build in options(game(), "gold-B-town-gent")} == {"grey", "church"}


def test_a_golden_town_card_completes_grey_and_church_but_not_own_building_sites():
    state = lay(game(), "gent", {1: "red site", 4: "church site", 10: "grey site"})
    completions = [each for each in options(state, "gold-B-town-gent") if isinstance(each, CompleteSite)]
    assert completions == [CompleteSite("gent-4"), CompleteSite("gent-10")]


def test_a_golden_site_card_lays_only_grey_and_church_building_sites():
    assert {build.coat for build in options(game(), "gold-A-site-1")} == {"grey", "church"}
    told = act(acting(game(), "gold-A-site-1"), 0, BuildDistrict("gent-1", "grey"))
    assert told.one(DistrictBuilt).site


def test_a_golden_pick_up_brings_back_the_card_played_this_round_too():
    state = act(acting(game(pile=("gold-A-pickup-1",)), "red-town-gent"), 0, BuildDistrict("gent-1", "red")).state
    assert state.seats[0].played == ()
    assert "red-town-gent" in state.seats[0].hand


def test_a_cathedral_may_stand_on_any_church_on_building_sites_and_on_the_centre_of_luik():
    state = brugge({4: "church site", 10: "church", 13: "grey"})
    assert set(options(state, "gold-A-cathedral-1")) == {
        BuildCathedral("brugge-4"),
        BuildCathedral("brugge-10"),
        BuildCathedral("luik-0"),
    }


def test_a_cathedral_counts_once_its_church_is_completed():
    told = act(acting(brugge({4: "church site"}), "gold-A-cathedral-1"), 0, BuildCathedral("brugge-4"))
    assert told.one(CathedralBuilt).space == "brugge-4"
    assert town_value(town_of(told.state)) == 1
    done = act(acting(told.state, "green-town-brugge"), 1, CompleteSite("brugge-4")).state
    assert town_value(town_of(done)) == 1 + 2 + 1


def test_a_guild_master_may_stand_on_own_and_grey_districts_on_centres_and_building_sites():
    state = brugge({4: "grey site", 10: "blue", 13: "red"})
    assert set(options(state, "gold-A-master-1")) == {
        PlaceGuildMaster("brugge-0"),
        PlaceGuildMaster("brugge-4"),
        PlaceGuildMaster("brugge-13"),
        PlaceGuildMaster("utrecht-0"),
    }


def test_several_guild_masters_may_share_a_district():
    state = brugge({10: "blue", 13: "red 2m master master"})
    told = act(acting(state, "gold-A-master-1"), 0, PlaceGuildMaster("brugge-13"))
    assert told.one(GuildMasterPlaced).masters_now == 5
    assert presence(town_of(told.state), RED) == (2, 1 + 5)
    assert told.state.masters_left == 1


def test_a_guild_master_on_a_building_site_counts_only_when_it_is_completed():
    state = brugge({10: "blue", 13: "red site master"})
    assert presence(town_of(state), RED) == (1, 1)
    done = act(acting(state, "red-town-brugge"), 0, CompleteSite("brugge-13")).state
    assert presence(town_of(done), RED) == (2, 2)


# Cards that can do nothing (R4.4, R7.7)


@pytest.mark.parametrize(
    ("state", "card", "reason"),
    [
        pytest.param(lambda: brugge(RULEBOOK_EXAMPLE), "red-town-brugge", "townFull", id="a full town"),
        pytest.param(
            lambda: stocked(game(), {"all": 0}, ""), "red-town-gent", "noLegalBuild", id="no district left to lay"
        ),
        pytest.param(
            lambda: stocked(game(), {"all": 0}, ""), "red-site", "noLegalBuild", id="no district left anywhere"
        ),
        pytest.param(lambda: replace(game(), sites_left=0), "red-site", "noSitePiece", id="no building-site piece"),
        pytest.param(lambda: replace(game(), sites_left=0), "gold-A-site-1", "noSitePiece", id="nor for gold"),
        pytest.param(lambda: score(game(), "luik").state, "gold-A-cathedral-1", "noTarget", id="no church stands"),
        pytest.param(
            lambda: replace(game(), cathedrals_left=0), "gold-A-cathedral-1", "noPieceLeft", id="no cathedral left"
        ),
        pytest.param(
            lambda: replace(game(), masters_left=0), "gold-A-master-1", "noPieceLeft", id="no guild master left"
        ),
        pytest.param(
            lambda: score(score(game(), "brugge").state, "utrecht").state, "gold-A-master-1", "noTarget", id="no home"
        ),
    ],
)
def test_a_card_that_can_do_nothing_is_played_without_effect(state, card, reason):
    forfeited = carry_out(state(), card).one(ActionForfeited)
    assert (forfeited.seat, forfeited.card, forfeited.reason) == (0, card, reason)


def test_a_card_with_a_single_option_is_still_asked_for():
    state = stocked(game(), {"all": 0, "red bend": 1, "red bend 1m": 0}, "")
    assert options(state, "red-town-gent") == [BuildDistrict("gent-10", "red")]
