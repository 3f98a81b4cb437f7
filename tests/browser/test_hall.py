"""The hall: all of one's tables, those that were given up, and doors that are not there."""

from collections.abc import Callable
from uuid import UUID

from playwright.sync_api import expect

from tests.browser.hall import OpenHouse
from tests.browser.pages import Hall, Table
from tests.browser.visitor import Visitor

MANY = 23
"""More than the house lists on one page."""


def test_all_of_my_tables_are_there_however_many(visitor: Visitor, house: OpenHouse) -> None:
    person = house.person("Busy")
    application = house.stack.house.application
    for _ in range(MANY):
        table = application.open_table(person.id, "macht", 2).table
        application.take_seat(table, person.id)
    house.stack.await_view(table)
    Hall(visitor).come_back(person.token)
    expect(visitor.page.locator("section").first.locator(".card.table")).to_have_count(MANY)


def test_a_table_that_was_given_up_is_found_again_and_not_given_up_twice(visitor: Visitor, house: OpenHouse) -> None:
    person = house.person("Weary")
    table = house.table_of([person], bots=2)
    hall = Hall(visitor)
    hall.come_back(person.token)
    visitor.go(f"/tables/{table}")
    page = Table(visitor)
    page.await_turn()
    page.open_tab("settings")
    give_up = page.find(".settings > .danger")
    give_up.click()
    page.visitor.page.get_by_role("dialog").get_by_role("button", name=page.say("table.giveUp")).click()
    expect(page.prompt).to_have_text(page.say("table.abandoned"))
    expect(give_up).to_be_hidden()
    house.stack.await_view(table)
    visitor.go("/")
    hall.show("abandoned")
    expect(visitor.page.locator(f'.card.abandoned a[href="/tables/{table}"]')).to_be_visible()


def test_a_door_that_is_not_there_leads_home(visitor: Visitor) -> None:
    visitor.forgive("status of 404")
    visitor.go("/nowhere/at/all")
    hall = Hall(visitor)
    expect(visitor.page.get_by_text(hall.say("missing.page"))).to_be_visible()
    visitor.page.get_by_role("link", name=hall.say("missing.home")).click()
    expect(hall.button("arrive.enter")).to_be_visible()


def test_a_page_that_could_not_be_opened_opens_when_the_house_is_back(
    visit: Callable[..., Visitor], finished: UUID
) -> None:
    visitor = visit()
    visitor.forgive("ERR_INTERNET_DISCONNECTED")
    visitor.go(f"/tables/{finished}")
    table, hall = Table(visitor), Hall(visitor)
    table.await_board()
    visitor.context.set_offline(True)
    visitor.page.locator("#header .brand").click()
    expect(hall.button("missing.again")).to_be_visible()
    visitor.context.set_offline(False)
    expect(hall.button("arrive.enter")).to_be_visible()
