"""The load of scripts/bench service, in a process of its own: people at many tables, each moving as soon as answered.

It reads the log to know what is legal, so that the server is asked for nothing but the moves it is measured by.
"""

import http.client
import json
import secrets
import sys
import threading
import time
from dataclasses import dataclass, field
from uuid import UUID

import msgspec

from service.application import Application
from service.settings import Settings
from service.store import open_log


@dataclass
class Tally:
    latencies: list[float] = field(default_factory=list)
    refused: int = 0


def connect(address: str) -> http.client.HTTPConnection:
    host, _, port = address.partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=30)
    connection.connect()
    return connection


def move_on(address: str, application: Application, table: UUID, tokens: list[str], until: float, tally: Tally) -> None:
    """One table: whoever is awaited moves, by a connection that stays open."""
    connection = connect(address)
    while time.monotonic() < until:
        version, state = application.snapshot(table)
        if state.status != "running":
            return
        seat = secrets.choice(sorted(state.rules.to_act(state.state)))
        command = secrets.choice(state.rules.legal(state.state, seat))
        headers = {
            "Authorization": f"Bearer {tokens[seat]}",
            "Content-Type": "application/json",
            "Idempotency-Key": f"{version}-{seat}",
        }
        started = time.perf_counter()
        connection.request("POST", f"/api/v1/tables/{table}/moves", msgspec.json.encode(command), headers)
        answer = connection.getresponse()
        answer.read()
        tally.latencies.append(time.perf_counter() - started)
        tally.refused += answer.status != 201


def ask(address: str, path: str, headers: dict[str, str], until: float, tally: Tally) -> None:
    connection = connect(address)
    while time.monotonic() < until:
        started = time.perf_counter()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        tally.latencies.append(time.perf_counter() - started)
        tally.refused += answer.status not in (200, 304)


def main() -> None:
    """Reads one order from standard input, prints one result."""
    order = json.load(sys.stdin)
    tallies = [Tally() for _ in range(order["clients"])]
    until = time.monotonic() + order["seconds"]
    address = order["address"]
    if order["what"] == "moves":
        application = Application(open_log(Settings.from_environment()))
        for table, _ in order["tables"]:
            application.snapshot(UUID(table))
        until = time.monotonic() + order["seconds"]
        threads = [
            threading.Thread(target=move_on, args=(address, application, UUID(table), tokens, until, tally))
            for (table, tokens), tally in zip(order["tables"], tallies, strict=True)
        ]
    else:
        threads = [
            threading.Thread(target=ask, args=(address, order["path"], order["headers"], until, tally))
            for tally in tallies
        ]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    latencies = sorted(latency for tally in tallies for latency in tally.latencies)
    json.dump(
        {
            "seconds": time.monotonic() - started,
            "latencies": latencies,
            "refused": sum(tally.refused for tally in tallies),
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
