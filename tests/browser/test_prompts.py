"""What the table asks of me, and whom it waits for: by the rules, and in whole sentences."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.hall import OpenHouse, Person
from tests.browser.pages import Hall, Table
from tests.browser.visitor import Visitor


def at_the_table_when(house: OpenHouse, visitor: Visitor, people: list[Person], **wanted: Any) -> tuple[Table, Any]:
    """The first person's page at a moment when the game looks so."""
    found: list[dict[str, Any]] = []

    def is_so(view: dict[str, Any]) -> bool:
        acting = view["acting"] or {}
        is_it = view["awaited"] == wanted["awaited"] and acting.get("source") == wanted.get("source")
        return is_it and not found.append(view)

    while not house.play_until(table := house.table_of(people), is_so):
        pass
    Hall(visitor).come_back(people[0].token)
    visitor.go(f"/tables/{table}")
    page = Table(visitor)
    page.await_board()
    return page, found[-1]


def card_of(page: Table, view: dict[str, Any]) -> str:
    name: str = view["acting"]["card"].rpartition("-")[2]
    return page.say("table.card.site") if name == "site" else name.capitalize()


def test_a_golden_card_builds_for_grey_or_church_alone(
    visitor: Visitor, house: OpenHouse, people: list[Person]
) -> None:
    page, view = at_the_table_when(house, visitor, people, awaited={"0": "build"}, source="golden")
    assert page.await_turn() == "space"
    expect(page.prompt).to_contain_text(page.say("table.prompt.buildGolden", card="X").partition("X")[2])
    expect(page.prompt).not_to_contain_text(page.say("guild.red"))
    assert view["acting"]["source"] == "golden"


def test_the_table_says_what_it_waits_for(visitor: Visitor, house: OpenHouse, people: list[Person]) -> None:
    page, view = at_the_table_when(house, visitor, people, awaited={"1": "build"}, source="silver")
    guilds = page.say(f"guild.{view['seats'][1]['guild']}")
    expect(page.prompt).to_have_text(page.say("table.waiting.build", guilds=guilds, card=card_of(page, view)))


def test_of_two_actions_only_what_is_left_is_asked_for(
    visitor: Visitor, house: OpenHouse, people: list[Person]
) -> None:
    page, _ = at_the_table_when(house, visitor, people[:2], awaited={"0": "turn2p"})
    expect(page.prompt).to_have_text(page.say("table.prompt.turn2p"))
    page.press(page.find("[data-draw]"))
    page.confirm()
    while page.await_turn() == "space":
        page.move()
    expect(page.prompt).to_have_text(page.say("table.prompt.turn2p.play"))
