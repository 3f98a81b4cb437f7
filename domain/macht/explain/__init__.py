"""Why a town scored as it did (R9): what lies there and since which event, the value, the ranking, the points.

Everything is told from the public events of the town up to its scoring, so that each line can name those it rests on.
For a town that is not scored yet the same is a forecast.
"""

from collections.abc import Sequence

from domain.errors import Rejected, require
from domain.macht.explain.counted import counted
from domain.macht.explain.facts import TownFacts, facts_of
from domain.macht.explain.line import Document, Line
from domain.macht.explain.ranking import points_of, presence_lines, ranking_of, recorded_lines
from domain.macht.explain.spaces import spaces_of
from domain.macht.explain.value import value_of
from domain.macht.names import Names, count
from domain.macht.state import State
from domain.rules import Happened
from domain.said import said


def explain(state: State | None, history: Sequence[Happened], town: str) -> Document:
    """The explanation of a town from the events so far, and the state they have led to."""
    if state is None or not state.towns:
        raise Rejected("wrongPhase", "T3.2", "The game has not started yet.")
    plan = state.plan
    require(town in plan.town_number, "unknownTown", "R2.1", f"There is no town {town!r} on this board.")
    number, names = plan.town_number[town], Names(state)
    facts = facts_of(town, history)
    in_play = state.towns[number].in_play
    there = counted(state, facts)
    spaces, space_lines = spaces_of(plan.towns[number], facts, names) if in_play else ([], [])
    value, value_lines = value_of(there, facts, names)
    ranking, ranking_lines = ranking_of(there, names)
    points, points_lines = points_of(there, names)
    heading = _heading(facts, names, town, in_play, sum(space["state"] == "free" for space in spaces))
    lines = [heading]
    if in_play:
        lines += [
            *space_lines,
            *value_lines,
            *presence_lines(there, facts, names),
            *ranking_lines,
            *points_lines,
            *recorded_lines(there, facts, names),
        ]
    return {
        "town": town,
        "name": names.town(town),
        "isInPlay": in_play,
        "isScored": facts.scored is not None,
        "scoredAt": None if facts.scored is None else facts.scored.number,
        "spaces": spaces,
        "value": value,
        "ranking": ranking,
        "points": points if in_play else [],
        "lines": [line.document() for line in lines],
    }


def _heading(facts: TownFacts, names: Names, town: str, in_play: bool, free: int) -> Line:
    name = names.town(town)
    if not in_play:
        return Line("heading", f"{name} is not in play.", said("macht.explain.notInPlay", town=town), "R11")
    if facts.scored is not None:
        number = facts.scored.number
        told = f"{name} was scored in event {number}."
        return Line("heading", told, said("macht.explain.scored", town=town, event=number), "R4.6", events=(number,))
    left = f"{count(free, 'space')} {'is' if free == 1 else 'are'} free" if free else "no space is free"
    says = (
        said("macht.explain.forecast", town=town, count=free) if free else said("macht.explain.forecastFull", town=town)
    )
    return Line("heading", f"{name} is not scored yet; {left}. As it stands it would come out so:", says, "R2.6")
