"""The coats of arms of a board: for each a colour, an ink to draw on it, and a letter that no other has."""

import re
from dataclasses import dataclass
from string import ascii_uppercase

from domain.macht.board import Board
from domain.macht.board.form import Coat

LIGHT_INK, DARK_INK = "#fffaf0", "#4a3b12"
CHURCH, CHURCH_UNDER_CONSTRUCTION = "+", "t"
_HEX = re.compile(r"#([0-9a-fA-F]{6})")
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+")


@dataclass(frozen=True)
class CoatOfArms:
    id: str
    name: str
    colour: str
    ink: str
    letter: str
    is_church: bool = False

    def letter_of(self, under_construction: bool) -> str:
        if self.is_church:
            return CHURCH_UNDER_CONSTRUCTION if under_construction else CHURCH
        return self.letter.lower() if under_construction else self.letter


def coats_of(board: Board) -> dict[str, CoatOfArms]:
    """In the order of the board file: the guilds, the neutral one, the church."""
    parts = board.components
    coats: dict[str, CoatOfArms] = {}
    taken = {CHURCH_UNDER_CONSTRUCTION.upper()}
    for coat in (*parts.guilds, parts.neutral, parts.church):
        is_church = coat.id == parts.church.id
        letter = CHURCH if is_church else _letter(coat, taken)
        taken.add(letter)
        colour = coat.colour if _COLOUR.fullmatch(coat.colour) else "#8a8a86"
        coats[coat.id] = CoatOfArms(coat.id, coat.names.get("en", coat.id), colour, _ink(colour), letter, is_church)
    return coats


def _letter(coat: Coat, taken: set[str]) -> str:
    return next(
        letter for letter in coat.id.upper() + ascii_uppercase if letter in ascii_uppercase and letter not in taken
    )


def _ink(colour: str) -> str:
    if not (match := _HEX.fullmatch(colour)):
        return LIGHT_INK
    red, green, blue = bytes.fromhex(match[1])
    return DARK_INK if 0.3 * red + 0.59 * green + 0.11 * blue > 150 else LIGHT_INK
