"""Replay to a linked moment, why a town scored as it did, and doubts about it."""

import re
from collections.abc import Callable
from uuid import UUID

from playwright.sync_api import expect

from tests.browser.hall import OpenHouse, Person
from tests.browser.pages import Hall, Replay, Table
from tests.browser.visitor import Visitor
from tests.browser.words import say
from tests.stack import until


def test_replay_opens_at_the_linked_moment(visit: Callable[..., Visitor], house: OpenHouse, finished: UUID) -> None:
    visitor = visit()
    visitor.go(f"/tables/{finished}?at=120")
    replay, table = Replay(visitor), Table(visitor)
    replay.await_moment(120)
    built = table.find('svg.board [data-space][data-state="built"]')
    expect(built).to_have_count(house.built_spaces(finished, 120))
    expect(replay.told).to_contain_text(house.sentence(finished, 120))

    replay.press("nextScoring")
    scoring = house.topics(finished).index("TownScored") + 1
    replay.await_moment(scoring)
    expect(visitor.page).to_have_url(re.compile(rf"at={scoring}$"))
    friend = visit()
    friend.page.goto(replay.link)
    Replay(friend).await_moment(scoring)
    until(lambda: Table(friend).spaces() == table.spaces(), what="The same board for a friend")


def test_a_game_that_is_over_is_seen_through_anybodys_eyes(
    visitor: Visitor, visit: Callable[..., Visitor], finished: UUID
) -> None:
    visitor.go(f"/tables/{finished}?at=60")
    replay = Replay(visitor)
    replay.await_moment(60)
    hand = visitor.page.locator(".hand")
    expect(hand).to_have_count(0)
    replay.look_as("2")
    expect(hand.locator("h2")).to_contain_text(say("guild.yellow"))
    expect(hand.locator("[data-card]").first).to_be_visible()
    expect(visitor.page).to_have_url(re.compile("at=60&as=2$"))
    friend = visit()
    friend.page.goto(replay.link)
    expect(friend.page.locator(".hand h2")).to_contain_text(say("guild.yellow"))


def test_the_scrubber_goes_by_keys_and_plays_by_itself(visitor: Visitor, finished: UUID) -> None:
    visitor.go(f"/tables/{finished}?at=50")
    replay = Replay(visitor)
    replay.await_moment(50)
    replay.scrubber.focus()
    visitor.page.keyboard.press("ArrowRight")
    replay.await_moment(51)
    visitor.page.keyboard.press("Home")
    replay.await_moment(1)
    replay.press("play")
    replay.await_moment(3)
    replay.press("play")
    visitor.page.keyboard.press("End")
    replay.press("last")
    replay.await_moment(replay.last)
    replay.leave()
    expect(visitor.page).not_to_have_url(re.compile("at="))


def test_a_scoring_is_explained_and_disputed_from_the_page(
    visitor: Visitor, house: OpenHouse, people: list[Person], scored: UUID
) -> None:
    Hall(visitor).come_back(people[0].token)
    visitor.go(f"/tables/{scored}")
    table = Table(visitor)
    table.await_board()
    scoring = table.open_scoring()
    town = house.scored_town(scored)
    scoring.explain(town)
    scoring.point_at_a_term()
    expect(scoring.lit.first).to_be_attached()

    scoring.dispute(town, "I count one district more.")
    expect(scoring.disputes).to_have_count(1)
    expect(scoring.disputes).to_contain_text("I count one district more.")
    expect(scoring.disputes.locator("li.ok").first).to_be_visible()


def test_the_arbiter_is_led_to_the_dispute(
    visitor: Visitor, visit: Callable[..., Visitor], house: OpenHouse, people: list[Person]
) -> None:
    judge = house.person("Judge")
    disputed = house.table_of(people, arbiter=judge)
    house.play(disputed, until=lambda name: name == "TownScored")
    house.dispute(disputed, people[1], "I count one district more.")

    Hall(visitor).come_back(judge.token)
    awaited = visitor.page.locator(".is-awaited")
    expect(awaited).to_contain_text(say("awaited.settleDispute"))
    awaited.get_by_role("link", name=say("lobby.toTable")).click()
    table = Table(visitor)
    table.await_board()
    expect(table.notice).to_contain_text(say("table.notice.settle"))
    table.notice.get_by_role("button").click()
    settlement = table.find(".settlement")
    expect(table.find(".dispute-list > li")).to_be_in_viewport()
    expect(table.find("[data-dispute]")).to_have_count(0)

    player = visit()
    Hall(player).come_back(people[0].token)
    player.go(f"/tables/{disputed}")
    expect(Table(player).notice).to_contain_text(say("table.notice.examined"))
    settlement.get_by_label(say("table.reason")).fill("It was counted well.")
    settlement.get_by_role("button").click()
    expect(Table(player).notice).to_contain_text(say("table.notice.rejected"))
    expect(table.notice).to_contain_text(say("table.notice.rejected"))


def test_an_arbiter_upholds_a_dispute_and_both_see_the_correction(
    visit: Callable[..., Visitor], house: OpenHouse, people: list[Person], scored: UUID
) -> None:
    arbiter, doubter = visit(), visit()
    for visitor, person in ((arbiter, people[0]), (doubter, people[1])):
        Hall(visitor).come_back(person.token)
        visitor.go(f"/tables/{scored}")
        Table(visitor).await_board()
    judging, doubting = Table(arbiter).open_scoring(), Table(doubter).open_scoring()
    town = house.scored_town(scored)
    doubting.explain(town)
    doubting.dispute(town, "I count one district more.")
    expect(doubting.disputes).to_contain_text(say("table.dispute.examined"))
    expect(doubting.settlement).to_have_count(0)

    expect(judging.disputes).to_contain_text(say("table.dispute.examined"))
    points = doubter.page.locator('[data-seat="1"] .seat-points')
    corrected = str(int(points.inner_text()) + 3)
    judging.begin_settlement("upheld", "It was one more.", {"green": 3})
    house.dispute(scored, people[2], "So do I.")
    expect(judging.disputes).to_have_count(2)
    judging.settle()
    for scoring in (judging, doubting):
        first = scoring.disputes.first
        expect(first.locator("strong")).to_have_text(say("table.dispute.upheld"))
        expect(first).to_contain_text(say("table.verdict", verdict="It was one more."))
        expect(first).to_contain_text("Fullers +3")
    expect(points).to_have_text(corrected)
