"""The state of a table: who sits where, and the state of its game."""

from hashlib import sha256
from typing import Any, Literal
from uuid import UUID

import msgspec

from domain.event import Seat
from domain.fairness import Chance
from domain.games import pinned
from domain.rules import Rules
from domain.sealed import Sealed

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
        """The seat that an account plays, or a bot by the name `bot_actor` gives it."""
        for seat, chair in enumerate(self.chairs):
            if chair.account == actor or (chair.bot is not None and actor == bot_actor(seat)):
                return seat
        return None

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.account is not None)


def bot_actor(seat: Seat) -> str:
    return f"{BOT}{seat}"
