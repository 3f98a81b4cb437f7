"""The story beside the board: all of it, whatever comes first."""

import re
from uuid import UUID

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.hall import OpenHouse, Person
from tests.browser.pages import Table
from tests.browser.visitor import Visitor
from tests.playing import move

LINES = re.compile(r"/log\?after=")
VERSIONS = "(lines) => lines.map((line) => line.value)"


def test_what_is_heard_first_does_not_hide_what_happened_before(
    visitor: Visitor, house: OpenHouse, people: list[Person]
) -> None:
    table = house.table_of(people)
    held: list[tuple[Route, APIResponse]] = []
    visitor.page.route(LINES, lambda route: held.append((route, route.fetch())))
    visitor.go(f"/tables/{table}")
    while not held:
        visitor.page.wait_for_timeout(20)
    move(house.stack.house.application, table, "heard first")
    latest = house.stack.house.application.version(table)
    page = Table(visitor)
    expect(page.find('[data-seat="0"] .tag-done')).to_be_visible()
    for route, answer in held:
        route.fulfill(response=answer)
    expect(page.story).to_have_count(latest)
    assert page.story.evaluate_all(VERSIONS) == list(range(latest, 0, -1))


def test_a_long_story_is_read_back_to_its_beginning(visitor: Visitor, house: OpenHouse, finished: UUID) -> None:
    visitor.go(f"/tables/{finished}")
    page = Table(visitor)
    page.await_board()
    latest = len(house.topics(finished))
    expect(page.find(f'.log-list li[value="{latest}"]')).to_be_attached()
    while page.older_story.is_visible():
        before = page.story.count()
        page.press(page.older_story)
        expect(page.story).not_to_have_count(before)
    assert page.story.evaluate_all(VERSIONS) == list(range(latest, 0, -1))
    expect(page.find('.log-list li[value="2"]')).to_have_text(house.sentence(finished, 2))
