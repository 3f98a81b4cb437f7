"""A table with a clock: how long is left stands where one looks for what is to be done."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.pages import Hall
from tests.browser.visitor import Visitor

THREE_DAYS = 3 * 24 * 60 * 60


def test_the_table_and_my_tables_say_how_long_is_left(visit: Callable[..., Visitor]) -> None:
    anna, bert = visit(), visit(locale="nl-NL")
    hall = Hall(anna)
    hall.arrive("Anna")
    link = hall.open_for_a_friend(bots=1, clock=THREE_DAYS)
    second = Hall(bert, "nl").accept(link, "Bert")
    first = hall.at_the_table()
    first.await_turn()
    for seat in (0, 1):
        expect(first.find(f'[data-seat="{seat}"] time')).to_have_text(hall.say("clock.left", when="in 3 days"))
        expect(second.find(f'[data-seat="{seat}"] time')).to_have_text(second.say("clock.left", when="over 3 dagen"))
    expect(first.find('[data-seat="2"] time')).to_have_count(0)
    anna.go("/")
    expect(anna.page.locator(".is-awaited time")).to_have_text(hall.say("clock.left", when="in 3 days"))
