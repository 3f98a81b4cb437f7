"""The table: choosing cards, choosing a space and what to build there, waiting for the others."""

import random
from dataclasses import dataclass, field

from playwright.sync_api import ElementHandle, Locator, TimeoutError, expect

from tests.browser.pages.replay import Replay
from tests.browser.pages.scoring import Scoring
from tests.browser.visitor import Visitor
from tests.browser.words import say

OPEN_CARD = "[data-card]:not([aria-disabled])"
LEGAL_SPACE = "[data-space].legal"

INSIDE = """async (node) => {
    node.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const {left, top, width, height} = node.getBoundingClientRect();
    for (const [x, y] of [[.5, .5], [.25, .25], [.75, .25], [.25, .75], [.75, .75]]) {
        const point = [left + x * width, top + y * height];
        if (document.elementFromPoint(...point)?.closest('[data-space]') === node) return point;
    }
    return null;
}"""
"""A point where a finger finds this space once the page has come to rest: the middle of a bend is beside it."""


@dataclass
class Table:
    visitor: Visitor
    language: str = "en"
    die: random.Random = field(default_factory=lambda: random.Random(1302))

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def find(self, selector: str) -> Locator:
        return self.visitor.page.locator(selector)

    @property
    def id(self) -> str:
        return self.visitor.page.url.rpartition("/tables/")[2].partition("?")[0]

    @property
    def title(self) -> Locator:
        return self.visitor.page.get_by_role("heading", level=1)

    @property
    def confirm_button(self) -> Locator:
        return self.find("[data-confirm]")

    @property
    def prompt(self) -> Locator:
        return self.find(".prompt")

    @property
    def problem(self) -> Locator:
        return self.find(".dock .problem")

    @property
    def notice(self) -> Locator:
        """Of a dispute."""
        return self.find(".notice")

    @property
    def offline_sign(self) -> Locator:
        return self.find("#connection")

    @property
    def tour(self) -> Locator:
        return self.visitor.page.get_by_role("note").filter(has_text=self.say("table.tour.title"))

    @property
    def hint(self) -> Locator:
        """The one that is given; the others hold its place."""
        return self.tour.locator("p").filter(visible=True)

    @property
    def story(self) -> Locator:
        return self.find(".log-list li")

    @property
    def older_story(self) -> Locator:
        return self.visitor.page.get_by_role("button", name=self.say("table.olderLines"), exact=True)

    def await_board(self) -> None:
        expect(self.find("svg.board [data-space]").first).to_be_attached()

    def await_turn(self) -> str:
        """What is wanted of me: 'cards', 'space', or 'over'."""
        over = f'h1:text-is("{self.say("table.over")}")'
        awaited = self.find(f"{OPEN_CARD}, {LEGAL_SPACE}, {over}").first
        awaited.wait_for(state="attached")
        if self.find(over).count():
            return "over"
        return "space" if self.find(LEGAL_SPACE).count() else "cards"

    def is_to_build_within(self, milliseconds: float) -> bool:
        """Whether spaces light up for me by then."""
        try:
            self.find(LEGAL_SPACE).first.wait_for(state="attached", timeout=milliseconds)
        except TimeoutError:
            return False
        return True

    def press(self, target: Locator) -> None:
        if self.visitor.is_touching:
            target.tap()
        else:
            target.click()

    def press_space(self, space: ElementHandle) -> None:
        x, y = space.evaluate(INSIDE)
        page = self.visitor.page
        if self.visitor.is_touching:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)

    def choose_card(self, ending: str = "") -> str:
        """Some card (whose id ends so), sometimes with influence; not yet confirmed."""
        cards = self.find(f'{OPEN_CARD}[data-card$="{ending}"]' if ending else OPEN_CARD).element_handles()
        card = self.die.choice(cards).get_attribute("data-card") or ""
        self.press(self.find(f'[data-card="{card}"]'))
        counts = self.find("[data-influence]").count()
        if counts and self.die.random() < 0.3:
            self.press(self.find(f'[data-influence="{counts - 1}"]'))
        return card

    def choose_space(self) -> str:
        """Some space that is lit, and something that fits there; not yet confirmed."""
        space = self.die.choice(self.find(LEGAL_SPACE).element_handles())
        self.press_space(space)
        self.find("[data-option], [data-confirm]").first.wait_for()
        if self.confirm_button.count() == 0:
            options = self.find("[data-option]")
            self.press(options.nth(self.die.randrange(options.count())))
        return space.get_attribute("data-space") or ""

    def confirm(self) -> None:
        self.press(self.confirm_button)
        expect(self.confirm_button).to_have_count(0)

    def move(self) -> str:
        """Whatever is wanted of me, once; 'over' where nothing is."""
        wanted = self.await_turn()
        if wanted == "cards":
            self.choose_card()
        elif wanted == "space":
            self.choose_space()
        if wanted != "over":
            self.confirm()
        return wanted

    def open_tab(self, name: str) -> None:
        self.press(self.find(f'[data-tab="{name}"]'))

    def open_scoring(self) -> Scoring:
        self.open_tab("scoring")
        return Scoring(self.visitor, self.language)

    def open_replay(self) -> Replay:
        self.press(self.find("[data-replay]"))
        replay = Replay(self.visitor, self.language)
        replay.await_moment()
        return replay

    def spaces(self) -> list[list[str]]:
        """Every space with its state and the words that a screen reader has for it."""
        found: list[list[str]] = self.find("svg.board [data-space]").evaluate_all(
            "(nodes) => nodes.map((node) => [node.dataset.space, node.dataset.state, node.getAttribute('aria-label')])"
        )
        return sorted(found)
