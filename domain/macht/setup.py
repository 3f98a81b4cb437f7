"""Setting out the game (R3, R11, R12.1-2) from the options, the guilds chosen and the committed chance."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.errors import Rejected
from domain.event import Event
from domain.fairness import Chance
from domain.macht.board import Board, BoardError, board_of, plan_of, standard
from domain.macht.board.plan import Plan
from domain.macht.events import (
    GameCreated,
    GameStarted,
    GoldLeft,
    GuildChosen,
    InfluencedGuildAssigned,
    TownCentrePlaced,
)
from domain.macht.play import duel, round
from domain.macht.play.story import Story
from domain.macht.state import State
from domain.sealed import Context, canonical, seal

RULES_VERSION = 1
STANDARD_BOARD = "standard"


def check_options(options: dict[str, Any]) -> dict[str, Any]:
    """The one option is `board`: the standard one, or a board file of the players' own."""
    unknown = set(options) - {"board"}
    if unknown:
        raise Rejected("unknownOption", "T1.3", f"This game has no option {', '.join(sorted(unknown))}; it has: board.")
    board = options.get("board", STANDARD_BOARD)
    if board != STANDARD_BOARD:
        board = _as_data(_own_board(board))
    return {"board": board}


def _as_data(board: Board) -> dict[str, Any]:
    """As it will be read back from the log: what the form does not know is left out."""
    document: dict[str, Any] = msgspec.json.decode(canonical(board))
    return document


def _own_board(document: Any) -> Board:
    try:
        return board_of(document)
    except BoardError as error:
        raise Rejected("badBoard", "R2", f"This board cannot be played on. {error}") from error


def _board(options: dict[str, Any]) -> Board:
    board = options.get("board", STANDARD_BOARD)
    return standard() if board == STANDARD_BOARD else _own_board(board)


def board_document(options: dict[str, Any]) -> dict[str, Any]:
    """The board that these options play on, as data."""
    return _as_data(_board(options))


def guilds(options: dict[str, Any]) -> tuple[str, ...]:
    return tuple(guild.id for guild in _board(options).components.guilds)


def setup(options: dict[str, Any], chosen: Sequence[str | None], chance: Chance, context: Context) -> list[Event]:
    board = _board(options)
    own_board = None if options["board"] == STANDARD_BOARD else board
    name = STANDARD_BOARD if own_board is None else board.meta.name
    created = GameCreated(len(chosen), RULES_VERSION, f"{name}/{board.meta.version}", own_board)
    story = Story(State(players=len(chosen), board_version=created.board_version, own_board=own_board))
    story.events.append(created)
    plan = plan_of(board)
    seated = _assign(chosen, [guild.id for guild in board.components.guilds])
    story.tell(*(GuildChosen(seat, guild) for seat, guild in enumerate(seated)))
    rest = [guild.id for guild in board.components.guilds if guild.id not in seated]
    two = len(seated) == 2
    if two:
        story.tell(*(InfluencedGuildAssigned(seat, guild) for seat, guild in enumerate(rest)))
    in_play = [*seated, *rest] if two else seated
    out = [] if two else rest
    towns = tuple(town.id for town in board.towns if town.owner not in out)
    start = chance.below("starting-seat", len(seated))
    order = _influence_pile(plan, rest, chance) if two else _golden_pile(plan, towns, chance)
    story.tell(
        GameStarted(
            towns_in_play=towns,
            guilds_in_play=tuple(guild.id for guild in board.components.guilds if guild.id in in_play),
            starting_seat=start,
            pile=seal(order, None, context.salt("pile")),
            gold_counts=None if two else _counts(plan, order),
            influence_pile_count=len(order) if two else None,
        )
    )
    for town in board.towns:
        if town.id in towns:
            centre = town.centre
            story.tell(TownCentrePlaced(town.id, centre.id, town.owner, centre.masters))
    if two:
        duel.begin_turn(story, 1, start)
    else:
        round.begin(story, 1, start, context)
    return story.events


def _assign(chosen: Sequence[str | None], guilds: list[str]) -> list[str]:
    """Seats that chose no guild get the first ones left, in the board's order."""
    left = [guild for guild in guilds if guild not in chosen]
    return [guild if guild is not None else left.pop(0) for guild in chosen]


def _golden_pile(plan: Plan, towns: Sequence[str], chance: Chance) -> tuple[str, ...]:
    """A on top of B, each shuffled by itself (R3.3), without the card of a town out of play (R11)."""
    cards = [card for card in plan.board.components.golden_cards if card.town is None or card.town in towns]
    a = chance.shuffle("gold/A", [card.id for card in cards if card.pile == "A"])
    b = chance.shuffle("gold/B", [card.id for card in cards if card.pile == "B"])
    return a + b


def _counts(plan: Plan, order: Sequence[str]) -> GoldLeft:
    a = sum(plan.cards[card].pile == "A" for card in order)
    return GoldLeft(a, len(order) - a)


def _influence_pile(plan: Plan, influenced: Sequence[str], chance: Chance) -> tuple[str, ...]:
    """The town cards and the site card of both influenced guilds (R12.2)."""
    cards = plan.board.components.silver_cards
    pile = [card.id for card in cards if card.guild in influenced and card.type in ("town", "site")]
    return chance.shuffle("influence/0", pile)
