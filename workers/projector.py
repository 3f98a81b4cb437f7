"""An event's way into the read models, and what follows from it: bots are woken, people are written to."""

from contextlib import suppress
from uuid import UUID

from redis import RedisError

from domain.errors import DamagedEvent
from service.application import now
from service.bell import open_gates
from workers.bots import awaited_bot
from workers.departed import see_off_departed
from workers.examinations import want_examinations
from workers.letters import want_letters
from workers.workshop import Workshop


def project(workshop: Workshop, *tables: UUID) -> None:
    """One table that cannot be caught up does not hold the others back; it is reported when they are done."""
    # First: what arrives from now on rings again. Without Redis nobody has shut the gate, or it opens by itself.
    with suppress(RedisError):
        open_gates(workshop.redis, tables)
    house = workshop.house
    failures = []
    for table_id in tables:
        try:
            _catch_up(workshop, table_id)
        except Exception as error:
            failures.append(error)
    house.views.catch_up_results(house.log.notifications)
    if failures:
        raise failures[0] if len(failures) == 1 else ExceptionGroup("Some tables could not be caught up.", failures)


def _catch_up(workshop: Workshop, table_id: UUID) -> None:
    version = workshop.house.catch_up(table_id)
    try:
        look_after(workshop, table_id, version)
    except DamagedEvent:
        # It is reported by its read models, and nobody is awaited there; but it can be disputed, and should be.
        with suppress(DamagedEvent):
            want_examinations(workshop, workshop.house.application.as_it_stands(table_id)[1])


def look_after(workshop: Workshop, table_id: UUID, version: int) -> None:
    """Last, and noted when done: a process that dies before has not looked after the table, and the sweep will."""
    table = workshop.house.application.state(table_id)
    see_off_departed(workshop.house, table)
    want_letters(workshop, table_id)
    want_examinations(workshop, table)
    is_bot_awaited = awaited_bot(table) is not None
    workshop.ledger.attend(table_id, version, now() if is_bot_awaited else None)
    if is_bot_awaited:
        workshop.wake_bot_soon(table_id)
