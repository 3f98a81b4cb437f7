"""What a move costs over HTTP: durable throughout, SQLite and PostgreSQL. Called by scripts/bench service."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from rich.console import Console
from rich.table import Table as Grid

from service.application import Accepted, Application
from service.house import House
from service.settings import Settings
from service.valkey import valkey_command

SECONDS = 3.0
WORKERS = 1
PEERS = {8: "ahead of 905", 32: "ahead of 1,017"}
"""The fastest of the peers that were measured on a like game, which keeps nothing on disk."""
PROCESSES = 2
MOST_MOVES = 400
"""At one table: more than a game has."""
REBUILT_GAMES = 80
Row = tuple[str, str, str]


@dataclass
class Stack:
    settings: Settings
    house: House
    environment: dict[str, str]
    server: subprocess.Popen[bytes]
    worker: subprocess.Popen[bytes]

    def cpu(self) -> float:
        """Seconds of CPU that the server's processes have used so far."""
        pids = [self.server.pid, *_children(self.server.pid)]
        return sum(_cpu_seconds(pid) for pid in pids)


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def running(database_url: str | None, processes: int = 1) -> Iterator[Stack]:
    folder = Path(tempfile.mkdtemp(prefix="guildhall-bench-"))
    variables = {
        "GUILDHALL_DATA": str(folder),
        "GUILDHALL_BIND": f"127.0.0.1:{_free_port()}",
        "RATE_LIMIT": "100000000 per minute",
        "GUILDHALL_BOT_DELAY_MS": "0",
    }
    if database_url is not None:
        variables["DATABASE_URL"] = database_url
    environment = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")} | variables
    settings = Settings.from_environment(environment)
    valkey = subprocess.Popen(valkey_command(settings), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    house = House.open(settings)
    _until(lambda: house.redis.ping())
    house.migrate()
    command = [sys.executable, "-m", "service.cli", "serve", "--processes", str(processes)]
    server = subprocess.Popen(command, env=environment)
    worker = subprocess.Popen([sys.executable, "-m", "workers"], env=environment, stderr=subprocess.DEVNULL)
    _until(lambda: socket.create_connection(tuple(settings.bind.split(":")), 1).close() is None)  # type: ignore[arg-type]
    try:
        yield Stack(settings, house, environment, server, worker)
    finally:
        for process in (server, worker, valkey):
            process.terminate()
        for process in (server, worker, valkey):
            process.wait(60)
        house.close()
        shutil.rmtree(folder)


def _until(condition: Any) -> None:
    deadline = time.monotonic() + 20
    while True:
        try:
            if condition():
                return
        except Exception:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.02)


def tables_of_people(stack: Stack, number: int) -> list[tuple[str, list[str]]]:
    """Tables of four people each, started, with the tokens of their seats."""
    people = [stack.house.accounts.register(f"person {n}") for n in range(4)]
    tokens = [token for _, token in people]
    made = []
    for _ in range(number):
        table = stack.house.application.open_table(people[0][0].id, "macht", 4).table
        for account, _ in people:
            stack.house.application.take_seat(table, account.id)
        stack.house.application.start(table, people[0][0].id)
        made.append((str(table), tokens))
    return made


def load(stack: Stack, order: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """The result of the load, and the server's CPU seconds during it."""
    order = {"address": stack.settings.bind, "seconds": SECONDS, **order}
    before = stack.cpu()
    done = subprocess.run(
        [sys.executable, "-m", "scripts.bench_load"],
        input=json.dumps(order).encode(),
        env=stack.environment,
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout), stack.cpu() - before


def _figures(result: dict[str, Any], cpu: float) -> tuple[float, float, str]:
    """Requests per second, CPU seconds per request, and a line for people."""
    latencies = result["latencies"]
    rate = len(latencies) / result["seconds"]
    half, most = latencies[len(latencies) // 2], latencies[int(len(latencies) * 0.99)]
    each = cpu / len(latencies)
    line = f"{rate:,.0f}/s, p50 {half * 1000:.1f} ms, p99 {most * 1000:.1f} ms, {each * 1e6:.0f} us CPU"
    return rate, each, line


def measure(name: str, stack: Stack) -> Iterator[Row]:
    for clients in (1, 8, 32):
        yield from against_the_noop(name, stack, clients)
    yield from visible(name, stack)
    yield from reads(name, stack)
    yield from rebuild(name, stack)


def against_the_noop(name: str, stack: Stack, clients: int) -> Iterator[Row]:
    """Moves beside an endpoint of the same server that does nothing."""
    quiet = {"what": "ask", "clients": clients, "path": "/healthz", "headers": {}}
    noop_rate, noop_cpu, line = _figures(*load(stack, quiet))
    yield f"{name}: no-op endpoint, {clients} clients", line, ""
    result, spent = load(stack, {"what": "moves", "most": MOST_MOVES, "tables": tables_of_people(stack, clients)})
    rate, cpu, line = _figures(result, spent)
    yield f"{name}: durable moves, {clients} tables", line, PEERS.get(clients, "")
    of_noop = f"{rate / noop_rate:.2f} x the no-op's rate, {cpu / noop_cpu:.2f} x its CPU"
    yield f"{name}:   against the no-op", of_noop, "0.4 x at 32; 2.5 x CPU" if clients == 32 else ""
    if result["refused"]:
        yield f"{name}:   REFUSED", str(result["refused"]), "0"


def move_somebody(application: Application, table_id: UUID) -> Accepted | None:
    """Whoever is awaited first makes some move; None when the game is over."""
    table = application.state(table_id)
    if table.status != "running":
        return None
    seat = min(table.awaited)
    return application.submit(
        table_id, table.chairs[seat].account or "", secrets.choice(table.rules.legal(table.state, seat))
    )


def visible(name: str, stack: Stack) -> Iterator[Row]:
    """From a commit to its read model, through RQ, with nothing else going on."""
    house = stack.house
    _until(lambda: house.views.position() >= house.log.newest())
    table = UUID(tables_of_people(stack, 1)[0][0])
    _until(lambda: house.views.version(table) >= house.application.version(table))
    before = int(house.redis.info("stats")["total_commands_processed"])
    waits, moves = [], 60
    for _ in range(moves):
        accepted = move_somebody(house.application, table)
        assert accepted is not None
        started = time.perf_counter()
        while house.views.version(table) < accepted.version:
            time.sleep(0.0005)
        waits.append(time.perf_counter() - started)
    commands = int(house.redis.info("stats")["total_commands_processed"]) - before
    waits.sort()
    half, most = waits[moves // 2] * 1000, waits[int(moves * 0.99)] * 1000
    yield f"{name}: commit to visible through RQ, idle", f"p50 {half:.1f} ms, p99 {most:.1f} ms", "p50 under 20 ms"
    yield f"{name}:   Redis commands per move, worker's included", f"{commands / moves:.0f}", ""


def reads(name: str, stack: Stack) -> Iterator[Row]:
    table = tables_of_people(stack, 1)[0][0]
    path = f"/api/v1/tables/{table}"
    version = stack.house.application.version(UUID(table))
    for what, headers in (("", {}), (" with If-None-Match", {"If-None-Match": f'"{version}"'})):
        *_, line = _figures(*load(stack, {"what": "ask", "clients": 8, "path": path, "headers": headers}))
        yield f"{name}: GET /tables/{{id}}{what}, 8 clients", line, ""


def rebuild(name: str, stack: Stack) -> Iterator[Row]:
    house = stack.house
    for _ in range(REBUILT_GAMES):
        table = UUID(tables_of_people(stack, 1)[0][0])
        while move_somebody(house.application, table):
            pass
    events = house.log.newest()
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "service.cli", "rebuild"], env=stack.environment, capture_output=True, check=True
    )
    taken = time.perf_counter() - started
    aim = "20,000 and more" if name == "SQLite" else ""
    yield f"{name}: guildhall rebuild of {events:,} events, all models", f"{events / taken:,.0f} events/s", aim


def main() -> None:
    console = Console()
    grid = Grid("measure", "this run", "aim", title="scripts/bench service")
    postgres = os.environ.get("GUILDHALL_TEST_POSTGRES")
    for name, address in (("SQLite", None), ("PostgreSQL", postgres)):
        if name == "PostgreSQL" and address is None:
            console.print("PostgreSQL is not measured: GUILDHALL_TEST_POSTGRES names no server.")
            continue
        with console.status(f"Measuring on {name} ..."), running(address) as stack:
            for row in measure(name, stack):
                grid.add_row(*row)
                console.log(*row)
        together = f"{name}, {PROCESSES} API processes"
        with console.status(f"Measuring on {together} ..."), running(address, PROCESSES) as stack:
            for clients in (8, 32):
                for row in against_the_noop(together, stack, clients):
                    grid.add_row(*row)
                    console.log(*row)
    console.print(grid)


if __name__ == "__main__":
    main()
