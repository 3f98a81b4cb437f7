"""The seal: the page verifies the table itself, says how far, and cries wolf only when there is one."""

import re
from collections.abc import Callable
from uuid import UUID

from playwright.sync_api import APIResponse, Locator, Route, expect

from tests.browser.hall import OpenHouse, Person
from tests.browser.pages import Table
from tests.browser.visitor import Visitor
from tests.browser.words import say
from tests.playing import move

STORY = re.compile(r"/events\?public=true")


def seal_of(visitor: Visitor) -> Locator:
    return visitor.page.locator(".seal-place")


def expect_verified(visitor: Visitor, version: int) -> None:
    expect(seal_of(visitor)).to_contain_text(say("trust.state.ok", version=version))
    expect(seal_of(visitor)).to_have_attribute("data-state", "ok")


def test_the_browser_itself_verifies_the_table(visitor: Visitor, house: OpenHouse, finished: UUID) -> None:
    visitor.go(f"/tables/{finished}")
    Table(visitor).await_board()
    expect_verified(visitor, len(house.topics(finished)))
    seal_of(visitor).get_by_role("button").first.click()
    expect(visitor.page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()


def test_what_happens_while_the_story_is_read_is_no_false_alarm(
    visitor: Visitor, house: OpenHouse, people: list[Person]
) -> None:
    table = house.table_of(people)
    held: list[tuple[Route, APIResponse]] = []
    visitor.page.route(STORY, lambda route: held.append((route, route.fetch())), times=1)
    visitor.go(f"/tables/{table}")
    while not held:
        visitor.page.wait_for_timeout(20)
    move(house.stack.house.application, table, "meanwhile")
    latest = house.stack.house.application.version(table)
    expect(visitor.page.locator(f'.log-list li[value="{latest}"]')).to_be_attached()
    route, answer = held[0]
    route.fulfill(response=answer)
    expect_verified(visitor, latest)


def test_the_seal_follows_the_game_and_reads_only_what_is_new(
    visit: Callable[..., Visitor], house: OpenHouse, people: list[Person]
) -> None:
    table = house.table_of(people)
    visitor = visit()
    visitor.go(f"/tables/{table}")
    Table(visitor).await_board()
    verified = house.stack.house.application.version(table)
    expect_verified(visitor, verified)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url) if STORY.search(request.url) else None)
    for _ in range(6):
        move(house.stack.house.application, table, "followed")
    expect_verified(visitor, house.stack.house.application.version(table))
    assert asked
    assert all(int(url.partition("after=")[2].partition("&")[0]) >= verified for url in asked)
