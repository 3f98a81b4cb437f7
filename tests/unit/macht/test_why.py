"""Why a space cannot be chosen: the same reasons as a refused command, and none where something is legal."""

from domain.macht.legal import legal
from domain.macht.state import State
from domain.macht.why import why_not

from .towns import acting, brugge, game, score


def codes(state: State, space: str) -> set[tuple[str | None, str, str]]:
    return {(refusal.coat, refusal.code, refusal.rule) for refusal in why_not(state, 0, space)}


def test_a_space_that_nothing_reaches() -> None:
    assert codes(acting(game(), "red-town-brugge"), "brugge-9") == {(None, "notReachable", "R5.3")}


def test_a_plot_that_no_special_church_has_opened() -> None:
    assert codes(acting(game(), "red-town-brugge"), "brugge-6a") == {(None, "plotClosed", "R5.6")}


def test_reasons_of_one_coat_name_it() -> None:
    state = brugge({1: "grey", 5: "church"})
    assert ("red", "sameCoatNeighbour", "R5.4") in codes(acting(state, "red-town-brugge"), "brugge-4")


def test_another_town_a_scored_one_and_no_card_at_all() -> None:
    assert codes(acting(game(), "red-town-brugge"), "gent-1") == {(None, "wrongTown", "R6.1")}
    assert codes(acting(score(game()).state, "red-site"), "brugge-1") == {(None, "townScored", "R5.1")}
    assert codes(game(), "gent-1") == {(None, "wrongPhase", "R4.4")}
    assert codes(acting(game(), "red-site"), "nowhere") == {(None, "unknownSpace", "R2.1")}


def test_cathedrals_and_masters() -> None:
    assert codes(acting(game(), "gold-A-cathedral-1"), "brugge-0") == {(None, "notChurch", "R7.5")}
    assert codes(acting(game(), "gold-A-master-1"), "gent-0") == {(None, "notOwnOrGrey", "R7.6")}


def test_there_is_a_reason_for_exactly_the_spaces_without_a_move() -> None:
    for card in ("red-town-brugge", "red-site", "gold-A-cathedral-1", "gold-A-master-1"):
        state = acting(game(), card)
        open_spaces = {command.space for command in legal(state, 0)}  # type: ignore[union-attr]
        for space in state.plan.place:
            assert bool(why_not(state, 0, space)) != (space in open_spaces), (card, space)
