"""One part of the house as a child process: started, watched, started again when it dies, and gone when we are."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

SHORTEST_BACK_OFF = 0.25
LONGEST_BACK_OFF = 15.0
STEADY_SECONDS = 10.0
"""A part that has lived for so long is forgiven what went before."""
_PR_SET_PDEATHSIG = 1


@dataclass
class Part:
    name: str
    command: Sequence[str]
    say: Callable[[str], None]
    process: "subprocess.Popen[bytes] | None" = None
    due: float = 0.0
    """When it is to be started, by the monotonic clock."""
    back_off: float = SHORTEST_BACK_OFF
    _started: float = field(default=0.0, repr=False)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def tend(self) -> None:
        """Notice that it has died; start it when its time has come."""
        if self.process is not None and not self.is_running:
            self._mourn(self.process.returncode)
        if self.process is None and time.monotonic() >= self.due:
            self.start()

    def start(self) -> None:
        self._started = time.monotonic()
        # A session of its own: Ctrl-C in the terminal reaches the supervisor alone, which stops the parts in order.
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # the supervisor says where the house is; what goes wrong comes by stderr
            start_new_session=True,
            preexec_fn=_die_with(os.getpid()),
        )

    def _mourn(self, status: int) -> None:
        self._kill_group()
        if time.monotonic() - self._started >= STEADY_SECONDS:
            self.back_off = SHORTEST_BACK_OFF
        how = f"by signal {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        self.say(f"The {self.name} has ended {how}; it is started again in {self.back_off:g} s.")
        self.process = None
        self.due = time.monotonic() + self.back_off
        self.back_off = min(2 * self.back_off, LONGEST_BACK_OFF)

    def ask_to_stop(self) -> None:
        if self.process is not None and self.is_running:
            self.process.terminate()

    def kill(self) -> None:
        if self.process is not None:
            self._kill_group()
            self.process.wait()

    def _kill_group(self) -> None:
        """Whatever is left of it: what it has started shares its process group."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


def _die_with(parent: int) -> Callable[[], None] | None:
    """On Linux the kernel ends a part whose supervisor was killed; elsewhere the next start clears up."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def prepare() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return prepare
