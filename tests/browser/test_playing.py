"""A game as people play it: with a mouse, with the keyboard alone, with a thumb; and a first round."""

from collections.abc import Callable
from uuid import UUID

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.hall import OpenHouse
from tests.browser.pages import Hall, Keyboard, Table
from tests.browser.pages.table import LEGAL_SPACE
from tests.browser.visitor import Visitor

ABOVE_THE_DOCK = """(node) =>
    node.getBoundingClientRect().bottom <= document.querySelector('.dock').getBoundingClientRect().top"""
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_a_person_and_three_bots_play_a_whole_game_with_the_mouse(visitor: Visitor) -> None:
    hall = Hall(visitor)
    hall.arrive("Anna")
    table = hall.play_against_bots()
    moves = 0
    while table.move() != "over":
        moves += 1
    assert moves > 20

    scoring = table.open_scoring()
    expect(scoring.chart).to_be_visible()
    scoring.explain("brugge")
    scoring.point_at_a_term()
    expect(scoring.lit.first).to_be_attached()
    replay = table.open_replay()
    assert replay.at == replay.last
    replay.press("previousScoring")
    expect(replay.scrubber).not_to_have_value(str(replay.last))


def test_a_game_with_the_keyboard_only(visitor: Visitor, house: OpenHouse) -> None:
    hall = Hall(visitor)
    visitor.go("/")
    expect(hall.button("arrive.enter")).to_be_visible()
    keys = Keyboard(hall.as_table())
    keys.reach("input[name=name]")
    visitor.page.keyboard.type("Bert")
    keys.press("Enter")
    expect(hall.title).to_be_visible()
    hall.button("lobby.playNow").wait_for()
    keys.reach(".action button.primary")
    keys.press("Enter")
    table = UUID(hall.at_the_table().id)
    while keys.move() != "over":
        pass
    assert "TownScored" in house.topics(table)


def assert_that_a_card_is_chosen_without_scrolling(table: Table) -> None:
    """Neither the page nor the dock moves under the thumb, and what comes next is all on the screen."""
    table.await_turn()
    table.press(table.find('[data-card$="town-luik"]'))
    assert table.visitor.page.evaluate("() => scrollY") == 0
    dock = table.find(".dock")
    assert dock.evaluate("(node) => node.scrollWidth - node.clientWidth") == 0
    for part in ("[data-confirm]", "[data-influence='0']", "[data-influence='3']"):
        expect(table.find(part)).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_where_to_build_is_in_sight_on_a_phone(visit: Callable[..., Visitor], language: str) -> None:
    visitor = visit(**PHONE | {"locale": language})
    hall = Hall(visitor, language)
    hall.arrive("Cora")
    table = hall.play_against_bots()
    assert_that_a_card_is_chosen_without_scrolling(table)
    table.confirm()
    assert table.await_turn() == "space"
    for space in table.find(LEGAL_SPACE).all():
        expect(space).to_be_in_viewport(ratio=0.99)
        assert space.evaluate(ABOVE_THE_DOCK)


def test_rounds_on_a_phone_by_touch(visit: Callable[..., Visitor]) -> None:
    visitor = visit(**PHONE)
    hall = Hall(visitor)
    hall.arrive("Cora")
    assert visitor.page.evaluate(OVERFLOW) == 0
    table = hall.play_against_bots()
    assert_that_a_card_is_chosen_without_scrolling(table)
    wanted = [table.move() for _ in range(6)]
    assert {"cards", "space"} <= set(wanted)
    assert visitor.page.evaluate(OVERFLOW) == 0
    table.open_scoring().explain("gent")
    assert visitor.page.evaluate(OVERFLOW) == 0
    table.open_replay()
    assert visitor.page.evaluate(OVERFLOW) == 0


def test_a_guided_first_round(visitor: Visitor) -> None:
    hall = Hall(visitor)
    hall.arrive("Dirk")
    table = hall.play_against_bots()
    table.await_turn()
    expect(table.tour).to_contain_text(table.say("table.tour.commitCards"))
    stage = table.find(".stage")
    before = stage.bounding_box()
    expect(stage).to_be_in_viewport(ratio=0.99)
    table.choose_card("town-gent")
    table.confirm()
    assert table.await_turn() == "space"
    expect(table.tour).to_contain_text(table.say("table.tour.build"))
    assert stage.bounding_box() == before, "The board stays where it is when another hint is given."
    table.move()
    table.tour.get_by_role("button").click()
    expect(table.tour).to_have_count(0)
    visitor.page.reload()
    table.await_turn()
    expect(table.tour).to_have_count(0)


def test_the_score_is_in_sight_beside_the_board(visit: Callable[..., Visitor]) -> None:
    visitor = visit(viewport={"width": 1440, "height": 900}, locale="de")
    hall = Hall(visitor, "de")
    hall.arrive("Dirk")
    table = hall.play_against_bots()
    table.await_turn()
    table.open_scoring()
    assert visitor.page.evaluate("() => [scrollY, document.querySelector('.table-side').scrollTop]") == [0, 0]
    expect(table.find("[data-town-score]").first).to_be_in_viewport()


def test_a_space_that_is_closed_says_why_with_the_rule(visitor: Visitor) -> None:
    hall = Hall(visitor)
    hall.arrive("Eva")
    table = hall.play_against_bots()
    table.await_turn()
    table.choose_card("town-gent")
    table.confirm()
    assert table.await_turn() == "space"
    table.press_space(table.find('[data-space="gent-0"]').element_handle())
    expect(table.find(".reasons")).to_contain_text(table.say("table.centreOf", town="Gent"))
    expect(table.find(".reasons .rule").first).to_have_text("R6.1")
