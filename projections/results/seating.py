"""Who sits at a table, kept from its own events until its result is known."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.event import Event
from domain.recorded import decode
from domain.redact import SPECTATOR, redact
from domain.rules import Standing
from domain.table import Table, evolve
from domain.table.disputes.events import DisputeEvent, ScoreCorrected
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


_read_table = msgspec.json.Decoder(Table).decode


def read_seating(text: str) -> Seating:
    return Seating(_read_table(text))


@dataclass(frozen=True)
class Result:
    table: Table
    ended: int
    seats: list[dict[str, Any]]

    @property
    def accounts(self) -> set[str]:
        return {seat["account"] for seat in self.seats if seat["account"] is not None}


def step(seating: Seating, note: Note) -> tuple[Seating, Result | Standing | None]:
    """One event further; the result if it was the game's final one, which names totals and winners in every game.

    Where an arbiter has corrected the score of a game that was over, its new standing. A sandbox has none (T7.6).
    """
    table_id = table_of(note)
    recorded = decode(table_id, note.originator_version, note.topic, bytes(note.state))
    if isinstance(recorded.event, DisputeEvent):
        return seating, recorded.event.standing if isinstance(recorded.event, ScoreCorrected) else None
    table = seating.table
    if table is None or not isinstance(recorded.event, table.rules.final):
        return seating.after(recorded.event, table_id), None
    if table.is_sandbox:
        return seating, None
    final: Any = recorded.event
    seats = [{"seat": seat, "account": chair.account, "bot": chair.bot} for seat, chair in enumerate(table.chairs)]
    return seating, Result(table, recorded.at, placed(seats, Standing(final.totals, final.winners)))


def placed(seats: Sequence[dict[str, Any]], standing: Standing) -> list[dict[str, Any]]:
    """The seats with their points and their parts of the win."""
    part = WHOLE // len(standing.winners)
    return [
        seat | {"points": standing.totals[number], "winParts": part if number in standing.winners else 0}
        for number, seat in enumerate(seats)
    ]
