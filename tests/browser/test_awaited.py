"""Where I am awaited: in the hall, in the tab's title and by the sound, whatever page I am on."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hall import OpenHouse, Person
from tests.browser.other_board import other_board
from tests.browser.pages import Hall, Table
from tests.browser.visitor import Visitor
from tests.browser.words import say

LISTEN = """() => {
    window.chimes = 0;
    const Audio = window.AudioContext;
    window.AudioContext = class extends Audio { constructor() { super(); window.chimes += 1; } };
}"""
MOVES = 12
ONE = re.compile(r"^\(1\) ")


def test_a_dispute_at_a_table_that_is_over_waits_for_me_as_what_it_is(
    visitor: Visitor, house: OpenHouse, people: list[Person]
) -> None:
    judge = house.person("Judge")
    table = house.table_of(people[:2], arbiter=judge)
    house.play(table)
    house.dispute(table, people[1], "I count one more.")
    Hall(visitor).come_back(judge.token)
    card = visitor.page.locator(".is-awaited")
    expect(card).to_have_count(1)
    expect(card).to_contain_text(say("awaited.settleDispute"))
    expect(card.locator(".badge").first).to_have_text(say("status.ended"))
    expect(card.locator("h3")).to_have_text("Anna and Bert")


def test_only_a_new_wait_rings_and_the_title_says_it_on_every_page(visitor: Visitor, house: OpenHouse) -> None:
    person = house.person("Listener")
    table = house.table_of([person], bots=2)
    house.stack.await_view(table)
    page, hall = visitor.page, Hall(visitor)
    hall.come_back(person.token)
    page.evaluate(LISTEN)
    expect(page).to_have_title(ONE)
    page.locator(".is-awaited h3 a").click()
    at = hall.at_the_table()
    assert at.await_turn() == "cards"
    page.locator("#header .brand").click()
    expect(hall.title).to_be_visible()
    expect(page).to_have_title(ONE)
    page.get_by_role("link", name="Listener", exact=True).click()
    expect(page.get_by_role("heading", name=say("profile.title"), exact=True)).to_be_visible()
    expect(page).to_have_title(ONE)
    assert page.evaluate("window.chimes") == 0
    page.go_back()
    page.locator(".is-awaited h3 a").click()
    for _ in range(MOVES):  # one that leads straight to my next is no news
        at.move()
        if page.evaluate("window.chimes"):
            break
    assert page.evaluate("window.chimes") > 0


def test_the_story_in_the_hall_calls_the_towns_of_a_board_of_ones_own_by_their_names(
    visit: Callable[..., Visitor], house: OpenHouse, people: list[Person]
) -> None:
    person = house.person("Jan")
    table = house.table_of([person, *people[1:]], options={"board": other_board()})
    assert house.play_until(table, lambda view: view["awaited"] == {"0": "build"} and view["order"][0] != 0)
    visitor = visit(locale="nl-NL")
    Hall(visitor, "nl").come_back(person.token)
    story = visitor.page.locator(".is-awaited .story")
    expect(story).to_contain_text("zijde")
    expect(story.locator("[lang=en]")).to_have_count(0)


def test_who_follows_a_link_to_a_private_table_signs_in_and_comes_back(visitor: Visitor, house: OpenHouse) -> None:
    visitor.forgive("status of 404")
    person = house.person("Late")
    table = house.table_of([person], bots=2, private=True)
    visitor.go(f"/tables/{table}?at=3")
    page, hall = visitor.page, Hall(visitor)
    page.get_by_role("main").get_by_role("link", name=hall.say("signIn.title")).click()
    page.get_by_text(hall.say("arrive.haveKey")).click()
    page.get_by_label(hall.say("arrive.key"), exact=True).fill(person.token)
    hall.button("arrive.useKey").click()
    expect(page).to_have_url(re.compile(rf"/tables/{table}\?at=3$"))
    Table(visitor).await_board()


def test_who_must_arrive_first_comes_to_where_they_wanted(visitor: Visitor) -> None:
    visitor.go("/open")
    page, hall = visitor.page, Hall(visitor)
    page.get_by_label(hall.say("arrive.name")).fill("Eager")
    hall.button("arrive.enter").click()
    expect(hall.button("open.open")).to_be_visible()
    expect(page).to_have_url(re.compile("/open$"))
