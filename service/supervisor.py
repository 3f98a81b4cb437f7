"""The whole house on one machine: Valkey, API and worker as child processes of one supervisor, data in one folder."""

import fcntl
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from service.house import House
from service.parts import Part
from service.settings import Settings
from service.valkey import NoValkey, answers, stop_stray, valkey_command

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STOP_SECONDS = 15.0
"""How long a part may take to finish what it is doing."""
START_SECONDS = 30.0
ADDRESS_SECONDS = 2.0
TICK_SECONDS = 0.5
STARTING_TICK_SECONDS = 0.02


class CannotOpen(Exception):
    """The house cannot be opened here; the message says why and what helps."""


class _Stopped(Exception):
    """We were asked to stop."""


@dataclass
class Supervisor:
    settings: Settings
    say: Callable[[str], None]
    _parts: list[Part] = field(default_factory=list)
    _requests: int = 0
    """How often we were asked to stop; the second time we do not wait."""
    _wake: int = -1

    def run(self) -> None:
        """Open the house and keep it open until a signal asks us to stop."""
        with locked(self.settings), self._listening():
            try:
                self._open()
                self._keep()
            except _Stopped:
                self.say("Closing ...")
            finally:
                self._close()

    def _open(self) -> None:
        self._await_address()
        if self.settings.redis_url is None:
            stop_stray(self.settings)
            self._add("Valkey", valkey_command(self.settings))
            if not self._until(lambda: answers(self.settings)):
                raise NoValkey(f"Valkey does not start; see {self.settings.data / 'valkey.log'}.")
        house = House.open(self.settings)
        try:
            house.migrate()
        finally:
            house.close()
        self._add("worker", [sys.executable, "-P", "-m", "workers"])
        self._add("API", [sys.executable, "-P", "-m", "service.cli", "serve"])
        if not self._until(lambda: listens(self.settings.bind)):
            raise CannotOpen(f"The API does not answer at {self.settings.bind}.")
        self.say(f"Guildhall is open at {self.settings.public_url}")
        self.say(f"Everything is kept in {self.settings.data}")
        self.say("Close it with Ctrl-C.")

    def _await_address(self) -> None:
        """A predecessor that was killed may take a moment to let go of it."""
        deadline = time.monotonic() + ADDRESS_SECONDS
        while (error := trouble_with(self.settings.bind)) is not None:
            if time.monotonic() > deadline:
                raise CannotOpen(f"{self.settings.bind} cannot be used ({error}); choose another by GUILDHALL_BIND.")
            self._tend()
            self._rest(STARTING_TICK_SECONDS)

    def _keep(self) -> None:
        while True:
            self._tend()
            self._rest(TICK_SECONDS)

    def _until(self, condition: Callable[[], bool]) -> bool:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            self._tend()
            if condition():
                return True
            self._rest(STARTING_TICK_SECONDS)
        return False

    def _add(self, name: str, command: list[str]) -> None:
        self._parts.append(Part(name, command, self.say))

    def _tend(self) -> None:
        if self._requests:
            raise _Stopped
        for part in self._parts:
            part.tend()

    def _close(self) -> None:
        """Valkey last: API and worker finish what they are doing with it."""
        others = [part for part in self._parts if part.name != "Valkey"]
        for group in (others, [part for part in self._parts if part not in others]):
            for part in group:
                part.ask_to_stop()
            deadline = time.monotonic() + STOP_SECONDS
            while any(part.is_running for part in group) and time.monotonic() < deadline and self._requests < 2:
                self._rest(STARTING_TICK_SECONDS)
            for part in group:
                part.kill()

    # Signals

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """A signal, also that of a child's death, ends a rest at once."""
        self._wake, written = os.pipe()
        os.set_blocking(self._wake, False)
        os.set_blocking(written, False)
        before = {number: signal.signal(number, self._asked) for number in STOP_SIGNALS}
        before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        wakeup = signal.set_wakeup_fd(written)
        try:
            yield
        finally:
            signal.set_wakeup_fd(wakeup)
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(self._wake)
            os.close(written)

    def _asked(self, *_: object) -> None:
        self._requests += 1

    def _rest(self, seconds: float) -> None:
        readable, _, _ = select.select([self._wake], [], [], seconds)
        if readable:
            os.read(self._wake, 1024)


@contextmanager
def locked(settings: Settings) -> Iterator[None]:
    """One supervisor for a folder. The lock goes with its process, however that ends."""
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (settings.data / "up.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise CannotOpen(
                f"Guildhall is running already: {file.read().strip()}, with its data in {settings.data}.\n"
                "Close that one first, or choose another folder by GUILDHALL_DATA."
            ) from None
        file.truncate(0)
        file.write(f"process {os.getpid()}, at {settings.public_url}\n")
        file.flush()
        yield


def trouble_with(bind: str) -> str | None:
    """Why nobody can listen there, if so."""
    family, address = _address(bind)
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            return error.strerror or str(error)
    return None


def listens(bind: str) -> bool:
    family, (host, *rest) = _address(bind)
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        return probe.connect_ex((everywhere.get(host, host), *rest)) == 0


def _address(bind: str) -> tuple[int, tuple[str, int]]:
    host, _, port = bind.rpartition(":")
    try:
        family, _, _, _, address = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)[0]
    except (ValueError, OSError) as error:
        raise CannotOpen(f"GUILDHALL_BIND is {bind!r}; it must be an address and a port, as 127.0.0.1:8000.") from error
    return family, (str(address[0]), int(address[1]))
