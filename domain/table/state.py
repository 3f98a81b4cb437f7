"""The state of a table: who sits where, and the state of its game."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Literal
from uuid import UUID

import msgspec

from domain.event import Seat
from domain.fairness import Chance
from domain.games import pinned
from domain.rules import Awaited, Rules
from domain.sealed import Sealed
from domain.table.disputes.state import Dispute

BOT = "bot:"
_INVITE = b"guildhall/invite/1"

Status = Literal["open", "running", "ended", "abandoned"]


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: free, a person's, or a bot's."""

    account: str | None = None
    bot: str | None = None
    guild: str | None = None
    nonce: str | None = None

    @property
    def is_free(self) -> bool:
        return self.account is None and self.bot is None


class Copied(msgspec.Struct, frozen=True):
    """Where the position of a sandbox comes from."""

    table: str
    version: int


class Table(msgspec.Struct, frozen=True):
    id: UUID
    game: str
    rules_version: int
    opener: str
    options: dict[str, Any]
    seed: Sealed[str]
    chairs: tuple[Chair, ...]
    private: bool = False
    autostart: bool = False
    status: Status = "open"
    state: Any = None
    willing_to_abandon: tuple[Seat, ...] = ()
    named_arbiter: str | None = None
    wait_for_disputes: bool = False
    disputes: tuple[Dispute, ...] = ()
    copied: Copied | None = None
    clock: int | None = None

    @property
    def is_sandbox(self) -> bool:
        return self.copied is not None

    @property
    def rules(self) -> Rules:
        return pinned(self.game, self.rules_version)

    @property
    def chance(self) -> Chance:
        seed = self.seed.read() if self.seed.is_open else None
        return Chance(seed, tuple(chair.nonce for chair in self.chairs))

    @property
    def invite(self) -> str:
        """What lets a person into a private table; it follows from the seed, so the log holds no other secret."""
        return sha256(_INVITE + bytes.fromhex(self.seed.read())).hexdigest()[:16]

    def seat_of(self, actor: str) -> Seat | None:
        """The seat that an account plays, or a bot by the name `bot_actor` gives it.

        Whoever plays several seats of a sandbox plays the first one that is awaited (T7.5).
        """
        held = [seat for seat in range(len(self.chairs)) if self.holds(actor, seat)]
        if len(held) > 1 and self.status == "running":
            awaited = self.rules.to_act(self.state)
            return next((seat for seat in held if seat in awaited), held[0])
        return held[0] if held else None

    def holds(self, actor: str, seat: Seat) -> bool:
        chair = self.chairs[seat]
        return chair.account == actor or (chair.bot is not None and actor == bot_actor(seat))

    @property
    def arbiter(self) -> str:
        """Who settles disputes (T6.4)."""
        return self.named_arbiter or self.opener

    @property
    def open_disputes(self) -> tuple[Dispute, ...]:
        """Those that somebody will still look at: nobody does once the table is given up."""
        return () if self.status == "abandoned" else tuple(dispute for dispute in self.disputes if dispute.is_open)

    @property
    def is_halted(self) -> bool:
        """No move is made until a dispute is settled (T6.6)."""
        return self.wait_for_disputes and self.status == "running" and bool(self.open_disputes)

    @property
    def awaited(self) -> Mapping[Seat, Awaited]:
        """The seats that are to move, and what is asked of them."""
        return {} if self.status != "running" or self.is_halted else self.rules.to_act(self.state)

    def due(self, since: int) -> int | None:
        """By when a person who is awaited since a moment (ms) should have answered; None without a clock (T8.1)."""
        return None if self.clock is None else since + self.clock * 1000

    @property
    def is_arbiter_awaited(self) -> bool:
        """Whether a dispute has been examined and wants to be settled."""
        return any(dispute.status == "examined" for dispute in self.open_disputes)

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.account is not None)


def bot_actor(seat: Seat) -> str:
    return f"{BOT}{seat}"
