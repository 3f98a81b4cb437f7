"""What the jobs of this process work with. It is opened once, and every job finds it here."""

import threading
from contextlib import suppress
from uuid import UUID

from redis import Redis, RedisError
from rq import Queue, Retry
from rq.serializers import JSONSerializer
from sqlalchemy.exc import SQLAlchemyError

from domain.event import Seat
from service.bell import QUEUE
from service.database import views_engine
from service.house import House
from service.settings import Settings
from workers.bots import move_bot
from workers.disputes import examine_dispute
from workers.later import Later
from workers.ledger import Ledger

RETRY_SECONDS = (10, 60, 600, 3600)
"""As many as there are retries: where they are too few RQ takes the first one again and again."""
BOT_SECONDS = 30
"""Longer no bot may think."""


class Workshop:
    def __init__(self, settings: Settings) -> None:
        self.house = House.open(settings)
        self.ledger = Ledger(views_engine(settings))
        self._queue = Queue(QUEUE, connection=self.house.redis, serializer=JSONSerializer)
        self._bots = Later(self.wake_bot)
        self._unheard = threading.Event()

    @property
    def redis(self) -> Redis:
        return self.house.redis

    def close(self) -> None:
        self._bots.close()
        self.ledger.close()
        self.house.close()

    def mend(self) -> None:
        """Read models that are lost are made anew, empty; the sweep fills them."""
        with suppress(SQLAlchemyError):
            self.house.mend_views()
            self.ledger.migrate()

    def wake_bot_soon(self, table: UUID) -> None:
        self._bots.call(table, self.house.settings.bot_delay)

    def wake_bot(self, table: UUID) -> None:
        """By a job, so that any worker may do it; here and now while Redis is away, so that the game goes on."""
        try:
            self._queue.enqueue("workers.jobs.move_bots", str(table), result_ttl=0, job_timeout=BOT_SECONDS)
        except RedisError:
            move_bot(self.house.application, self.ledger, table)

    def wake_examiner(self, table: UUID, dispute: int) -> None:
        """By a job, so that any worker may do it; here and now while Redis is away, so that nobody waits for it."""
        try:
            self._queue.enqueue("workers.jobs.examine_dispute", str(table), dispute, result_ttl=0)
        except RedisError:
            examine_dispute(self.house, self.ledger, table, dispute)

    def write_letter(self, table: UUID, seat: Seat, version: int) -> None:
        """By a job; if Redis does not hear of it, the ledger knows, and the ticker asks again."""
        retry = Retry(max=len(RETRY_SECONDS), interval=list(RETRY_SECONDS))
        try:
            self._queue.enqueue("workers.jobs.notify_awaited", str(table), seat, version, retry=retry, result_ttl=0)
        except RedisError:
            self._unheard.set()

    def was_unheard(self) -> bool:
        """Whether Redis has missed something since we were last asked."""
        was = self._unheard.is_set()
        self._unheard.clear()
        return was


_opened: Workshop | None = None


def open_workshop(settings: Settings) -> Workshop:
    global _opened
    _opened = Workshop(settings)
    return _opened


def workshop() -> Workshop:
    return _opened or open_workshop(Settings.from_environment())
