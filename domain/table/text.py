"""A table's own events in sentences; the game tells its own."""

from domain.event import Event
from domain.table.disputes import text as disputes
from domain.table.disputes.events import DisputeEvent
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
from domain.table.state import Table


def describe(table: Table, event: Event) -> str:
    """One sentence, told with the names of the table after the event."""
    match event:
        case TableOpened(game=game, seats=seats):
            return f"A table of {game} for {seats} is opened; its seed is sealed."
        case SeatTaken(seat=seat, guild=guild):
            return f"Seat {seat} is taken{f' for {guild}' if guild else ''}."
        case SeatLeft(seat=seat):
            return f"Seat {seat} is free again."
        case SeatGivenToBot(seat=seat, strategy=strategy):
            return f"Seat {seat} is played by the bot {strategy}."
        case ArbiterNamed(arbiter=arbiter):
            heir = table.seat_of(arbiter)
            who = "the opener" if heir is None else f"seat {heir}"
            return f"The arbiter has left; disputes are settled by {who} from now on."
        case TableStarted():
            return "The game begins."
        case PositionCopied(source=source, version=version, redealt=redealt):
            unknown = " What could not be known is dealt anew." if redealt else ""
            return f"A position is copied: table {source} after event {version}.{unknown}"
        case AbandonmentAgreed(seat=seat):
            return f"Seat {seat} agrees to give the game up."
        case TableAbandoned():
            return "The table is given up; its seed is opened."
        case TableEnded():
            return "The table is closed; its seed is opened."
        case _ if isinstance(event, DisputeEvent):
            return disputes.describe(event)
        case _:
            return table.rules.describe(table.state, event)
