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
        expect(self.told).to_have_text(re.compile(rf"^{at if at is not None else '[1-9]'}"), timeout=20_000)
        if at is not None:
            expect(self.scrubber).to_have_value(str(at))

    def press(self, name: str) -> None:
        """first, previousScoring, back, play, forward, nextScoring, last"""
        self.visitor.page.locator(f'[data-replay-button="{name}"]').click()

    def look_as(self, seat: str) -> None:
        """'open', 'own' or the number of a seat."""
        self.visitor.page.locator("[data-seen-by]").select_option(seat)

    @property
    def link(self) -> str:
        return (
            self.visitor.page.get_by_role("link", name=say("table.linkToMoment", self.language)).get_attribute("href")
            or ""
        )

    def leave(self) -> None:
        self.visitor.page.get_by_role("button", name=say("table.backToNow", self.language)).click()
        expect(self.scrubber).to_have_count(0)
