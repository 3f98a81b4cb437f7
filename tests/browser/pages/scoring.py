"""The score: the chart, each town's explanation, and disputes."""

from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor
from tests.browser.words import say


@dataclass
class Scoring:
    visitor: Visitor
    language: str = "en"

    @property
    def chart(self) -> Locator:
        return self.visitor.page.get_by_role("img", name=say("table.chart", self.language))

    def explain(self, town: str) -> Locator:
        """The lines that say why a town scored as it did."""
        self.visitor.page.locator(f'[data-town-score="{town}"]').click()
        lines = self.visitor.page.locator(f'details:has([data-town-score="{town}"]) [data-line]')
        expect(lines.first).to_be_visible()
        return lines

    def point_at_a_term(self) -> None:
        """A part of the town's value, with the districts that it counts."""
        self.visitor.page.locator("details[open] .terms tr[tabindex]").first.hover()

    @property
    def lit(self) -> Locator:
        """The districts on the board that the line under the pointer speaks of."""
        return self.visitor.page.locator("[data-space].lit")

    def dispute(self, town: str, reason: str) -> None:
        page = self.visitor.page
        page.locator(f'[data-dispute="{town}"]').click()
        page.get_by_role("dialog").get_by_label(say("table.reason", self.language)).fill(reason)
        page.locator("[data-send-dispute]").click()

    @property
    def disputes(self) -> Locator:
        return self.visitor.page.locator(".dispute-list > li")

    @property
    def settlement(self) -> Locator:
        """The forms in which an arbiter decides."""
        return self.visitor.page.locator("form.settlement")

    def begin_settlement(self, verdict: str, text: str, corrections: dict[str, int]) -> None:
        """Fill in the first one; it is not sent yet."""
        form = self.settlement.first
        form.get_by_label(say("table.verdictLabel", self.language)).select_option(verdict)
        form.get_by_label(say("table.reason", self.language)).fill(text)
        for guild, points in corrections.items():
            form.get_by_label(say(f"guild.{guild}", self.language)).fill(str(points))

    def settle(self) -> None:
        self.settlement.first.get_by_role("button", name=say("table.settle", self.language)).click()
