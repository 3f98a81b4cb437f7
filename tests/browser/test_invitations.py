"""Invitations that come too late: said before anybody gives a name."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hall import OpenHouse, Person
from tests.browser.pages import Hall
from tests.browser.visitor import Visitor


def test_an_invitation_to_a_public_table_that_has_begun_offers_to_watch(
    visitor: Visitor, house: OpenHouse, people: list[Person]
) -> None:
    table = house.table_of(people)
    visitor.go(f"/join/{table}")
    page, hall = visitor.page, Hall(visitor)
    expect(page.get_by_text(hall.say("join.begun"))).to_be_visible()
    expect(hall.button("join.sitDown")).to_have_count(0)
    page.get_by_role("link", name=hall.say("join.watch")).click()
    hall.at_the_table()


def test_a_seat_that_was_taken_meanwhile_makes_nobody_an_account(visit: Callable[..., Visitor]) -> None:
    anna, bert, late = visit(), visit(), visit()
    hall = Hall(anna)
    hall.arrive("Anna")
    link = hall.open_for_a_friend(bots=1)
    late.page.goto(link)
    late.page.get_by_label(hall.say("arrive.name")).fill("Late")
    Hall(bert).accept(link, "Bert")
    Hall(late).button("join.sitDown").click()
    expect(late.page.get_by_text(hall.say("join.begun"))).to_be_visible()
    expect(late.page.get_by_role("link", name=hall.say("join.watch"))).to_have_count(0)
    assert late.page.evaluate("() => localStorage.getItem('guildhall.session')") is None
    late.page.reload()
    expect(late.page.get_by_text(hall.say("join.begun"))).to_be_visible()
