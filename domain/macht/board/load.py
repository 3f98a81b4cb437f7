"""Reading board files: what is not sound is refused, with everything that is wrong with it."""

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from domain.known import known
from domain.macht.board.check import problems
from domain.macht.board.form import Board
from domain.macht.board.plan import Plan, plan_of
from domain.sealed import canonical

_BOARD = known(Board)


class BoardError(ValueError):
    """A board file that cannot be played on."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


def load(text: bytes) -> Board:
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BoardError([f"This is not JSON: {error}."]) from error
    return board_of(document)


def board_of(document: Any) -> Board:
    try:
        board = msgspec.convert(document, _BOARD)
        canonical(board)
    except (msgspec.ValidationError, UnicodeEncodeError, RecursionError) as error:
        raise BoardError([f"The form is wrong: {error}."]) from error
    if found := problems(board):
        raise BoardError(found)
    return board


@cache
def standard() -> Board:
    return load(files("domain.macht").joinpath("data/board.json").read_bytes())


@cache
def standard_plan() -> Plan:
    return plan_of(standard())


@lru_cache(maxsize=64)
def shared(board: Board) -> Board:
    """One object for equal boards, so that looking up its plan never has to compare two."""
    return board
