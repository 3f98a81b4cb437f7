"""The sweep: looks through the log for what the jobs have missed. Redis may lose everything; the log does not."""

import logging
import time
from uuid import UUID

from service.application import now
from workers.projector import project
from workers.workshop import Workshop

BATCH = 500
LONGEST_SECONDS = 5.0
"""Then the rest is left to the next sweep, which begins soon."""
BOT_GRACE_SECONDS = 5.0
"""A bot that is so late was forgotten."""
EXAMINER_GRACE_SECONDS = 10.0
"""So is an examination."""

_log = logging.getLogger(__name__)


def sweep(workshop: Workshop, *, trusts_redis: bool = True) -> bool:
    """Catch up every table that is behind. Whether there is anything to come back for soon.

    Where Redis may have forgotten what was queued, bots, examinations and letters are not waited for.
    """
    lags = follow_log(workshop)
    grace = BOT_GRACE_SECONDS + workshop.house.settings.bot_delay if trusts_redis else 0.0
    waiting = workshop.ledger.bots_due()
    for table, due in waiting:
        if due + grace * 1000 <= now():
            workshop.ledger.put_off_bots(table, now())
            workshop.wake_bot(table)
    unexamined = workshop.ledger.examinations()
    for table, dispute, since in unexamined:
        if since + (EXAMINER_GRACE_SECONDS * 1000 if trusts_redis else 0) <= now():
            workshop.ledger.put_off_examination(table, dispute, now())
            workshop.wake_examiner(table, dispute)
    if not trusts_redis:
        for letter in workshop.ledger.unsent_letters():
            workshop.write_letter(*letter)
    return lags or bool(waiting) or bool(unexamined)


def follow_log(workshop: Workshop) -> bool:
    """From where the last sweep has ended; whether a table was behind or some of the log is left."""
    found = False
    deadline = time.monotonic() + LONGEST_SECONDS
    position = workshop.ledger.position()
    while rows := workshop.house.log.notifications(position + 1, BATCH):
        if time.monotonic() > deadline:
            return True
        newest: dict[UUID, int] = {UUID(str(row.originator_id)): row.originator_version for row in rows}
        for table, version in newest.items():
            if is_behind(workshop, table, version):
                found = True
                _project(workshop, table)
        position = rows[-1].id
        workshop.ledger.move_to(position)
    return found


def is_behind(workshop: Workshop, table: UUID, version: int) -> bool:
    return workshop.house.views.version(table) < version or workshop.ledger.attended(table) < version


def _project(workshop: Workshop, table: UUID) -> None:
    """One table that cannot be caught up must not hold the others back."""
    try:
        project(workshop, table)
    except Exception:
        _log.exception("Table %s could not be caught up.", table)
