"""Tables whose events cannot be read or folded: reported, and tried again whenever they are caught up."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Connection, bindparam, delete, select

from domain.errors import DamagedEvent, Rejected
from domain.sealed import SealBroken, SealClosed
from projections.current import is_current
from projections.models import RESULTS
from projections.schema import faults, skipped
from projections.transactions import insert_into

POISON = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    DamagedEvent,
    IndexError,
    KeyError,
    Rejected,
    RuntimeError,
    SealBroken,
    SealClosed,
    StopIteration,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
)
"""What folding a log can raise when the log is wrong. A store that does not answer is no fault of the table's."""


class Poisoned(Exception):
    def __init__(self, table_id: UUID, version: int, error: Exception) -> None:
        super().__init__(f"{type(error).__name__}: {error}")
        self.table_id = table_id
        self.version = version


def report(connection: Connection, poisoned: Poisoned, at: int) -> None:
    """A fault that is known already keeps its time."""
    insert = insert_into(faults, connection.dialect.name).values(
        table_id=poisoned.table_id, version=poisoned.version, error=str(poisoned), since=at
    )
    new = {"version": insert.excluded.version, "error": insert.excluded.error}
    connection.execute(insert.on_conflict_do_update(index_elements=[faults.c.table_id], set_=new))


_HEAL = delete(faults).where(faults.c.table_id == bindparam("table"))
_IS_REPORTED = select(1).where(faults.c.table_id == bindparam("table"))


def heal(connection: Connection, table_id: UUID) -> None:
    connection.execute(_HEAL, {"table": table_id})


def is_reported(connection: Connection, table_id: UUID) -> bool:
    return connection.execute(_IS_REPORTED, {"table": table_id}).one_or_none() is not None


def list_faults(connection: Connection) -> list[dict[str, Any]]:
    """Longest known first. `model` says whether a table's own views or the results have to do without it."""
    of_tables = connection.execute(select(faults))
    of_results = connection.execute(select(skipped).where(is_current(RESULTS, skipped)))
    found = [_item("tables", row) for row in of_tables] + [_item(RESULTS, row) for row in of_results]
    return sorted(found, key=lambda fault: fault["since"])


def _item(model: str, row: Any) -> dict[str, Any]:
    return {
        "model": model,
        "table": str(row.table_id),
        "version": row.version,
        "error": row.error,
        "since": row.since,
    }
