"""The replay's manners: where it begins, what it shows before the game, keys, links, a game that goes on, a phone."""

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.hall import OpenHouse, Person
from tests.browser.pages import Hall, Replay, Table
from tests.browser.visitor import Visitor
from tests.browser.words import say
from tests.playing import move

BUILT = 'svg.board [data-space][data-state="built"]'
BAR = """(bar) => {
    const seen = [...bar.querySelectorAll('button, input, select, a')].filter((node) => node.checkVisibility());
    const boxes = seen.map((node) => node.getBoundingClientRect());
    const middles = boxes.map(({top, height}) => Math.round(top + height / 2));
    const rows = middles.sort((a, b) => a - b).filter((middle, at) => at === 0 || middle - middles[at - 1] > 12);
    const isNamed = ({title, ariaLabel}) => title && title === ariaLabel;
    const unnamed = seen.filter((node) => node.matches('button') && !isNamed(node));
    return {rows: rows.length, top: bar.getBoundingClientRect().top, unnamed: unnamed.length};
}"""
"""The control bar as a thumb finds it."""


def at_table(visitor: Visitor, person: Person, table: UUID) -> Table:
    Hall(visitor).come_back(person.token)
    visitor.go(f"/tables/{table}")
    page = Table(visitor)
    page.await_board()
    return page


def test_from_my_last_move_plays_what_others_have_done_since(
    visitor: Visitor, house: OpenHouse, people: list[Person], scored: UUID
) -> None:
    application = house.stack.house.application
    since = {person.id: application.last_move(scored, person.id) for person in people}
    reader = min(people, key=lambda person: since[person.id])
    assert 1 < since[reader.id] < application.version(scored)
    replay = at_table(visitor, reader, scored).open_replay()
    replay.from_my_last_move()
    replay.await_playing(since[reader.id] + 1)


def test_where_nothing_has_happened_since_the_replay_begins_with_my_last_move(
    visitor: Visitor, house: OpenHouse, people: list[Person], finished: UUID
) -> None:
    events = list(house.stack.house.log.read(finished))
    reader = next(person for person in people if person.id == events[-1].actor)
    others = max(event.originator_version for event in events if event.actor != reader.id)
    replay = at_table(visitor, reader, finished).open_replay()
    replay.from_my_last_move()
    replay.await_playing(others + 1)


def test_the_link_to_a_moment_leads_to_it_and_can_be_copied(visit: Callable[..., Visitor], finished: UUID) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.go(f"/tables/{finished}?at=120")
    replay = Replay(visitor)
    replay.await_moment(120)
    replay.press("forward")
    replay.await_moment(121)
    expect(visitor.page).to_have_url(re.compile("at=121$"))
    replay.copy_link()
    assert visitor.page.evaluate("() => navigator.clipboard.readText()") == visitor.page.url
    replay.follow_link()
    replay.await_moment(121)
    expect(visitor.page).to_have_url(re.compile("at=121$"))


def test_another_language_leaves_the_reader_at_the_moment(visitor: Visitor, finished: UUID) -> None:
    visitor.go(f"/tables/{finished}?at=120&as=2")
    Replay(visitor).await_moment(120)
    Hall(visitor).choose_language("nl")
    Replay(visitor, "nl").await_moment(120)
    expect(visitor.page).to_have_url(re.compile("at=120&as=2$"))
    expect(visitor.page.locator(".replay")).to_have_attribute("aria-label", say("table.replay", "nl"))


def test_the_first_moments_show_an_empty_board(visitor: Visitor, house: OpenHouse, finished: UUID) -> None:
    begun = house.topics(finished).index("GameStarted") + 1
    assert 10 < begun < 15
    visitor.go(f"/tables/{finished}?at=1")
    replay, table = Replay(visitor), Table(visitor)
    for at in range(1, 15):
        replay.await_moment(at)
        expect(table.find(BUILT)).to_have_count(house.built_spaces(finished, max(at, begun)))
        expect(table.title).not_to_have_text(table.say("table.over"))
        if at < begun:
            expect(table.find(".prompt")).to_have_text(table.say("table.notStarted"))
            expect(table.find(".seat-list")).to_be_hidden()
        else:
            expect(table.find(".seat-list")).to_be_visible()
        replay.press("forward")


def test_the_keys_work_after_the_replay_was_opened_with_the_mouse(visitor: Visitor, finished: UUID) -> None:
    visitor.go(f"/tables/{finished}")
    table = Table(visitor)
    table.await_board()
    replay = table.open_replay()
    keyboard = visitor.page.keyboard
    keyboard.press("ArrowLeft")
    replay.await_moment(replay.last - 1)
    keyboard.press("[")
    expect(replay.scrubber).not_to_have_value(str(replay.last - 1))
    keyboard.press("Home")
    replay.await_moment(1)
    keyboard.press(" ")
    replay.await_playing(2)
    keyboard.press(" ")
    expect(visitor.page.locator('[data-replay-button="play"]')).to_have_attribute("title", say("table.replay.play"))
    keyboard.press("End")
    replay.await_moment(replay.last)


def test_the_keys_work_at_a_linked_moment(visitor: Visitor, finished: UUID) -> None:
    visitor.go(f"/tables/{finished}?at=50")
    replay = Replay(visitor)
    replay.await_moment(50)
    visitor.page.keyboard.press("ArrowRight")
    replay.await_moment(51)


def test_the_replay_grows_while_the_game_goes_on(visitor: Visitor, house: OpenHouse, people: list[Person]) -> None:
    application = house.stack.house.application
    table = house.table_of(people)
    replay = at_table(visitor, people[3], table).open_replay()
    before = replay.last
    replay.press("back")
    replay.await_moment(before - 1)
    for _ in range(4):
        move(application, table, "growing")
    latest = application.version(table)
    expect(replay.scrubber).to_have_attribute("max", str(latest))
    expect(replay.told).to_contain_text(f"{before - 1}/{latest}")
    expect(replay.scrubber).to_have_value(str(before - 1))
    replay.press("last")
    replay.await_moment(latest)


def test_on_a_phone_the_controls_leave_the_board_in_sight(
    visit: Callable[..., Visitor], people: list[Person], finished: UUID
) -> None:
    visitor = visit(**PHONE)
    table = at_table(visitor, people[0], finished)
    replay = table.open_replay()
    bar = visitor.page.locator(".replay").evaluate(BAR)
    assert bar["rows"] <= 2
    assert bar["unnamed"] == 0
    stage = table.find("svg.board").bounding_box()
    assert stage is not None
    assert stage["y"] + stage["height"] <= bar["top"]
    replay.look_as("1")
    expect(visitor.page).to_have_url(re.compile("as=1$"))
    replay.leave()


@pytest.mark.parametrize("wishes", [{}, PHONE], ids=["desk", "phone"])
def test_a_long_sentence_can_be_read_and_leaves_the_board_in_sight(
    visit: Callable[..., Visitor], house: OpenHouse, finished: UUID, wishes: dict[str, Any]
) -> None:
    visitor = visit(**wishes)
    visitor.go(f"/tables/{finished}?at={house.topics(finished).index('TownScored')}")
    replay, table = Replay(visitor), Table(visitor)
    replay.await_moment()
    before = table.find(".replay").bounding_box()
    replay.press("forward")
    replay.await_moment(house.topics(finished).index("TownScored") + 1)
    after, board = table.find(".replay").bounding_box(), table.find("svg.board").bounding_box()
    assert before is not None
    assert after is not None
    assert board is not None
    assert after["height"] == before["height"]
    assert board["y"] + board["height"] <= after["y"]
    replay.told.click()
    assert replay.told.evaluate("(told) => told.scrollHeight - told.clientHeight") <= 1
