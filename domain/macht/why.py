"""Why nothing may be done on a space now: asked of the same guards that refuse a command."""

from collections.abc import Iterator

from domain.errors import Rejected
from domain.event import Seat
from domain.macht.actions import permit_of
from domain.macht.commands import BuildCathedral, BuildDistrict, Command, CompleteSite, PlaceGuildMaster
from domain.macht.decide import check
from domain.macht.legal import legal
from domain.macht.state import State
from domain.rules import Refusal

_ABOUT_A_COAT = ("notInStock", "sameCoatNeighbour")


def why_not(state: State, seat: Seat, space: str) -> list[Refusal]:
    """Every different reason, none where something is legal there."""
    if any(getattr(command, "space", None) == space for command in legal(state, seat)):
        return []
    found: dict[tuple[str | None, str], Refusal] = {}
    for command in _candidates(state, space):
        try:
            check(state, seat, command)
        except Rejected as refused:
            about = isinstance(command, BuildDistrict) and refused.code in _ABOUT_A_COAT
            coat = getattr(command, "coat", None) if about else None
            found.setdefault((coat, refused.code), Refusal(coat, refused.code, refused.rule, refused.message))
    return list(found.values())


def _candidates(state: State, space: str) -> Iterator[Command]:
    """What one would want to do there with the card in action."""
    acting, plan = state.acting, state.plan
    permit = None if acting is None else permit_of(state, acting)
    if acting is None or permit is None:
        is_cathedral = acting is not None and plan.cards[acting.card].type == "cathedral"
        yield BuildCathedral(space) if is_cathedral else PlaceGuildMaster(space)
        return
    number, bit = plan.place.get(space, (0, 0))
    town = state.towns[number]
    if space in plan.place and town.built >> bit & 1 and permit.may_complete:
        yield CompleteSite(space)
        return
    for coat in permit.coats:
        yield BuildDistrict(space, plan.coats[coat], _masters(state, coat, space))


def _masters(state: State, coat: int, space: str) -> int:
    """Of a district that is in stock, if there is any: with how many masters is not what one asks about."""
    number, bit = state.plan.place.get(space, (0, 0))
    for shape, mask in enumerate(state.plan.towns[number].by_shape):
        if mask >> bit & 1:
            left = (kind for kind in state.plan.kinds_of[coat][shape] if state.stock[kind])
            return next((state.plan.kinds[kind][2] for kind in left), 0)
    return 0
