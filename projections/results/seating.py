"""Who sits at a table, kept from its own events until its result is known."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.event import Event
from domain.recorded import decode
from domain.redact import SPECTATOR, redact
from domain.table import Table, evolve
from projections.results.notes import Note, table_of

WHOLE = 2520
"""A win in parts, so that it can be shared by up to ten and still add up."""


@dataclass(frozen=True)
class Seating:
    """A table without its game. None where the table is over: nothing more will be asked about it."""

    table: Table | None = None

    def after(self, event: Event, table_id: UUID) -> "Seating":
        table = evolve(self.table, event, table_id)
        if table.status in ("ended", "abandoned"):
            return Seating()
        return Seating(replace(redact(table, SPECTATOR), options={}, state=None))

    def text(self) -> str:
        return msgspec.json.encode(self.table).decode()


def read_seating(text: str) -> Seating:
    return Seating(msgspec.json.decode(text, type=Table))


@dataclass(frozen=True)
class Result:
    table: Table
    ended: int
    seats: list[dict[str, Any]]

    @property
    def accounts(self) -> set[str]:
        return {seat["account"] for seat in self.seats if seat["account"] is not None}


def step(seating: Seating, note: Note) -> tuple[Seating, Result | None]:
    """One event further; the result if it was the game's final one, which names totals and winners in every game.

    A sandbox has none (T7.6).
    """
    table_id = table_of(note)
    recorded = decode(table_id, note.originator_version, note.topic, bytes(note.state))
    table = seating.table
    if table is None or not isinstance(recorded.event, table.rules.final):
        return seating.after(recorded.event, table_id), None
    if table.is_sandbox:
        return seating, None
    event: Any = recorded.event
    part = WHOLE // len(event.winners)
    seats = [
        {
            "seat": seat,
            "account": chair.account,
            "bot": chair.bot,
            "points": event.totals[seat],
            "winParts": part if seat in event.winners else 0,
        }
        for seat, chair in enumerate(table.chairs)
    ]
    return seating, Result(table, recorded.at, seats)
