"""What a read model of a table is."""

from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy import Connection, Table

from projections.tables.news import News


@dataclass(frozen=True)
class Fold:
    """What a model makes of news: what it must remember to go on, and what it has to write."""

    memory: str = ""
    rows: Any = None


class TableModel(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def kept_in(self) -> tuple[Table, ...]: ...

    def fold(self, memory: str | None, since: int, news: News) -> Fold:
        """Pure. `memory` is what the fold up to version `since` remembered, None for a table that is new to the model.

        However the events are cut into pieces, the rows come out the same.
        """

    def write(self, connection: Connection, generation: int, table_id: UUID, rows: Any) -> None: ...
