"""A table as one viewer may see it: who sits where, who is awaited, and the game's own view."""

from typing import Any

from domain.redact import Viewer
from domain.table.state import Table


def view(table: Table, version: int, viewer: Viewer) -> dict[str, Any]:
    rules = table.rules
    awaited = rules.to_act(table.state) if table.status == "running" else {}
    return {
        "table": str(table.id),
        "version": version,
        "status": table.status,
        "seats": [
            {"seat": seat, "taken": not chair.is_free, "bot": chair.bot, "guild": chair.guild}
            for seat, chair in enumerate(table.chairs)
        ],
        "awaited": sorted(awaited),
        "viewer": viewer.seat,
        "game": None if table.state is None else rules.view(table.state, viewer),
    }
