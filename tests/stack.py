"""The real thing for the tests: a Valkey, a house in a folder, worker processes. And patience, instead of sleep."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

from domain.table import Table
from service.house import House
from service.settings import Settings
from service.valkey import answers, valkey_command

T = TypeVar("T")
POLL_SECONDS = 0.02
PATIENCE = 60.0
GUILDHALL = (sys.executable, "-P", "-m", "service.cli")


def until(condition: Callable[[], T], seconds: float = PATIENCE, what: str = "It") -> T:
    """Wait until a condition holds, and give what it gave; fail if it does not come to pass."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"{what} has not happened within {seconds} s."
        time.sleep(POLL_SECONDS)
    return found


def environment(settings: Settings) -> dict[str, str]:
    """The variables that give a child process these settings."""
    wanted = {
        "GUILDHALL_DATA": str(settings.data),
        "GUILDHALL_BIND": settings.bind,
        "GUILDHALL_URL": settings.public_url,
        "GUILDHALL_BOT_DELAY_MS": str(round(settings.bot_delay * 1000)),
        "DATABASE_URL": settings.database_url or "",
        "REDIS_URL": settings.redis_url or "",
        "SMTP_URL": settings.smtp_url or "",
        "MAIL_FROM": settings.mail_from,
        "RATE_LIMIT": settings.rate_limit,
        "REGISTRATION": settings.registration,
        "PYTHONUNBUFFERED": "1",
    }
    return os.environ | wanted


def guildhall(settings: Settings, *words: str) -> "subprocess.CompletedProcess[str]":
    """A command of the command line, with these settings."""
    command = [*GUILDHALL, *words]
    return subprocess.run(
        command, env=environment(settings), capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@dataclass
class Valkey:
    """The embedded server of a data folder. It can be killed and started again, with what its file has kept."""

    settings: Settings
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        self.settings.data.mkdir(parents=True, exist_ok=True)
        self.process = subprocess.Popen(valkey_command(self.settings))
        until(lambda: answers(self.settings), what="Valkey's start")

    def end(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.send_signal(signal.SIGCONT)
            self.process.wait(10)
            self.process = None

    def pause(self) -> None:
        """It holds its connections and says nothing."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)


@dataclass
class Stack:
    settings: Settings
    house: House
    valkey: Valkey
    workers: "list[subprocess.Popen[bytes]]" = field(default_factory=list)

    def start_worker(self) -> "subprocess.Popen[bytes]":
        with (self.settings.data / "worker.log").open("ab") as log:
            worker = subprocess.Popen(
                [sys.executable, "-P", "-m", "workers"], env=environment(self.settings), stdout=log, stderr=log
            )
        self.workers.append(worker)
        return worker

    @property
    def worker_log(self) -> str:
        file = self.settings.data / "worker.log"
        return file.read_text() if file.exists() else ""

    def await_view(self, table: UUID, version: int | None = None, seconds: float = PATIENCE) -> None:
        """Until the read models have reached a version, or the log."""
        wanted = version or self.house.application.version(table)
        until(lambda: self.house.views.version(table) >= wanted, seconds, f"Version {wanted} of the views")

    def await_end(self, table: UUID, seconds: float = 120) -> Table:
        def ended() -> Table | None:
            state = self.house.application.state(table)
            return state if state.status == "ended" else None

        return until(ended, seconds, f"The end of table {table}")

    def close(self) -> None:
        try:
            for worker in self.workers:
                if worker.poll() is None:
                    worker.terminate()
            for worker in self.workers:
                worker.wait(20)
        finally:
            for worker in self.workers:
                worker.kill()
            self.house.close()
            self.valkey.end()


@contextmanager
def running(folder: Path, workers: int = 1, **changes: Any) -> Iterator[Stack]:
    """A house with Valkey and so many workers, with changes to the settings; everything is stopped at the end."""
    settings = Settings(**({"data": folder / "data", "bot_delay": 0.0} | changes))
    valkey = Valkey(settings)
    valkey.start()
    house = House.open(settings)
    house.migrate()
    stack = Stack(settings, house, valkey)
    try:
        for _ in range(workers):
            stack.start_worker()
        yield stack
    finally:
        stack.close()
