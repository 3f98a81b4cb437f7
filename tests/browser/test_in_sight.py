"""What is spoken of beside the board can be seen on it at the same time, and the reader stays where they were."""

from collections.abc import Callable
from uuid import UUID

from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE
from tests.browser.hall import OpenHouse
from tests.browser.pages import Table
from tests.browser.visitor import Visitor
from tests.stack import until

IS_SEEN = """(node) => {
    const {left, top, width, height} = node.getBoundingClientRect();
    return [[.5, .5], [.25, .25], [.75, .25], [.25, .75], [.75, .75]].some(([x, y]) => {
        const found = document.elementFromPoint(left + x * width, top + y * height);
        return node === found || node.contains(found);
    });
}"""
"""Whether a part of it lies open to the eye."""
TOP = "(node) => node.getBoundingClientRect().top"


def await_seen(node: Locator, what: str) -> None:
    until(lambda: node.evaluate(IS_SEEN), seconds=8, what=what)


def explained(visitor: Visitor, house: OpenHouse, table: UUID) -> tuple[Table, Locator]:
    """The page with the explanation of a town open, and one of its lines."""
    visitor.go(f"/tables/{table}")
    page = Table(visitor)
    page.await_board()
    scoring = page.open_scoring()
    scoring.explain(house.scored_town(table))
    return page, page.find("details[open] .terms tr[tabindex]").first


def test_on_a_phone_the_board_comes_to_the_line_that_is_tapped(
    visit: Callable[..., Visitor], house: OpenHouse, finished: UUID
) -> None:
    visitor = visit(**PHONE)
    page, line = explained(visitor, house, finished)
    board = page.find("svg.board")
    whole = board.get_attribute("viewBox")
    line.tap()
    lit = page.find("[data-space].lit")
    for space in lit.all():
        await_seen(space, "The lit district")
    await_seen(line, "The line")
    assert board.get_attribute("viewBox") != whole

    place = line.evaluate(TOP)
    page.press(page.find("[data-release]"))
    expect(page.find("[data-release]")).to_be_hidden()
    assert board.get_attribute("viewBox") == whole
    assert not board.evaluate(IS_SEEN)
    await_seen(line, "The line")
    assert abs(line.evaluate(TOP) - place) < 300


def test_on_a_small_screen_with_a_keyboard_the_board_is_in_sight_of_the_line_that_has_the_focus(
    visitor: Visitor, house: OpenHouse, finished: UUID
) -> None:
    visitor.choose_size(1280, 560)
    page, line = explained(visitor, house, finished)
    visitor.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    line.focus()
    await_seen(page.find("[data-space].lit").first, "The lit district")
    await_seen(line, "The line")


def test_a_line_of_the_story_shows_its_moment_without_losing_the_place(
    visit: Callable[..., Visitor], finished: UUID
) -> None:
    visitor = visit(**PHONE)
    visitor.go(f"/tables/{finished}")
    page = Table(visitor)
    page.await_board()
    page.open_tab("log")
    line = page.story.nth(3)
    page.press(line.get_by_role("button"))
    await_seen(page.find("svg.board"), "The board")
    await_seen(page.find("[data-scrubber]"), "The scrubber")
    line.scroll_into_view_if_needed()
    expect(line).to_be_in_viewport()
