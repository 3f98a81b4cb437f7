"""Fingers on the board: what no mouse can do."""

from dataclasses import dataclass

from playwright.sync_api import Locator

from tests.browser.visitor import Visitor

STEPS = 8


@dataclass(frozen=True)
class Picture:
    """The part of the board that is seen, in its own units."""

    x: float
    y: float
    width: float
    height: float


@dataclass
class Fingers:
    visitor: Visitor
    board: Locator

    def __post_init__(self) -> None:
        self.session = self.visitor.context.new_cdp_session(self.visitor.page)

    @property
    def picture(self) -> Picture:
        return Picture(*map(float, (self.board.get_attribute("viewBox") or "").split()))

    def _middle(self) -> tuple[float, float]:
        box = self.board.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def spread(self, start: float, end: float) -> None:
        """Two fingers so far on either side of the middle, and then so far."""
        x, y = self._middle()
        apart = [start + (end - start) * step / STEPS for step in range(STEPS + 1)]
        self._touch("touchStart", (x - start, y))
        self._touch("touchStart", (x - start, y), (x + start, y))
        for away in apart[1:]:
            self._touch("touchMove", (x - away, y), (x + away, y))
        self._touch("touchEnd")

    def drag(self, right: float, down: float) -> None:
        x, y = self._middle()
        self._touch("touchStart", (x, y))
        for step in range(1, STEPS + 1):
            self._touch("touchMove", (x + right * step / STEPS, y + down * step / STEPS))
        self._touch("touchEnd")
