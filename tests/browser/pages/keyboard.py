"""The table for somebody who has a keyboard and nothing else."""

from dataclasses import dataclass

from tests.browser.pages.table import LEGAL_SPACE, Table

MOST_STEPS = 120
NEAR = 12
FEW = 4
"""So many times Tab may be pressed at the table on the way to what is to be done next."""


@dataclass
class Keyboard:
    table: Table

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.table.visitor.page.keyboard.press(key)

    def is_at(self, selector: str) -> bool:
        is_there: bool = self.table.visitor.page.evaluate(
            "(wanted) => document.activeElement.matches(wanted)", selector
        )
        return is_there

    def reach(self, selector: str) -> None:
        """With Tab, looking backwards a little first."""
        for key, most in (("Shift+Tab", NEAR), ("Tab", MOST_STEPS)):
            for _ in range(most):
                if self.is_at(selector):
                    return
                self.press(key)
        raise AssertionError(f"Tab does not lead to {selector}.")

    def go_on_to(self, selector: str) -> None:
        """Where the focus is led by itself, or nearly so."""
        for _ in range(FEW):
            if self.is_at(selector):
                return
            self.press("Tab")
        assert self.is_at(selector), f"{selector} is not near."

    def await_focus(self, selector: str) -> None:
        self.table.find(f":is({selector}):focus").wait_for(state="attached")

    def move(self) -> str:
        """Whatever is wanted of me, once; 'over' where nothing is."""
        wanted = self.table.await_turn()
        if wanted == "cards":
            self.await_focus("[data-card]")
            self.press("ArrowRight", self.table.die.randrange(4))
            while not self.is_at("[data-card]:not([aria-disabled])"):
                self.press("ArrowRight")
            self.press("Enter")
        elif wanted == "space":
            self.await_focus(LEGAL_SPACE)
            self.press("n", self.table.die.randrange(1, 4))
            assert self.is_at(LEGAL_SPACE)
            self.press("Enter")
            self.table.find("[data-option], [data-confirm]").first.wait_for()
            if not self.is_at("[data-confirm]"):
                self.go_on_to("[data-option]")
                self.press("Enter")
        if wanted != "over":
            self.go_on_to("[data-confirm]")
            self.press("Enter")
            self.table.confirm_button.wait_for(state="detached")
            assert not self.is_at("body")
        return wanted
