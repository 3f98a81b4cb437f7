"""The sandbox (T7.3-T7.6): a position copied to a private table of its own, to try what might have been."""

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.errors import Rejected, require
from domain.event import Event, Seat
from domain.fairness import Chance
from domain.recorded import Recorded
from domain.redact import Viewer, each_seal, redact
from domain.sealed import Context, Opened, Sealed, canonical, seal
from domain.table.events import PositionCopied, SeatTaken, TableOpened
from domain.table.evolve import evolve
from domain.table.state import BOT, Table

Document = dict[str, Any]


class Position(msgspec.Struct, frozen=True):
    """A position and where it comes from. `state` has every seal closed, `secrets` what opens them."""

    game: str
    rules_version: int
    options: Document
    guilds: tuple[str | None, ...]
    source: str
    version: int
    state: Document
    secrets: Document
    seat: Seat | None = None
    redealt: bool = False


def last_decision(events: Iterable[Recorded], at: int) -> tuple[Table, int]:
    """The table at the last moment up to event `at` when somebody was awaited, and its version.

    In the middle of what a command has led to nobody is, and a copy of it could not go on. So that the end of a command
    can be told, `events` begin with the first and go on after `at` if there are more.
    """
    table: Table | None = None
    found: tuple[Table, int] | None = None
    version = 0
    for recorded in events:
        if recorded.opens_commit and table is not None and _is_awaiting(table):
            found = table, version
        if (version := recorded.originator_version) > at:
            break
        table = evolve(table, recorded.event, recorded.originator_id)
    else:
        if table is not None and _is_awaiting(table):
            found = table, version
    if found is None:
        raise Rejected("wrongPhase", "T7.3", "The game had not begun then.")
    return found


def _is_awaiting(table: Table) -> bool:
    return table.status == "running" and bool(table.rules.to_act(table.state))


def copy_position(table: Table, version: int, viewer: Viewer, context: Context) -> Position:
    """All of it where the viewer may see all; otherwise what they see, and the rest dealt anew.

    Every seal is made anew: not even a commitment of the table that was copied goes over.
    """
    state = table.state
    if not viewer.after_the_end:
        state = table.rules.redeal(redact(state, viewer), Chance(context.salt("redeal"), ()))
    openings: dict[str, Opened[Any]] = {}

    def sealed_anew(sealed: Sealed[Any]) -> Sealed[Any]:
        fresh = seal(sealed.read(), sealed.owner, context.salt(f"copied-{len(openings)}"))
        openings[fresh.seal] = fresh.opening()
        return fresh.closed()

    return Position(
        table.game,
        table.rules_version,
        table.options,
        tuple(chair.guild for chair in table.chairs),
        str(table.id),
        version,
        _as_data(each_seal(state, sealed_anew)),
        _as_data(openings),
        viewer.seat,
        not viewer.after_the_end,
    )


def _as_data(thing: Any) -> Document:
    """As it will be read back from the log."""
    document: Document = msgspec.json.decode(canonical(thing))
    return document


def open_sandbox(actor: str, position: Position, context: Context) -> list[Event]:
    """A table whose opener plays every seat, begun in the middle of a game."""
    require(not actor.startswith(BOT), "notAPerson", "T2.1", "A bot opens no tables.")
    opened = TableOpened(
        position.game,
        position.rules_version,
        len(position.guilds),
        position.options,
        actor,
        seal(context.salt("seed"), None, context.salt("seed-seal")),
        private=True,
    )
    seats = (SeatTaken(seat, actor, guild) for seat, guild in enumerate(position.guilds))
    copied = PositionCopied(
        position.source,
        position.version,
        position.state,
        seal(position.secrets, None, context.salt("position")),
        position.seat,
        position.redealt,
    )
    return [opened, *seats, copied]


def position_of(opened: TableOpened, seats: Iterable[SeatTaken], copied: PositionCopied) -> Position:
    """The position that the first events of a sandbox were made of: with it an auditor makes them again."""
    return Position(
        opened.game,
        opened.rules_version,
        opened.options,
        tuple(taken.guild for taken in seats),
        copied.source,
        copied.version,
        copied.position,
        copied.secrets.read(),
        copied.seat,
        copied.redealt,
    )
