"""A scoring that stands in a log, counted a second time from what everybody could see just before it (R9)."""

from collections.abc import Mapping

from domain.event import Event
from domain.macht.events import TownScored
from domain.macht.recount import recount, recount_value
from domain.macht.state import State
from domain.macht.view import view
from domain.redact import SPECTATOR
from domain.rules import Account


def second_opinion(state: State, event: Event) -> str | None:
    """What is wrong with a scoring, given the state before it; None where nothing is."""
    if not isinstance(event, TownScored):
        return None
    town = next(town for town in view(state, SPECTATOR)["towns"] if town["id"] == event.town)
    value, points = recount_value(town), recount(town)
    stands = {ranked.coat: ranked.points for ranked in event.ranking}
    if event.value != value:
        return f"{town['name']} is worth {value}, not {event.value}."
    wrong = [guild for guild in sorted(points.keys() | stands.keys()) if points.get(guild, 0) != stands.get(guild, 0)]
    if wrong:
        told = ", ".join(f"{guild} {points.get(guild, 0)}, not {stands.get(guild, 0)}" for guild in wrong)
        return f"in {town['name']} the points are {told}."
    return None


def account(state: State, event: Event, town: str) -> Account | None:
    """Value and points of a town as they were recorded and as they are counted again."""
    if not isinstance(event, TownScored) or event.town != town:
        return None
    seen = next(each for each in view(state, SPECTATOR)["towns"] if each["id"] == town)
    recorded = _counted(event.value, {ranked.coat: ranked.points for ranked in event.ranking})
    recounted = _counted(recount_value(seen), recount(seen))
    if recorded == recounted:
        return Account(True, f"{seen['name']} was scored and recounted alike: {recorded}.")
    return Account(False, f"{seen['name']} was scored with {recorded}; recounted it comes to {recounted}.")


def _counted(value: int, points: Mapping[str, int]) -> str:
    told = ", ".join(f"{guild} {points[guild]}" for guild in sorted(points) if points[guild])
    return f"value {value}, points {told or 'for nobody'}"
