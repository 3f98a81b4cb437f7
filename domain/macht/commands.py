"""What a player of The Power of the Guilds may do (EVENTS.md §3). There is no pass, undo or skip."""

from typing import Annotated

import msgspec
from msgspec import Meta

CardId = Annotated[str, Meta(max_length=80)]
SpaceId = Annotated[str, Meta(max_length=80)]
CoatId = Annotated[str, Meta(max_length=80)]
Letter = Annotated[str, Meta(max_length=1)]
Count = Annotated[int, Meta(ge=0, le=1000)]


class _Command(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    tag=True,
    rename="camel",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    pass


class CommitCards(_Command, frozen=True):
    """Choose one action card and any number of influence cards for the round, secretly and finally (R4.2)."""

    action_card: CardId
    influence: Count = 0


class BuildDistrict(_Command, frozen=True):
    """Lay a district: coat and masters, or a special church by its letter (R5); D on its first block."""

    space: SpaceId
    coat: CoatId = "church"
    masters: Count = 0
    special: Letter | None = None


class CompleteSite(_Command, frozen=True):
    """Take the building-site piece off a district (R6.1b)."""

    space: SpaceId


class BuildCathedral(_Command, frozen=True):
    """Put a cathedral on a church district (R7.5)."""

    space: SpaceId


class PlaceGuildMaster(_Command, frozen=True):
    """Put a guild master on an own or grey district (R7.6)."""

    space: SpaceId


class PlayCard(_Command, frozen=True):
    """Two players: play one action card from hand (R12.3a)."""

    action_card: CardId


class DrawInfluenceCard(_Command, frozen=True):
    """Two players: turn up the top influence card and act as its guild (R12.3b)."""


Command = CommitCards | BuildDistrict | CompleteSite | BuildCathedral | PlaceGuildMaster | PlayCard | DrawInfluenceCard
