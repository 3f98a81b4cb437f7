"""Shapes on the lattice: which figures are the same, and which places border over which sides (R2.2, R2.3)."""

from collections.abc import Iterable, Sequence

from domain.macht.board.form import Cell, Place

SHAPES: dict[str, tuple[Cell, ...]] = {
    "block": ((0, 0), (1, 0)),
    "bar": ((0, 0), (1, 0), (2, 0)),
    "bend": ((0, 0), (1, 0), (0, 1)),
}
_STEPS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))

Side = tuple[Cell, Cell]
"""One unit of side: the cell within, and the step out of it."""


def figure(cells: Iterable[Cell]) -> frozenset[Cell]:
    """One form for all turns, mirror images and positions of a figure."""
    turned = list(cells)
    forms: list[list[Cell]] = []
    for _ in range(4):
        turned = [(-y, x) for x, y in turned]
        forms += [_to_corner(turned), _to_corner([(-x, y) for x, y in turned])]
    return frozenset(min(forms))


def _to_corner(cells: Sequence[Cell]) -> list[Cell]:
    left, top = min((x for x, _ in cells), default=0), min((y for _, y in cells), default=0)
    return sorted((x - left, y - top) for x, y in cells)


def is_square(cells: Sequence[Cell]) -> bool:
    return len(cells) == 4 and figure(cells) == figure([(0, 0), (1, 0), (0, 1), (1, 1)])


def _sides(cells: Sequence[Cell]) -> set[Side]:
    return {((x, y), (dx, dy)) for x, y in cells for dx, dy in _STEPS if (x + dx, y + dy) not in cells}


def _long_sides(place: Place) -> set[Side]:
    """The straight runs of its outline as long as the figure is: a bend's two outer, a bar's two (R2.2)."""
    length = max((max(v) - min(v) + 1 for v in zip(*place.cells, strict=True)), default=0)
    sides = _sides(place.cells)
    runs: dict[tuple[Cell, int], set[Side]] = {}
    for (x, y), step in sides:
        runs.setdefault((step, y if step[0] == 0 else x), set()).add(((x, y), step))
    return {side for run in runs.values() if len(run) == length for side in run}


def borders(place: Place, places: Iterable[Place]) -> tuple[set[str], set[str]]:
    """Its neighbours over long sides, and over short sides only."""
    long_sides = _long_sides(place)
    long: set[str] = set()
    short: set[str] = set()
    owner = {cell: other.id for other in places if other.id != place.id for cell in other.cells}
    for side in _sides(place.cells):
        (x, y), (dx, dy) = side
        if (name := owner.get((x + dx, y + dy))) is not None:
            (long if side in long_sides else short).add(name)
    return long, short - long
