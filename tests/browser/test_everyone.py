"""For everyone: other languages, and no serious finding of axe-core in light and dark."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.hall import Person
from tests.browser.pages import Hall, Table
from tests.browser.visitor import Visitor
from tests.browser.words import raw_keys


@pytest.mark.parametrize("language", ["nl", "de", "fr"])
def test_the_page_speaks_the_readers_language(visit: Callable[..., Visitor], finished: UUID, language: str) -> None:
    visitor = visit(locale=f"{language}-{language.upper()}")
    hall = Hall(visitor, language)
    hall.arrive("Jan")
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    said = [visitor.page.inner_text("body")]
    visitor.go(f"/tables/{finished}")
    table = Table(visitor, language)
    table.await_board()
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    for tab in ("moves", "log", "scoring", "text", "settings"):
        table.open_tab(tab)
        said.append(visitor.page.inner_text("body"))
    table.open_replay()
    said.append(visitor.page.inner_text("body"))
    said += [str(space[2]) for space in table.spaces()]
    assert raw_keys("\n".join(said)) == []
    hall.choose_language("en")
    table.language = "en"
    expect(table.title).to_have_text(table.say("table.over"))


def serious(visitor: Visitor, where: str) -> list[str]:
    found: dict[str, Any] = Axe().run(visitor.page).response
    return [
        f"{where}: {violation['id']} ({violation['impact']}): {node['html'][:160]} {node.get('failureSummary', '')}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_no_serious_finding(
    visit: Callable[..., Visitor], people: list[Person], finished: UUID, scored: UUID, scheme: str
) -> None:
    visitor = visit(color_scheme=scheme, reduced_motion="reduce")
    visitor.go("/")
    expect(Hall(visitor).button("arrive.enter")).to_be_visible()
    found = serious(visitor, "the door")
    Hall(visitor).come_back(people[0].token)
    found += serious(visitor, "the hall")
    visitor.go("/open")
    expect(Hall(visitor).button("open.open")).to_be_visible()
    found += serious(visitor, "opening a table")

    visitor.go(f"/tables/{scored}")
    table = Table(visitor)
    table.await_turn()
    table.choose_card()
    found += serious(visitor, "the table")
    table.open_tab("text")
    found += serious(visitor, "the table as text")

    visitor.go(f"/tables/{finished}")
    table.await_board()
    table.open_scoring().explain("brugge")
    found += serious(visitor, "scoring")
    table.open_replay()
    found += serious(visitor, "replay")
    assert found == []
