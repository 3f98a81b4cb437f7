"""Every way in which the game says no (EVENTS.md §4): a stable code, the rule, and a sentence; nothing has happened."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

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
from domain.macht.state import State

from .towns import act, acting, brugge, game, lay, refused, score, stocked

REASONS = """
    notYourTurn wrongPhase alreadyChosen cardNotInHand notEnoughInfluence unknownSpace townNotInPlay townScored
    wrongTown spaceNotFree plotClosed wrongShape notReachable sameCoatNeighbour notInStock coatNotAllowed specialNotHere
    noSitePiece noSiteHere alreadyCathedral notChurch notOwnOrGrey
"""
"""EVENTS.md §4 but for staleVersion, which is the service's to say, with plotClosed, which is ours."""


def chosen() -> State:
    return act(game(), 0, CommitCards("red-site")).state


def red_builds_in(town: str, state: State | None = None) -> State:
    return acting(state or game(), f"red-town-{town}")


def red_lays_a_site(state: State | None = None) -> State:
    return acting(state or game(), "red-site")


def cathedral(state: State | None = None) -> State:
    return acting(state or game(), "gold-A-cathedral-1")


def master(state: State | None = None) -> State:
    return acting(state or game(), "gold-A-master-1")


def brugge_is_scored() -> State:
    return score(game()).state


def of_three() -> State:
    return game(3, out="green")


def influence_card_used() -> State:
    told = act(game(2, pile=("yellow-town-gent",)), 0, DrawInfluenceCard()).state
    return act(told, 0, BuildDistrict("gent-1", "yellow")).state


def no_influence_card_left() -> State:
    state = game(2)
    return replace(state, duel=replace(state.duel, left=0))


REFUSALS: dict[str, tuple[Callable[[], State], Command, str]] = {
    "cards are chosen only in step 2": (
        red_lays_a_site,
        CommitCards("red-pickup"),
        "Cards are not being chosen now. (wrongPhase, R4.2)",
    ),
    "nothing is built while cards are chosen": (
        game,
        BuildDistrict("gent-1", "red"),
        "No card is being carried out now. (wrongPhase, R4.4)",
    ),
    "a building-site card completes nothing": (
        lambda: red_lays_a_site(brugge({4: "grey site"})),
        CompleteSite("brugge-4"),
        "The card red-site does not complete building sites. (wrongPhase, R4.4)",
    ),
    "single cards are played only by two": (
        game,
        PlayCard("red-site"),
        "No card can be played now. (wrongPhase, R12.3)",
    ),
    "two choose no cards in secret": (
        lambda: game(2),
        CommitCards("red-site"),
        "Cards are not being chosen now. (wrongPhase, R4.2)",
    ),
    "one own card a turn": (
        lambda: act(game(2), 0, PlayCard("red-pickup")).state,
        PlayCard("red-site"),
        "You have played your own card this turn. (wrongPhase, R12.3)",
    ),
    "one influence card a turn": (
        influence_card_used,
        DrawInfluenceCard(),
        "You have taken your influence action this turn. (wrongPhase, R12.3)",
    ),
    "the influence cards are used up": (
        no_influence_card_left,
        DrawInfluenceCard(),
        "No influence card is left. (wrongPhase, R12.4)",
    ),
    "a choice is final": (
        chosen,
        CommitCards("red-pickup"),
        "You have chosen already; a choice is final. (alreadyChosen, R4.2)",
    ),
    "another guild's card": (
        game,
        CommitCards("blue-site"),
        "The action card 'blue-site' is not in your hand. (cardNotInHand, R4.2)",
    ),
    "an influence card is no action card": (
        game,
        CommitCards("red-influence-1"),
        "The action card 'red-influence-1' is not in your hand. (cardNotInHand, R4.2)",
    ),
    "four influence cards of three": (
        game,
        CommitCards("red-site", 4),
        "You have only 3 influence cards. (notEnoughInfluence, R4.2)",
    ),
    "a space of no town": (
        red_lays_a_site,
        BuildDistrict("parijs-1", "red"),
        "There is no space 'parijs-1' on this board. (unknownSpace, R2.1)",
    ),
    "the town of the guild left out of three": (
        lambda: red_lays_a_site(of_three()),
        BuildDistrict("gent-1", "red"),
        "Gent is not in play. (townNotInPlay, R11)",
    ),
    "a guild master in a town out of play": (
        lambda: master(of_three()),
        PlaceGuildMaster("gent-0"),
        "Gent is not in play. (townNotInPlay, R11)",
    ),
    "a building site in a scored town": (
        lambda: red_lays_a_site(brugge_is_scored()),
        BuildDistrict("brugge-4", "grey"),
        "Brugge has already been scored. (townScored, R5.1)",
    ),
    "a guild master in a scored town": (
        lambda: master(brugge_is_scored()),
        PlaceGuildMaster("brugge-0"),
        "Brugge has already been scored. (townScored, R5.1)",
    ),
    "the town card of another town": (
        lambda: red_builds_in("gent"),
        BuildDistrict("ieper-1", "red"),
        "This card does not build in Ieper. (wrongTown, R6.1)",
    ),
    "a building site of another town": (
        lambda: red_builds_in("gent", brugge({4: "grey site"})),
        CompleteSite("brugge-4"),
        "This card is not for Brugge. (wrongTown, R6.1)",
    ),
    "a space that is built": (
        lambda: red_builds_in("brugge", brugge({4: "blue"})),
        BuildDistrict("brugge-4", "grey"),
        "brugge-4 is not free. (spaceNotFree, R5.1)",
    ),
    "a closed plot": (
        lambda: red_builds_in("brugge"),
        BuildDistrict("brugge-2a", "grey"),
        "brugge-2a is opened by a special church on brugge-2. (plotClosed, R5.6)",
    ),
    "a plot that was opened and built on": (
        lambda: red_builds_in("brugge", brugge({5: "blue", 6: "church A", "6a": "grey"})),
        BuildDistrict("brugge-6a", "red"),
        "brugge-6a is not free. (spaceNotFree, R5.1)",
    ),
    "church D on a pair of which one is built": (
        lambda: red_builds_in("brugge", brugge({5: "blue", 6: "grey"})),
        BuildDistrict("brugge-5", special="D"),
        "Church D needs both brugge-5 and brugge-6 free. (spaceNotFree, R5.6)",
    ),
    "church A on a bar": (
        lambda: red_builds_in("brugge"),
        BuildDistrict("brugge-1", special="A"),
        "Church A stands on a block; brugge-1 is none. (wrongShape, R5.2)",
    ),
    "a space that only a short side joins to the centre": (
        lambda: red_builds_in("brugge"),
        BuildDistrict("brugge-8", "grey"),
        "No long side of brugge-8 borders anything built. (notReachable, R5.3)",
    ),
    "church D with nothing beside it": (
        lambda: red_builds_in("utrecht"),
        BuildDistrict("utrecht-11", special="D"),
        "Nothing is built beside utrecht-11 and utrecht-12. (notReachable, R5.6)",
    ),
    "a neighbour of the same coat": (
        lambda: red_builds_in("brugge"),
        BuildDistrict("brugge-4", "red"),
        "brugge-4 borders another red district. (sameCoatNeighbour, R5.4)",
    ),
    "church D beside a church": (
        lambda: red_builds_in("brugge", brugge({4: "church"})),
        BuildDistrict("brugge-5", special="D"),
        "brugge-5 or brugge-6 borders another church district. (sameCoatNeighbour, R5.4)",
    ),
    "a kind of district that was never made": (
        lambda: red_builds_in("gent"),
        BuildDistrict("gent-1", "red", 1),
        "No red bar with 1 printed masters is left. (notInStock, R5.1)",
    ),
    "a kind of district that is used up": (
        lambda: red_builds_in("gent", stocked(game(), {"red block 1m": 0})),
        BuildDistrict("gent-4", "red", 1),
        "No red block with 1 printed masters is left. (notInStock, R5.1)",
    ),
    "a special church that has been laid": (
        lambda: red_builds_in("brugge", stocked(game(), {}, "ABC")),
        BuildDistrict("brugge-5", special="D"),
        "Church D is not in stock. (notInStock, R5.6)",
    ),
    "another guild's district": (
        lambda: red_builds_in("gent"),
        BuildDistrict("gent-1", "blue"),
        "This card does not build 'blue' districts. (coatNotAllowed, R6.1)",
    ),
    "an own district with a golden card": (
        lambda: acting(game(), "gold-A-site-1"),
        BuildDistrict("gent-1", "red"),
        "This card does not build 'red' districts. (coatNotAllowed, R7.3)",
    ),
    "a special church under a guild's arms": (
        lambda: red_builds_in("gent"),
        BuildDistrict("gent-5", "red", special="D"),
        "A special church is a church district without printed masters. (coatNotAllowed, R5.6)",
    ),
    "an own building site with a golden town card": (
        lambda: acting(lay(game(), "gent", {1: "red site"}), "gold-B-town-gent"),
        CompleteSite("gent-1"),
        "This card does not complete red districts. (coatNotAllowed, R7.2)",
    ),
    "church A on an unmarked block": (
        lambda: red_builds_in("brugge"),
        BuildDistrict("brugge-4", special="A"),
        "brugge-4 is not marked for church A. (specialNotHere, R5.6)",
    ),
    "church D named by its second block": (
        lambda: red_builds_in("brugge"),
        BuildDistrict("brugge-6", special="D"),
        "brugge-6 is not the first block of a pair for D. (specialNotHere, R5.6)",
    ),
    "a building site without a piece": (
        lambda: replace(red_lays_a_site(), sites_left=0),
        BuildDistrict("gent-1", "red"),
        "No building-site piece is left. (noSitePiece, R6.2)",
    ),
    "a finished district cannot be completed": (
        lambda: red_builds_in("brugge", brugge({4: "grey"})),
        CompleteSite("brugge-4"),
        "No building site lies on brugge-4. (noSiteHere, R6.1)",
    ),
    "a second cathedral": (
        lambda: cathedral(brugge({4: "church cathedral"})),
        BuildCathedral("brugge-4"),
        "brugge-4 has a cathedral already. (alreadyCathedral, R7.5)",
    ),
    "a cathedral on a guild's district": (
        cathedral,
        BuildCathedral("gent-0"),
        "No church district lies on gent-0. (notChurch, R7.5)",
    ),
    "a guild master on another guild's district": (
        master,
        PlaceGuildMaster("gent-0"),
        "No district of your own or of the grey guild lies on gent-0. (notOwnOrGrey, R7.6)",
    ),
}


@pytest.mark.parametrize(("state", "command", "said"), REFUSALS.values(), ids=REFUSALS)
def test_the_host_refuses_with_a_sentence_a_code_and_a_rule(state, command, said):
    assert str(refused(state(), 0, command)) == said


@pytest.mark.parametrize(
    ("state", "command", "rule"),
    [
        pytest.param(lambda: red_builds_in("gent"), BuildDistrict("gent-1", "red"), "R4.4", id="red is building"),
        pytest.param(lambda: game(2), PlayCard("green-site"), "R12.3", id="red is to play, of two"),
    ],
)
def test_nobody_acts_out_of_turn(state, command, rule):
    assert str(refused(state(), 1, command)) == f"It is not your turn. (notYourTurn, {rule})"


def test_nobody_plays_fewer_than_no_influence_cards():
    assert refused(game(), 0, CommitCards("red-site", -1)).code == "notEnoughInfluence"


def test_every_reason_of_the_specification_is_given_somewhere():
    given = {said.split("(")[-1].split(",")[0] for _, _, said in REFUSALS.values()}
    assert given | {"notYourTurn"} == set(REASONS.split())
