"""How much time is left: a table's clock (T8), and since when the read models know somebody to be awaited."""

from typing import Any
from uuid import UUID

from domain.event import Seat
from domain.table import Table
from projections.tables.inbox import waits_of
from service.house import House

Wait = dict[str, Any]


def with_deadline(house: House, wait: Wait) -> Wait:
    """A wait of the inbox with the moment at which it should be over."""
    return wait | {"due": house.application.remembered(UUID(wait["table"])).due(wait["since"])}


def most_urgent_first(house: House, waits: list[Wait]) -> list[Wait]:
    """By deadline; whoever has none comes after those who have, longest waiting first."""
    timed = [with_deadline(house, wait) for wait in waits]
    return sorted(timed, key=lambda wait: (wait["due"] is None, wait["due"] or 0, wait["since"]))


def deadlines(house: House, version: int, table: Table) -> dict[Seat, int]:
    """By when each person at a table should have answered: from the read models, or the log where they are behind."""
    if table.clock is None or not table.awaited:
        return {}
    waits = house.views.waits_at(table.id)
    if not waits or any(wait["version"] != version for wait in waits):
        waits = [{"seat": w.seat, "since": w.since} for w in waits_of(list(house.log.read(table.id, upto=version)))]
    due = {wait["seat"]: table.due(wait["since"]) for wait in waits}
    return {seat: moment for seat, moment in due.items() if moment is not None}
