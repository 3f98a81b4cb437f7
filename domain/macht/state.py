"""The state of a game: what the events so far have made of board, stocks and hands. It holds no rule."""

from typing import Literal

import msgspec

from domain.event import Seat
from domain.macht.board import Board, Plan, plan_of, standard, standard_plan
from domain.macht.board.plan import CoatNumber, Mask
from domain.macht.events import CardId, Choice, EndReason, GoldLeft, Source
from domain.sealed import Sealed

Stage = Literal["setUp", "choosing", "acting", "turn", "over"]
NOTHING = (0, 0, 0, 0, 0, 0)


class Town(msgspec.Struct, frozen=True):
    """A town as masks over its places. `reached` and `beside` grow as districts are laid: nothing is searched.

    `built` has both blocks of church D; `coats` and `sites` have its first alone, for it is one district.
    """

    in_play: bool = False
    scored: bool = False
    free: Mask = 0
    built: Mask = 0
    covered: Mask = 0
    merged: Mask = 0
    sites: Mask = 0
    cathedrals: Mask = 0
    reached: Mask = 0
    one_printed: Mask = 0
    two_printed: Mask = 0
    coats: tuple[Mask, ...] = NOTHING
    beside: tuple[Mask, ...] = NOTHING
    placed: tuple[tuple[int, int], ...] = ()
    """Guild master pieces: bit of the place, how many."""
    specials: tuple[tuple[int, str], ...] = ()

    @property
    def can_be_built_in(self) -> bool:
        return self.in_play and not self.scored


class Player(msgspec.Struct, frozen=True):
    guild: CoatNumber
    influenced: CoatNumber | None = None
    hand: tuple[CardId, ...] = ()
    played: tuple[CardId, ...] = ()
    influence: int = 0
    influence_spent: int = 0


class Acting(msgspec.Struct, frozen=True):
    """The card that is being carried out."""

    seat: Seat
    card: CardId
    source: Source


class Gold(msgspec.Struct, frozen=True):
    """The golden cards. `in_front` lies face down before the starting player."""

    pile: Sealed[tuple[CardId, ...]]
    left: GoldLeft
    drawn: int = 0
    in_front: Sealed[CardId] | None = None
    in_front_back: str | None = None
    discard: tuple[CardId, ...] = ()
    removed: tuple[CardId, ...] = ()


class Duel(msgspec.Struct, frozen=True):
    """What only a game of two has: the influence pile, and the turn."""

    piles: tuple[Sealed[tuple[CardId, ...]], ...]
    """Every order the pile has had; the last is the present one."""
    left: int
    discard: tuple[CardId, ...] = ()
    removed: tuple[CardId, ...] = ()
    turn: int = 0
    seat: Seat = 0
    own_done: bool = False
    influence_done: bool = False
    built_something: bool = False
    quiet_turns: int = 0


class Ending(msgspec.Struct, frozen=True):
    reason: EndReason
    totals: tuple[int, ...] = ()
    winners: tuple[Seat, ...] = ()


class State(msgspec.Struct, frozen=True):
    players: int
    board_version: str
    own_board: Board | None = None
    stage: Stage = "setUp"
    seats: tuple[Player, ...] = ()
    towns: tuple[Town, ...] = ()
    stock: tuple[int, ...] = ()
    specials: tuple[str, ...] = ()
    coats_in_play: tuple[CoatNumber, ...] = ()
    sites_left: int = 0
    cathedrals_left: int = 0
    masters_left: int = 0
    points: tuple[int, ...] = (0, 0, 0, 0, 0)
    round: int = 0
    starting_seat: Seat = 0
    choices: tuple[Sealed[Choice] | None, ...] = ()
    order: tuple[Seat, ...] = ()
    turns_taken: int = 0
    acting: Acting | None = None
    gold: Gold | None = None
    duel: Duel | None = None
    ending: Ending | None = None

    @property
    def board(self) -> Board:
        return standard() if self.own_board is None else self.own_board

    @property
    def plan(self) -> Plan:
        return standard_plan() if self.own_board is None else plan_of(self.own_board)
