"""Where a district may be laid (R5). `legal` and `decide` ask the same masks."""

from collections.abc import Iterator

from domain.errors import require
from domain.macht.actions import Permit
from domain.macht.board.form import Place
from domain.macht.board.plan import CHURCH, CoatNumber, Mask, TownPlan, bits
from domain.macht.commands import BuildDistrict
from domain.macht.state import State, Town


def open_to(town: Town, coat: CoatNumber) -> Mask:
    """The spaces of an unscored town that are free, reached and not beside the same coat (R5.1, R5.3, R5.4)."""
    return town.free & town.reached & ~town.beside[coat]


def pair_open(town: Town, town_plan: TownPlan, first: int) -> bool:
    """Whether church D may be laid with this first block: reached over any side of either block (R5.6)."""
    pair = town_plan.pair_of[first]
    return (
        town.free & pair.mask == pair.mask
        and town.built & pair.neighbours != 0
        and town.beside[CHURCH] & pair.mask == 0
    )


def build_options(state: State, permit: Permit) -> Iterator[BuildDistrict]:
    """Every district that may be laid now, towns in board order, each option once."""
    if permit.as_site and not state.sites_left:
        return
    plan, stock = state.plan, state.stock
    for number in permit.towns:
        town, town_plan = state.towns[number], plan.towns[number]
        if not town.can_be_built_in:
            continue
        places = town_plan.places
        for coat in permit.coats:
            spaces = open_to(town, coat)
            if not spaces:
                continue
            name = plan.coats[coat]
            for shape, kinds in enumerate(plan.kinds_of[coat]):
                fitting = spaces & town_plan.by_shape[shape]
                if not fitting:
                    continue
                masters = [plan.kinds[kind][2] for kind in kinds if stock[kind]]
                for bit in bits(fitting):
                    for number_of_masters in masters:
                        yield BuildDistrict(places[bit].id, name, number_of_masters)
        if CHURCH in permit.coats:
            yield from _special_options(state, town, town_plan)


def _special_options(state: State, town: Town, town_plan: TownPlan) -> Iterator[BuildDistrict]:
    church = state.plan.coats[CHURCH]
    spaces = open_to(town, CHURCH)
    for letter in state.specials:
        if letter == "D":
            for pair in town_plan.pairs:
                if pair_open(town, town_plan, pair.first):
                    yield BuildDistrict(town_plan.places[pair.first].id, church, 0, "D")
        else:
            for bit in bits(spaces & town_plan.takes[letter]):
                yield BuildDistrict(town_plan.places[bit].id, church, 0, letter)


def check_build(state: State, permit: Permit, command: BuildDistrict) -> None:
    """Refuse what `build_options` does not offer, naming the first rule that is broken."""
    plan = state.plan
    require(command.space in plan.place, "unknownSpace", "R2.1", f"There is no space {command.space!r} on this board.")
    number, bit = plan.place[command.space]
    town, town_plan = state.towns[number], plan.towns[number]
    place = town_plan.places[bit]
    coat = plan.coat_number.get(command.coat)
    require(
        coat in permit.coats, "coatNotAllowed", permit.rule, f"This card does not build {command.coat!r} districts."
    )
    assert coat is not None
    require(town.in_play, "townNotInPlay", "R11", f"{town_plan.title} is not in play.")
    require(not town.scored, "townScored", "R5.1", f"{town_plan.title} has already been scored.")
    require(number in permit.towns, "wrongTown", permit.rule, f"This card does not build in {town_plan.title}.")
    require(not permit.as_site or state.sites_left, "noSitePiece", "R6.2", "No building-site piece is left.")
    if command.special is not None:
        _check_special(state, town, town_plan, command, bit)
        return
    _check_free(town, place, bit)
    shape = next(shape for shape, mask in enumerate(town_plan.by_shape) if mask >> bit & 1)
    kind = plan.kind_number.get((coat, shape, command.masters))
    require(
        kind is not None and state.stock[kind],
        "notInStock",
        "R5.1",
        f"No {command.coat} {place.shape} with {command.masters} printed masters is left.",
    )
    _check_surroundings(town, bit, coat, place.id, command.coat)


def _check_special(state: State, town: Town, town_plan: TownPlan, command: BuildDistrict, bit: int) -> None:
    letter, place = command.special, town_plan.places[bit]
    is_church = command.coat == state.plan.coats[CHURCH] and command.masters == 0
    require(is_church, "coatNotAllowed", "R5.6", "A special church is a church district without printed masters.")
    known = letter in ("A", "B", "C", "D")
    require(known and letter in state.specials, "notInStock", "R5.6", f"Church {letter} is not in stock.")
    assert letter is not None
    wanted = {"A": "block", "B": "bar", "C": "bend", "D": "block"}[letter]
    require(place.shape == wanted, "wrongShape", "R5.2", f"Church {letter} stands on a {wanted}; {place.id} is none.")
    if letter != "D":
        marked = town_plan.takes[letter] >> bit & 1
        require(marked, "specialNotHere", "R5.6", f"{place.id} is not marked for church {letter}.")
        require(town.free >> bit & 1, "spaceNotFree", "R5.1", f"{place.id} is not free.")
        _check_surroundings(town, bit, CHURCH, place.id, command.coat)
        return
    pair = town_plan.pair_of.get(bit)
    require(pair and pair.first == bit, "specialNotHere", "R5.6", f"{place.id} is not the first block of a pair for D.")
    assert pair is not None
    twin = town_plan.places[pair.second].id
    both_free = town.free & pair.mask == pair.mask
    require(both_free, "spaceNotFree", "R5.6", f"Church D needs both {place.id} and {twin} free.")
    require(town.built & pair.neighbours, "notReachable", "R5.6", f"Nothing is built beside {place.id} and {twin}.")
    require(
        not town.beside[CHURCH] & pair.mask,
        "sameCoatNeighbour",
        "R5.4",
        f"{place.id} or {twin} borders another church district.",
    )


def _check_free(town: Town, place: Place, bit: int) -> None:
    is_open = place.host is None or (town.free | town.built | town.covered) >> bit & 1
    require(is_open, "plotClosed", "R5.6", f"{place.id} is opened by a special church on {place.host}.")
    require(town.free >> bit & 1, "spaceNotFree", "R5.1", f"{place.id} is not free.")


def _check_surroundings(town: Town, bit: int, coat: CoatNumber, space: str, coat_name: str) -> None:
    reached = town.reached >> bit & 1
    require(reached, "notReachable", "R5.3", f"No long side of {space} borders anything built.")
    clear = not town.beside[coat] >> bit & 1
    require(clear, "sameCoatNeighbour", "R5.4", f"{space} borders another {coat_name} district.")
