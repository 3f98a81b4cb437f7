"""Counts for the rate limits: taken from Redis by the handful, kept in memory while Redis is away."""

import time
from threading import Lock

from limits.storage import MemoryStorage, RedisStorage
from redis import RedisError

MOST_KEYS = 10_000
PATIENCE_SECONDS = 0.25
AWAY_SECONDS = 1.0
"""After a failure Redis is left alone for so long."""


class Handful:
    """Numbers that this process has drawn from the common count of a window and not yet given out."""

    __slots__ = ("ends", "next", "top")

    def __init__(self, first: int, top: int, ends: float) -> None:
        self.next = first
        self.top = top
        self.ends = ends


class HandfulStorage(RedisStorage):
    """Most requests cost no round trip, and none waits for a Redis that is away.

    It never lets through more than the limit: what a process has drawn and does not use, nobody else uses either.
    """

    STORAGE_SCHEME = None

    def __init__(self, address: str, handful: int) -> None:
        super().__init__(address, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS)
        self._handful = handful
        self._held: dict[str, Handful] = {}
        self._lock = Lock()
        self._memory = MemoryStorage()
        self._back = 0.0

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        number = self._from_hand(key)
        if number is not None:
            return number
        if time.monotonic() >= self._back:
            try:
                return self._draw(key, expiry)
            except RedisError:
                self._back = time.monotonic() + AWAY_SECONDS
        return self._memory.incr(key, expiry, amount)

    def get_expiry(self, key: str) -> float:
        if time.monotonic() >= self._back:
            try:
                return super().get_expiry(key)
            except RedisError:
                self._back = time.monotonic() + AWAY_SECONDS
        return self._memory.get_expiry(key)

    def _from_hand(self, key: str) -> int | None:
        with self._lock:
            held = self._held.get(key)
            if held is None or held.next > held.top or held.ends <= time.monotonic():
                return None
            held.next += 1
            return held.next - 1

    def _draw(self, key: str, expiry: int) -> int:
        top: int = super().incr(key, expiry, self._handful)
        first = top - self._handful + 1
        if self._handful > 1:
            ends = time.monotonic() + super().get_expiry(key) - time.time()
            with self._lock:
                if len(self._held) >= MOST_KEYS:
                    del self._held[next(iter(self._held))]
                self._held[key] = Handful(first + 1, top, ends)
        return first
