"""Fresh entropy for decisions, asked of the system by the handful: each question lets other threads push in."""

import os
from threading import Lock

BYTES = 32
HANDFUL = 64


class Entropy:
    """Every call gives 32 bytes (hex) that were never given before, to whatever thread or process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._left = b""
        os.register_at_fork(after_in_child=self._forget)

    def __call__(self) -> str:
        with self._lock:
            if not self._left:
                self._left = os.urandom(BYTES * HANDFUL)
            given, self._left = self._left[:BYTES], self._left[BYTES:]
        return given.hex()

    def _forget(self) -> None:
        """A child must not give what its parent gives, nor wait for a lock that somebody held there."""
        self._lock = Lock()
        self._left = b""


fresh_entropy = Entropy()
