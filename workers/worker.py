"""One worker process: RQ's simple worker for the jobs, the ticker beside it. It outlives Redis."""

import logging
import os
import signal
import threading
import time
from contextlib import suppress
from typing import Any

from redis import Redis, RedisError
from rq.exceptions import InvalidJobOperation, StopRequested
from rq.serializers import JSONSerializer
from rq.worker import SimpleWorker, WorkerStatus
from rq.worker_registration import register
from sqlalchemy.exc import SQLAlchemyError

from service.bell import QUEUE
from service.settings import Settings
from service.store import StoreUnavailable
from workers.allowed import AllowedJob
from workers.ticker import Ticker
from workers.workshop import Workshop, open_workshop

WORKER_SECONDS = 30
"""So long RQ takes a worker for alive that it has not heard of. It waits for a job for half of it."""
WORD_SECONDS = 5.0
"""Between two words of a worker that it is there: its heart beats several times for each job."""
MAINTENANCE_SECONDS = 60
AWAY_SECONDS = 1.0
"""Between two looks whether Redis is back."""
STORE_SECONDS = 2.0
NICENESS = 5
"""Where cores are few, the answer to a player goes before the read models."""

_log = logging.getLogger(__name__)


class HouseWorker(SimpleWorker):
    """Runs jobs of the list alone, in this process (a fork for each costs four times as much), and takes no orders."""

    job_class = AllowedJob
    max_connection_wait_time = AWAY_SECONDS

    def __init__(self, redis: Redis, stopping: threading.Event) -> None:
        self._stopping = stopping
        self._next_word = 0.0
        super().__init__(
            [QUEUE],
            connection=redis,
            serializer=JSONSerializer,
            worker_ttl=WORKER_SECONDS,
            maintenance_interval=MAINTENANCE_SECONDS,
            log_job_description=False,  # arguments may hold a sign-in code
        )

    def _install_signal_handlers(self) -> None:
        super()._install_signal_handlers()
        if self._stopping.is_set():  # by a signal that came before there was this handler
            self._stop_requested = True

    def request_stop(self, *_: object) -> None:
        """A job that has begun is finished. RQ's own handler would tell Redis first, which may be away."""
        self._stopping.set()
        self._stop_requested = True
        if self.get_state() != WorkerStatus.BUSY:
            raise StopRequested

    def handle_job_success(self, *arguments: Any, **options: Any) -> None:
        """A job that is done is done, also where Redis was emptied meanwhile and RQ finds nothing to tidy up."""
        try:
            super().handle_job_success(*arguments, **options)
        except (InvalidJobOperation, ValueError) as error:
            _log.warning("A job was done, but Redis does not know it any more: %s", error)

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """RQ makes itself known at its birth alone; a Redis that was emptied since has never heard of us."""
        super().heartbeat(timeout, pipeline)
        if time.monotonic() >= self._next_word:
            self._next_word = time.monotonic() + WORD_SECONDS
            register(self, pipeline)

    def subscribe(self) -> None:
        """Nobody stops a worker through Redis."""

    def run_maintenance_tasks(self) -> None:
        """Not the groups of jobs, which we do not have and which RQ would unpickle."""
        self.clean_registries()


class _OfJobs(logging.Filter):
    """Of a Redis that is away the ticker tells, once; RQ would every second, with a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        is_about_redis = record.exc_info is not None and isinstance(record.exc_info[1], RedisError)
        return not is_about_redis and "could not connect to Redis" not in str(record.msg)


def run_worker(settings: Settings, *, burst: bool = False) -> None:
    """Work until a signal asks us to stop; in a burst, until nothing is queued."""
    logging.getLogger("rq.worker").addFilter(_OfJobs())
    os.nice(NICENESS)
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    workshop = _opened(settings, stopping)
    if workshop is None:
        return
    try:
        _prepare(workshop, stopping)
        ticker = Ticker(workshop)
        if burst:
            ticker.tick()
            _work(settings, stopping, burst=True)
            return
        ticker.start()
        try:
            while not stopping.is_set():
                _work(settings, stopping, burst=False)
                stopping.wait(AWAY_SECONDS)
        finally:
            ticker.close()
    finally:
        workshop.close()


def _opened(settings: Settings, stopping: threading.Event) -> Workshop | None:
    """A store that is not there yet is waited for; None if we are to stop meanwhile."""
    while not stopping.is_set():
        try:
            return open_workshop(settings)
        except StoreUnavailable as fault:
            _log.warning("%s Trying again.", fault)
            stopping.wait(STORE_SECONDS)
    return None


def _prepare(workshop: Workshop, stopping: threading.Event) -> None:
    """The ledger's tables. A store that is not there yet is waited for."""
    while not stopping.is_set():
        try:
            return workshop.ledger.migrate()
        except SQLAlchemyError as error:
            _log.warning("The read models cannot be reached; trying again: %s", error)
            stopping.wait(STORE_SECONDS)
    return None


def _work(settings: Settings, stopping: threading.Event, *, burst: bool) -> None:
    """Until we are to stop or Redis goes away: RQ gives up at the first word that is not answered."""
    client = Redis.from_url(settings.redis_address, socket_connect_timeout=AWAY_SECONDS)
    with client as redis, suppress(StopRequested, RedisError):
        HouseWorker(redis, stopping).work(burst=burst, logging_level="WARNING")
