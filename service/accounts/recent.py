"""Tokens looked up a moment ago. A server asks for the same few again and again."""

from collections.abc import Callable
from threading import Lock

from service.accounts.tokens import Known

SECONDS = 1.0
"""A token revoked by another process is good for so long at most."""
MOST = 10_000


class RecentTokens:
    """What is revoked by this process is forgotten at once, also by a lookup that began before and ends afterwards."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = Lock()
        self._known: dict[str, tuple[float, Known]] = {}
        self._era = 0

    def get(self, token_id: str, look_up: Callable[[], Known]) -> Known:
        asked, era = self._clock(), self._era
        remembered = self._known.get(token_id)
        if remembered is not None and asked - remembered[0] < SECONDS:
            return remembered[1]
        known = look_up()
        with self._lock:
            if era == self._era and known.caller.token_id == token_id:
                self._known.pop(token_id, None)
                if len(self._known) >= MOST:
                    del self._known[next(iter(self._known))]
                self._known[token_id] = (asked, known)
        return known

    def forget(self) -> None:
        with self._lock:
            self._era += 1
            self._known.clear()
