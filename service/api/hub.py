"""One Redis subscriber per process, fanned out to all live streams."""

import queue
import threading
from collections import defaultdict
from typing import cast
from uuid import UUID

import msgspec
from flask import current_app
from redis import Redis

from service.api.figures import STREAMS
from service.bell import CHANNEL

EXTENSION = "guildhall hub"
MOST_STREAMS = 40
"""A stream holds a thread: some must be left for moves."""
PATIENCE_SECONDS = 1.0
_MOVED = msgspec.json.Decoder(dict[UUID, int])


class TooManyStreams(Exception):
    """No thread is left for another stream."""


class Hub:
    def __init__(self, redis: Redis, closed: threading.Event) -> None:
        self._redis = redis
        self._closed = closed
        self._lock = threading.Lock()
        self._listeners: dict[UUID, set[queue.Queue[int]]] = defaultdict(set)
        self._thread: threading.Thread | None = None
        self.is_deaf = False
        """Whether nothing can be heard from Redis now: who listens had better look into the log often."""

    def listen(self, table: UUID) -> "queue.Queue[int]":
        listener: queue.Queue[int] = queue.Queue()
        with self._lock:
            if sum(map(len, self._listeners.values())) >= MOST_STREAMS:
                raise TooManyStreams("Too many live streams are open; try again in a moment.")
            self._listeners[table].add(listener)
            STREAMS.inc()
            if self._thread is None:
                self._thread = threading.Thread(target=self._follow, name="hub", daemon=True)
                self._thread.start()
        return listener

    def leave(self, table: UUID, listener: "queue.Queue[int]") -> None:
        with self._lock:
            self._listeners[table].discard(listener)
            STREAMS.dec()
            if not self._listeners[table]:
                del self._listeners[table]

    def _follow(self) -> None:
        """Subscribed until the house is closed; when Redis is back everybody looks into the log."""
        while not self._closed.is_set():
            try:
                subscription = self._redis.pubsub(ignore_subscribe_messages=True)
                subscription.subscribe(CHANNEL)
                self.is_deaf = False
                self._wake_all()
                while not self._closed.is_set():
                    message = subscription.get_message(timeout=PATIENCE_SECONDS)
                    if message is not None:
                        self._announce(_MOVED.decode(message["data"]))
                subscription.close()
            except Exception:  # redis-py raises ValueError too when a connection is closed while it is read
                self.is_deaf = True
                self._wake_all()
                self._closed.wait(PATIENCE_SECONDS)
        self._wake_all()

    def _announce(self, moved: dict[UUID, int]) -> None:
        with self._lock:
            for table, version in moved.items():
                for listener in self._listeners.get(table, ()):
                    listener.put(version)

    def _wake_all(self) -> None:
        with self._lock:
            for listeners in self._listeners.values():
                for listener in listeners:
                    listener.put(0)


def hub() -> Hub:
    return cast(Hub, current_app.extensions[EXTENSION])
