"""One town as SVG: its wall, its spaces and what stands on them, the plots outside, and its name on a banner."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from service.drawing.coats import CoatOfArms
from service.drawing.elements import BROWN, element, group, text
from service.drawing.emblems import Point, cathedral, cylinder, letter_mark, master, shield
from service.drawing.outline import UNIT, centre, middle, outline
from service.drawing.seen import SpaceSeen, TownSeen

Coats = Mapping[str, CoatOfArms]
_EDGE = "#2b2118"


def draw_town(seen: TownSeen, coats: Coats, scale: float) -> Element:
    town = seen.town
    inside = [cell for place in (town.centre, *town.spaces) for cell in place.cells]
    wall = outline(inside, inset=-7, radius=12)
    closed = [space for space in seen.spaces if space.state == "closed"]
    return group(
        *(_closed_plot(space) for space in closed),
        element("path", d=wall, fill="#c9b48a", stroke="#5d5142", stroke_width=8, stroke_linejoin="round"),
        element("path", d=wall, fill="none", stroke="#a59782", stroke_width=3.4, stroke_dasharray="7 5"),
        *(_space(space, coats) for space in seen.spaces if space.state != "closed"),
        *(letter_mark(str(space.place.special), _gate(space)) for space in closed if space.can_open and space.gates),
        *(letter_mark("D", middle(_pair(seen, pair))) for pair in seen.doubles),
        *(_scored(seen, wall) if seen.scored else ()),
        at=(town.origin[0], town.origin[1]),
        scale=scale,
        data_town=town.id,
        opacity=None if seen.in_play else "0.4",
    )


def banner(seen: TownSeen, x: float, y: float) -> Element:
    """The name of the town, and, once there is a game, its value in a disc."""
    words = seen.town.title.upper()
    size = min(17.0, 340 / max(len(words), 1))
    half = max(92.0, len(words) * (size * 0.45 + 1.5) + 30)
    ribbon = f"M{-half:g} -13H{half:g}L{half - 10:g} 0L{half:g} 13H{-half:g}L{10 - half:g} 0Z"
    marks = [
        element("path", d=ribbon, fill="#f5e9cb", stroke="#7a6137", stroke_width=1.5),
        text(words, 0, size * 0.36, size, bold=True, letter_spacing=3),
    ]
    if not seen.in_play:
        marks.append(text("not in play", half + 6, 4.5, 12, text_anchor="start", font_style="italic"))
    elif seen.value is not None:
        marks += _value(seen, half)
    return group(*marks, at=(x, y))


def _value(seen: TownSeen, half: float) -> list[Element]:
    disc, ring = ("#dcbc80", "#5a431c") if seen.scored else ("#fffaf0", "#7a6137")
    marks = [
        element("circle", cx=half, cy=0, r=15, fill=disc, stroke=ring, stroke_width=1.8),
        text(str(seen.value), half, 5.5, 15, bold=True),
    ]
    if seen.scored:
        marks.append(text("scored", half + 21, 4.5, 12, text_anchor="start", font_style="italic"))
    return marks


def _pair(seen: TownSeen, names: tuple[str, str]) -> list[tuple[int, int]]:
    return [cell for space in seen.spaces if space.place.id in names for cell in space.cells]


def _gate(space: SpaceSeen) -> Point:
    """A little outside the wall, in the middle of the side over which a plot borders its host."""
    plot, host = (
        [sum(part) / len(space.gates) for part in zip(*cells, strict=True)] for cells in zip(*space.gates, strict=True)
    )
    x, y = (0.9 * p + 0.1 * h for p, h in zip(plot, host, strict=True))
    return (x + 0.5) * UNIT, (y + 0.5) * UNIT


def _closed_plot(space: SpaceSeen) -> Element:
    path = element(
        "path",
        d=outline(space.cells),
        fill="#e9e2bb",
        fill_opacity=0.3,
        stroke="#7b7a52",
        stroke_width=1.1,
        stroke_dasharray="4 4",
    )
    return _named(space, path, opacity=None if space.can_open else "0.35")


def _space(space: SpaceSeen, coats: Coats) -> Element:
    match space.state:
        case "built":
            return _named(space, *_district(space, coats), data_coat=space.coat)
        case "merged":
            return _named(space, element("path", d=outline(space.cells), fill="none"))
        case "covered":
            tile = outline(space.cells)
            fills = ("#857a68", "url(#guildhall-stones)")
            return _named(
                space, *(element("path", d=tile, fill=fill, stroke="#4d4438", stroke_width=1.3) for fill in fills)
            )
    x, y = middle(space.cells)
    return _named(
        space,
        element("path", d=outline(space.cells), fill="url(#guildhall-parchment)", stroke="#8d7547", stroke_width=1.3),
        text(space.label, x, y + 4.5, 13, "#84703f"),
    )


def _named(space: SpaceSeen, *marks: Element, **attributes: Any) -> Element:
    return group(
        element("title", words=_said(space)), *marks, data_space=space.place.id, data_state=space.state, **attributes
    )


def _said(space: SpaceSeen) -> str:
    """The words that a pointer over the space brings up."""
    facts = [f"{space.place.id} ({space.place.shape})", space.coat or space.state]
    if masters := space.printed_masters + space.placed_masters:
        facts.append(f"{masters} guild master" + "s" * (masters > 1))
    if space.under_construction:
        facts.append("under construction")
    if space.cathedral:
        facts.append("cathedral")
    if space.special:
        facts.append(f"special church {space.special}")
    return ", ".join(facts)


def _district(space: SpaceSeen, coats: Coats) -> Iterator[Element]:
    coat = coats[str(space.coat)]
    tile = outline(space.cells)
    yield element("path", d=tile, fill=coat.colour, stroke=_EDGE, stroke_opacity=0.7, stroke_width=1.6)
    if space.place.shape == "centre":
        yield element("path", d=tile, fill="#fff", fill_opacity=0.16, stroke=_EDGE, stroke_opacity=0.7, stroke_width=2)
    if space.under_construction:
        yield element("path", d=tile, fill="url(#guildhall-hatch)")
    masters = [False] * space.printed_masters + [True] * space.placed_masters
    pieces = bool(masters or space.cathedral or space.special)
    arms, aside = _spots(space, pieces)
    yield shield(coat, arms, 1.3 if len(space.cells) == 4 else 0.78)
    if masters:
        yield from _masters(masters, aside)
    if space.cathedral:
        yield cathedral(aside, 0.95)
    if space.special:
        corner = (aside[0] + 10, aside[1] + 9) if len(space.cells) < 4 else (aside[0], aside[1] - 46)
        yield letter_mark(space.special, corner if space.cathedral else aside, 8)


def _spots(space: SpaceSeen, pieces: bool) -> tuple[Point, Point]:
    """Where the coat of arms stands, and where masters or a cathedral: apart, so that neither hides the other."""
    x, y = middle(space.cells)
    cells = sorted(space.cells)
    if len(cells) == 4:
        return (x - 5 * pieces, y - 4), (x + 24, y + 22)
    if len(cells) == 2:
        return (centre(cells[0]), centre(cells[1])) if pieces else ((x, y), (x, y))
    others = [centre(cell) for cell in cells if centre(cell) != (x, y)]
    return (x, y), others[-1]


def _masters(placed: list[bool], at: Point) -> Iterator[Element]:
    columns = min(len(placed), 3)
    rows = -(-len(placed) // columns)
    for number, is_placed in enumerate(placed):
        x = at[0] + (number % columns - (columns - 1) / 2) * 10
        y = at[1] + (number // columns - (rows - 1) / 2) * 15
        yield master((x, y + 1), 1, is_placed)


def _scored(seen: TownSeen, wall: str) -> Iterable[Element]:
    x, y = middle(seen.town.centre.cells)
    outside = "".join(outline(space.cells) for space in seen.spaces if space.is_plot and space.state != "closed")
    return (
        element("path", d=wall + outside, fill=BROWN, fill_opacity=0.2),
        cylinder((x - 21, y + 23), 1.35),
    )
