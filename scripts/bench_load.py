"""The load of scripts/bench service, in a process of its own: people at many tables, each moving as soon as answered.

What will be asked is made before the clock starts, and answers are read no further than their status: on a small
machine the load would otherwise take the very cores that are measured.
"""

import json
import secrets
import selectors
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from uuid import UUID

import msgspec

from domain.sealed import Context
from domain.table import decide, fold
from service.application import Application
from service.settings import Settings
from service.store import open_log

CHUNK = 1 << 16


@dataclass
class Client:
    """One connection that stays open; the next request goes out when the last one is answered."""

    requests: Iterator[bytes]
    connection: socket.socket
    good: tuple[bytes, ...]
    latencies: list[float] = field(default_factory=list)
    refused: int = 0
    _sent: float = 0.0
    _answer: bytes = b""

    def ask(self) -> bool:
        """Whether there was another request to send."""
        request = next(self.requests, None)
        if request is None:
            return False
        self._answer = b""
        self._sent = time.perf_counter()
        self.connection.sendall(request)
        return True

    def hear(self) -> bool:
        """Whether the answer is whole."""
        received = self.connection.recv(CHUNK)
        if not received:
            raise ConnectionError("The server hung up.")
        self._answer += received
        head, found, body = self._answer.partition(b"\r\n\r\n")
        if not found or len(body) < _length(head):
            return False
        self.latencies.append(time.perf_counter() - self._sent)
        self.refused += head[9:12] not in self.good
        return True


def _length(head: bytes) -> int:
    _, found, rest = head.lower().partition(b"content-length:")
    return int(rest.partition(b"\r\n")[0]) if found else 0


def request(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    if body:
        headers = headers | {"Content-Type": "application/json", "Content-Length": str(len(body))}
    lines = [f"{method} {path} HTTP/1.1", "Host: bench", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


def forever(one: bytes) -> Iterator[bytes]:
    while True:
        yield one


def moves_of(application: Application, table_id: UUID, tokens: list[str], most: int) -> Iterator[bytes]:
    """How the game could go on: whoever is awaited makes some legal move. Chance is fixed by the seed in the log."""
    made = []
    _, table = application.snapshot(table_id)
    path = f"/api/v1/tables/{table_id}/moves"
    while table.status == "running" and len(made) < most:
        seat = secrets.choice(sorted(table.rules.to_act(table.state)))
        command = secrets.choice(table.rules.legal(table.state, seat))
        actor = table.chairs[seat].account or ""
        events = decide(table, actor, command, Context(0, secrets.token_hex(32)))
        table = fold(table, events, table_id)
        headers = {"Authorization": f"Bearer {tokens[seat]}", "Idempotency-Key": f"bench-{len(made)}"}
        made.append(request("POST", path, headers, msgspec.json.encode(command)))
    return iter(made)


def run(clients: list[Client], seconds: float) -> float:
    """Ask and hear until the time is up or nothing is left to ask; how long it took."""
    selector = selectors.DefaultSelector()
    started = time.monotonic()
    until = started + seconds
    for client in clients:
        if client.ask():
            selector.register(client.connection, selectors.EVENT_READ, client)
    while selector.get_map():
        for key, _ in selector.select(30):
            client = key.data
            if client.hear() and not (time.monotonic() < until and client.ask()):
                selector.unregister(client.connection)
    return time.monotonic() - started


def main() -> None:
    """Reads one order from standard input, prints one result."""
    order = json.load(sys.stdin)
    host, _, port = order["address"].partition(":")
    if order["what"] == "moves":
        application = Application(open_log(Settings.from_environment()))
        asked = [moves_of(application, UUID(table), tokens, order["most"]) for table, tokens in order["tables"]]
        good: tuple[bytes, ...] = (b"201",)
    else:
        asked = [forever(request("GET", order["path"], order["headers"])) for _ in range(order["clients"])]
        good = (b"200", b"304")
    clients = [Client(requests, socket.create_connection((host, int(port)), 30), good) for requests in asked]
    taken = run(clients, order["seconds"])
    json.dump(
        {
            "seconds": taken,
            "latencies": sorted(latency for client in clients for latency in client.latencies),
            "refused": sum(client.refused for client in clients),
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
