"""SVG elements. Names and ids that people wrote into a board file pass through here as text, never as markup."""

import re
from typing import Any
from xml.etree.ElementTree import Element, tostring

SERIF = "DejaVu Serif,Georgia,serif"
BROWN = "#4a3b22"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def element(tag: str, *children: Element, words: str | None = None, **attributes: str | float | None) -> Element:
    """Attributes are written with underscores: `stroke_width=2`. None leaves one out."""
    made = Element(tag, {_hyphens(name): _value(value) for name, value in attributes.items() if value is not None})
    made.text = words
    made.extend(children)
    return made


def group(
    *children: Element, at: tuple[float, float] | None = None, scale: float = 1, **attributes: str | None
) -> Element:
    transform = None if at is None else f"translate({at[0]:g} {at[1]:g})" + (f" scale({scale:g})" if scale != 1 else "")
    return element("g", *children, transform=transform, **attributes)


def text(
    words: str, x: float, y: float, size: float = 12, fill: str = BROWN, bold: bool = False, **attributes: Any
) -> Element:
    weight = "bold" if bold else None
    attributes = {"text_anchor": "middle", "font_weight": weight} | attributes
    return element("text", words=words, x=x, y=y, font_size=size, fill=fill, **attributes)


def written(root: Element) -> str:
    """The file. A character that XML cannot carry (a NUL in a name) is left out."""
    return _NOT_XML.sub("", tostring(root, encoding="unicode"))


def _hyphens(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"
