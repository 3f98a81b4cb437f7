"""Coming in, the hall with its tables, opening one, accepting an invitation."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.pages.table import Table
from tests.browser.visitor import Visitor
from tests.browser.words import say


@dataclass
class Hall:
    visitor: Visitor
    language: str = "en"

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def button(self, key: str) -> Locator:
        return self.visitor.page.get_by_role("button", name=self.say(key), exact=True)

    @property
    def title(self) -> Locator:
        return self.visitor.page.get_by_role("heading", name=self.say("lobby.title"), exact=True)

    def arrive(self, name: str) -> None:
        """As somebody new, with a name alone."""
        self.visitor.go("/")
        self.visitor.page.get_by_label(self.say("arrive.name")).fill(name)
        self.button("arrive.enter").click()
        expect(self.title).to_be_visible()

    def come_back(self, token: str) -> None:
        """With the key of an account."""
        self.visitor.go("/")
        page = self.visitor.page
        page.get_by_text(self.say("arrive.haveKey")).click()
        page.get_by_label(self.say("arrive.key"), exact=True).fill(token)
        self.button("arrive.useKey").click()
        expect(self.title).to_be_visible()

    def play_against_bots(self) -> Table:
        self.button("lobby.playNow").click()
        return self.at_the_table()

    def open_for_a_friend(self, bots: int, clock: int | None = None) -> str:
        """A table for me, one friend and so many bots; gives the invitation link."""
        page = self.visitor.page
        page.get_by_role("link", name=self.say("frame.open")).first.click()
        page.get_by_label(self.say("open.count")).select_option(str(bots + 2))
        for seat in range(3, bots + 3):
            page.get_by_label(self.say("open.seat", number=seat)).select_option("random")
        if clock is not None:
            page.get_by_label(self.say("open.clock")).select_option(str(clock))
        self.button("open.open").click()
        return page.get_by_label(self.say("waiting.link")).input_value()

    def accept(self, link: str, name: str) -> Table:
        self.visitor.page.goto(link)
        self.visitor.page.get_by_label(self.say("arrive.name")).fill(name)
        self.button("join.sitDown").click()
        return self.at_the_table()

    def as_table(self) -> Table:
        """For those who handle both in the same way."""
        return Table(self.visitor, self.language)

    def at_the_table(self) -> Table:
        self.visitor.page.wait_for_url(re.compile(r"/tables/[^/]+$"))
        table = Table(self.visitor, self.language)
        table.await_board()
        return table

    def show(self, status: str) -> None:
        self.button(f"filter.{status}").click()

    def choose_language(self, language: str) -> None:
        self.visitor.page.get_by_label(self.say("frame.language")).select_option(language)
        self.language = language
        expect(self.visitor.page.locator("html")).to_have_attribute("lang", language)
