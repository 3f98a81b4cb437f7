"""Looking back: the scrubber and its buttons."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor
from tests.browser.words import say


@dataclass
class Replay:
    visitor: Visitor
    language: str = "en"

    @property
    def scrubber(self) -> Locator:
        return self.visitor.page.locator("[data-scrubber]")

    @property
    def at(self) -> int:
        return int(self.scrubber.input_value())

    @property
    def last(self) -> int:
        return int(self.scrubber.get_attribute("max") or 0)

    @property
    def told(self) -> Locator:
        """What happened at this moment."""
        return self.visitor.page.locator(".moment")

    def await_moment(self, at: int | None = None) -> None:
        expect(self.told).to_have_text(re.compile(rf"^{at if at is not None else '[1-9]'}"))
        if at is not None:
            expect(self.scrubber).to_have_value(str(at))

    def await_playing(self, at: int) -> None:
        """It has come by there by itself, not long ago."""
        lately = "|".join(str(moment) for moment in range(at, at + 8))
        expect(self.told).to_have_text(re.compile(rf"^({lately})/"))

    def press(self, name: str) -> None:
        """first, previousScoring, back, play, forward, nextScoring, last"""
        self.visitor.page.locator(f'[data-replay-button="{name}"]').click()

    def show_more(self) -> None:
        """What a small screen keeps folded."""
        more = self.visitor.page.locator("[data-replay-more]")
        if more.is_visible() and more.get_attribute("aria-expanded") == "false":
            more.click()

    def from_my_last_move(self) -> None:
        self.show_more()
        self.visitor.page.get_by_role("button", name=say("table.fromMyLastMove", self.language)).click()

    def look_as(self, seat: str) -> None:
        """'open', 'own' or the number of a seat."""
        self.show_more()
        self.visitor.page.locator("[data-seen-by]").select_option(seat)

    @property
    def _link(self) -> Locator:
        return self.visitor.page.get_by_role("link", name=say("table.linkToMoment", self.language))

    @property
    def link(self) -> str:
        self.show_more()
        return self._link.get_attribute("href") or ""

    def follow_link(self) -> None:
        self.show_more()
        self._link.click()

    def copy_link(self) -> None:
        self.show_more()
        copy = self.visitor.page.locator(".replay").get_by_role("button", name=say("common.copy", self.language))
        copy.click()
        expect(self.visitor.page.locator(".replay")).to_contain_text(say("common.copied", self.language))

    def leave(self) -> None:
        self.visitor.page.get_by_role("button", name=say("table.replay.leave", self.language)).click()
        expect(self.scrubber).to_have_count(0)
