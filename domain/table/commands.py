"""What people ask of a table, whatever is played at it."""

from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta, field

from domain.known import known
from domain.table.command import TableCommandBase
from domain.table.disputes.commands import ExamineDispute, RaiseDispute, SettleDispute

Nonce = Annotated[str, Meta(max_length=128)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(max_length=60)]
SHORTEST_CLOCK = 60
LONGEST_CLOCK = 30 * 24 * 60 * 60
Clock = Annotated[int, Meta(ge=SHORTEST_CLOCK, le=LONGEST_CLOCK)]
"""Seconds."""


class OpenTable(TableCommandBase, frozen=True):
    """Open a table for a game; the server commits to its seed at once (T1)."""

    game: Name
    seats: SeatNumber
    options: dict[str, Any] = field(default_factory=dict)
    private: bool = False
    """Only members know of it; whoever sits down needs its invite."""
    autostart: bool = False
    """The game begins as soon as the last seat is filled."""
    arbiter: Name | None = None
    """The account that settles disputes; the opener where none is named."""
    wait_for_disputes: bool = False
    """No move is made while a dispute is open."""
    clock: Clock | None = None
    """How long a person has for each answer."""


class TakeSeat(TableCommandBase, frozen=True):
    """Sit down, on the first free seat unless one is named, with a guild and a nonce if wished (T2.1)."""

    seat: SeatNumber | None = None
    guild: Name | None = None
    nonce: Nonce | None = None


class LeaveSeat(TableCommandBase, frozen=True):
    """Stand up again before the start (T2.2)."""

    seat: SeatNumber | None = None
    """For whoever wants to be sure which one they leave."""


class LeaveTable(TableCommandBase, frozen=True):
    """Give up whatever one is at a table, because one leaves the house (T2.5)."""


class SeatBot(TableCommandBase, frozen=True):
    """Give a seat to a bot: the opener a free one before the start, a player their own at any time (T2.3)."""

    seat: SeatNumber
    strategy: Name
    guild: Name | None = None


class StartTable(TableCommandBase, frozen=True):
    """Start the game, by the opener, when every seat is filled (T3)."""


class AbandonTable(TableCommandBase, frozen=True):
    """Give the table up: before the start its opener, afterwards all players together (T5.2)."""


class OpenSandbox(TableCommandBase, frozen=True):
    """Copy a position of a table to a private one of one's own, to try what might have been (T7.3)."""

    source: UUID
    at: int | None = None
    """The version to copy; by default the last."""


SeatCommand = TakeSeat | LeaveSeat | LeaveTable | SeatBot
DisputeCommand = RaiseDispute | ExamineDispute | SettleDispute
TableCommand = OpenTable | OpenSandbox | SeatCommand | StartTable | AbandonTable | DisputeCommand

known(TableCommand)
