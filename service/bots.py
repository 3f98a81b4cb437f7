"""Bots at a real table: they see what their seat may see, and move through `submit` like everybody."""

import secrets
from uuid import UUID

from domain.redact import Viewer, redact
from domain.table.state import bot_actor
from service.application import Accepted, Application


def move_one_bot(application: Application, table_id: UUID) -> Accepted | None:
    """Let the first awaited bot move; None if no bot is awaited.

    What it decided holds for the version it looked at. If another was faster the move is refused as stale.
    """
    version, table = application.snapshot(table_id)
    rules = table.rules
    for seat in sorted(table.awaited):
        strategy = table.chairs[seat].bot
        if strategy is not None:
            seen = redact(table.state, Viewer(seat))
            command = rules.bots[strategy](seen, seat, rules.legal(table.state, seat), secrets.randbits(64))
            return application.submit(table_id, bot_actor(seat), command, expected_version=version)
    return None
