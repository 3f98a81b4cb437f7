"""The form of a board file (R1, R2), and how one is read. Ids, cards and tiles are data; nothing of them is in code."""

from typing import Literal

import msgspec

Shape = Literal["block", "bar", "bend"]
CardType = Literal["town", "site", "pickup", "influence", "cathedral", "master"]
Cell = tuple[int, int]


class _Part(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    pass


class Meta(_Part, frozen=True):
    name: str
    version: int
    cell: int = 40
    width: int = 1380
    height: int = 1130
    note: str = ""


class Place(_Part, frozen=True):
    """A centre, a building space or a plot. `long` and `short` name its neighbours (R2.2, R2.3)."""

    id: str
    shape: Literal["block", "bar", "bend", "centre"]
    cells: tuple[Cell, ...]
    long: tuple[str, ...]
    short: tuple[str, ...]
    special: str | None = None
    opens: tuple[str, ...] = ()
    host: str | None = None
    coat: str | None = None
    masters: int = 0
    path: str = ""
    anchor: tuple[float, float] | None = None


class Double(_Part, frozen=True):
    """Two blocks that church D covers as one (R5.6)."""

    special: str
    spaces: tuple[str, str]
    path: str = ""


class Town(_Part, frozen=True):
    id: str
    names: dict[str, str]
    owner: str
    origin: tuple[int, int]
    spaces: tuple[Place, ...]
    plots: tuple[Place, ...]
    doubles: tuple[Double, ...]
    centre: Place
    wall: str = ""
    layout: str = ""
    transform: str = ""

    @property
    def places(self) -> tuple[Place, ...]:
        return (self.centre, *self.spaces, *self.plots)

    @property
    def title(self) -> str:
        return self.names.get("nl", self.id.capitalize())


class Coat(_Part, frozen=True):
    id: str
    colour: str
    names: dict[str, str]
    home: str


class Card(_Part, frozen=True):
    """A silver card has a guild, a golden one a pile."""

    id: str
    type: CardType
    guild: str | None = None
    pile: Literal["A", "B"] | None = None
    town: str | None = None


class District(_Part, frozen=True):
    """So many tiles of one coat, shape and number of printed masters."""

    coat: str
    shape: Shape
    masters: int
    count: int


class SpecialChurch(_Part, frozen=True):
    id: str
    coat: str
    on: str
    opens: tuple[Shape, ...] = ()
    removes: int = 0


class Pieces(_Part, frozen=True):
    building_sites: int
    cathedrals: int
    guild_masters: int
    cover_tiles: int
    town_cylinders: int
    score_counters: int


class Components(_Part, frozen=True):
    guilds: tuple[Coat, ...]
    neutral: Coat
    church: Coat
    silver_cards: tuple[Card, ...]
    golden_cards: tuple[Card, ...]
    districts: tuple[District, ...]
    special_churches: tuple[SpecialChurch, ...]
    pieces: Pieces


class Board(msgspec.Struct, frozen=True, rename="camel"):
    """A whole board file."""

    meta: Meta
    towns: tuple[Town, ...]
    components: Components

    def __hash__(self) -> int:
        return hash((self.meta.name, self.meta.version, len(self.towns)))
