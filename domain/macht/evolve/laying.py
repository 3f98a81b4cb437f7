"""What a district on a space means for its neighbours."""

from msgspec.structs import replace

from domain.macht.evolve.parts import put, town_of, with_town
from domain.macht.state import State


def lay(state: State, town_id: str, space: str, twin: str | None, coat: str, masters: int, *, site: bool) -> State:
    """What lying on a space means for its neighbours, whatever it cost."""
    plan = state.plan
    town_plan = plan.towns[plan.town_number[town_id]]
    town = town_of(state, town_id)
    number = plan.coat_number[coat]
    bit = plan.place[space][1]
    lies_on, reached, beside = 1 << bit, town_plan.reaches[bit], town_plan.neighbours[bit]
    if twin is not None:
        second = plan.place[twin][1]
        lies_on |= 1 << second
        reached |= town_plan.reaches[second]
        beside |= town_plan.neighbours[second]
    return replace(
        state,
        towns=with_town(
            state,
            town_id,
            free=town.free & ~lies_on,
            built=town.built | lies_on,
            reached=town.reached | reached,
            coats=put(town.coats, number, town.coats[number] | 1 << bit),
            beside=put(town.beside, number, town.beside[number] | beside),
            sites=town.sites | (site << bit),
            one_printed=town.one_printed | ((masters == 1) << bit),
            two_printed=town.two_printed | ((masters == 2) << bit),
        ),
    )
