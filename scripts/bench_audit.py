"""What proof costs: verifying a record, its part of a move, an audit of all tables. Called by scripts/bench audit."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from uuid import UUID

from rich.console import Console
from rich.table import Table as Grid

from domain.receipt import message
from domain.recorded import Recorded, record
from domain.redact import Viewer
from domain.sealed import commitment
from service.application import Application
from service.bots import move_one_bot
from service.house import House
from service.proof.record import write_record
from service.proof.verify import verify
from service.settings import Settings

WANTED_EVENTS = 500
RUNS = 15
AUDITED_TABLES = 30
OPENER = "bench"

Row = tuple[str, str, str]


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def played(application: Application) -> UUID:
    table = application.open_table(OPENER, "macht", 4).table
    for seat in range(4):
        application.seat_bot(table, OPENER, seat, "random")
    application.start(table, OPENER)
    while move_one_bot(application, table) is not None:
        pass
    return table


def verifying(house: House) -> Iterator[Row]:
    table = played(house.application)
    while house.application.version(table) < WANTED_EVENTS:
        table = played(house.application)
    _, text = write_record(house.application, house.keys, table, Viewer())
    events = house.application.version(table)
    for name, replay, aim in (("", True, "under 300 ms"), (" without re-execution", False, "")):
        taken = statistics.median(seconds(lambda: verify(text, replay=replay)) for _ in range(RUNS))  # noqa: B023
        yield f"verify a record of {events} events{name}", f"{taken * 1000:.0f} ms, {events / taken:,.0f} events/s", aim


def share_of_a_move(house: House) -> Iterator[Row]:
    """Durable moves of one client beside the same chaining, sealing and signing done once more by itself."""
    application = house.application
    table = application.open_table(OPENER, "macht", 4).table
    for seat in range(4):
        application.seat_bot(table, OPENER, seat, "random")
    application.start(table, OPENER)
    before = application.version(table)
    whole = 0.0
    moves = 0
    while True:
        started = time.perf_counter()
        accepted = move_one_bot(application, table)
        whole += time.perf_counter() - started
        if accepted is None:
            break
        moves += 1
    events = list(house.log.read(table, after=before, head=None))
    proof = statistics.median(seconds(lambda: _prove(house, events)) for _ in range(RUNS))
    yield (
        "chain, seals and receipt in a durable move",
        f"{proof / whole:.1%} of {whole / moves * 1e6:.0f} us",
        "under 15 %",
    )


def _prove(house: House, events: list[Recorded]) -> None:
    for recorded in events:
        sealed = recorded.sealed_cause
        record(
            recorded.head,
            recorded.originator_id,
            recorded.originator_version,
            recorded.at,
            recorded.actor,
            recorded.event,
            cause=recorded.cause,
            sealed_cause=sealed,
        )
        if sealed is not None:
            opening = sealed.opening()
            commitment(opening.value, opening.salt)
        if recorded.signed is not None:
            house.keys.sign(recorded.originator_id, recorded.originator_version, recorded.head)
            message(recorded.originator_id, recorded.originator_version, recorded.head)


def auditing(house: House, environment: dict[str, str]) -> Iterator[Row]:
    for _ in range(AUDITED_TABLES):
        played(house.application)
    for jobs in (1, 2):
        command = [sys.executable, "-m", "service.cli", "audit", "--all", "--jobs", str(jobs)]
        done: list[str] = []

        def run(command: list[str] = command, done: list[str] = done) -> None:
            done.append(subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout)

        taken = seconds(run)
        tables = int(done[0].split()[0])
        yield f"audit --all --jobs {jobs}, {tables} tables", f"{tables / taken:.1f} tables/s", ""


def main() -> None:
    console = Console()
    grid = Grid("measure", "this run", "aim", title="scripts/bench audit")
    with tempfile.TemporaryDirectory(prefix="guildhall-bench-") as folder:
        environment = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        environment["GUILDHALL_DATA"] = folder
        with closing(House.open(Settings(data=Path(folder)))) as house, console.status("Measuring ..."):
            house.migrate()
            for part in (verifying(house), share_of_a_move(house), auditing(house, environment)):
                for row in part:
                    grid.add_row(*row)
    console.print(grid)


if __name__ == "__main__":
    main()
