"""The wake-up call after a command: a job for the workers, a note for live streams. Never the truth: it may fail."""

import logging
import threading
from collections.abc import Iterable
from uuid import UUID

import msgspec
from redis import Redis, RedisError
from rq import Queue, Retry
from rq.serializers import JSONSerializer

QUEUE = "guildhall"
CHANNEL = "guildhall:moved"
"""Where live streams hear of moves: tables by id, each with its new version."""
PROJECT = "workers.jobs.project_tables"
SEND_SIGN_IN = "workers.jobs.send_sign_in"
GATE_SECONDS = 30
QUIET_SECONDS = 1.0
"""After a failure Redis is left alone for so long."""
GATHER_SECONDS = 0.05
"""While several tables ring at once, what rings is gathered for so long: a single move is told at once."""
FLUSH_SECONDS = 2.0

_log = logging.getLogger(__name__)


def connect(address: str) -> Redis:
    """A client that gives up soon: nothing that waits for Redis is worth a player's time."""
    return Redis.from_url(address, socket_timeout=0.5, socket_connect_timeout=0.25)


def gate(table: UUID | str) -> str:
    return f"gate:{table}"


def open_gates(redis: Redis, tables: Iterable[UUID]) -> None:
    """A job does this before it reads the log: what arrives from now on rings again."""
    redis.delete(*map(gate, tables))


class Bell:
    """Rings in a thread of its own: a player is answered when a move is durable, however Redis is.

    What could not be delivered is kept and tried again; what dies with the process the workers' sweep finds in the log.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._queue = Queue(QUEUE, connection=redis, serializer=JSONSerializer)
        self._changed = threading.Condition()
        self._rung: dict[UUID, int] = {}
        self._is_busy = False
        self._is_idle = False
        """Whether the thread waits for somebody to ring; while it gathers nobody has to wake it."""
        self._closed = threading.Event()
        self.is_degraded = False
        """Whether Redis did not answer when it was last asked."""
        self._thread = threading.Thread(target=self._run, name="bell", daemon=True)
        self._thread.start()

    def ring(self, table: UUID, version: int) -> None:
        with self._changed:
            self._rung[table] = version
            if self._is_idle:
                self._changed.notify_all()

    def ask_for_sign_in_link(self, account: str) -> bool:
        """Have a worker send a sign-in link; False if nobody could be asked. No code and no address passes through
        Redis, whose file remembers what it was told."""
        if self.is_degraded:
            return False
        try:
            self._queue.enqueue(SEND_SIGN_IN, account, result_ttl=0, retry=Retry(max=3, interval=[5, 30, 120]))
        except RedisError as error:
            self._failed(error)
            return False
        return True

    def flush(self) -> None:
        """Wait until everything is delivered, or cannot be."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_degraded or not (self._rung or self._is_busy), FLUSH_SECONDS)

    def close(self) -> None:
        self.flush()
        with self._changed:
            self._closed.set()
            self._changed.notify_all()
        self._thread.join(FLUSH_SECONDS)

    def _run(self) -> None:
        while (rung := self._next()) is not None:
            try:
                self._deliver(rung)
            except RedisError as error:
                self._failed(error)
                with self._changed:
                    self._rung = rung | self._rung
                    self._is_busy = False
                    self._changed.notify_all()
                self._closed.wait(QUIET_SECONDS)
            else:
                with self._changed:
                    self.is_degraded = False
                    self._is_busy = False
                    self._changed.notify_all()
                if len(rung) > 1:
                    self._closed.wait(GATHER_SECONDS)

    def _next(self) -> dict[UUID, int] | None:
        """All that has rung since; None when the bell is closed."""
        with self._changed:
            self._is_idle = True
            self._changed.wait_for(lambda: self._rung or self._closed.is_set())
            self._is_idle = False
            if self._closed.is_set():
                return None
            rung, self._rung = self._rung, {}
            self._is_busy = True
            return rung

    def _deliver(self, rung: dict[UUID, int]) -> None:
        """One job for a burst of moves, at one table (its gate is shut until a worker begins to read) or at many."""
        pipeline = self._redis.pipeline(transaction=False)
        for table in rung:
            pipeline.set(gate(table), 1, nx=True, ex=GATE_SECONDS)
        pipeline.publish(CHANNEL, msgspec.json.encode(rung))
        *is_first, _ = pipeline.execute()
        wanted = [str(table) for table, first in zip(rung, is_first, strict=True) if first]
        if wanted:
            self._queue.enqueue(PROJECT, *wanted, result_ttl=0)

    def _failed(self, error: RedisError) -> None:
        if not self.is_degraded:
            _log.warning("Redis does not answer; the log will be caught up later: %s", error)
        self.is_degraded = True
