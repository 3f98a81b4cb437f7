"""The board: what is sound is played on, what is not is refused with the place and what is wrong with it (R1, R2)."""

import json
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from domain.macht import RULES
from domain.macht.board import BoardError, board_of, load, standard
from domain.macht.events import GameCreated

from .towns import random_game

TEXT = files("domain.macht").joinpath("data/board.json").read_text(encoding="utf-8")
Document = dict[str, Any]


def town(board: Document, name: str) -> Document:
    return next(each for each in board["towns"] if each["id"] == name)


def place(board: Document, name: str) -> Document:
    home = town(board, name.split("-")[0])
    return next(each for each in (home["centre"], *home["spaces"], *home["plots"]) if each["id"] == name)


def problems(change: Callable[[Document], object]) -> list[str]:
    """What is said of the standard board after this change."""
    board = json.loads(TEXT)
    change(board)
    with pytest.raises(BoardError) as error:
        board_of(board)
    assert str(error.value) == " ".join(error.value.problems)
    return error.value.problems


def set_place(name: str, **fields: Any) -> Callable[[Document], object]:
    return lambda board: place(board, name).update(fields)


def set_part(part: str, number: int, **fields: Any) -> Callable[[Document], object]:
    return lambda board: board["components"][part][number].update(fields)


# The standard board


def test_the_standard_board_is_sound():
    assert load(TEXT.encode()) == standard()


def test_it_has_six_towns_of_thirteen_spaces_and_26_spaces_of_each_shape():
    shapes = Counter(space.shape for each in standard().towns for space in each.spaces)
    assert [len(each.spaces) for each in standard().towns] == [13] * 6
    assert shapes == {"block": 26, "bar": 26, "bend": 26}


def test_the_four_guild_towns_are_the_same_place_by_place_so_that_no_guild_has_a_better_home():
    def borders(name: str) -> list[tuple[str, ...]]:
        home = next(each for each in standard().towns if each.id == name)
        return [(each.shape, *(text.replace(name, "") for text in (*each.long, *each.short))) for each in home.places]

    assert borders("brugge") == borders("gent") == borders("ieper") == borders("leuven")
    assert borders("utrecht") == borders("luik")


# Faults, each told with its place

FAULTS: dict[str, tuple[Callable[[Document], object], str]] = {
    "a border that only one side knows": (
        lambda board: place(board, "brugge-4")["short"].remove("brugge-1"),
        "brugge-1 borders brugge-4, but brugge-4 does not border brugge-1 (R2.3).",
    ),
    "a long side that is short": (
        set_place("brugge-4", long=["brugge-0", "brugge-2", "brugge-1"], short=["brugge-5"]),
        "Over its long sides brugge-4 borders brugge-0, brugge-2, not brugge-0, brugge-1, brugge-2 (R2.2).",
    ),
    "a neighbour both long and short": (
        lambda board: place(board, "brugge-4")["short"].append("brugge-0"),
        "brugge-4 has brugge-0 as a long and as a short neighbour.",
    ),
    "a place that borders itself": (
        lambda board: place(board, "brugge-4")["short"].append("brugge-4"),
        "brugge-4 borders itself.",
    ),
    "cells of another shape": (set_place("brugge-4", shape="bar"), "The cells of brugge-4 do not make a bar (R2.1)."),
    "two places on one cell": (
        set_place("brugge-4", cells=[[1, 1], [2, 1]]),
        "brugge-4 and brugge-1 both lie on cell [1, 1].",
    ),
    "a centre that is no square": (
        set_place("gent-0", cells=[[0, 0], [1, 0], [2, 0], [3, 0]]),
        "The centre of gent is not a 2x2 square (R2.1).",
    ),
    "a centre with the wrong arms": (
        set_place("gent-0", coat="red"),
        "The centre of gent shows 'red'; its owner is 'green' (R3.2).",
    ),
    "a town with a space too few": (
        lambda board: town(board, "gent")["spaces"].pop(),
        "gent-10 names 'gent-13', which is no place of gent.",
    ),
    "a space that cannot be reached": (
        set_place("brugge-10", long=[]),
        "brugge-10 can never be reached from the centre over long sides (R5.3).",
    ),
    "a plot beside a stranger": (
        set_place("brugge-6a", host="brugge-9"),
        "The plot brugge-6a borders brugge-6; inside the wall it may border only its host (R2.4).",
    ),
    "a plot without a host": (
        set_place("brugge-6a", host=None),
        "The plot brugge-6a has no host inside the wall (R2.4).",
    ),
    "a plot that its host does not open": (
        set_place("brugge-6", opens=[]),
        "The plot brugge-6a is not among those that its host brugge-6 opens (R5.6).",
    ),
    "a letter on the wrong shape": (
        set_place("brugge-4", special="B", opens=[]),
        "brugge-4 is a block, but church B stands on a bar (R5.6).",
    ),
    "a pair for church D that is no square": (
        lambda board: town(board, "brugge")["doubles"][0].update(spaces=["brugge-4", "brugge-9"]),
        "brugge-4 and brugge-9 are not two blocks that make a 2x2 square for church D (R5.6).",
    ),
    "a neighbour that is nowhere": (
        lambda board: place(board, "brugge-4")["long"].append("brugge-99"),
        "brugge-4 names 'brugge-99', which is no place of brugge.",
    ),
    "a card for no town": (
        set_part("silverCards", 0, town="parijs"),
        "The card 'red-town-brugge' is for 'parijs', which is no town.",
    ),
    "a home that is no town": (
        set_part("guilds", 0, home="parijs"),
        "The home of 'red' is 'parijs', which is no town.",
    ),
    "districts of no coat of arms": (
        set_part("districts", 0, coat="pink"),
        "There are districts of 'pink', which is no coat of arms.",
    ),
    "a home in somebody else's town": (
        set_part("guilds", 0, home="gent"),
        "red is at home in gent, but that town does not belong to it (R3.2).",
    ),
    "two places of one name": (set_place("brugge-4", id="brugge-5"), "The place 'brugge-5' is there 2 times."),
    "two cards of one name": (set_part("goldenCards", 0, id="red-site"), "The card 'red-site' is there 2 times."),
    "a town too few": (lambda board: board["towns"].pop(), "The home of 'church' is 'luik', which is no town."),
    "a district too many": (
        set_part("districts", 0, count=4),
        "There are 6 block districts of red; there must be 5 (R1.2).",
    ),
    "three printed masters": (
        set_part("districts", 1, masters=3),
        "The districts red block have an impossible count",
    ),
    "printed masters of the church": (
        set_part("districts", -1, masters=1),
        "The church has no printed guild masters (R1.3).",
    ),
    "a special church twice": (
        set_part("specialChurches", 0, id="B", on="bar", opens=["bar"]),
        "The special churches are B, B, C, D; they must be A, B, C, D (R1.2).",
    ),
    "a building-site piece too many": (
        lambda board: board["components"]["pieces"].update(buildingSites=11),
        "There are 11 building sites; there must be 10 (R1.4).",
    ),
    "a hand with two pick-up cards": (
        set_part("silverCards", 6, type="pickup"),
        "The silver hand of red is not one card per town, 1 site, 1 pickup and 3 influence (R1.5).",
    ),
    "a golden card in the wrong pile": (
        set_part("goldenCards", 0, pile="B"),
        "There are 13 golden cards of pile A; there must be 14 (R1.6).",
    ),
    "two golden cards for a town": (
        set_part("goldenCards", 14, town="gent"),
        "There must be one golden card for each town (R1.6).",
    ),
    "a missing part": (
        lambda board: board.pop("components"),
        "The form is wrong: Object missing",
    ),
    "no cells": (set_place("brugge-4", cells=[]), "The cells of brugge-4 do not make a block (R2.1)."),
}


@pytest.mark.parametrize(("change", "said"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_with_its_place(change, said):
    assert any(problem.startswith(said) for problem in problems(change))


def test_all_faults_are_told_at_once():
    def change(board: Document) -> None:
        place(board, "brugge-4")["shape"] = "bar"
        board["components"]["pieces"]["cathedrals"] = 5

    assert len(problems(change)) >= 2


@pytest.mark.parametrize("text", [b"{", b"", b"\xff\xfe", b"nonsense"])
def test_what_is_not_json_is_refused(text):
    with pytest.raises(BoardError, match="This is not JSON"):
        load(text)


def one_plot_opened_twice(board: Document) -> None:
    luik = town(board, "luik")
    luik["plots"] = [plot for plot in luik["plots"] if plot["id"] != "luik-8b"]
    place(board, "luik-8a")["long"] = ["luik-8"]
    place(board, "luik-8")["opens"] = ["luik-8a", "luik-8a"]


SILENT: dict[str, Callable[[Document], object]] = {
    "a neighbour listed twice": lambda board: place(board, "brugge-4")["long"].append("brugge-0"),
    "a pair for church D listed twice": lambda board: town(board, "brugge")["doubles"].append(
        {"special": "D", "spaces": ["brugge-6", "brugge-5"]}
    ),
    "three masters on a centre": set_place("brugge-0", masters=3),
    "a printed master on the church's centre": set_place("luik-0", masters=1),
    "church C opening one plot twice": one_plot_opened_twice,
    "a golden card without a pile": lambda board: board["components"]["goldenCards"].append(
        {"id": "x", "type": "site"}
    ),
    "a golden site card for a town": set_part("goldenCards", 4, town="gent"),
}


@pytest.mark.parametrize("change", SILENT.values(), ids=SILENT)
def test_what_the_rules_cannot_play_with_is_refused_too(change):
    assert problems(change)


# Boards of the players' own


def mirrored() -> Document:
    """The standard board seen in a mirror, its towns with other names."""
    text = TEXT
    for old, new in zip(("brugge", "gent", "utrecht", "ieper"), ("delft", "edam", "veere", "hoorn"), strict=True):
        text = text.replace(old, new)
    board: Document = json.loads(text)
    for each in board["towns"]:
        for spot in (each["centre"], *each["spaces"], *each["plots"]):
            spot["cells"] = [[-x, y] for x, y in spot["cells"]]
    return board


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_played_to_its_end_on_a_board_of_ones_own(players):
    told = list(random_game(players, 7, {"board": mirrored()}))
    assert told[0].all(GameCreated)[0].board is not None
    assert told[-1].state.stage == "over"


def test_on_the_mirrored_board_the_same_moves_have_the_same_result():
    *_, own = random_game(4, 7, {"board": mirrored()})
    *_, usual = random_game(4, 7)
    assert own.state.points == usual.state.points


def test_a_game_is_told_in_sentences_whatever_the_spaces_are_called():
    text = json.dumps(json.loads(TEXT))
    for number, each in enumerate(standard().towns):
        text = text.replace(f'"{each.id}-', f'"space {number}/')
    for told in random_game(4, 7, {"board": json.loads(text)}):
        assert all(RULES.describe(told.state, event) for event in told.events)
