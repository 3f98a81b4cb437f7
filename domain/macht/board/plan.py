"""The board as the rules read it: every place a bit of its town, every relation between places a mask.

A mask makes `legal` cheap: the spaces on which a coat may be laid are `free & reached & ~beside[coat]`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from domain.macht.board.form import Board, Card, Place, Town

Mask = int
CoatNumber = int
GREY: CoatNumber = 4
CHURCH: CoatNumber = 5
SHAPE_NAMES = ("block", "bar", "bend")


def bits(mask: Mask) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True)
class Pair:
    """Two blocks for church D: the first carries the district, the second is merged into it."""

    first: int
    second: int
    mask: Mask
    neighbours: Mask


@dataclass(frozen=True)
class TownPlan:
    id: str
    title: str
    places: tuple[Place, ...]
    spaces: Mask
    """The building spaces inside the wall."""
    by_shape: tuple[Mask, ...]
    neighbours: tuple[Mask, ...]
    long: tuple[Mask, ...]
    reaches: tuple[Mask, ...]
    """For each place the spaces that have it at a long side: once it is built, R5.3 holds for them."""
    takes: dict[str, Mask]
    """For each of the special churches A, B, C the spaces that bear its letter."""
    opens: tuple[Mask, ...]
    pairs: tuple[Pair, ...]
    pair_of: dict[int, Pair]

    def names(self, mask: Mask) -> tuple[str, ...]:
        return tuple(self.places[bit].id for bit in bits(mask))


@dataclass(frozen=True)
class Plan:
    board: Board
    towns: tuple[TownPlan, ...]
    town_number: dict[str, int]
    place: dict[str, tuple[int, int]]
    """Place id -> number of its town, bit in its town."""
    coats: tuple[str, ...]
    coat_number: dict[str, CoatNumber]
    cards: dict[str, Card]
    kinds: tuple[tuple[CoatNumber, int, int], ...]
    """The kinds of district: coat, shape, printed masters; the stock counts them in this order."""
    kind_number: dict[tuple[CoatNumber, int, int], int]
    kinds_of: tuple[tuple[tuple[int, ...], ...], ...]
    """Coat -> shape -> the numbers of its kinds, fewest masters first."""
    full_stock: tuple[int, ...]

    def mask(self, names: Iterable[str]) -> Mask:
        return reduce(or_, (1 << self.place[name][1] for name in names), 0)


@lru_cache(maxsize=64)
def plan_of(board: Board) -> Plan:
    parts = board.components
    coats = (*(guild.id for guild in parts.guilds), parts.neutral.id, parts.church.id)
    coat_number = {coat: number for number, coat in enumerate(coats)}
    districts = sorted(parts.districts, key=lambda kind: (coat_number[kind.coat], _shape(kind.shape), kind.masters))
    kinds = tuple((coat_number[kind.coat], _shape(kind.shape), kind.masters) for kind in districts)
    towns = tuple(_town_plan(town) for town in board.towns)
    return Plan(
        board=board,
        towns=towns,
        town_number={town.id: number for number, town in enumerate(towns)},
        place={place.id: (number, bit) for number, town in enumerate(towns) for bit, place in enumerate(town.places)},
        coats=coats,
        coat_number=coat_number,
        cards={card.id: card for card in (*parts.silver_cards, *parts.golden_cards)},
        kinds=kinds,
        kind_number={kind: number for number, kind in enumerate(kinds)},
        kinds_of=tuple(
            tuple(
                tuple(number for number, kind in enumerate(kinds) if kind[:2] == (coat, shape))
                for shape in range(len(SHAPE_NAMES))
            )
            for coat in range(len(coats))
        ),
        full_stock=tuple(kind.count for kind in districts),
    )


def _shape(name: str) -> int:
    return SHAPE_NAMES.index(name)


def _town_plan(town: Town) -> TownPlan:
    places = town.places
    bit = {place.id: number for number, place in enumerate(places)}

    def mask(names: Iterable[str]) -> Mask:
        return reduce(or_, (1 << bit[name] for name in names), 0)

    neighbours = tuple(mask((*place.long, *place.short)) for place in places)
    pairs = []
    for double in town.doubles:
        first, second = (bit[name] for name in double.spaces)
        both = 1 << first | 1 << second
        pairs.append(Pair(first, second, both, (neighbours[first] | neighbours[second]) & ~both))
    return TownPlan(
        id=town.id,
        title=town.title,
        places=places,
        spaces=mask(space.id for space in town.spaces),
        by_shape=tuple(mask(place.id for place in places if place.shape == shape) for shape in SHAPE_NAMES),
        neighbours=neighbours,
        long=tuple(mask(place.long) for place in places),
        reaches=tuple(mask(other.id for other in places if place.id in other.long) for place in places),
        takes={letter: mask(s.id for s in town.spaces if s.special == letter) for letter in ("A", "B", "C")},
        opens=tuple(mask(place.opens) for place in places),
        pairs=tuple(pairs),
        pair_of={number: pair for pair in pairs for number in (pair.first, pair.second)},
    )
