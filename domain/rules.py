"""What a game gives to the table. The table, the log, the redactor and the clients know no more of a game than this."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from domain.event import Event, Seat
from domain.fairness import Chance
from domain.redact import Viewer
from domain.said import Said
from domain.sealed import Context, Opened, Sealed

State = Any
Command = Any
Options = dict[str, Any]
Document = dict[str, Any]


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """What a seat is asked for: several seats may be awaited at once."""

    kind: str
    card: str | None = None
    source: str | None = None


class Refusal(msgspec.Struct, frozen=True):
    """Why a space cannot be chosen now; `coat` where the reason holds for districts of that coat alone."""

    coat: str | None
    code: str
    rule: str
    detail: str


class Standing(msgspec.Struct, frozen=True):
    """How a game came out: each seat's total, and the seats that share the win."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


class Happened(NamedTuple):
    """An event and its number in the log of its table."""

    number: int
    event: Event


class Account(NamedTuple):
    """A scoring as it was recorded beside how it was counted again, in a sentence; and whether they agree."""

    agrees: bool
    text: str


class Tally(msgspec.Struct, frozen=True):
    """Figures of a finished game by name, and how it ended."""

    figures: dict[str, int]
    end: str


Bot = Callable[[State, Seat, Sequence[Command], int], Command]
"""A seat's redacted state, the seat, its legal commands and a die of 64 bits -> the command chosen."""


@dataclass(frozen=True)
class Rules:
    """One version of one game. For every reachable state `decide` accepts each command of `legal`, and no other."""

    game: str
    version: int
    title: str
    seats: tuple[int, ...]
    guilds: Callable[[Options], tuple[str, ...]]
    check_options: Callable[[Options], Options]
    board: Callable[[Options], Document]
    command: Any
    final: type[Event]
    setup: Callable[[Options, Sequence[str | None], Chance, Context], list[Event]]
    to_act: Callable[[State], Mapping[Seat, Awaited]]
    legal: Callable[[State, Seat], list[Command]]
    why_not: Callable[[State, Seat, str], list[Refusal]]
    decide: Callable[[State, Seat, Command, Context, Chance], list[Event]]
    evolve: Callable[[State | None, Event], State]
    is_secret: Callable[[Command], bool]
    openings: Callable[[Event], tuple[Opened[Any], ...]]
    """What an event shows of what was sealed."""
    seals_opened: Callable[[State, Event], tuple[Sealed[Any] | None, ...]]
    """The seals that these openings have to fit, in their order, by the state before the event."""
    view: Callable[[State, Viewer], Document]
    explain: Callable[[State | None, Sequence[Happened], str], Document]
    """Why a place that is scored for itself came out as it did, from the public events; a forecast before it is."""
    watching: Callable[[], Callable[[State, Viewer], Document]]
    """`view` for many states of one game in a row, as a replay needs it."""
    describe: Callable[[State, Event], str]
    tell: Callable[[State, Event], Said]
    """The same sentence as data, for front ends in other languages."""
    name_move: Callable[[State, Seat, Command], str]
    restore: Callable[[Document], State]
    """A state from its own JSON; seals in it may be closed."""
    redeal: Callable[[State, Chance], State]
    """A redacted state with some value under every closed seal, by chance alone: as it could be for all one knows."""
    standing: Callable[[State], Standing | None]
    points: Callable[[State], Mapping[str, int]]
    """Of every guild that is in play."""
    correct: Callable[[State, Mapping[str, int]], State]
    """The state with these differences to the points of its guilds; of a game that is over, with another standing."""
    towns: Callable[[State], tuple[str, ...]]
    """What is scored, and so what can be disputed."""
    scorings: tuple[type[Event], ...]
    """Events that bring points. They follow from what lies open alone, so it may be said what they should have been."""
    tally: Callable[[State, Sequence[Event]], Tally]
    bots: Mapping[str, Bot]
    recount: Callable[[State, Event], str | None] | None = None
    """A second opinion on a scoring, given the state before it: what is wrong with the event, None if nothing is."""
    account: Callable[[State, Event, str], Account | None] | None = None
    """The same opinion in full on the scoring of one place; None where the event is not that."""
