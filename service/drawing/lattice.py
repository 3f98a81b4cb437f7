"""One town in characters: a cell of the lattice is two wide and one high, with lines between the places."""

from collections.abc import Iterator, Mapping

from domain.macht.board.form import Cell
from service.drawing.coats import CoatOfArms
from service.drawing.outline import extent
from service.drawing.seen import SpaceSeen, TownSeen

NONE, LINE, WALL = range(3)
COVER, CLOSED, CATHEDRAL = "##", ".", "^"
_CROSSINGS = (
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"  # nothing goes up from here
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"  # a line goes up
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"  # the wall goes up
)
"""What goes up, right, down and left of a crossing are the digits of a number to base 3; here is its character."""


def draw_lattice(seen: TownSeen, coats: Mapping[str, CoatOfArms], top: int, bottom: int) -> list[str]:
    """The town between two rows of its lattice; towns beside each other are drawn between the same."""
    left, _, right, _ = extent([cell for space in seen.spaces for cell in space.cells])
    page = [[" "] * (3 * (right - left) + 1) for _ in range(2 * (bottom - top) + 1)]

    def write(words: str, column: int, row: int) -> None:
        page[row][column : column + len(words)] = words

    lines = _Lines(seen)
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            up, right_hand, down, left_hand = lines.around(x, y)
            column, row = 3 * (x - left), 2 * (y - top)
            write(_CROSSINGS[27 * up + 9 * right_hand + 3 * down + left_hand], column, row)
            if right_hand:
                write(" ─━"[right_hand] * 2, column + 1, row)
            if down:
                write(" │┃"[down], column, row + 1)
    for space in seen.spaces:
        for (x, y), words in _contents(space, coats):
            write(words, 3 * (x - left) + 1, 2 * (y - top) + 1)
    for pair in seen.doubles:
        x, y = _midst(seen, pair)
        write("D", 3 * (x - left), 2 * (y - top))
    return ["".join(row) for row in page]


class _Lines:
    """What runs along the sides of the cells: nothing within a place, the wall around the town."""

    def __init__(self, seen: TownSeen) -> None:
        self._inside = {cell for place in (seen.town.centre, *seen.town.spaces) for cell in place.cells}
        self._place: dict[Cell, str] = {}
        for space in seen.spaces:
            if space.state not in ("closed", "merged"):
                self._place |= dict.fromkeys(space.cells, space.place.id)

    def around(self, x: int, y: int) -> tuple[int, int, int, int]:
        """Up, right, down and left of the upper left corner of a cell."""
        above, here, before, aslant = (x, y - 1), (x, y), (x - 1, y), (x - 1, y - 1)
        return (
            self._between(aslant, above),
            self._between(above, here),
            self._between(before, here),
            self._between(aslant, before),
        )

    def _between(self, one: Cell, other: Cell) -> int:
        if (one in self._inside) != (other in self._inside):
            return WALL
        return LINE if self._place.get(one) != self._place.get(other) else NONE


def _contents(space: SpaceSeen, coats: Mapping[str, CoatOfArms]) -> Iterator[tuple[Cell, str]]:
    cells = sorted(space.cells, key=lambda cell: (cell[1], cell[0]))
    match space.state:
        case "free":
            words = [space.label[at : at + 2] for at in range(0, len(space.label), 2)]
        case "built":
            words = _district(space, coats[str(space.coat)])
        case "covered":
            words = [COVER] * len(cells)
        case "closed":
            words = _closed(space, cells)
        case _:
            words = []
    yield from zip(cells, words, strict=False)


def _district(space: SpaceSeen, coat: CoatOfArms) -> list[str]:
    masters = space.printed_masters + space.placed_masters
    return [coat.letter_of(space.under_construction) + (str(masters) if masters else ""), CATHEDRAL * space.cathedral]


def _closed(space: SpaceSeen, cells: list[Cell]) -> list[str]:
    """The letter of its church stands at the gate to its host. A plot that will never be opened is not shown."""
    if not space.can_open:
        return []
    gates = [plot for plot, _ in space.gates]
    gate = gates[len(gates) // 2] if gates else None
    return [str(space.place.special) if cell == gate else CLOSED for cell in cells]


def _midst(seen: TownSeen, pair: tuple[str, str]) -> Cell:
    left, top, _, _ = extent([cell for space in seen.spaces if space.place.id in pair for cell in space.cells])
    return left + 1, top + 1
