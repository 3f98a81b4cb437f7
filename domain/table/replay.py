"""Looking back (T7.1-T7.2): a table at every version, as somebody was entitled to see it at that moment."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.errors import Rejected, require
from domain.event import Seat
from domain.patch import Patch, difference
from domain.recorded import Recorded
from domain.redact import Viewer, redact
from domain.said import Said
from domain.table.evolve import evolve
from domain.table.said import tell
from domain.table.state import Table
from domain.table.text import describe
from domain.table.view import entitled

Document = dict[str, Any]


class Frame(msgspec.Struct, frozen=True):
    """One event of a replay: what it was, and what it changed in the view."""

    version: int
    at: int
    topic: str
    text: str
    says: Said | None
    patch: Patch


def viewpoint(table: Table, actor: str | None, seat: Seat | None = None, *, everything_open: bool = False) -> Viewer:
    """As whom `actor` may look back at a table, given how it stands now.

    Who holds a seat now sees what the seat saw, whoever held it then. Once the game is over anyone may look from any
    seat, and, if they ask for it, at everything.
    """
    is_over = table.status == "ended"
    require(is_over or not everything_open, "gameNotOver", "T7.2", "All is open only when the game is over.")
    if seat is None:
        own = None if actor is None else table.seat_of(actor)
        return Viewer(own, after_the_end=everything_open)
    require(0 <= seat < len(table.chairs), "unknownSeat", "T2.1", f"This table has no seat {seat}.")
    if not is_over and (actor is None or not table.holds(actor, seat)):
        raise Rejected("notYourSeat", "T7.1", "While the game goes on one looks from one's own seat alone.")
    return Viewer(seat, after_the_end=everything_open)


def frames(events: Sequence[Recorded], after: int, viewer: Viewer) -> tuple[Document | None, list[Frame]]:
    """The game's view after event `after`, None before the game, and how each later event changed it.

    `events` are those of the table from its first on. Nothing is shown before the viewer was entitled to it.
    """
    table: Table | None = None
    see = None
    base: Document | None = None
    shown: Document | None = None
    found = []
    for recorded in events:
        table = evolve(table, recorded.event, recorded.originator_id)
        version = recorded.originator_version
        if version < after:
            continue
        seen_as = entitled(table, viewer)
        see = see or table.rules.watching()
        before, shown = shown, None if table.state is None else see(table.state, seen_as)
        if version == after:
            base = shown
            continue
        then, event = redact(table, seen_as), redact(recorded.event, seen_as)
        text, says = describe(then, event), tell(then, event)
        found.append(Frame(version, recorded.at, recorded.topic, text, says, difference(before, shown)))
    return base, found
