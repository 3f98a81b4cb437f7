"""What the core costs: games, replay, append, bytes, memory. Called by scripts/bench core."""

import gc
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import UUID, uuid4

from rich.console import Console
from rich.table import Table as Grid

from domain.games import latest
from domain.recorded import Recorded, encode, record
from service.application import Application
from service.bots import move_one_bot
from service.cache import Cache, Entry
from service.simulation import play_game
from service.store import EventLog, sqlite_log

GAMES = 60
REPLAYED_EVENTS = 500
REPLAYS = 40
APPENDED_GAMES = 4
CACHED_TABLES = 10_000
OPENER = "bench"

Row = tuple[str, str, str]


def seconds(work: Callable[[], object]) -> float:
    gc.collect()
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def games() -> Iterator[Row]:
    rules = latest("macht")
    taken = seconds(lambda: [play_game(rules, ["random"] * 4, f"bench {n}") for n in range(GAMES)])
    yield "random 4-player games, legal asked at every decision", f"{GAMES / taken:.0f} games/s", "40 and more"


def played(log: EventLog) -> tuple[Application, UUID]:
    """A finished game of four random bots with enough events."""
    application = Application(log)
    while True:
        table = application.open_table(OPENER, "macht", 4).table
        for seat in range(4):
            application.seat_bot(table, OPENER, seat, "random")
        application.start(table, OPENER)
        while move_one_bot(application, table) is not None:
            pass
        if application.version(table) >= REPLAYED_EVENTS:
            return application, table


def replay(application: Application, table: UUID) -> Iterator[Row]:
    def cost(events: int) -> float:
        times = [seconds(lambda: application.entry_at(table, events)) for _ in range(REPLAYS)]
        return statistics.median(times)

    whole, half = cost(REPLAYED_EVENTS), cost(REPLAYED_EVENTS // 2)
    rate = REPLAYED_EVENTS / whole
    yield "replay of 500 events from SQLite, chain and seals checked", f"{whole * 1000:.2f} ms, median", "under 5 ms"
    yield "  the same as a rate", f"{rate:,.0f} events/s", ""
    yield "  cost of an event in 500 against one in 250", f"{whole / half / 2:.2f} x", "1: linear"


def commits(log: EventLog, table: UUID) -> list[list[Recorded]]:
    groups: list[list[Recorded]] = []
    for recorded in log.read(table):
        if recorded.opens_commit:
            groups.append([])
        groups[-1].append(recorded)
    return groups


def moved(batches: list[list[Recorded]], table: UUID, head: str) -> list[list[Recorded]]:
    """The same commits as those of another table, so that they can be appended again."""
    result = []
    for batch in batches:
        copies = []
        for old in batch:
            extra = {"cause": old.cause, "sealed_cause": old.sealed_cause, "command_id": old.command_id}
            copies.append(record(head, table, old.originator_version, old.at, old.actor, old.event, **extra))
            head = copies[-1].head
        result.append(copies)
    return result


def append(folder: Path, batches: list[list[Recorded]]) -> Iterator[Row]:
    """The same bytes in the same batches, through the log and through bare sqlite3, taking turns."""
    log = sqlite_log(folder / "append.sqlite")
    log.migrate()
    bare = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    for statement in (
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        "CREATE TABLE e (id TEXT, version INTEGER, topic TEXT, state BLOB, PRIMARY KEY (id, version))",
    ):
        bare.execute(statement)
    ours = theirs = 0.0
    events = size = 0
    for _ in range(APPENDED_GAMES):
        mine = moved(batches, uuid4(), "00" * 32)
        rows = [[(e.originator_id.hex, e.originator_version, e.topic, encode(e)) for e in batch] for batch in mine]
        ours += seconds(lambda mine=mine: [log.append(batch) for batch in mine])
        theirs += seconds(lambda rows=rows: [_insert(bare, batch) for batch in rows])
        events += sum(map(len, rows))
        size += sum(len(row[3]) for batch in rows for row in batch)
    yield "append on SQLite, synchronous=FULL, encoding but not hashing", f"{events / ours:,.0f} events/s", ""
    yield "  bare sqlite3, the same bytes in the same batches", f"{events / theirs:,.0f} events/s", ""
    yield "  ours against bare", f"{ours / theirs:.2f} x the time", "within 2 x"
    bare.close()
    log.close()
    whole = (folder / "append.sqlite").stat().st_size
    yield "bytes stored per event", f"{size / events:.0f} in the row, {whole / events:.0f} in the file", ""


def _insert(bare: sqlite3.Connection, rows: list[tuple[str, int, str, bytes]]) -> None:
    bare.execute("BEGIN IMMEDIATE")
    bare.executemany("INSERT INTO e VALUES (?,?,?,?)", rows)
    bare.execute("COMMIT")


def moves(folder: Path) -> Iterator[Row]:
    log = sqlite_log(folder / "moves.sqlite")
    log.migrate()
    made = 0
    application = Application(log)
    table = application.open_table(OPENER, "macht", 4).table
    for seat in range(4):
        application.seat_bot(table, OPENER, seat, "random")
    application.start(table, OPENER)
    started = time.perf_counter()
    while move_one_bot(application, table) is not None:
        made += 1
    taken = time.perf_counter() - started
    yield "whole moves: bot, decide, seal, chain, durable append", f"{made / taken:,.0f} moves/s", ""
    log.close()


def memory(application: Application, table: UUID) -> Iterator[Row]:
    """Every table is folded from the log by itself, half-way through its game: nothing is shared but the board."""
    middle = application.version(table) // 2
    cache = Cache(CACHED_TABLES)
    gc.collect()
    before = _resident()
    for _ in range(CACHED_TABLES):
        entry: Entry = application.entry_at(table, middle)
        cache.put(uuid4(), entry)
    gc.collect()
    used = _resident() - before
    yield (
        "memory of 10,000 tables in the cache",
        f"{used / 2**20:.0f} MiB, {used / CACHED_TABLES / 1024:.1f} KiB each",
        "",
    )


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    console = Console()
    grid = Grid("measure", "this run", "aim", title="scripts/bench core")
    with tempfile.TemporaryDirectory() as name, console.status("Measuring ..."):
        folder = Path(name)
        log = sqlite_log(folder / "replay.sqlite")
        log.migrate()
        for row in games():
            grid.add_row(*row)
        application, table = played(log)
        for rows in (
            replay(application, table),
            append(folder, commits(log, table)),
            moves(folder),
            memory(application, table),
        ):
            for row in rows:
                grid.add_row(*row)
        log.close()
    console.print(grid)


if __name__ == "__main__":
    main()
