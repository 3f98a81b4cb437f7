"""The API as a process of its own, under its real server."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import requests

from service.settings import Settings
from tests.stack import environment, until


def free_address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """`guildhall serve` with these settings; its address."""
    with (settings.data / "api.log").open("ab") as log:
        server = subprocess.Popen(
            [sys.executable, "-P", "-m", "service.cli", "serve"], env=environment(settings), stdout=log, stderr=log
        )
    try:
        until(lambda: server.poll() is not None or _is_alive(settings.public_url), what="The start of the API")
        assert server.poll() is None, (settings.data / "api.log").read_text()
        yield settings.public_url
    finally:
        server.terminate()
        server.wait(20)


def _is_alive(address: str) -> bool:
    try:
        return requests.get(f"{address}/healthz", timeout=1).ok
    except (requests.ConnectionError, requests.Timeout):
        return False
