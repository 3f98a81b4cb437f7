"""The country between the towns: fields, rivers and trees."""

from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element, fromstring

from service.drawing.elements import element, group
from service.drawing.layout import Box, Layout, around

_TREES = 420
_PATTERNS = """<defs>
<pattern id="guildhall-hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<path d="M2.5 0V9" stroke="#fffaf0" stroke-width="3.4" opacity=".5"/>
<path d="M5.5 0V9" stroke="#2b2118" stroke-width="1.6" opacity=".6"/></pattern>
<pattern id="guildhall-stones" width="20" height="14" patternUnits="userSpaceOnUse">
<path d="M0 7H20M0 0H20M5 0V7M15 7V14" stroke="#4d4438" stroke-width="1.2" opacity=".7"/></pattern>
<pattern id="guildhall-field" width="46" height="46" patternUnits="userSpaceOnUse">
<rect width="46" height="46" fill="#cfd0a0"/>
<path d="M0 11H20M26 30H46M4 38H16M30 8H40" stroke="#bfc18d" stroke-width="2"/></pattern>
<linearGradient id="guildhall-parchment" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#f3e6c6"/><stop offset="1" stop-color="#e6d3a6"/></linearGradient>
</defs>"""


def draw_country(lay: Layout) -> Iterator[Element]:
    yield fromstring(_PATTERNS)
    yield _ground(lay.canvas, "#6f5430", 18)
    yield _ground(lay.canvas.grown(-10), "url(#guildhall-field)", 12)
    lanes = _lanes(lay)
    for lane in lanes:
        yield from _river(lane)
    yield from _trees(lay, lanes)


def _ground(box: Box, fill: str, radius: float) -> Element:
    return element("rect", x=box.left, y=box.top, width=box.width, height=box.height, rx=radius, fill=fill)


def _lanes(lay: Layout) -> list[Box]:
    """The open lanes between the columns of towns, from the upper edge of the board to the lower."""
    columns: list[Box] = []
    for box in sorted(lay.towns.values(), key=lambda box: box.left):
        if columns and box.left < columns[-1].right:
            columns[-1] = around([columns[-1], box])
        else:
            columns.append(box)
    lanes = [Box(left.right, lay.canvas.top, right.left, lay.canvas.bottom) for left, right in pairwise(columns)]
    return [lane for lane in lanes if lane.width >= 26]


def _river(lane: Box) -> Iterator[Element]:
    course = _course(lane.middle, min(30, (lane.width - 24) / 2), lane)
    yield element("path", d=course, fill="none", stroke="#8fb4c4", stroke_width=14, opacity=0.75)
    yield element("path", d=course, fill="none", stroke="#b4d0da", stroke_width=6, opacity=0.8)


def _course(x: float, sway: float, lane: Box) -> str:
    top, bottom = lane.top + 10, lane.bottom - 10
    bends = 8
    step = (bottom - top) / bends
    path = f"M{x:g} {top:g}"
    for bend in range(bends):
        aside = x + sway * (1.3 if bend % 2 else -1.3)
        path += f"Q{aside:g} {top + (bend + 0.5) * step:g} {x:g} {top + (bend + 1) * step:g}"
    return path


def _trees(lay: Layout, lanes: list[Box]) -> Iterator[Element]:
    """Copses strewn over the free country, in the same places each time."""
    c = lay.canvas
    taken = [box.grown(6) for box in (*lay.towns.values(), lay.panel)]
    taken += [Box(lane.middle - 26, lane.top, lane.middle + 26, lane.bottom) for lane in lanes]
    taken += [Box(x - 170, y - 20, x + 170, y + 20) for x, y in lay.banners.values()]
    for number in range(_TREES):
        x = c.left + 34 + (c.width - 68) * (number * 0.618034 % 1)
        y = c.top + 34 + (c.height - 68) * ((number + 0.5) / _TREES)
        if not any(box.meets(Box(x - 12, y - 12, x + 12, y + 12)) for box in taken):
            yield _copse(x, y, number)


def _copse(x: float, y: float, number: int) -> Element:
    crowns = ((0, 0, 7), (9, 4, 5.5), (-8, 5, 5))[: 1 + number % 3]
    return group(
        *(element("circle", cx=dx, cy=dy, r=r, fill="#8ea463", stroke="#71874a") for dx, dy, r in crowns),
        at=(x, y),
    )
