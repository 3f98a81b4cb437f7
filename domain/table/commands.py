"""What people ask of a table, whatever is played at it."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta

Nonce = Annotated[str, Meta(max_length=128)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(max_length=60)]


class _Command(msgspec.Struct, frozen=True, tag_field="type", tag=True, omit_defaults=True, forbid_unknown_fields=True):
    pass


class OpenTable(_Command, frozen=True):
    """Open a table for a game; the server commits to its seed at once (T1)."""

    game: Name
    seats: SeatNumber
    options: dict[str, Any] = {}
    private: bool = False
    """Only members know of it; whoever sits down needs its invite."""
    autostart: bool = False
    """The game begins as soon as the last seat is filled."""


class TakeSeat(_Command, frozen=True):
    """Sit down, on the first free seat unless one is named, with a guild and a nonce if wished (T2.1)."""

    seat: SeatNumber | None = None
    guild: Name | None = None
    nonce: Nonce | None = None


class LeaveSeat(_Command, frozen=True):
    """Stand up again before the start (T2.2)."""


class SeatBot(_Command, frozen=True):
    """Give a seat to a bot: the opener a free one before the start, a player their own at any time (T2.3)."""

    seat: SeatNumber
    strategy: Name
    guild: Name | None = None


class StartTable(_Command, frozen=True):
    """Start the game, by the opener, when every seat is filled (T3)."""


class AbandonTable(_Command, frozen=True):
    """Give the table up: before the start its opener, afterwards all players together (T5.2)."""


class OpenSandbox(_Command, frozen=True):
    """Copy a position of a table to a private one of one's own, to try what might have been (T7.3)."""

    source: UUID
    at: int | None = None
    """The version to copy; by default the last."""


TableCommand = OpenTable | OpenSandbox | TakeSeat | LeaveSeat | SeatBot | StartTable | AbandonTable
