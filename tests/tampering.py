"""An attacker with the store in hand: rewrites an event, and the chain after it, so that all still hangs together."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from domain.chain import GENESIS, link
from domain.sealed import canonical

Change = Callable[[str, dict[str, Any]], None]
"""A topic and the fields of an event, which may be changed in place."""


def rewrite(file: Path, table: UUID, change: Change) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        rows = connection.execute(
            "SELECT originator_version, topic, state FROM stored_events WHERE originator_id=? ORDER BY 1", (table.hex,)
        ).fetchall()
        head = GENESIS
        for version, topic, state in rows:
            stored = msgspec.json.decode(state)
            change(topic, stored["public"]["event"])
            head = link(head, table, version, topic, canonical(stored["public"]))
            stored |= {"head": head, "public": msgspec.Raw(canonical(stored["public"]))}
            connection.execute(
                "UPDATE stored_events SET state=? WHERE originator_id=? AND originator_version=?",
                (msgspec.json.encode(stored), table.hex, version),
            )


def more_for_the_first(points: int) -> Change:
    """The guild that was first in the town scored first gets more than it should."""
    done = False

    def change(topic: str, event: dict[str, Any]) -> None:
        nonlocal done
        if topic == "macht.TownScored/1" and not done:
            event["ranking"][0]["points"] += points
            done = True

    return change
