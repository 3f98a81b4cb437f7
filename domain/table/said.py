"""A table's own events as sentences without words; the game tells its own. `text.py` says the same in English."""

from domain.event import Event
from domain.said import Said, said
from domain.table.disputes import said as disputes
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


def tell(table: Table, event: Event) -> Said | None:
    """One sentence, with what is known at the table after the event; None where there are only words for it."""
    match event:
        case TableOpened(game=game, seats=seats):
            return said("table.TableOpened", game=game, seats=seats)
        case SeatTaken(seat=seat, guild=None):
            return said("table.SeatTaken", seat=seat)
        case SeatTaken(seat=seat, guild=guild):
            return said("table.SeatTaken.guild", seat=seat, coat=guild)
        case SeatLeft(seat=seat):
            return said("table.SeatLeft", seat=seat)
        case SeatGivenToBot(seat=seat, strategy=strategy):
            return said("table.SeatGivenToBot", seat=seat, strategy=strategy)
        case ArbiterNamed(arbiter=arbiter):
            chair = table.seat_of(arbiter)
            return said("table.ArbiterNamed.opener") if chair is None else said("table.ArbiterNamed", seat=chair)
        case TableStarted():
            return said("table.TableStarted")
        case PositionCopied(source=source, version=version, redealt=redealt):
            return said(f"table.PositionCopied{'.redealt' if redealt else ''}", table=source, event=version)
        case AbandonmentAgreed(seat=seat):
            return said("table.AbandonmentAgreed", seat=seat)
        case TableAbandoned():
            return said("table.TableAbandoned")
        case TableEnded():
            return said("table.TableEnded")
        case _ if isinstance(event, DisputeEvent):
            return disputes.tell(event)
        case _:
            return table.rules.tell(table.state, event)
