"""What is to be done in a moment, in this process: one thread, no polling. What it forgets, the sweep finds."""

import heapq
import logging
import threading
import time
from collections.abc import Callable
from uuid import UUID

_log = logging.getLogger(__name__)


class Later:
    """Calls `do` with a table when its time has come. A table that waits already is not put off."""

    def __init__(self, do: Callable[[UUID], None]) -> None:
        self._do = do
        self._due: list[tuple[float, UUID]] = []
        self._waiting: set[UUID] = set()
        self._changed = threading.Condition()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="later", daemon=True)
        self._thread.start()

    def call(self, table: UUID, seconds: float) -> None:
        with self._changed:
            if table not in self._waiting and not self._is_closed:
                self._waiting.add(table)
                heapq.heappush(self._due, (time.monotonic() + seconds, table))
                self._changed.notify()

    def close(self) -> None:
        """Nothing is forgotten: what still waits is done now."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while (table := self._next()) is not None:
            try:
                self._do(table)
            except Exception:
                _log.exception("What was put off for table %s has failed.", table)

    def _next(self) -> UUID | None:
        with self._changed:
            while True:
                if not self._due and self._is_closed:
                    return None
                wait = self._due[0][0] - time.monotonic() if self._due else None
                if wait is not None and (wait <= 0 or self._is_closed):
                    _, table = heapq.heappop(self._due)
                    self._waiting.discard(table)
                    return table
                self._changed.wait(wait)
