"""A result that was counted before, and how an arbiter has corrected it."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Connection, update

from projections.schema import results

Seats = list[dict[str, Any]]


@dataclass(frozen=True)
class Revision:
    table_id: UUID
    game: str
    private: bool
    before: Seats
    after: Seats

    def write(self, connection: Connection, generation: int) -> None:
        of_table = results.c.generation == generation, results.c.table_id == self.table_id
        connection.execute(
            update(results).where(*of_table).values(seats=msgspec.json.encode(self.after).decode()),
        )

    def gains(self) -> list[tuple[str, dict[str, int]]]:
        """What the correction brings to each person on the leaderboard, or takes; the game has been counted."""
        if self.private:
            return []
        return [
            (
                old["account"],
                {"games": 0, "win_parts": new["winParts"] - old["winParts"], "points": new["points"] - old["points"]},
            )
            for old, new in zip(self.before, self.after, strict=True)
            if old["account"] is not None
        ]


def revision_of(row: Any) -> Revision:
    seats = msgspec.json.decode(row.seats)
    return Revision(row.table_id, row.game, row.private, seats, seats)
