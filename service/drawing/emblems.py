"""Coats of arms and wooden pieces, each drawn around the origin. Coats differ by their emblem, not by colour alone."""

from xml.etree.ElementTree import Element

from service.drawing.coats import CoatOfArms
from service.drawing.elements import element, group, text

Point = tuple[float, float]
_OUTLINE = "#2b2118"
_SHIELD = "M-13 -15H13V0Q13 12 0 18Q-13 12 -13 0Z"
_CROSS_RED = "#8a2f2a"


def shield(coat: CoatOfArms, at: Point, scale: float = 1) -> Element:
    field = element("path", d=_SHIELD, fill=coat.colour, stroke=_OUTLINE, stroke_opacity=0.6, stroke_width=1.6)
    return group(field, *_emblem(coat), at=at, scale=scale)


def _emblem(coat: CoatOfArms) -> list[Element]:
    """The guilds of the standard board have the tools of their trades; others bear their letter."""
    if coat.is_church:
        return [_line("M0 -11V12M-7 -4H7", _CROSS_RED, 3.4)]
    match coat.id:
        case "red":
            return [_area("M-9.5 0Q0 -9 9.5 0Q0 9 -9.5 0Z", coat.ink), _line("M-4.5 0H4.5", coat.colour, 2.2)]
        case "green":
            head = element("rect", x=-4, y=-11, width=13, height=7, rx=1.5, transform="rotate(35 3 -7)", fill=coat.ink)
            return [_line("M-6 9L2 -3", coat.ink, 3), head]
        case "yellow":
            rings = [
                element("circle", cx=x, cy=9, r=3, fill="none", stroke=coat.ink, stroke_width=2) for x in (-4.5, 4.5)
            ]
            return [_line("M-5 -11L3.5 6M5 -11L-3.5 6", coat.ink, 2.2), *rings]
        case "blue":
            return [_area("M0 -11Q8 0 5.5 6A6.2 6.2 0 0 1 -5.5 6Q-8 0 0 -11Z", coat.ink)]
        case "grey":
            return [_line("M0 -12V12M-6 5H6", coat.ink, 2.8)]
    return [text(coat.letter, 0, 7, 19, coat.ink, bold=True)]


def _line(path: str, colour: str, width: float) -> Element:
    return element("path", d=path, fill="none", stroke=colour, stroke_width=width)


def _area(path: str, colour: str) -> Element:
    return element("path", d=path, fill=colour)


def master(at: Point, scale: float = 1, placed: bool = False) -> Element:
    """A guild master as a pawn: light where it is printed, dark where a piece was placed."""
    fill, stroke = (_OUTLINE, "#fff6e0") if placed else ("#fff6e0", _OUTLINE)
    return group(
        element("path", d="M-4.5 6L-2.4 -1.6H2.4L4.5 6Z"),
        element("circle", cx=0, cy=-5, r=3.2),
        at=at,
        scale=scale,
        fill=fill,
        stroke=stroke,
        stroke_width="1.2",
    )


def cathedral(at: Point, scale: float = 1) -> Element:
    return group(
        element("path", d="M-10 12V-4L-5.5 -15L-1 -4V-1L4.5 -6L10 -1V12Z", fill="#fffaf0", stroke="#5a2320"),
        element("path", d="M2 12V6a2.5 2.5 0 0 1 5 0V12ZM-6.5 3V-2h2V3Z", fill="#5a2320"),
        at=at,
        scale=scale,
        stroke_width="1.5",
    )


def building_site(at: Point) -> Element:
    x, y = at
    return element(
        "rect", x=x - 8, y=y - 8, width=16, height=16, rx=3, fill="#c98a4b", stroke="#7a4a1c", stroke_width=1.3
    )


def cylinder(at: Point, scale: float = 1) -> Element:
    """The town cylinder that marks a scored town (R9.5)."""
    return group(
        element("path", d="M-8 -4V4A8 3.5 0 0 0 8 4V-4Z", fill="#b98f4e"),
        element("ellipse", cx=0, cy=-4, rx=8, ry=3.5, fill="#dcbc80"),
        at=at,
        scale=scale,
        stroke="#5a431c",
        stroke_width="1.3",
    )


def letter_mark(letter: str, at: Point, radius: float = 9.5) -> Element:
    """The letter of a special church, in a circle."""
    return group(
        element("circle", r=radius, fill="#fbf4e0", stroke="#7a6137", stroke_width=1.1),
        text(letter, 0, radius * 0.42, radius * 1.26, _CROSS_RED, bold=True),
        at=at,
    )
