"""One batch of the notification log on its way into the results."""

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Connection, delete, insert, select

from domain.rules import Standing
from projections.results.notes import Note
from projections.results.revision import Revision, revision_of
from projections.results.seating import Result, Seating, placed, read_seating
from projections.schema import leaders, players, results, seatings, skipped
from projections.transactions import insert_into, put


class Tally:
    """What is known of the tables in the batch, and what changes."""

    def __init__(self, connection: Connection, generation: int, tables: set[UUID]) -> None:
        self._connection = connection
        self._generation = generation
        self._seatings = {row.table_id: read_seating(row.document) for row in self._rows(seatings, tables)}
        self._changed: set[UUID] = set()
        self._results: dict[UUID, Result] = {}
        self._revisions: dict[UUID, Revision] = {}
        self._new_skips: list[dict[str, Any]] = []
        self.skipped = {row.table_id for row in self._rows(skipped, tables)}
        """Tables of which an event could not be read: nothing later of them counts until it can."""

    def _rows(self, kept: Any, tables: set[UUID]) -> list[Any]:
        wanted = kept.c.generation == self._generation, kept.c.table_id.in_(tables)
        return list(self._connection.execute(select(kept).where(*wanted)))

    def seating(self, table_id: UUID) -> Seating:
        return self._seatings.get(table_id, Seating())

    def note(self, table_id: UUID, seating: Seating, result: Result | Standing | None) -> None:
        if seating != self.seating(table_id):
            self._seatings[table_id] = seating
            self._changed.add(table_id)
        if isinstance(result, Result):
            self._results[table_id] = result
        elif result is not None:
            self._correct(table_id, result)

    def _correct(self, table_id: UUID, standing: Standing) -> None:
        """A result that is still on its way in this batch, or one that was counted before."""
        if (new := self._results.get(table_id)) is not None:
            self._results[table_id] = replace(new, seats=placed(new.seats, standing))
            return
        if table_id not in self._revisions:
            self._revisions[table_id] = revision_of(self._rows(results, {table_id})[0])
        revision = self._revisions[table_id]
        self._revisions[table_id] = replace(revision, after=placed(revision.after, standing))

    def skip(self, table_id: UUID, note: Note, error: Exception, at: int) -> None:
        self.skipped.add(table_id)
        self._new_skips.append(
            {
                "generation": self._generation,
                "table_id": table_id,
                "number": note.id,
                "version": note.originator_version - 1,
                "error": f"{type(error).__name__}: {error}",
                "since": at,
            }
        )

    def write(self) -> None:
        if self._new_skips:
            self._connection.execute(insert(skipped), self._new_skips)
        self._write_seatings()
        if self._results:
            self._connection.execute(insert(results), [self._result(result) for result in self._results.values()])
        played = [
            {"generation": self._generation, "account": account, "table_id": result.table.id}
            for result in self._results.values()
            for account in result.accounts
        ]
        if played:
            self._connection.execute(insert(players), played)
        for revision in self._revisions.values():
            revision.write(self._connection, self._generation)
        if gains := self._gains():
            self._connection.execute(_add(self._connection.dialect.name), gains)

    def _write_seatings(self) -> None:
        open_ones = [
            {"generation": self._generation, "table_id": table_id, "document": self._seatings[table_id].text()}
            for table_id in self._changed
            if self._seatings[table_id].table is not None
        ]
        if open_ones:
            self._connection.execute(put(seatings, self._connection.dialect.name), open_ones)
        over = [table_id for table_id in self._changed if self._seatings[table_id].table is None]
        if over:
            of_tables = seatings.c.generation == self._generation, seatings.c.table_id.in_(over)
            self._connection.execute(delete(seatings).where(*of_tables))

    def _result(self, result: Result) -> dict[str, Any]:
        return {
            "generation": self._generation,
            "table_id": result.table.id,
            "game": result.table.game,
            "private": result.table.private,
            "opener": result.table.opener,
            "ended": result.ended,
            "seats": msgspec.json.encode(result.seats).decode(),
        }

    def _gains(self) -> list[dict[str, Any]]:
        """For the leaderboard: people only, and no private tables, for those exist for their members alone."""
        sums: dict[tuple[str, str], Counter[str]] = {}
        for result in self._results.values():
            for seat in result.seats:
                if seat["account"] is not None and not result.table.private:
                    gained = sums.setdefault((result.table.game, seat["account"]), Counter())
                    gained.update(games=1, win_parts=seat["winParts"], points=seat["points"])
        for revision in self._revisions.values():
            for account, difference in revision.gains():
                sums.setdefault((revision.game, account), Counter()).update(difference)
        return [
            {"generation": self._generation, "game": game, "account": account, **gained}
            for (game, account), gained in sorted(sums.items())
        ]


@cache
def _add(dialect: str) -> Any:
    insert_gain = insert_into(leaders, dialect)
    sums = {name: leaders.c[name] + insert_gain.excluded[name] for name in ("games", "win_parts", "points")}
    return insert_gain.on_conflict_do_update(index_elements=list(leaders.primary_key), set_=sums)
