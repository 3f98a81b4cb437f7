"""Points and who wins by them, as they stand and as an arbiter has corrected them (T6.5)."""

from collections.abc import Mapping

from msgspec.structs import replace

from domain.event import Seat
from domain.macht.state import State


def points(state: State) -> dict[str, int]:
    return {state.plan.coats[coat]: points for coat, points in enumerate(state.points) if coat in state.coats_in_play}


def totals(state: State) -> tuple[int, ...]:
    """A seat's total is its guild's points; with two players also those of the guild under its influence (R12.8)."""
    return tuple(
        state.points[player.guild] + (0 if player.influenced is None else state.points[player.influenced])
        for player in state.seats
    )


def winners(totals: tuple[int, ...]) -> tuple[Seat, ...]:
    best = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


def correct(state: State, corrections: Mapping[str, int]) -> State:
    after = list(state.points)
    for guild, difference in corrections.items():
        after[state.plan.coat_number[guild]] += difference
    state = replace(state, points=tuple(after))
    if state.ending is None or state.stage != "over":
        return state
    new = totals(state)
    return replace(state, ending=replace(state.ending, totals=new, winners=winners(new)))


def towns(state: State) -> tuple[str, ...]:
    """Those in play, scored or not: that one was not scored may be the doubt."""
    return tuple(plan.id for town, plan in zip(state.towns, state.plan.towns, strict=True) if town.in_play)
