"""A session that has ended elsewhere: the page says so wherever one is, and shows the way back in."""

from collections.abc import Callable
from uuid import UUID

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.hall import OpenHouse, Person
from tests.browser.pages import Hall, Table
from tests.browser.visitor import Visitor
from tests.browser.words import say

SPOIL = """() => {
    const kept = JSON.parse(localStorage.getItem('guildhall.session'));
    localStorage.setItem('guildhall.session', JSON.stringify({...kept, token: 'gh_nonsense'}));
}"""


def notice(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("alert").filter(has_text=say("problem.unauthorized"))


@pytest.fixture
def refused(visit: Callable[..., Visitor]) -> Visitor:
    """Somebody to whom the house will say no; the browser notes that in its console."""
    visitor = visit()
    for status in ("401", "404"):
        visitor.forgive(f"status of {status}")
    return visitor


def test_a_key_that_is_no_longer_valid_is_explained_in_the_hall(refused: Visitor) -> None:
    Hall(refused).arrive("Anna")
    refused.page.evaluate(SPOIL)
    refused.page.reload()
    expect(notice(refused)).to_be_visible()
    Hall(refused).arrive("Anna again")
    expect(notice(refused)).to_have_count(0)


def test_a_key_that_is_no_longer_valid_is_explained_at_a_public_table(refused: Visitor, finished: UUID) -> None:
    Hall(refused).arrive("Anna")
    refused.page.evaluate(SPOIL)
    refused.go(f"/tables/{finished}")
    Table(refused).await_board()
    expect(notice(refused)).to_be_visible()
    notice(refused).get_by_role("link", name=say("signIn.title")).click()
    expect(Hall(refused).button("arrive.enter")).to_be_visible()


def test_a_key_that_is_revoked_in_the_middle_of_a_game_is_explained(
    refused: Visitor, house: OpenHouse, people: list[Person]
) -> None:
    person = house.person("Anna")
    table = house.table_of([person, *people[1:]], private=True)
    Hall(refused).come_back(person.token)
    refused.go(f"/tables/{table}")
    page = Table(refused)
    page.await_turn()
    page.choose_card()
    house.revoke(person)
    page.press(page.confirm_button)
    expect(notice(refused)).to_be_visible()
    expect(notice(refused).get_by_role("link", name=say("signIn.title"))).to_be_visible()
