"""Why a town scored as it did, from the log of its table."""

from typing import Any
from uuid import UUID

from domain.redact import SPECTATOR, redact
from domain.rules import Happened
from service.application import Application


def explained(application: Application, table_id: UUID, town: str, at: int | None = None) -> dict[str, Any]:
    """The explanation after event `at`, or after the last.

    It rests on what everybody at the table may see, so it is the same for all of them, whoever asks.
    """
    if at is None:
        at, table = application.snapshot(table_id)
    else:
        table = application.state(table_id, at)
    events = application.log.read(table_id, upto=at)
    history = [Happened(each.originator_version, redact(each.event, SPECTATOR)) for each in events]
    return {"version": at, **table.rules.explain(redact(table.state, SPECTATOR), history, town)}
