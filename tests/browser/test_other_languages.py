"""The story, the explanation of a score and refusals in the reader's language: nothing is left in English."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
import requests
from playwright.sync_api import Route, expect

from tests.browser.hall import PEOPLE, OpenHouse, Person
from tests.browser.pages import Hall, Table
from tests.browser.visitor import Visitor
from tests.saying import Tongue

OTHERS = ["nl", "de", "fr"]
IN_ENGLISH = "main [lang=en]"
SHOWN = 120
MEANWHILE = 6
ALL = """async ({board, lines}) => {
    const base = document.querySelector('script[type=module]').src;
    const {Names} = await import(new URL('./table/names.js', base));
    const {inWords, learnToTell} = await import(new URL('./said.js', base));
    await learnToTell();
    const names = new Names(board);
    return lines.map((line) => inWords(line, names));
}"""
"""What the page makes of lines of the API."""


def told(house: OpenHouse, path: str) -> Any:
    return requests.get(f"{house.address}/api/v1{path}", timeout=20).json()


def by_name(text: str) -> str:
    """The page calls a game by its title where the API's sentence has its id."""
    return text.replace("table of macht", "table of The Power of the Guilds")


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_a_whole_game_is_told(visit: Callable[..., Visitor], house: OpenHouse, finished: UUID, language: str) -> None:
    visitor = visit(locale=language)
    visitor.go(f"/tables/{finished}")
    table = Table(visitor, language)
    lines = told(house, f"/tables/{finished}/log?limit=1000")["lines"]
    expect(table.story).to_have_count(min(SHOWN, len(lines)))
    shown = list(reversed(table.story.all_inner_texts()))
    expected = [Tongue(language).say(line["says"]) for line in lines]
    assert shown == expected[-SHOWN:]
    expect(visitor.page.locator(IN_ENGLISH)).to_have_count(0)

    board = told(house, "/games/macht")["board"]
    frames = told(house, f"/tables/{finished}/frames?limit=2000")["frames"]
    for source in (lines, frames):
        said = visitor.page.evaluate(ALL, {"board": board, "lines": source})
        assert [line["text"] for line in said] == expected
        assert {line["lang"] for line in said} == {None}
    if language == "en":
        assert expected == [by_name(line["text"]) for line in lines]


def come_in(visitor: Visitor, house: OpenHouse, language: str) -> list[Person]:
    """Somebody who reads this language, and three others."""
    people = [house.person(name) for name in PEOPLE]
    hall = Hall(visitor, language)
    hall.come_back(people[0].token)
    hall.choose_language(language)
    return people


@pytest.mark.parametrize("language", OTHERS)
def test_score_disputes_and_replay_are_told(visit: Callable[..., Visitor], house: OpenHouse, language: str) -> None:
    visitor = visit(locale=language)
    people = come_in(visitor, house, language)
    scored = house.table_of(people)
    house.play(scored, until=lambda name: name == "TownScored")
    tongue = Tongue(language)
    visitor.go(f"/tables/{scored}")
    table = Table(visitor, language)
    table.await_board()
    scoring = table.open_scoring()
    for town in {house.scored_town(scored), "luik"}:
        lines = told(house, f"/tables/{scored}/scoring/{town}")["lines"]
        explained = scoring.explain(town)
        expect(explained).to_have_count(len(lines))
        for text, line in zip(explained.all_inner_texts(), lines, strict=True):
            assert text.startswith(tongue.say(line["says"]))
            assert line["text"] not in text
    expect(visitor.page.locator(IN_ENGLISH)).to_have_count(0)

    scoring.dispute(house.scored_town(scored), "Hm?")
    expect(scoring.disputes.locator("li.ok")).to_have_count(8)
    expect(visitor.page.locator(IN_ENGLISH)).to_have_count(0)

    replay = table.open_replay()
    (line,) = told(house, f"/tables/{scored}/log?after={replay.at - 1}&limit=1")["lines"]
    expect(replay.told.locator("span")).to_have_text(tongue.say(line["says"]))
    expect(visitor.page.locator(IN_ENGLISH)).to_have_count(0)


@pytest.mark.parametrize("language", OTHERS)
def test_what_happened_meanwhile_and_what_is_refused(
    visit: Callable[..., Visitor], house: OpenHouse, language: str
) -> None:
    visitor = visit(locale=language)
    people = come_in(visitor, house, language)
    table_id, application = house.table_of(people), house.stack.house.application
    house.play(table_id, until=lambda name: name == "RoundEnded")
    table = application.state(table_id)
    application.submit(table_id, people[1].id, table.rules.legal(table.state, 1)[0])
    house.stack.await_view(table_id)
    visitor.go("/")
    story = visitor.page.locator("ol.story li")
    expect(story.last).to_be_visible()
    lines = told(house, f"/tables/{table_id}/log?limit=1000&after={application.last_move(table_id, people[0].id)}")[
        "lines"
    ]
    assert story.all_inner_texts() == [Tongue(language).say(line["says"]) for line in lines[-MEANWHILE:]]
    expect(visitor.page.locator(IN_ENGLISH)).to_have_count(0)

    visitor.go(f"/tables/{table_id}")
    page = Table(visitor, language)
    page.await_turn()
    card = page.choose_card()
    choice = {"type": "CommitCards", "actionCard": card, "influence": 0}

    def be_quicker(route: Route) -> None:
        if route.request.method == "POST":
            application.submit(table_id, people[0].id, choice)
        route.continue_()

    visitor.page.route("**/moves", be_quicker)
    visitor.forgive("409")
    page.press(page.confirm_button)
    refused = page.say("problem.withRule", sentence=page.say("problem.alreadyChosen"), rule="R4.2")
    expect(visitor.page.locator(".problem")).to_have_text(refused)
    page.open_tab("moves")
    expect(visitor.page.locator(".moves-list .quiet")).to_have_text(page.say("table.why.notAwaited"))
