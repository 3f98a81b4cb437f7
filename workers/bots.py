"""A bot's move, made once however many workers wake for it."""

import logging
from uuid import UUID

from domain.errors import Rejected
from domain.event import Seat
from domain.table import Table
from service.application import Application
from service.bots import move_one_bot
from service.store import StoreFault
from workers.ledger import Ledger

_log = logging.getLogger(__name__)


def awaited_bot(table: Table) -> Seat | None:
    """The first seat that is awaited and played by a bot."""
    return next((seat for seat in sorted(table.awaited) if table.chairs[seat].bot), None)


def move_bot(application: Application, ledger: Ledger, table_id: UUID) -> None:
    """Let the first awaited bot move, if there is one.

    Of several workers that wake at once one moves: the others decided for a version that is gone, and are refused.
    A store that does not answer is asked again by the sweep; a bot that fails is reported and not asked again.
    """
    try:
        move_one_bot(application, table_id)
    except StoreFault as fault:
        _log.warning("A bot at table %s will try again: %s", table_id, fault)
    except Exception as error:
        if isinstance(error, Rejected) and error.code == "staleVersion":
            return
        ledger.put_off_bots(table_id, None)
        raise
