"""Outlines of places on the lattice. They come from the cells alone: whoever makes a board writes no paths."""

from collections.abc import Collection, Iterator

from domain.macht.board.form import Cell

Point = tuple[float, float]
Edge = tuple[Cell, Cell]
"""One unit of outline: where it starts, and its direction. The place lies at its right hand."""

UNIT = 40
"""The side of a cell in a drawing; a town is scaled as a whole to the cell of its board."""


def outline(cells: Collection[Cell], inset: float = 2, radius: float = 7) -> str:
    """The SVG path around the cells with rounded corners, drawn in by `inset` (or out, where that is negative)."""
    return "".join(_rounded(loop, inset, radius) for loop in _loops(cells))


def middle(cells: Collection[Cell]) -> Point:
    """Where a label stands best: the middle of a rectangle, or of the cell at which an angular figure bends."""
    left, top, right, bottom = extent(cells)
    if len(cells) == (right - left) * (bottom - top):
        return (left + right) * UNIT / 2, (top + bottom) * UNIT / 2
    return centre(min(cells, key=lambda cell: (-len(_beside(cell, cells)), cell)))


def centre(cell: Cell) -> Point:
    return (cell[0] + 0.5) * UNIT, (cell[1] + 0.5) * UNIT


def extent(cells: Collection[Cell]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom in cells."""
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    return min(columns), min(rows), max(columns) + 1, max(rows) + 1


def touching(cells: Collection[Cell], others: Collection[Cell]) -> list[tuple[Cell, Cell]]:
    """The pairs of cells over which two places border: one of the first, one of the second."""
    return [(cell, other) for cell in cells for other in _beside(cell, others)]


def _beside(cell: Cell, others: Collection[Cell]) -> list[Cell]:
    x, y = cell
    return [other for other in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) if other in others]


def _loops(cells: Collection[Cell]) -> Iterator[list[Edge]]:
    left = _edges(cells)
    while left:
        edge, loop = min(left), []
        while edge in left:
            left.remove(edge)
            loop.append(edge)
            edge = _next(edge, left | {loop[0]})
        yield loop


def _edges(cells: Collection[Cell]) -> set[Edge]:
    edges = set()
    for x, y in cells:
        for start, (dx, dy) in (
            ((x, y), (1, 0)),
            ((x + 1, y), (0, 1)),
            ((x + 1, y + 1), (-1, 0)),
            ((x, y + 1), (0, -1)),
        ):
            if (x + dy, y - dx) not in cells:
                edges.add((start, (dx, dy)))
    return edges


def _next(edge: Edge, edges: set[Edge]) -> Edge:
    """To the right first: cells that touch only at a corner stay apart."""
    (x, y), (dx, dy) = edge
    end = (x + dx, y + dy)
    return next((end, turn) for turn in ((-dy, dx), (dx, dy), (dy, -dx)) if (end, turn) in edges)


def _rounded(loop: list[Edge], inset: float, radius: float) -> str:
    steps = []
    for (_, (ax, ay)), ((x, y), (bx, by)) in zip([loop[-1], *loop[:-1]], loop, strict=True):
        if (ax, ay) == (bx, by):
            continue
        px, py = x * UNIT - (ay + by) * inset, y * UNIT + (ax + bx) * inset
        steps.append(
            f"{px - ax * radius:g} {py - ay * radius:g}Q{px:g} {py:g} {px + bx * radius:g} {py + by * radius:g}"
        )
    return "M" + "L".join(steps) + "Z"
