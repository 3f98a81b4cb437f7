"""Examining a dispute, once however many workers wake for it."""

import logging
from uuid import UUID

from domain.errors import Rejected
from service.examiner import examine
from service.house import House
from service.store import StoreFault
from workers.ledger import Ledger

_DONE = ("alreadyExamined", "commandIdReused", "wrongPhase")
"""Another worker was faster, or the table was given up meanwhile."""
_log = logging.getLogger(__name__)


def examine_dispute(house: House, ledger: Ledger, table_id: UUID, dispute: int) -> None:
    """A store that does not answer is asked again by the sweep; what else fails is reported, not tried again."""
    try:
        examine(house.application, table_id, dispute, house.keys)
    except StoreFault as fault:
        _log.warning("Dispute %d of table %s will be examined again: %s", dispute, table_id, fault)
        return
    except Rejected as refusal:
        ledger.finish_examination(table_id, dispute)
        if refusal.code not in _DONE:
            raise
    except Exception:
        ledger.finish_examination(table_id, dispute)
        raise
    else:
        ledger.finish_examination(table_id, dispute)
