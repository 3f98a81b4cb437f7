"""The board, as each who may look at it may see it: the public, and every seat that a person holds.

A game's view is made from the redacted state alone. So a seat from which nothing is hidden but what is hidden from all
sees what the public sees, and only seats that know more have a document of their own.
"""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Connection, Table, bindparam, delete, select

from domain.redact import Viewer, redact
from domain.table.view import view
from projections.current import is_current, is_position_of
from projections.schema import boards, positions
from projections.tables.model import Fold
from projections.tables.news import News
from projections.transactions import put

PUBLIC = "public"


class _Memory(msgspec.Struct):
    seats: list[str]
    """Those that people hold."""
    knowing: list[str]
    """Those with a document of their own."""


_read_memory = msgspec.json.Decoder(_Memory).decode


class BoardModel:
    name = "board"
    kept_in: tuple[Table, ...] = (boards,)

    def fold(self, memory: str | None, _: int, news: News) -> Fold:
        table, version = news.table, news.version
        knowing = [seat for seat in table.people if redact(table, Viewer(seat)) != news.public_table]
        viewers = {PUBLIC: Viewer()} | {str(seat): Viewer(seat) for seat in knowing}
        documents = {key: _text(view(table, version, viewer)) for key, viewer in viewers.items()}
        gone = set() if memory is None else set(_remembered(memory).knowing) - set(documents)
        after = _Memory([str(seat) for seat in table.people], [str(seat) for seat in knowing])
        return Fold(_text(after), (documents, gone))

    def write(self, connection: Connection, generation: int, table_id: UUID, rows: Any) -> None:
        documents, gone = rows
        of_table = {"generation": generation, "table_id": table_id}
        connection.execute(
            put(boards, connection.dialect.name),
            [of_table | {"viewer": viewer, "document": document} for viewer, document in documents.items()],
        )
        if gone:
            keys = boards.c.generation == generation, boards.c.table_id == table_id
            connection.execute(delete(boards).where(*keys, boards.c.viewer.in_(gone)))


def _text(document: Any) -> str:
    return msgspec.json.encode(document).decode()


def _remembered(memory: str) -> _Memory:
    return _read_memory(memory)


_BOARD = (
    select(positions.c.version, positions.c.memory, boards.c.viewer, boards.c.document)
    .join(positions, is_position_of(BoardModel.name, boards))
    .where(
        is_current(BoardModel.name, boards),
        boards.c.table_id == bindparam("table"),
        boards.c.viewer.in_([PUBLIC, bindparam("viewer")]),
    )
)


def board(connection: Connection, table_id: UUID, viewer: str) -> tuple[int, dict[str, Any]] | None:
    rows = {row.viewer: row for row in connection.execute(_BOARD, {"table": table_id, "viewer": viewer})}
    if viewer in rows:
        return rows[viewer].version, msgspec.json.decode(rows[viewer].document)
    if PUBLIC not in rows or viewer not in _remembered(rows[PUBLIC].memory).seats:
        return None
    return rows[PUBLIC].version, msgspec.json.decode(rows[PUBLIC].document) | {"viewer": int(viewer)}
