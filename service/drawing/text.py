"""A game as text for a terminal of 100 columns: the towns beside each other, then who has what."""

import textwrap
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from domain.macht.board import Board, plan_of
from domain.macht.board.plan import SHAPE_NAMES
from service.drawing.coats import CHURCH_UNDER_CONSTRUCTION, CoatOfArms, coats_of
from service.drawing.lattice import CATHEDRAL, CLOSED, draw_lattice
from service.drawing.outline import extent
from service.drawing.seen import TownSeen, View, towns_seen

WIDTH = 100
_COLUMN, _GAP = 32, 2
Coats = Mapping[str, CoatOfArms]
_STAGES = {
    "setUp": "the game is being set out",
    "choosing": "all choose their cards",
    "acting": "the cards are carried out",
    "turn": "an own action and one of influence",
    "over": "the game is over",
}
_CARDS = {"pickup": "pick-up", "master": "guild master"}


def draw_text(board: Board, view: View) -> str:
    """`view` is the document of domain.macht.view.view. The text fits in WIDTH columns and has no colour codes."""
    coats = coats_of(board)
    lines = [
        *_wrapped(_status(view, board)),
        "",
        *_towns(towns_seen(board, view), coats),
        *_legend(coats),
        "",
        *_table(board, view, coats),
        "",
        *_supply(board, view),
    ]
    return "\n".join(_plain(line).rstrip() for line in lines) + "\n"


def _plain(line: str) -> str:
    """A board file may come from anyone: what its names could tell a terminal to do is not passed on."""
    return "".join(character if character.isprintable() else "?" for character in line)


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _status(view: View, board: Board) -> str:
    guilds = [seat["guild"] for seat in view["seats"]]
    pile, acting, ending = view["influencePile"], view["acting"], view["ending"]
    facts = [f"Turn {pile['turn']}" if pile else f"Round {view['round']}", _STAGES[view["stage"]]]
    if ending and ending["totals"]:
        results = (f"{guild} {total}" for guild, total in zip(guilds, ending["totals"], strict=True))
        winners = " and ".join(guilds[seat] for seat in ending["winners"])
        return " · ".join([*facts, f"result: {', '.join(results)}; won by {winners}"])
    if pile:
        facts += [f"{what} action done" for what in ("own", "influence") if pile[f"{what}ActionDone"]]
    elif guilds:
        facts.append(f"{guilds[view['startingSeat']]} starts")
    if view["order"]:
        facts.append(f"order: {', '.join(guilds[seat] for seat in view['order'])}")
    if acting:
        facts.append(f"{guilds[acting['seat']]} carries out {_card(board, acting['card'])}")
    if awaited := [guilds[int(seat)] for seat in view["awaited"]]:
        facts.append(f"to act: {', '.join(awaited)}")
    return " · ".join(facts)


def _card(board: Board, name: str) -> str:
    card = plan_of(board).cards[name]
    town = next((town.title for town in board.towns if town.id == card.town), None)
    return town or _CARDS.get(card.type, card.type)


def _towns(towns: list[TownSeen], coats: Coats) -> Iterator[str]:
    """As many beside each other as there is room for: three of the standard board."""
    wide = max(3 * (right - left) + 1 for left, _, right, _ in map(_extent, towns))
    column = max(_COLUMN, wide)
    together = max(1, (WIDTH + _GAP) // (column + _GAP))
    for first in range(0, len(towns), together):
        row = towns[first : first + together]
        top, bottom = min(_extent(seen)[1] for seen in row), max(_extent(seen)[3] for seen in row)
        drawings = [draw_lattice(seen, coats, top, bottom) for seen in row]
        captions = [textwrap.wrap(_caption(seen, coats), column) for seen in row]
        yield from (line for line in _beside(drawings, column) if line.strip())
        yield from _beside(captions, column)
        yield ""


def _extent(seen: TownSeen) -> tuple[int, int, int, int]:
    return extent([cell for space in seen.spaces for cell in space.cells])


def _beside(blocks: list[list[str]], column: int) -> Iterator[str]:
    for lines in zip_longest(*blocks, fillvalue=""):
        yield (" " * _GAP).join(line.ljust(column) for line in lines)


def _caption(seen: TownSeen, coats: Coats) -> str:
    if not seen.in_play:
        return f"{seen.town.title}: not in play"
    ranking = " ".join(
        coats[coat].letter + str(districts) + (f"({masters})" if masters else "")
        for coat, districts, masters in seen.ranking
    )
    return f"{seen.town.title} {seen.value or 0}{' scored' if seen.scored else ''}: {ranking or '-'}"


def _legend(coats: Coats) -> list[str]:
    named = "  ".join(f"{coat.letter} {coat.id}" for coat in coats.values())
    letter = next(iter(coats.values())).letter
    return [
        *_wrapped(f"{named}   {letter.lower()}, {CHURCH_UNDER_CONSTRUCTION} under construction"),
        f"{letter}2 with 2 masters  {CATHEDRAL} cathedral  # cover  {CLOSED} closed plot  A B C D for a special church",
        f"Under a town: its value, and districts (masters) of each guild: {letter}3(2) are 3 with 2 masters.",
        "Below: in stock each digit is a district, and the number of its masters.",
    ]


def _table(board: Board, view: View, coats: Coats) -> Iterator[str]:
    """A line for each coat in play. The stock shows a digit for each district: its printed masters."""
    rows = [["", "", "", "pts", *SHAPE_NAMES, "infl" if view["gold"] else "", "hand | played"]]
    rows += [_row(board, view, coat) for coat in coats.values() if coat.is_church or coat.id in view["points"]]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    for row in rows:
        start = " ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) + "  "
        room = max(WIDTH - len(start), 20)
        first, *more = textwrap.wrap(row[-1], room, break_on_hyphens=False) or [""]
        yield start + first
        yield from (" " * len(start) + line for line in more)


def _row(board: Board, view: View, coat: CoatOfArms) -> list[str]:
    owner = next((seat for seat in view["seats"] if seat["guild"] == coat.id), None)
    influenced_by = next((seat for seat in view["seats"] if seat["influencedGuild"] == coat.id), None)
    stock = dict.fromkeys(SHAPE_NAMES, "")
    for kind in view["stock"]["districts"]:
        if kind["coat"] == coat.id:
            stock[kind["shape"]] += str(kind["masters"]) * kind["count"]
    words = ""
    if owner:
        words = _cards(board, owner)
    elif influenced_by:
        words = f"under the influence of {influenced_by['guild']}"
    elif coat.is_church:
        words = f"special churches: {' '.join(view['stock']['specialChurches']) or 'none left'}"
    return [
        str(owner["seat"]) if owner else "",
        coat.letter,
        coat.id[:12],
        str(view["points"].get(coat.id, "")).rjust(3),
        *(tiles or "-" for tiles in stock.values()),
        str(owner["influence"]) if owner and view["gold"] else "",
        words,
    ]


def _cards(board: Board, seat: Mapping[str, Any]) -> str:
    hand, played = (" ".join(_card(board, card) for card in seat[where]) or "-" for where in ("hand", "played"))
    choice = seat["choice"]
    if choice is None:
        return f"{hand} | {played}"
    influence = f" + {choice['influence']} influence" if choice["influence"] else ""
    return f"{hand} | {played} (chosen: {_card(board, choice['actionCard'])}{influence})"


def _supply(board: Board, view: View) -> Iterator[str]:
    left, gold, pile = view["pieces"], view["gold"], view["influencePile"]
    yield (
        f"Pieces left: building sites {left['buildingSites']}, "
        f"cathedrals {left['cathedrals']}, guild masters {left['guildMasters']}"
    )
    if gold:
        yield from _wrapped(f"Golden cards left: {gold['left']['A']} A, {gold['left']['B']} B{_in_front(board, view)}")
    if pile:
        yield f"Influence pile: {pile['left']} left"
    if discard := (gold or pile or {}).get("discard"):
        yield from _wrapped(f"Discarded: {', '.join(_card(board, card) for card in discard)}")


def _in_front(board: Board, view: View) -> str:
    in_front = view["gold"]["inFront"]
    if not in_front:
        return ""
    card = _card(board, in_front["card"]) if in_front["card"] else "face down"
    return f"; before {view['seats'][in_front['seat']]['guild']} lies one of {in_front['back']}: {card}"
