"""A connection that is lost and found again."""

from collections.abc import Callable
from uuid import UUID

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.hall import OpenHouse, Person
from tests.browser.pages import Hall, Table
from tests.browser.visitor import Visitor
from tests.playing import move

WATCH_FOR_CARDS = """() => {
    const look = () => { window.wasOffered ||= document.querySelector('[data-card]:not([aria-disabled])') !== null; };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def at_a_table_of_four(visitor: Visitor, house: OpenHouse, people: list[Person]) -> tuple[Table, UUID]:
    table = house.table_of(people)
    Hall(visitor).come_back(people[0].token)
    visitor.go(f"/tables/{table}")
    page = Table(visitor)
    page.await_board()
    return page, table


def test_what_others_do_appears_by_itself(visitor: Visitor, house: OpenHouse, people: list[Person]) -> None:
    page, table = at_a_table_of_four(visitor, house, people)
    page.await_turn()
    page.move()
    for _ in range(3):
        move(house.stack.house.application, table, "others")
    expect(page.find(".tag-order").first).to_be_visible()


def test_a_lost_connection_is_shown_and_what_was_missed_is_caught_up(
    visit: Callable[..., Visitor], house: OpenHouse, people: list[Person]
) -> None:
    visitor = visit()
    visitor.forgive("ERR_INTERNET_DISCONNECTED")
    page, table = at_a_table_of_four(visitor, house, people)
    expect(page.offline_sign).to_be_hidden()
    visitor.context.set_offline(True)
    expect(page.offline_sign).to_be_visible()

    for _ in range(6):
        move(house.stack.house.application, table, "missed")
    latest = house.stack.house.application.version(table)
    visitor.context.set_offline(False)
    expect(page.offline_sign).to_be_hidden()
    expect(page.find(f'.log-list li[value="{latest}"]')).to_be_attached()
    built = page.find('svg.board [data-space][data-state="built"]')
    expect(built).to_have_count(house.built_spaces(table))


def test_a_move_made_without_a_connection_is_sent_once_when_it_is_back(
    visit: Callable[..., Visitor], house: OpenHouse, people: list[Person]
) -> None:
    visitor = visit()
    visitor.forgive("ERR_INTERNET_DISCONNECTED")
    page, table = at_a_table_of_four(visitor, house, people)
    page.await_turn()
    page.choose_card()
    visitor.context.set_offline(True)
    page.press(page.confirm_button)
    expect(page.offline_sign).to_be_visible()
    visitor.context.set_offline(False)
    expect(page.find('[data-seat="0"] .tag-done')).to_be_visible()
    assert house.topics(table).count("CardCommitted") == 1


def test_a_move_that_got_no_answer_stays_chosen_and_counts_once(
    visit: Callable[..., Visitor], house: OpenHouse, people: list[Person]
) -> None:
    visitor = visit()
    visitor.forgive("ERR_INTERNET_DISCONNECTED")
    page, table = at_a_table_of_four(visitor, house, people)
    page.await_turn()
    card = page.choose_card()
    keys: list[str | None] = []
    visitor.page.on(
        "request", lambda request: keys.append(request.headers.get("idempotency-key")) if request.post_data else None
    )
    visitor.context.set_offline(True)
    page.press(page.confirm_button)
    expect(page.problem).to_have_text(page.say("table.noAnswer"))
    expect(page.find(f'[data-card="{card}"]')).to_have_attribute("aria-pressed", "true")

    visitor.context.set_offline(False)
    expect(page.problem).to_be_hidden()
    page.confirm()
    expect(page.find('[data-seat="0"] .tag-done')).to_be_visible()
    assert house.topics(table).count("CardCommitted") == 1
    assert len(keys) > 1
    assert len(set(keys)) == 1


def test_an_answer_that_my_move_has_outrun_does_not_offer_my_cards_again(
    visitor: Visitor, house: OpenHouse, people: list[Person]
) -> None:
    page, table = at_a_table_of_four(visitor, house, people)
    page.await_turn()
    held: list[tuple[Route, APIResponse]] = []
    visitor.page.route(
        "**/moves", lambda route: route.fallback() if route.request.post_data else held.append((route, route.fetch()))
    )
    with visitor.page.expect_request(lambda request: request.url.endswith("/moves")):
        choose_cards(house, table, seat=1, person=people[1])
    page.choose_card()
    page.confirm()
    expect(page.find('[data-seat="0"] .tag-done')).to_be_visible()
    visitor.page.evaluate(WATCH_FOR_CARDS)
    route, answer = held.pop()
    with visitor.page.expect_event("requestfinished"):
        route.fulfill(response=answer)
    visitor.page.evaluate(TWO_FRAMES)
    assert not visitor.page.evaluate("() => window.wasOffered")


def choose_cards(house: OpenHouse, table: UUID, seat: int, person: Person) -> None:
    application = house.stack.house.application
    state = application.state(table)
    application.submit(table, person.id, state.rules.legal(state.state, seat)[0])
