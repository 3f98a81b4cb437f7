"""A table as one viewer may see it: who sits where, who is awaited, and the game's own view."""

from typing import Any

from msgspec.structs import replace

from domain.redact import Viewer
from domain.table.state import Table


def entitled(table: Table | None, viewer: Viewer) -> Viewer:
    """Once a game has ended everything is open to everyone; once it was given up, what was dealt from its seed (T5)."""
    status = None if table is None else table.status
    if status == "ended":
        return Viewer(viewer.seat, after_the_end=True)
    return replace(viewer, knows_the_seed=True) if status == "abandoned" else viewer


def view(table: Table, version: int, viewer: Viewer) -> dict[str, Any]:
    return {
        "table": str(table.id),
        "version": version,
        "status": table.status,
        "seats": [
            {"seat": seat, "taken": not chair.is_free, "bot": chair.bot, "guild": chair.guild}
            for seat, chair in enumerate(table.chairs)
        ],
        "awaited": sorted(table.awaited),
        "viewer": viewer.seat,
        "game": game_view(table, viewer),
        "disputes": [dispute.document() for dispute in table.disputes],
    }


def game_view(table: Table, viewer: Viewer) -> dict[str, Any] | None:
    """The game's own view; None before it has started."""
    if table.state is None:
        return None
    document = table.rules.view(table.state, entitled(table, viewer))
    return document | {"awaited": {}} if table.is_halted else document
