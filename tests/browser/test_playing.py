"""A game as people play it: with a mouse, with the keyboard alone, with a thumb; and a first round."""

import os
from collections.abc import Callable
from uuid import UUID

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.hall import OpenHouse
from tests.browser.pages import Hall, Keyboard
from tests.browser.visitor import Visitor

IS_FULL = "GUILDHALL_FULL" in os.environ
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
    """To the first scoring, and with GUILDHALL_FULL to the end."""
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
        if not IS_FULL and "TownScored" in house.topics(table):
            break
    assert "TownScored" in house.topics(table)


def test_rounds_on_a_phone_by_touch(visit: Callable[..., Visitor]) -> None:
    visitor = visit(**PHONE)
    hall = Hall(visitor)
    hall.arrive("Cora")
    assert visitor.page.evaluate(OVERFLOW) == 0
    table = hall.play_against_bots()
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
    table.choose_card("town-gent")
    table.confirm()
    assert table.await_turn() == "space"
    expect(table.tour).to_contain_text(table.say("table.tour.build"))
    table.move()
    table.tour.get_by_role("button").click()
    expect(table.tour).to_have_count(0)
    visitor.page.reload()
    table.await_turn()
    expect(table.tour).to_have_count(0)


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
