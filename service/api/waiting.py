"""`Prefer: wait=5` with `?version=17`: an answer may wait until the table has got there."""

import time
from uuid import UUID

from sqlalchemy.exc import SQLAlchemyError

from domain.table import Table
from service.api.answers import seconds_to_wait
from service.api.caller import seen_table
from service.api.here import house

POLL_SECONDS = 0.004
LOOK_SECONDS = 0.02
"""Between two looks into the log, which cost more."""


def table_with_views(table_id: UUID, wanted: int | None) -> tuple[int, Table, bool]:
    """A table once the read model has reached the version asked for, or patience is at its end; and whether the read
    model will do: not where it is behind the log, as while Redis or the workers are away."""
    version, table = seen_table(table_id)
    try:
        if _has_waited(table_id, wanted):
            version, table = seen_table(table_id)
        return version, table, house().views.version(table_id) >= version
    except SQLAlchemyError:
        return version, table, False


def _has_waited(table_id: UUID, wanted: int | None) -> bool:
    """Waits, if that is asked for; the table may be another one afterwards."""
    deadline = time.monotonic() + seconds_to_wait()
    has_waited = False
    while wanted is not None and house().views.version(table_id) < wanted and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
        has_waited = True
    return has_waited


def table_of_version(table_id: UUID, wanted: int | None) -> tuple[int, Table]:
    """A table as the log has it, once it has reached the version asked for, or patience is at its end."""
    deadline = time.monotonic() + seconds_to_wait()
    version, table = seen_table(table_id)
    while wanted is not None and version < wanted and time.monotonic() < deadline:
        time.sleep(LOOK_SECONDS)
        version, table = seen_table(table_id)
    return version, table
