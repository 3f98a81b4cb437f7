"""The ticker: a thread beside the jobs that sweeps now and then, also while Redis is away."""

import logging
import threading
import time
from contextlib import suppress

from redis import RedisError
from rq.scheduler import RQScheduler
from rq.serializers import JSONSerializer
from sqlalchemy.exc import SQLAlchemyError

from service.bell import QUEUE
from service.store import StoreFault
from workers.sweep import sweep
from workers.workshop import Workshop

TICK_SECONDS = 1.0
QUICK_SECONDS = 2.0
"""Between two sweeps while something lags."""
CALM_SECONDS = 10.0

_RUN = "guildhall:run"
"""Holds which run of Redis we have seen: another one, or none, has forgotten what was queued."""
_LOCK = "guildhall:sweep"
_log = logging.getLogger(__name__)


class Ticker:
    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._scheduler: RQScheduler | None = None
        self._next_sweep = 0.0
        self._was_here = False
        self._is_redis_away = False
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        if self._scheduler is not None:
            with suppress(RedisError):
                self._scheduler.release_locks()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self.tick()
            except (StoreFault, SQLAlchemyError) as fault:
                self._workshop.mend()
                _log.warning("A sweep could not be done; the next one will try again: %s", fault)
            except Exception:
                _log.exception("A sweep has failed; the next one will try again.")
            self._closing.wait(TICK_SECONDS)

    def tick(self) -> None:
        trusts_redis = self._trusts_redis()
        self._enqueue_what_is_due()
        if not trusts_redis or (time.monotonic() >= self._next_sweep and self._is_our_turn()):
            self._next_sweep = time.monotonic() + QUICK_SECONDS
            if not sweep(self._workshop, trusts_redis=trusts_redis):
                self._next_sweep = time.monotonic() + CALM_SECONDS

    def _trusts_redis(self) -> bool:
        """Not if it has started anew, was emptied or did not hear us; nor at our own start: whom do we succeed?"""
        redis = self._workshop.redis
        try:
            run = str(redis.info("server")["run_id"]).encode()
            has_seen_us = redis.set(_RUN, run, get=True) == run
        except RedisError as error:
            self._tell(error)
            return True
        self._tell(None)
        was_here, self._was_here = self._was_here, True
        return has_seen_us and was_here and not self._workshop.was_unheard()

    def _tell(self, error: RedisError | None) -> None:
        if error is not None and not self._is_redis_away:
            _log.warning("Redis does not answer; until it is back all is done by the sweep: %s", error)
        if error is None and self._is_redis_away:
            _log.warning("Redis is back.")
        self._is_redis_away = error is not None

    def _is_our_turn(self) -> bool:
        """One worker sweeps at a time; without Redis all of them do, which costs time but does no harm."""
        try:
            return bool(self._workshop.redis.set(_LOCK, 1, nx=True, px=int(QUICK_SECONDS * 900)))
        except RedisError:
            return True

    def _enqueue_what_is_due(self) -> None:
        """What RQ has put off, such as a retry: its own scheduler would be another process to look after."""
        try:
            if self._scheduler is None:
                self._scheduler = RQScheduler(
                    [QUEUE], self._workshop.redis, logging_level=logging.WARNING, serializer=JSONSerializer
                )
            if self._scheduler.acquire_locks():
                self._scheduler.enqueue_scheduled_jobs()
        except RedisError:
            self._scheduler = None
