"""What makes a board sound (R1, R2). Each finding names the place and what is wrong with it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import isfinite

from domain.macht.board.form import Board, Cell, Place, Shape, Town
from domain.macht.board.geometry import SHAPES, borders, figure, is_square

SPACES_PER_TOWN = 13
LONGEST_NAME = 80
SPECIALS: dict[str, tuple[Shape, tuple[Shape, ...]]] = {
    "A": ("block", ("block",)),
    "B": ("bar", ("bar",)),
    "C": ("bend", ("block", "block")),
}
"""What a special church stands on, and what it opens (R5.6). D covers two blocks and opens nothing."""


def problems(board: Board) -> list[str]:
    """Everything that is wrong, ids first: with two places of one name nothing else can be said clearly."""
    found = [*_measures(board), *_ids(board), *_references(board)]
    if found:
        return found
    return [
        *_components(board),
        *(finding for town in board.towns for finding in _town(town)),
    ]


def _measures(board: Board) -> Iterator[str]:
    """What a drawing, a log and a reader can cope with."""
    if not (4 <= board.meta.cell <= 400 and 100 <= board.meta.width <= 20_000 and 100 <= board.meta.height <= 20_000):
        yield "The measures of the board are out of bounds: cell 4 to 400, width and height 100 to 20000."
    for origin, times in Counter(town.origin for town in board.towns).items():
        if times > 1:
            yield f"{times} towns lie at {list(origin)}."
    for town in board.towns:
        if max(map(abs, town.origin)) > 20_000:
            yield f"{town.id[:LONGEST_NAME]} lies at {list(town.origin)}, out of bounds."
        for place in town.places:
            numbers = [number for cell in place.cells for number in cell]
            if any(abs(number) > 100 for number in numbers) or not all(map(isfinite, place.anchor or ())):
                yield f"The cells or the anchor of {place.id[:LONGEST_NAME]} are out of bounds."
            if len(place.id) > LONGEST_NAME:
                yield f"The name {place.id[:LONGEST_NAME]}... is longer than {LONGEST_NAME} characters."


def _ids(board: Board) -> Iterator[str]:
    for what, ids in (
        ("town", [town.id for town in board.towns]),
        ("place", [place.id for town in board.towns for place in town.places]),
        ("card", [card.id for card in (*board.components.silver_cards, *board.components.golden_cards)]),
        ("coat of arms", list(_coats(board))),
    ):
        for name, times in Counter(ids).items():
            if times > 1:
                yield f"The {what} {name!r} is there {times} times."


def _coats(board: Board) -> tuple[str, ...]:
    parts = board.components
    return (*(guild.id for guild in parts.guilds), parts.neutral.id, parts.church.id)


def _references(board: Board) -> Iterator[str]:
    parts = board.components
    towns = {town.id for town in board.towns}
    coats = set(_coats(board))
    for coat in (*parts.guilds, parts.neutral, parts.church):
        if coat.home not in towns:
            yield f"The home of {coat.id!r} is {coat.home!r}, which is no town."
    for card in (*parts.silver_cards, *parts.golden_cards):
        if card.type == "town" and card.town not in towns:
            yield f"The card {card.id!r} is for {card.town!r}, which is no town."
    for district in parts.districts:
        if district.coat not in coats:
            yield f"There are districts of {district.coat!r}, which is no coat of arms."
    for town in board.towns:
        if town.owner not in coats:
            yield f"The owner of {town.id!r} is {town.owner!r}, which is no coat of arms."
        names = {place.id for place in town.places}
        for place in town.places:
            for other in (*place.long, *place.short, *place.opens, *([place.host] if place.host else [])):
                if other not in names:
                    yield f"{place.id} names {other!r}, which is no place of {town.id}."
        for double in town.doubles:
            for space in double.spaces:
                if space not in names:
                    yield f"The double of {town.id} names {space!r}, which is no place of it."


def _components(board: Board) -> Iterator[str]:
    parts = board.components
    towns = [town.id for town in board.towns]
    yield from _expect("towns", len(towns), 6, "R2.1")
    yield from _expect("guilds", len(parts.guilds), 4, "R1.1")
    owners = {town.owner: town.id for town in board.towns}
    for coat in (*parts.guilds, parts.neutral, parts.church):
        if owners.get(coat.id) != coat.home:
            yield f"{coat.id} is at home in {coat.home}, but that town does not belong to it (R3.2)."
    stock = Counter[tuple[str, str]]()
    for district in parts.districts:
        if district.count < 0 or not 0 <= district.masters <= 2:
            yield f"The districts {district.coat} {district.shape} have an impossible count or masters (R1.3)."
        stock[district.coat, district.shape] += district.count
    for coat in (*parts.guilds, parts.neutral, parts.church):
        for shape in SHAPES:
            wanted = 3 if coat.id == parts.church.id else 5
            yield from _expect(f"{shape} districts of {coat.id}", stock[coat.id, shape], wanted, "R1.2")
    churches = [district.masters for district in parts.districts if district.coat == parts.church.id]
    if any([*churches, *(town.centre.masters for town in board.towns if town.owner == parts.church.id)]):
        yield "The church has no printed guild masters (R1.3)."
    kinds = Counter((district.coat, district.shape, district.masters) for district in parts.districts)
    yield from (f"The districts {' '.join(map(str, kind))} are listed twice." for kind, n in kinds.items() if n > 1)
    if parts.church.id != "church":
        yield f"The church's coat of arms is called {parts.church.id!r}; it must be called 'church' (R1.1)."
    yield from _specials(board)
    pieces = parts.pieces
    for name, number, wanted in (
        ("building sites", pieces.building_sites, 10),
        ("cathedrals", pieces.cathedrals, 4),
        ("guild masters", pieces.guild_masters, 4),
        ("cover tiles", pieces.cover_tiles, 9),
        ("town cylinders", pieces.town_cylinders, 6),
        ("score counters", pieces.score_counters, 5),
    ):
        yield from _expect(name, number, wanted, "R1.4")
    yield from _cards(board, towns)


def _specials(board: Board) -> Iterator[str]:
    letters = sorted(church.id for church in board.components.special_churches)
    if letters != ["A", "B", "C", "D"]:
        yield f"The special churches are {', '.join(letters)}; they must be A, B, C, D (R1.2)."
    for church in board.components.special_churches:
        stands_on, opens = SPECIALS.get(church.id, (None, ()))
        if stands_on and (church.on, church.opens) != (stands_on, opens):
            yield f"Church {church.id} stands on a {stands_on} and opens {len(opens)} {opens[0]} (R5.6)."


def _cards(board: Board, towns: list[str]) -> Iterator[str]:
    parts = board.components
    for guild in parts.guilds:
        hand = Counter((card.type, card.town) for card in parts.silver_cards if card.guild == guild.id)
        wanted: Counter[tuple[str, str | None]] = Counter({("town", town): 1 for town in towns})
        wanted += Counter({("site", None): 1, ("pickup", None): 1, ("influence", None): 3})
        if hand != wanted:
            yield f"The silver hand of {guild.id} is not one card per town, 1 site, 1 pickup and 3 influence (R1.5)."
    yield from _expect("silver cards", len(parts.silver_cards), 44, "R1.5")
    yield from _expect("golden cards", len(parts.golden_cards), 28, "R1.6")
    for card in parts.golden_cards:
        if (card.town is not None) != (card.type == "town"):
            yield f"The golden card {card.id!r} is a {card.type} card with town {card.town!r} (R1.6)."
    for pile in ("A", "B"):
        number = sum(card.pile == pile for card in parts.golden_cards)
        yield from _expect(f"golden cards of pile {pile}", number, 14, "R1.6")
    golden = Counter(card.town for card in parts.golden_cards if card.type == "town")
    if golden != Counter(towns):
        yield "There must be one golden card for each town (R1.6)."


def _expect(what: str, number: int, wanted: int, rule: str) -> Iterator[str]:
    if number != wanted:
        yield f"There are {number} {what}; there must be {wanted} ({rule})."


def _town(town: Town) -> Iterator[str]:
    if len(town.spaces) != SPACES_PER_TOWN:
        yield f"{town.id} has {len(town.spaces)} building spaces; it must have {SPACES_PER_TOWN} (R2.1)."
    if not 0 <= town.centre.masters <= 2:
        yield f"The centre of {town.id} has {town.centre.masters} printed masters; it may have 0 to 2 (R1.3)."
    if town.centre.coat != town.owner:
        yield f"The centre of {town.id} shows {town.centre.coat!r}; its owner is {town.owner!r} (R3.2)."
    yield from _shapes(town)
    yield from _borders(town)
    yield from _plots(town)
    yield from _doubles(town)
    reached = _reachable(town)
    for place in town.places:
        if place.id not in reached:
            yield f"{place.id} can never be reached from the centre over long sides (R5.3)."


def _shapes(town: Town) -> Iterator[str]:
    taken: dict[Cell, str] = {}
    for place in town.places:
        if place.id != town.centre.id and place.shape == "centre":
            yield f"{place.id} has the shape of a centre, but is none."
        elif figure(place.cells) != figure(SHAPES.get(place.shape, town.centre.cells)):
            yield f"The cells of {place.id} do not make a {place.shape} (R2.1)."
        for cell in place.cells:
            if cell in taken:
                yield f"{place.id} and {taken[cell]} both lie on cell {list(cell)}."
            taken[cell] = place.id
    if town.centre.shape != "centre" or not is_square(town.centre.cells):
        yield f"The centre of {town.id} is not a 2x2 square (R2.1)."


def _borders(town: Town) -> Iterator[str]:
    by_id = {place.id: place for place in town.places}
    for place in town.places:
        neighbours = {*place.long, *place.short}
        if both := set(place.long) & set(place.short):
            yield f"{place.id} has {_list(both)} as a long and as a short neighbour."
        elif len(neighbours) < len(place.long) + len(place.short):
            yield f"{place.id} names a neighbour twice."
        if place.id in neighbours:
            yield f"{place.id} borders itself."
        for other in sorted(neighbours):
            if place.id not in (*by_id[other].long, *by_id[other].short):
                yield f"{place.id} borders {other}, but {other} does not border {place.id} (R2.3)."
        long, short = borders(place, town.places)
        if set(place.long) != long:
            yield f"Over its long sides {place.id} borders {_list(long)}, not {_list(place.long)} (R2.2)."
        if set(place.short) != short:
            yield f"Over short sides only {place.id} borders {_list(short)}, not {_list(place.short)} (R2.2)."


def _plots(town: Town) -> Iterator[str]:
    by_id = {place.id: place for place in town.places}
    plots = {plot.id for plot in town.plots}
    for plot in town.plots:
        host = by_id.get(plot.host or "")
        if host is None or plot.host in plots:
            yield f"The plot {plot.id} has no host inside the wall (R2.4)."
            continue
        strangers = {*plot.long, *plot.short} - plots - {host.id}
        if strangers:
            yield f"The plot {plot.id} borders {_list(strangers)}; inside the wall it may border only its host (R2.4)."
        if plot.id not in host.opens:
            yield f"The plot {plot.id} is not among those that its host {host.id} opens (R5.6)."
        if plot.special != host.special:
            yield f"The plot {plot.id} is opened by church {plot.special}, its host takes {host.special} (R5.6)."
    for space in town.spaces:
        yield from _opening(space, by_id, plots)


def _opening(space: Place, by_id: dict[str, Place], plots: set[str]) -> Iterator[str]:
    if space.special is None:
        if space.opens:
            yield f"{space.id} opens plots, but takes no special church (R5.6)."
        return
    if space.special not in SPECIALS:
        yield f"{space.id} is marked {space.special!r}; a single space takes church A, B or C (R5.6)."
        return
    stands_on, opens = SPECIALS[space.special]
    if space.shape != stands_on:
        yield f"{space.id} is a {space.shape}, but church {space.special} stands on a {stands_on} (R5.6)."
    if not set(space.opens) <= plots:
        yield f"{space.id} opens {_list(set(space.opens) - plots)}, which is no plot (R5.6)."
    elif tuple(by_id[plot].shape for plot in space.opens) != opens or len(set(space.opens)) < len(opens):
        yield f"Church {space.special} on {space.id} must open {len(opens)} {opens[0]} (R5.6)."


def _doubles(town: Town) -> Iterator[str]:
    spaces = {space.id: space for space in town.spaces}
    for name, times in Counter(name for double in town.doubles for name in double.spaces).items():
        if times > 1:
            yield f"{name} is in {times} pairs for church D (R5.6)."
    for double in town.doubles:
        pair = [spaces.get(name) for name in double.spaces]
        cells = [cell for space in pair if space for cell in space.cells]
        if double.special != "D" or not all(space and space.shape == "block" for space in pair) or not is_square(cells):
            yield f"{' and '.join(double.spaces)} are not two blocks that make a 2x2 square for church D (R5.6)."


def _reachable(town: Town) -> set[str]:
    reached = {town.centre.id}
    while more := {place.id for place in town.places if place.id not in reached and reached & set(place.long)}:
        reached |= more
    return reached


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"
