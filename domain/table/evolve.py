"""How an event changes a table. No rule is asked here: what is in the log has happened."""

from collections.abc import Callable, Iterable
from functools import reduce
from itertools import groupby
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from domain.event import Event, Seat
from domain.table.disputes import evolve as disputes
from domain.table.disputes.events import DisputeExamined, DisputeRaised, DisputeSettled, ScoreCorrected
from domain.table.events import (
    AbandonmentAgreed,
    ArbiterNamed,
    PositionCopied,
    SeatGivenToBot,
    SeatLeft,
    SeatTaken,
    TableAbandoned,
    TableEnded,
    TableOpened,
    TableStarted,
)
from domain.table.state import Chair, Copied, Table

MOST_SEATS = 16
"""No command opens a larger table; a number that somebody has put into the log must not fill the memory."""


def evolve(table: Table | None, event: Event, table_id: UUID) -> Table:
    if table is None:
        return _opened(event, table_id)
    change = _CHANGES.get(type(event))
    if change is not None:
        return change(table, event)
    return replace(table, state=table.rules.evolve(table.state, event))


def fold(table: Table | None, events: Iterable[Event], table_id: UUID) -> Table:
    """`evolve` over many events. Runs of the game's own events are folded by its rules, and the table told once."""
    for of_the_table, run in groupby(events, key=lambda event: table is None or type(event) in _CHANGES):
        if of_the_table or table is None:
            for event in run:
                table = evolve(table, event, table_id)
        else:
            table = replace(table, state=reduce(table.rules.evolve, run, table.state))
    if table is None:
        raise ValueError("No event, no table.")
    return table


def _opened(event: Event, table_id: UUID) -> Table:
    if not isinstance(event, TableOpened):
        raise ValueError(f"The log of table {table_id} does not begin with its opening.")
    if not 0 <= event.seats <= MOST_SEATS:
        raise ValueError(f"No table has {event.seats} seats.")
    chairs = tuple(Chair() for _ in range(event.seats))
    return Table(
        table_id,
        event.game,
        event.rules_version,
        event.opener,
        event.options,
        event.seed,
        chairs,
        event.private,
        event.autostart,
        named_arbiter=event.arbiter,
        wait_for_disputes=event.wait_for_disputes,
        clock=event.clock,
    )


def _seat(table: Table, seat: Seat, chair: Chair) -> Table:
    chairs = (*table.chairs[:seat], chair, *table.chairs[seat + 1 :])
    willing = tuple(other for other in table.willing_to_abandon if other != seat)
    return replace(table, chairs=chairs, willing_to_abandon=willing)


def _taken(table: Table, event: SeatTaken) -> Table:
    return _seat(table, event.seat, Chair(account=event.account, guild=event.guild, nonce=event.nonce))


def _left(table: Table, event: SeatLeft) -> Table:
    return _seat(table, event.seat, Chair())


def _given_to_bot(table: Table, event: SeatGivenToBot) -> Table:
    """The nonce stays: it has stirred the shuffle, and later reshuffles must come out the same."""
    nonce = table.chairs[event.seat].nonce
    return _seat(table, event.seat, Chair(bot=event.strategy, guild=event.guild, nonce=nonce))


def _arbiter_named(table: Table, event: ArbiterNamed) -> Table:
    return replace(table, named_arbiter=event.arbiter)


def _started(table: Table, _: TableStarted) -> Table:
    return replace(table, status="running")


def _copied(table: Table, event: PositionCopied) -> Table:
    """Whoever does not see the secrets has the position with its seals closed, as after any other event."""
    secrets = event.secrets.read() if event.secrets.is_open else {}
    state = table.rules.restore(_opened_with(event.position, secrets))
    return replace(table, status="running", state=state, copied=Copied(event.source, event.version))


def _opened_with(part: Any, secrets: dict[str, Any]) -> Any:
    if isinstance(part, dict):
        sealed = part.get("seal")
        whole = part | secrets.get(sealed, {}) if isinstance(sealed, str) else part
        return {name: _opened_with(value, secrets) for name, value in whole.items()}
    if isinstance(part, list):
        return [_opened_with(item, secrets) for item in part]
    return part


def _agreed(table: Table, event: AbandonmentAgreed) -> Table:
    return replace(table, willing_to_abandon=(*table.willing_to_abandon, event.seat))


def _abandoned(table: Table, _: TableAbandoned) -> Table:
    return replace(table, status="abandoned")


def _ended(table: Table, _: TableEnded) -> Table:
    return replace(table, status="ended")


_CHANGES: dict[type[Event], Callable[[Table, Any], Table]] = {
    SeatTaken: _taken,
    SeatLeft: _left,
    SeatGivenToBot: _given_to_bot,
    ArbiterNamed: _arbiter_named,
    TableStarted: _started,
    PositionCopied: _copied,
    AbandonmentAgreed: _agreed,
    TableAbandoned: _abandoned,
    TableEnded: _ended,
    DisputeRaised: disputes.raised,
    DisputeExamined: disputes.examined,
    DisputeSettled: disputes.settled,
    ScoreCorrected: disputes.corrected,
}
