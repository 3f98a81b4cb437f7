"""What happens to a table. Accounts are opaque ids: names and addresses never enter the log."""

from typing import Any

from domain.event import Event, Seat
from domain.sealed import Sealed


class TableOpened(Event, topic="table.TableOpened/1", rename="camel"):
    """A table was opened under one version of one game's rules, with the commitment to its seed (T1)."""

    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    opener: str
    seed: Sealed[str]
    private: bool = False
    autostart: bool = False
    arbiter: str | None = None
    wait_for_disputes: bool = False
    clock: int | None = None
    """Seconds that a person has for each answer."""


class SeatTaken(Event, topic="table.SeatTaken/1"):
    """A person sat down; the nonce will stir the shuffle (T2.1)."""

    seat: Seat
    account: str
    guild: str | None = None
    nonce: str | None = None


class SeatLeft(Event, topic="table.SeatLeft/1"):
    """A person stood up before the start (T2.2)."""

    seat: Seat


class SeatGivenToBot(Event, topic="table.SeatGivenToBot/1"):
    """From now on a bot plays this seat (T2.3)."""

    seat: Seat
    strategy: str
    guild: str | None = None


class ArbiterNamed(Event, topic="table.ArbiterNamed/1"):
    """Somebody else settles disputes from now on: the arbiter has left the house (T2.5)."""

    arbiter: str


class TableStarted(Event, topic="table.TableStarted/1"):
    """Every seat is filled and the game begins (T3)."""


class PositionCopied(Event, topic="table.PositionCopied/1"):
    """The game goes on from a position of another table; what was unknown to its viewer is dealt anew (T7.3, T7.4)."""

    source: str
    version: int
    position: dict[str, Any]
    """The state of the game with every seal closed."""
    secrets: Sealed[dict[str, Any]]
    """Seal -> value and salt, for all seals of the position."""
    seat: Seat | None = None
    redealt: bool = False


class AbandonmentAgreed(Event, topic="table.AbandonmentAgreed/1"):
    """A player is willing to give the game up (T5.2)."""

    seat: Seat


class TableAbandoned(Event, topic="table.TableAbandoned/1"):
    """The table was given up; its seed is opened (T5.2)."""

    seed: str
    salt: str


class TableEnded(Event, topic="table.TableEnded/1"):
    """The game is over; the seed is opened, so that anyone can deal again (T5.1)."""

    seed: str
    salt: str
