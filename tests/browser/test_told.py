"""What the table tells: of church D and of plots, of a move's effect, and of the end."""

from uuid import UUID

from playwright.sync_api import expect

from tests.browser.hall import OpenHouse, Person
from tests.browser.pages import Hall, Replay, Scoring, Table
from tests.browser.test_prompts import at_the_table_when
from tests.browser.visitor import Visitor


def test_words_for_church_d_and_for_closed_plots(visitor: Visitor, house: OpenHouse, people: list[Person]) -> None:
    visitor.go(f"/tables/{house.table_of(people)}")
    page = Table(visitor)
    page.await_board()
    pair = page.say("table.fact.pair", letter="D", twin="Brugge 6")
    plot = page.say("table.fact.opens", letter="A", space="Brugge 6")
    words = {space: label for space, _, label in page.spaces()}
    assert pair in words["brugge-5"]
    assert plot in words["brugge-6a"]
    page.open_tab("text")
    for fact in (pair, plot):
        expect(page.find(".as-text")).to_contain_text(fact)


def test_a_closed_plot_says_what_opens_it_and_a_move_what_it_changes(
    visitor: Visitor, house: OpenHouse, people: list[Person]
) -> None:
    page, view = at_the_table_when(house, visitor, people, awaited={"0": "build"}, source="silver")
    town = view["acting"]["card"].partition("-town-")[2] or "brugge"
    spaces = next(each["spaces"] for each in view["towns"] if each["id"] == town)
    plot = next(space["id"] for space in spaces if space["state"] == "closed")
    page.find(f'[data-space="{plot}"]').dispatch_event("click")
    sentence = page.say("table.plotClosed", letter="X", space="Y").partition("X")[0]
    expect(page.find(".reasons")).to_contain_text(sentence)
    expect(page.find(".reasons .rule")).to_have_text("R5.6")
    page.choose_space()
    if "-town-" in view["acting"]["card"]:
        expect(page.find(".effect-list .quiet").first).to_contain_text(page.say("table.effect.place", place=""))


def test_the_end_says_who_has_won_and_leads_on(visitor: Visitor, people: list[Person], finished: UUID) -> None:
    Hall(visitor).come_back(people[0].token)
    visitor.go(f"/tables/{finished}")
    page = Table(visitor)
    expect(page.title).to_have_text(page.say("table.over"))
    me = page.say("table.result.mine", guild=page.say("guild.red"), totals="X").partition("X")[0]
    told = page.prompt.inner_text()
    assert me in told or any(name in told for name in ("Anna", "Bert", "Cora", "Dirk"))
    seats = page.find(".seat-list")
    expect(seats).to_contain_text(page.say("table.finalPlace.1"))
    for gone in ("table.orderPlace.1", "table.startingPlayer"):
        expect(seats).not_to_contain_text(page.say(gone))
    expect(page.find(".hand")).to_have_count(0)
    expect(page.find(".live-status")).to_be_hidden()
    page.find("[data-see-score]").click()
    expect(page.find('[data-tab="scoring"]')).to_have_attribute("aria-selected", "true")
    Scoring(visitor).explain("brugge")
    more = page.find("[data-more-moments]")
    folded = more.count()
    shown = page.find(".moment-mark").count()
    more.first.click()
    expect(more).to_have_count(folded - 1)
    assert page.find(".moment-mark").count() > shown
    page.find("[data-look-back]").click()
    Replay(visitor).await_moment(1)
    expect(page.find("[data-look-back]")).to_be_hidden()
    expect(page.find(".not-begun").first).to_be_visible()
