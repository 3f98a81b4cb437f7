"""A game as people play it: with a mouse, with the keyboard alone, with a thumb; and a first round."""

from collections.abc import Callable
from uuid import UUID

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE
from tests.browser.hall import OpenHouse, Person
from tests.browser.pages import Hall, Keyboard, Table
from tests.browser.pages.table import LEGAL_SPACE
from tests.browser.visitor import Visitor

ABOVE_THE_DOCK = """(node) =>
    node.getBoundingClientRect().bottom <= document.querySelector('.dock').getBoundingClientRect().top"""
IS_WHOLE = "(node) => node.scrollHeight <= node.clientHeight"
IS_ON_TOP = """(node) => {
    const {left, top, width, height} = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
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


def top_of(node: Locator) -> float:
    box = node.bounding_box()
    assert box is not None
    return box["y"]


def bottom_of(node: Locator) -> float:
    box = node.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_on_a_small_phone_the_first_hint_stands_whole_above_my_hand(
    visit: Callable[..., Visitor], language: str
) -> None:
    visitor = visit(**PHONE | {"locale": language, "viewport": {"width": 375, "height": 667}})
    hall = Hall(visitor, language)
    hall.arrive("Cora")
    table = hall.play_against_bots()
    table.await_turn()
    expect(table.tour.get_by_role("button")).to_be_in_viewport(ratio=0.99)
    assert table.tour.evaluate(IS_WHOLE)
    assert bottom_of(table.tour) <= top_of(table.find(".dock"))


def test_on_a_phone_the_board_is_watched_while_others_choose(
    visit: Callable[..., Visitor], house: OpenHouse, people: list[Person]
) -> None:
    visitor = visit(**PHONE | {"locale": "de"})
    Hall(visitor, "de").come_back(people[0].token)
    visitor.go(f"/tables/{house.table_of(people)}")
    table = Table(visitor, "de")
    table.await_turn()
    table.choose_card()
    table.confirm()
    expect(table.find(".dock.mine")).to_have_count(0)
    expect(table.prompt).to_be_in_viewport(ratio=0.99)
    assert bottom_of(table.find("svg.board")) <= top_of(table.prompt)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_on_a_phone_the_effect_is_in_sight_when_it_is_confirmed(visit: Callable[..., Visitor], language: str) -> None:
    visitor = visit(**PHONE | {"locale": language, "viewport": {"width": 375, "height": 667}})
    hall = Hall(visitor, language)
    hall.arrive("Cora")
    table = hall.play_against_bots()
    table.await_turn()
    table.choose_card("town-luik")
    table.confirm()
    assert table.await_turn() == "space"
    table.choose_space()
    for part in (".effect p", ".effect li", "[data-confirm]"):
        expect(table.find(part).first).to_be_in_viewport(ratio=0.99)
    options = table.find("[data-option]").filter(visible=True)
    expect(options).to_have_count(1)
    table.press(table.find("[data-choose-again]"))
    expect(table.confirm_button).to_have_count(0)
    assert options.count() > 1


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


@pytest.mark.parametrize(("language", "width", "height"), [("en", 1280, 900), ("fr", 1000, 768), ("nl", 1024, 768)])
def test_a_guided_first_round(visit: Callable[..., Visitor], language: str, width: int, height: int) -> None:
    visitor = visit(locale=language, viewport={"width": width, "height": height})
    hall = Hall(visitor, language)
    hall.arrive("Dirk")
    table = hall.play_against_bots()
    table.await_turn()
    expect(table.hint).to_have_text(table.say("table.tour.commitCards"))
    stage = table.find(".stage")
    before = stage.bounding_box()
    assert table.tour.evaluate(IS_WHOLE)
    expect(stage).to_be_in_viewport(ratio=0.99)
    table.choose_card("town-gent")
    table.confirm()
    assert table.await_turn() == "space"
    expect(table.hint).to_have_text(table.say("table.tour.build"))
    assert table.tour.evaluate(IS_WHOLE)
    assert stage.bounding_box() == before, "The board stays where it is when another hint is given."
    table.move()
    table.tour.get_by_role("button").click()
    expect(table.tour).to_have_count(0)
    visitor.page.reload()
    table.await_turn()
    expect(table.tour).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (1024, 768)])
def test_the_score_is_in_sight_beside_the_board(visit: Callable[..., Visitor], width: int, height: int) -> None:
    """The column beside the board scrolls to what is opened; the page, and what is asked of me, stay."""
    visitor = visit(viewport={"width": width, "height": height}, locale="de")
    hall = Hall(visitor, "de")
    hall.arrive("Dirk")
    table = hall.play_against_bots()
    table.await_turn()
    table.open_scoring()
    for part in (table.prompt, table.find("[data-town-score]").first, table.find("[data-town-score]").last):
        expect(part).to_be_in_viewport(ratio=0.99)
    assert visitor.page.evaluate("() => scrollY") == 0


def test_what_is_asked_of_me_is_in_sight_whatever_i_read(visitor: Visitor) -> None:
    visitor.choose_size(1366, 768)
    hall = Hall(visitor)
    hall.arrive("Dirk")
    table = hall.play_against_bots()
    table.await_turn()
    table.choose_card("town-gent")
    table.confirm()
    table.find(".table-side").evaluate("(side) => side.scrollTo(0, side.scrollHeight)")
    table.await_turn()
    assert table.find(".table-side").evaluate("(side) => side.scrollTop") > 0
    expect(table.prompt).to_be_in_viewport(ratio=0.99)
    assert table.prompt.evaluate(IS_ON_TOP)


@pytest.mark.parametrize("height", [900, 720])
def test_all_that_fits_on_a_space_is_in_sight(visitor: Visitor, height: int) -> None:
    visitor.choose_size(1280, height)
    hall = Hall(visitor)
    hall.arrive("Eva")
    table = hall.play_against_bots()
    table.await_turn()
    table.choose_card("town-gent")
    table.confirm()
    assert table.await_turn() == "space"
    for space in table.find(LEGAL_SPACE).element_handles():
        table.press_space(space)
        table.find("[data-option], [data-confirm]").first.wait_for()
        for option in table.find("[data-option]").all():
            expect(option).to_be_in_viewport(ratio=0.99)
    assert table.find(".option-list").evaluate(IS_WHOLE)
    assert table.find(".option-list").evaluate("(list) => getComputedStyle(list).overflowY") == "visible"


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
