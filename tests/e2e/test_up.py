"""`guildhall up`: the whole house as a person would start it, disturb it and close it."""

import json
import os
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError

import pytest

from service.settings import Settings
from tests.stack import GUILDHALL, environment, guildhall, until

PARTS = {"Valkey": "valkey-server", "worker": "-m workers", "API": "service.cli serve"}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        bind = f"127.0.0.1:{free.getsockname()[1]}"
    return Settings(data=tmp_path / "house", bind=bind, public_url=f"http://{bind}", bot_delay=0.0)


@dataclass
class House:
    settings: Settings
    process: "subprocess.Popen[str]"
    output: Path

    @property
    def said(self) -> str:
        return self.output.read_text()

    def get(self, path: str) -> dict[str, object] | None:
        """The answer; None while there is none."""
        try:
            with urllib.request.urlopen(f"{self.settings.public_url}{path}", timeout=5) as answer:
                found: dict[str, object] = json.load(answer)
                return found
        except (URLError, ConnectionError, TimeoutError):
            return None

    def is_ready(self) -> bool:
        answer = self.get("/readyz")
        return answer is not None and answer["status"] == "ready"

    def part(self, name: str) -> int | None:
        """The process of a part: the eldest, where it has several."""
        return min((pid for pid, command in processes(self.settings).items() if PARTS[name] in command), default=None)

    def close(self, how: int) -> int:
        self.process.send_signal(how)
        return self.process.wait(30)


def processes(settings: Settings) -> dict[int, str]:
    """Everything that runs on this data folder: id and command line. (Valkey writes its own over its environment.)"""
    mark = f"GUILDHALL_DATA={settings.data}\0".encode()
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                if command and (mark in (folder / "environ").read_bytes() or str(settings.valkey_socket) in command):
                    found[int(folder.name)] = command
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue
    return found


@contextmanager
def opened(settings: Settings, output: Path) -> Iterator[House]:
    with output.open("w") as file:
        process = subprocess.Popen([*GUILDHALL, "up"], env=environment(settings), stdout=file, stderr=file, text=True)
    house = House(settings, process, output)
    try:
        until(lambda: "Ctrl-C" in house.said or process.poll() is not None, what="The opening")
        assert process.poll() is None, house.said
        yield house
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        until(lambda: not processes(settings), what="The end of all processes")


def test_it_opens_says_where_and_closes_without_a_trace_again_and_again(settings: Settings, tmp_path: Path) -> None:
    for how in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with opened(settings, tmp_path / "output") as house:
            assert house.get("/healthz") == {"status": "alive"}
            assert settings.public_url in house.said
            assert str(settings.data) in house.said
            assert house.is_ready()
            assert house.close(how) == 0
            assert processes(settings) == {}
            assert "Traceback" not in house.said
            assert not settings.valkey_socket.exists()


def test_a_second_one_on_the_same_folder_says_that_it_is_running_already(settings: Settings, tmp_path: Path) -> None:
    with opened(settings, tmp_path / "output") as house:
        second = guildhall(settings, "up")
        assert second.returncode == 1
        assert f"Guildhall is running already: process {house.process.pid}" in second.stderr
        assert settings.public_url in second.stderr
        assert house.is_ready()


def test_an_address_that_is_taken_is_said_clearly(settings: Settings) -> None:
    host, _, port = settings.bind.rpartition(":")
    with socket.create_server((host, int(port))):
        refused = guildhall(settings, "up")
    assert refused.returncode == 1
    assert f"{settings.bind} cannot be used" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert processes(settings) == {}


@pytest.mark.parametrize("part", sorted(PARTS))
def test_a_part_that_is_killed_is_started_again(settings: Settings, tmp_path: Path, part: str) -> None:
    with opened(settings, tmp_path / "output") as house:
        killed = until(lambda: house.part(part), what="The part")
        os.kill(killed, signal.SIGKILL)
        until(lambda: house.part(part) not in (None, killed), what="The part's return")
        until(house.is_ready, what="Readiness")
        assert f"The {part} has ended by signal SIGKILL" in house.said
        assert house.close(signal.SIGINT) == 0


def test_a_supervisor_that_is_killed_takes_everything_with_it_and_can_be_followed_at_once(
    settings: Settings, tmp_path: Path
) -> None:
    with opened(settings, tmp_path / "first") as house:
        os.kill(house.process.pid, signal.SIGKILL)
        house.process.wait()
        with opened(settings, tmp_path / "second") as follower:
            assert follower.is_ready()
            assert follower.close(signal.SIGTERM) == 0
        assert processes(settings) == {}


def test_a_demo_is_played_and_the_operators_commands_answer(settings: Settings, tmp_path: Path) -> None:
    with opened(settings, tmp_path / "output") as house:
        demo = guildhall(settings, "demo", "--tables", "1")
        assert demo.returncode == 0, demo.stderr
        path = demo.stdout.strip().replace(settings.public_url, "/api/v1")

        def version() -> int:
            table = house.get(path)
            assert table is not None
            return int(str(table["version"]))

        first = version()
        until(lambda: version() >= first + 20, what="Twenty events")
        rebuilt = guildhall(settings, "rebuild")
        assert rebuilt.returncode == 0, rebuilt.stderr
        assert "Rebuilt all read models: 1 tables" in rebuilt.stdout
        assert guildhall(settings, "rebuild", "board").returncode == 0
        assert guildhall(settings, "failed").stdout == "Nothing has failed.\n"
        assert guildhall(settings, "failed", "--retry").stdout == "Nothing has failed.\n"
        until(house.is_ready, what="Readiness")
