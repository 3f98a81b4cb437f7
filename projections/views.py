"""All read models behind one door: what workers do to keep them, and what readers ask of them."""

import time
from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from sqlalchemy import Engine, text

from projections import generations
from projections.faults import list_faults
from projections.models import RESULTS
from projections.rebuild import Progress, Rebuild, Rebuilt
from projections.results import standings
from projections.results.keeper import ResultsKeeper, current_position, found_cursor
from projections.results.notes import Fetch
from projections.schema import METADATA
from projections.tables import board, inbox, lobby, scoring, story
from projections.tables.keeper import Keeper, version_reached
from projections.tables.news import Read, ReadTable
from projections.transactions import POSTGRES, reading, writing

Document = dict[str, Any]
Page = tuple[list[Document], int]
"""The items of one page, and how many there are in all."""

PER_PAGE = 20
_MIGRATION_LOCK = 0x6775696C64


def _now() -> int:
    return time.time_ns() // 1_000_000


class Views:
    def __init__(self, engine: Engine, now: Callable[[], int] = _now) -> None:
        self._engine = engine
        self._keeper = Keeper(engine, now)
        self._results = ResultsKeeper(engine, now)

    def migrate(self) -> None:
        """Create what is missing. Processes that do it at the same time take turns."""
        with writing(self._engine) as connection:
            if self._engine.dialect.name == POSTGRES:
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            METADATA.create_all(connection)
            generations.found(connection)
            found_cursor(connection, generations.live(connection)[RESULTS].current)

    def close(self) -> None:
        self._engine.dispose()

    # Keeping

    def catch_up(self, table_id: UUID, read: Read) -> int:
        """Bring all views of a table up to the log; the version they have reached.

        It may be done at any time, by anybody, as often as one likes. A table that cannot be folded stays where it is
        and is reported among the `faults` until it can.
        """
        return self._keeper.catch_up(table_id, read)

    def catch_up_results(self, fetch: Fetch) -> int:
        """Bring results and leaderboard up to the log; the number of the last event counted in."""
        return self._results.catch_up(fetch)

    def rebuild(
        self,
        model: str | None,
        tables: Iterable[UUID],
        read: ReadTable,
        fetch: Fetch,
        progress: Progress = lambda _done, _total: None,
    ) -> Rebuilt:
        """Make a model (or all) anew from the log while everything goes on; readers go over to it at one moment."""
        rebuild = Rebuild(self._engine, self._keeper, self._results, read, fetch, progress)
        return rebuild.run(model, tables)

    # Reading

    def version(self, table_id: UUID) -> int:
        """The version that the views of a table have reached; 0 if they do not know it."""
        with reading(self._engine) as connection:
            return version_reached(connection, table_id)

    def position(self) -> int:
        """The number of the last event that results and leaderboard have counted in."""
        with reading(self._engine) as connection:
            return current_position(connection)

    def board(self, table_id: UUID, viewer: str = board.PUBLIC) -> tuple[int, Document] | None:
        """Version and board, for the public or for a seat that a person holds ("0", "1", ...)."""
        with reading(self._engine) as connection:
            return board.board(connection, table_id, viewer)

    def scoring(self, table_id: UUID) -> tuple[int, Document] | None:
        with reading(self._engine) as connection:
            return scoring.scoring(connection, table_id)

    def log_lines(self, table_id: UUID, after: int = 0, limit: int = 200) -> list[Document]:
        with reading(self._engine) as connection:
            return story.log_lines(connection, table_id, after, limit)

    def lobby(
        self,
        status: str | None = None,
        game: str | None = None,
        mine: str | None = None,
        viewer: str | None = None,
        page: int = 1,
        per_page: int = PER_PAGE,
    ) -> Page:
        """Newest tables first. Private ones are there only for a viewer who has opened them or sits at them."""
        with reading(self._engine) as connection:
            return lobby.list_tables(connection, status, game, mine, viewer, page, per_page)

    def tables_of(self, account: str) -> list[UUID]:
        """Every table that an account has opened, sits at or settles disputes of."""
        with reading(self._engine) as connection:
            return lobby.tables_of(connection, account)

    def inbox(self, account: str) -> list[Document]:
        """Where an account is awaited, longest waiting first."""
        with reading(self._engine) as connection:
            return inbox.inbox(connection, account)

    def waits_at(self, table_id: UUID) -> list[Document]:
        """The people a table waits for. Seat and `sinceVersion` name one wait, for mails that are to be sent once."""
        with reading(self._engine) as connection:
            return inbox.waits_at(connection, table_id)

    def results(
        self, account: str | None = None, viewer: str | None = None, page: int = 1, per_page: int = PER_PAGE
    ) -> Page:
        """Finished games, the latest first. Private ones are there only for a viewer who belongs to them."""
        with reading(self._engine) as connection:
            return standings.list_results(connection, account, viewer, page, per_page)

    def leaderboard(self, game: str, page: int = 1, per_page: int = PER_PAGE) -> Page:
        """People by their wins in finished public games."""
        with reading(self._engine) as connection:
            return standings.list_leaders(connection, game, page, per_page)

    def faults(self) -> list[Document]:
        """Tables that cannot be folded: table, version reached, error, since when."""
        with reading(self._engine) as connection:
            return list_faults(connection)
