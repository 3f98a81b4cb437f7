"""The drawings of a board: what a person sees in the picture, hears from a screen reader, or reads in a terminal."""

import copy
import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from domain.fairness import Chance
from domain.macht import RULES
from domain.macht.board import Board, standard
from domain.macht.state import State
from domain.macht.view import view
from domain.redact import SPECTATOR, Viewer, redact
from domain.sealed import Context
from service.drawing.coats import coats_of
from service.drawing.layout import layout
from service.drawing.outline import middle, outline
from service.drawing.svg import draw_board
from service.drawing.text import WIDTH, draw_text

SVG = "{http://www.w3.org/2000/svg}"
Document = dict[str, Any]


def digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def play(players: int, until: Callable[[State], bool]) -> State:
    """A game of greedy bots, up to a moment of it."""
    chance = Chance(digest(players, "seed"), (None,) * players)
    state: Any = None
    for event in RULES.setup({"board": "standard"}, [None] * players, chance, Context(0, digest("salt"))):
        state = RULES.evolve(state, event)
    step = 0
    while state.stage != "over" and not until(state):
        for seat in list(RULES.to_act(state)):
            step += 1
            seen = redact(state, Viewer(seat))
            command = RULES.bots["greedy"](seen, seat, RULES.legal(state, seat), int(digest(players, step)[:16], 16))
            for event in RULES.decide(state, seat, command, Context(0, digest(step)), chance):
                state = RULES.evolve(state, event)
    assert isinstance(state, State)
    return state


@cache
def _moment(name: str) -> Document:
    match name:
        case "opening":
            state = play(4, lambda _: True)
        case "middle":
            state = play(4, lambda state: state.round >= 16)
        case "three players":
            state = play(3, lambda state: state.round >= 12)
        case "two players":
            state = play(2, lambda state: state.duel is not None and state.duel.turn >= 30)
        case _:
            state = play(4, lambda _: False)
    return view(state, SPECTATOR)


def moment(name: str, **changes: Document) -> Document:
    """The view at that moment, with other facts about some spaces (brugge_5={...})."""
    document = copy.deepcopy(_moment(name))
    for town in document["towns"]:
        for space in town["spaces"]:
            space.update(changes.get(space["id"].replace("-", "_"), {}))
    return document


MOMENTS = ["opening", "middle", "three players", "two players", "end"]


def district(coat: str, **facts: Any) -> Document:
    plain = {"masters": 0, "placedMasters": 0, "underConstruction": False, "cathedral": False, "special": None}
    return {"state": "built", "coat": coat, **plain, **facts}


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def space(svg: str, name: str) -> ElementTree.Element:
    (found,) = (mark for mark in parsed(svg).iter() if mark.get("data-space") == name)
    return found


def words(svg: str) -> list[str]:
    return [mark.text or "" for mark in parsed(svg).iter(f"{SVG}text")]


def changed(change: Callable[[Any], None]) -> Board:
    document = msgspec.to_builtins(standard())
    change(document)
    return msgspec.convert(document, Board)


def without_paths(document: Any) -> None:
    for town in document["towns"]:
        town.pop("wall", None)
        for part in (town["centre"], *town["spaces"], *town["plots"], *town["doubles"]):
            part.pop("path", None)
            part.pop("anchor", None)


class TestThePicture:
    @pytest.mark.parametrize("name", [None, *MOMENTS])
    def test_every_place_is_in_it_once(self, name: str | None) -> None:
        svg = draw_board(standard(), moment(name) if name else None)
        names = [name for mark in parsed(svg).iter() if (name := mark.get("data-space"))]
        assert sorted(names) == sorted(place.id for town in standard().towns for place in town.places)

    def test_a_board_without_paths_looks_the_same(self) -> None:
        assert draw_board(changed(without_paths)) == draw_board(standard())
        assert draw_board(changed(without_paths), moment("middle")) == draw_board(standard(), moment("middle"))

    def test_it_shows_what_the_view_says_of_each_space(self) -> None:
        document = moment("middle")
        svg = draw_board(standard(), document)
        shown = {mark.get("data-space"): mark for mark in parsed(svg).iter() if mark.get("data-space")}
        for place in (place for town in document["towns"] for place in town["spaces"]):
            mark = shown[place["id"]]
            assert mark.get("data-state") == place["state"]
            assert mark.get("data-coat") == place.get("coat")
            assert ("guildhall-hatch" in ElementTree.tostring(mark, "unicode")) == place.get("underConstruction", False)

    def test_church_d_lies_over_both_blocks(self) -> None:
        document = moment("opening", brugge_5=district("church", special="D"), brugge_6={"state": "merged"})
        town = standard().towns[0]
        both = [cell for place in town.spaces if place.id in ("brugge-5", "brugge-6") for cell in place.cells]
        tile = space(draw_board(standard(), document), "brugge-5").find(f"{SVG}path")
        assert tile is not None
        assert tile.get("d") == outline(both)

    def test_pieces_on_a_district_can_be_read(self) -> None:
        document = moment("opening", gent_4=district("red", masters=1, placedMasters=2, underConstruction=True))
        title = space(draw_board(standard(), document), "gent-4").find(f"{SVG}title")
        assert title is not None
        assert title.text == "gent-4 (block), red, 3 guild masters, under construction"

    def test_an_opened_plot_is_a_space_with_its_number(self) -> None:
        svg = draw_board(standard(), moment("opening", brugge_2a={"state": "free"}))
        assert "2a" in words(svg)
        assert "2a" not in words(draw_board(standard()))

    def test_a_scored_town_and_one_out_of_play_are_marked(self) -> None:
        document = moment("opening")
        document["towns"][0]["scored"] = True
        document["towns"][1]["inPlay"] = False
        assert {"scored", "not in play"} <= set(words(draw_board(standard(), document)))

    def test_a_counter_on_its_second_lap_says_so(self) -> None:
        document = moment("opening")
        document["points"] = {"red": 62, "green": 2}
        shown = words(draw_board(standard(), document))
        assert shown.count("+60") == 1
        assert "Weavers 62" in shown

    def test_it_tells_a_screen_reader_what_is_on_it(self) -> None:
        root = parsed(draw_board(standard(), moment("end")))
        assert root.get("role") == "img"
        assert root[0].tag == f"{SVG}title"
        assert root[1].tag == f"{SVG}desc"
        assert "Brugge, value" in (root[1].text or "")
        assert "is scored" in (root[1].text or "")

    def test_names_are_text_and_never_markup(self) -> None:
        def rename(document: Any) -> None:
            document["towns"][0]["names"]["nl"] = 'A<b> & "c"\x00</svg>'
            document["components"]["guilds"][0]["colour"] = 'url(https://example.org/x)"'

        svg = draw_board(changed(rename))
        assert 'A<B> & "C"</SVG>' in words(svg)
        assert "example.org" not in svg
        assert "href" not in svg
        assert "<script" not in svg

    def test_the_panel_goes_below_where_there_is_no_gap(self) -> None:
        def crowd(document: Any) -> None:
            for number, town in enumerate(document["towns"]):
                town["origin"] = [120 + number % 2 * 480, 120 + number // 2 * 420]

        board = changed(crowd)
        lay = layout(board)
        assert not any(lay.panel.meets(town) for town in lay.towns.values())
        assert lay.panel.top > max(town.bottom for town in lay.towns.values())
        assert lay.canvas.bottom > lay.panel.bottom
        parsed(draw_board(board, moment("middle")))

    def test_the_panel_of_the_standard_board_lies_between_the_rows(self) -> None:
        lay = layout(standard())
        assert lay.towns["brugge"].bottom < lay.panel.top < lay.panel.bottom < lay.towns["ieper"].top


def renamed_guilds(*names: str) -> Board:
    def rename(document: Any) -> None:
        for guild, name in zip(document["components"]["guilds"], names, strict=True):
            guild["id"] = name

    return changed(rename)


class TestCoatsOfArms:
    def test_no_two_coats_share_a_letter(self) -> None:
        coats = coats_of(renamed_guilds("tanners", "tailors", "thatchers", "tt")).values()
        letters = [coat.letter_of(site) for coat in coats for site in (False, True)]
        assert len(set(letters)) == 12

    def test_a_guild_unknown_to_us_bears_its_letter(self) -> None:
        def strange(document: Any) -> None:
            document["components"]["guilds"][0]["id"] = "purple"
            document["towns"][0]["centre"]["coat"] = "purple"

        assert "P" in words(draw_board(changed(strange)))
        assert "P" not in words(draw_board(standard()))


class TestOutlines:
    def test_a_single_cell_has_four_round_corners(self) -> None:
        assert outline([(0, 0)], inset=2, radius=5) == "M2 7Q2 2 7 2L33 2Q38 2 38 7L38 33Q38 38 33 38L7 38Q2 38 2 33Z"

    def test_a_hole_has_an_outline_of_its_own(self) -> None:
        ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
        assert outline(ring).count("M") == 2

    def test_cells_that_touch_at_a_corner_stay_apart(self) -> None:
        assert outline([(0, 0), (1, 1)]).count("M") == 2

    def test_a_label_stands_in_the_middle_or_at_the_bend(self) -> None:
        assert middle([(0, 0), (1, 0), (2, 0)]) == (60, 20)
        assert middle([(0, 0), (1, 0), (1, 1)]) == (60, 20)


def brugge(text: str) -> str:
    """The drawing of the first town, cut out of the text."""
    lines = [line[:30].rstrip() for line in text.split("\n")[2:]]
    return "\n".join(lines[: next(number for number, line in enumerate(lines) if line.startswith("Brugge"))])


class TestTheText:
    @pytest.mark.parametrize("name", MOMENTS)
    def test_it_fits_a_terminal(self, name: str) -> None:
        lines = draw_text(standard(), moment(name)).split("\n")
        assert max(map(len, lines)) <= WIDTH
        assert len(lines) <= 64

    def test_the_opening_of_brugge(self) -> None:
        assert (
            brugge(draw_text(standard(), moment("opening")))
            == """\
          .  B  .
      ┏━━┯━━━━━━━━┓
      ┃1 │2       ┃
   ┏━━┩  ├─────┬──╄━━┓
 . ┃3 │  │4    │5 │6 ┃.
   ┃  │  ├─────┤  D  ┃
 B ┃  │  │R1   │  │  ┃A
   ┃  ├──┤     ├──┴──┨
 . ┃  │7 │     │8    ┃.  .
   ┠──┤  └──┬──┴──┐  ┃
 . ┃9 │     │10   │  ┃C  .
   ┃  ├─────┤  ┌──┴──┨
 A ┃  │11   │  │12   ┃.  .
   ┗━━┪  ┌──┴──┴──┐  ┃
      ┃  │13      │  ┃C  .
      ┗━━┷━━━━━━━━┷━━┛
          .  B  ."""
        )

    def test_districts_sites_churches_covers_and_opened_plots(self) -> None:
        document = moment(
            "opening",
            brugge_1=district("yellow", masters=1, placedMasters=1),
            brugge_2=district("blue", underConstruction=True),
            brugge_5=district("church", special="D", cathedral=True),
            brugge_6={"state": "merged"},
            brugge_8=district("church", special="C", underConstruction=True),
            brugge_8a={"state": "free"},
            brugge_8b=district("grey"),
            brugge_9={"state": "covered"},
        )
        document["stock"]["specialChurches"] = ["A", "B"]
        assert (
            brugge(draw_text(standard(), document))
            == """\

      ┏━━┯━━━━━━━━┓
      ┃Y2│b       ┃
   ┏━━┩  ├─────┬──┺━━┓
 . ┃3 │  │4    │+  ^ ┃
   ┃  │  ├─────┤     ┃
 B ┃  │  │R1   │     ┃
   ┃  ├──┤     ├─────╂──┬──┐
 . ┃  │7 │     │t    ┃8a│E │
   ┠──┤  └──┬──┴──┐  ┃  │  │
   ┃##│     │10   │  ┃  │  │
   ┃  ├─────┤  ┌──┴──╂──┴──┘
   ┃##│11   │  │12   ┃
   ┗━━┪  ┌──┴──┴──┐  ┃
      ┃  │13      │  ┃
      ┗━━┷━━━━━━━━┷━━┛
          .  B  ."""
        )

    def test_under_a_town_stand_its_value_and_its_ranking(self) -> None:
        document = moment("opening")
        brugge, gent, utrecht = document["towns"][:3]
        brugge["value"] = 7
        brugge["guilds"] = {"red": {"districts": 2, "masters": 1}, "blue": {"districts": 3, "masters": 0}}
        gent["scored"] = True
        utrecht["inPlay"] = False
        captions = next(line for line in draw_text(standard(), document).split("\n") if line.startswith("Brugge"))
        assert [part.strip() for part in captions.split("   ") if part.strip()] == [
            "Brugge 7: B3 R2(1)",
            "Gent 1 scored: G1(1)",
            "Utrecht: not in play",
        ]

    def test_who_has_what(self) -> None:
        text = draw_text(standard(), moment("opening"))
        assert "0 R red      0 00011 00002 00011 3     Brugge Gent Utrecht Ieper Leuven Luik site pick-up | -" in text
        assert "special churches: A B C D" in text
        assert "Pieces left: building sites 10, cathedrals 4, guild masters 4" in text
        assert "Golden cards left: 13 A, 14 B; before" in text

    def test_a_golden_card_is_named_only_to_whoever_may_see_it(self) -> None:
        state = play(4, lambda _: True)
        drawer = state.starting_seat
        assert "face down" not in draw_text(standard(), view(state, Viewer(drawer)))
        assert "face down" in draw_text(standard(), view(state, Viewer((drawer + 1) % 4)))

    def test_two_players_see_the_influence_pile(self) -> None:
        text = draw_text(standard(), moment("two players"))
        assert "Influence pile:" in text
        assert text.count("under the influence of") == 2
        assert "Golden cards" not in text

    def test_the_end_names_the_winner(self) -> None:
        assert "won by" in draw_text(standard(), moment("end")).split("\n")[0]

    def test_a_name_cannot_command_the_terminal(self) -> None:
        def rename(document: Any) -> None:
            document["towns"][0]["names"]["nl"] = "Brug\x1b[2Jge"

        text = draw_text(changed(rename), moment("opening"))
        assert "\x1b" not in text
        assert "Brug?[2Jge" in text
