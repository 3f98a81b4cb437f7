"""Where things lie on the drawing: it is worked out from the towns, so that any board file gives a picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from domain.macht.board import Board
from domain.macht.board.form import Place, Town
from service.drawing.outline import extent
from service.drawing.panel import HEIGHT, WIDTH

MARGIN = 40
_BANNER = 32
"""From the outermost plot of a row of towns to the middle of their banners."""


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def meets(self, other: "Box") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def grown(self, by: float) -> "Box":
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def around(boxes: Sequence[Box]) -> Box:
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


@dataclass(frozen=True)
class Layout:
    canvas: Box
    panel: Box
    towns: dict[str, Box]
    banners: dict[str, tuple[float, float]]


def layout(board: Board) -> Layout:
    towns = {town.id: _box(town, town.places, board.meta.cell) for town in board.towns}
    rows = _rows(towns)
    inner = around(list(towns.values()))
    left, right = min(0, inner.left - MARGIN), max(board.meta.width, inner.right + MARGIN)
    panel = _panel(rows, (left + right) / 2, min(1.0, (right - left - 2 * MARGIN) / WIDTH))
    banners = {town.id: _banner(town, board.meta.cell, rows, panel) for town in board.towns}
    content = around([inner, panel, *(Box(x, y - 14, x, y + 14) for x, y in banners.values())])
    canvas = Box(left, min(0, content.top - 18), right, max(board.meta.height, content.bottom + 20))
    return Layout(canvas, panel, towns, banners)


def _panel(rows: list[Box], middle: float, scale: float) -> Box:
    """In the widest gap between two rows of towns, or below them all where no gap is wide enough."""
    width, height = WIDTH * scale, HEIGHT * scale
    gaps = [(lower.top - upper.bottom, upper.bottom) for upper, lower in pairwise(rows)]
    gap, top = max(gaps, default=(0.0, 0.0))
    top = top + (gap - height) / 2 if gap >= height + 24 else rows[-1].bottom + MARGIN
    return Box(middle - width / 2, top, middle + width / 2, top + height)


def _box(town: Town, places: Iterable[Place], cell: int) -> Box:
    left, top, right, bottom = extent([cell for place in places for cell in place.cells])
    x, y = town.origin
    return Box(x + left * cell, y + top * cell, x + right * cell, y + bottom * cell)


def _rows(towns: dict[str, Box]) -> list[Box]:
    rows: list[Box] = []
    for box in sorted(towns.values(), key=lambda box: box.top):
        if rows and box.top < rows[-1].bottom:
            rows[-1] = around([rows[-1], box])
        else:
            rows.append(box)
    return rows


def _banner(town: Town, cell: int, rows: list[Box], panel: Box) -> tuple[float, float]:
    """Banners stand in line, on the side of their row that is away from the panel."""
    walled = _box(town, town.spaces, cell)
    row = next(row for row in rows if row.top <= walled.top < row.bottom)
    return walled.middle, row.top - _BANNER if row.top < panel.top else row.bottom + _BANNER
