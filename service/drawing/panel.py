"""The panel in the middle of the board: cards, scoring track with its counters, supply, and what the shapes mean."""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from domain.macht.board import Board, plan_of
from service.drawing.coats import CoatOfArms
from service.drawing.elements import element, group, text
from service.drawing.emblems import building_site, cathedral, cylinder, master, shield
from service.drawing.seen import View

Coats = Mapping[str, CoatOfArms]
WIDTH, HEIGHT = 1300, 222
TITLE = "De macht van de gilden · Die Macht der Zünfte"
_TRACK = (250, 50)
_STEP, _ROW_LENGTH, _ROWS = 38, 20, 3
_LAPS = _ROW_LENGTH * _ROWS


def draw_panel(board: Board, coats: Coats, view: View | None, at: tuple[float, float], scale: float) -> Element:
    frame = element(
        "rect",
        width=WIDTH,
        height=HEIGHT,
        rx=14,
        fill="#efdfbb",
        stroke="#6f5430",
        stroke_width=3,
        id="guildhall-panel",
    )
    return group(
        frame,
        *_heading(coats, view),
        *_cards(board, view),
        *_track(),
        *(_counters(coats, view["points"]) if view else ()),
        *_legend(),
        *_supply(board, view),
        at=at,
        scale=scale,
    )


def _heading(coats: Coats, view: View | None) -> Iterator[Element]:
    """The title; during a game the coats in play and their points instead."""
    if not view or not view["points"]:
        yield text(TITLE, _TRACK[0] + _ROW_LENGTH * _STEP / 2, 29, 16, bold=True)
        return
    shown = [(coats[coat], f"{coats[coat].name} {points}") for coat, points in view["points"].items()]
    widths = [30 + 9 * len(words) for _, words in shown]
    x = _TRACK[0] + 12.0
    for (coat, words), width in zip(shown, widths, strict=True):
        yield shield(coat, (x, 25), 0.8)
        yield text(words, x + 16, 30, 14, bold=True, text_anchor="start")
        x += width + (_ROW_LENGTH * _STEP - sum(widths)) / len(widths)


def _cards(board: Board, view: View | None) -> Iterator[Element]:
    gold, influence = (view.get("gold"), view.get("influencePile")) if view else (None, None)
    if influence:
        yield from _pile(str(influence["left"]), "influence cards", "#b9c1c9", "#4d565f")
        shown = influence["discard"]
    else:
        left = gold["left"] if gold else {"A": 1, "B": 0}
        words = f"golden: {left['A']} A, {left['B']} B" if gold else "golden cards"
        yield from _pile("A" if left["A"] else "B" if left["B"] else "", words, "#d8b24a", "#6d500c")
        shown = gold["discard"] if gold else ()
    yield from _discard(board, shown)


def _pile(mark: str, words: str, fill: str, ink: str) -> Iterator[Element]:
    if mark:
        yield _card(24, fill=fill, stroke=ink, stroke_width=2)
        yield text(mark, 69, 121, 40, ink, bold=True)
    else:
        yield _card(24, fill="none", stroke=ink, stroke_width=2, stroke_dasharray="6 5")
    yield text(words, 69, 190)


def _discard(board: Board, shown: list[str] | tuple[str, ...]) -> Iterator[Element]:
    if shown:
        card = plan_of(board).cards[shown[-1]]
        town = next((town.title for town in board.towns if town.id == card.town), None)
        yield _card(128, fill="#ecd9a0", stroke="#8a6a17", stroke_width=2)
        yield text(card.type, 173, 106 if town else 114, 14, bold=True)
        if town:
            yield text(town, 173, 126, 12)
    else:
        yield _card(128, fill="none", stroke="#8a6a17", stroke_width=2, stroke_dasharray="6 5")
    yield text("played", 173, 190)


def _card(x: float, **attributes: Any) -> Element:
    return element("rect", x=x, y=44, width=90, height=126, rx=9, **attributes)


def _field(points: int) -> tuple[float, float]:
    """The middle of a field; the track runs to and fro."""
    row, column = divmod(points % _LAPS, _ROW_LENGTH)
    if row % 2:
        column = _ROW_LENGTH - 1 - column
    return _TRACK[0] + column * _STEP + 17.5, _TRACK[1] + row * _STEP + 17.5


def _track() -> Iterator[Element]:
    for points in range(_LAPS):
        x, y = _field(points)
        fifth = points % 5 == 0
        fill = "#e2c98e" if fifth else "#f8efd9"
        yield element("rect", x=x - 17.5, y=y - 17.5, width=35, height=35, rx=5, fill=fill, stroke="#9b8250")
        yield text(str(points), x, y + 4.5, 13 if fifth else 12, "#6b5428", bold=fifth)


def _counters(coats: Coats, points: Mapping[str, int]) -> Iterator[Element]:
    """Counters that share a field are smaller and stand in rows; a second lap is written on them."""
    fields: dict[int, list[str]] = {}
    for coat, number in points.items():
        fields.setdefault(number % _LAPS, []).append(coat)
    for field, there in fields.items():
        x, y = _field(field)
        columns = 3 if len(there) > 4 else min(len(there), 2)
        rows = -(-len(there) // columns)
        for number, coat in enumerate(there):
            across = (number % columns - (columns - 1) / 2) * 30 / columns
            down = (number // columns - (rows - 1) / 2) * 17
            yield shield(coats[coat], (x + across, y + down - 1), (0.9, 0.5, 0.42)[columns - 1])
            if laps := points[coat] // _LAPS:
                yield text(f"+{laps * _LAPS}", x + across, y + down + 17, 9, "#8a2f2a", bold=True)


def _legend() -> Iterator[Element]:
    shapes = (
        (254, "block", "M0 0H34V17H0Z", "M0 0H34M0 17H34"),
        (372, "bar", "M0 0H51V17H0Z", "M0 0H51M0 17H51"),
        (490, "bend", "M0 0H34V17H17V34H0Z", "M34 0H0V34"),
    )
    for x, name, around, long in shapes:
        width = 51 if name == "bar" else 34
        yield group(
            element("path", d=around, fill="#e6d3a6", stroke="#8d7547", stroke_width=1.2),
            element("path", d=long, fill="none", stroke="#b5382f", stroke_width=3.6, stroke_linecap="round"),
            text(name, width + 10, 14, text_anchor="start"),
            at=(x, 176),
        )
    yield text(
        "red = long sides; a new district needs a built district at a long side.", 618, 186, 11, text_anchor="start"
    )
    yield text(
        "A, B, C: special churches open the dashed plots; D covers two blocks.", 618, 202, 11, text_anchor="start"
    )


def _supply(board: Board, view: View | None) -> Iterator[Element]:
    pieces = board.components.pieces
    sites, cathedrals, masters = pieces.building_sites, pieces.cathedrals, pieces.guild_masters
    cylinders = pieces.town_cylinders
    if view:
        left = view["pieces"]
        sites, cathedrals, masters = left["buildingSites"], left["cathedrals"], left["guildMasters"]
        cylinders -= sum(town["scored"] for town in view["towns"])
    yield text("supply", 1165, 29, 15, bold=True)
    for number in range(sites):
        yield building_site((1070 + number % 5 * 19, 59 + number // 5 * 19))
    for number in range(cathedrals):
        yield cathedral((1199 + number * 25, 71), 1.1)
    for number in range(masters):
        yield master((1076 + number * 22, 143), 1.7)
    for number in range(cylinders):
        yield cylinder((1195 + number * 18, 142))
    for count, word, x, y in (
        (sites, "building site", 1108, 108),
        (cathedrals, "cathedral", 1236, 108),
        (masters, "guild master", 1108, 176),
        (cylinders, "cylinder", 1238, 176),
    ):
        yield text(f"{count} {word if count == 1 else word + 's'}", x, y, 11)
