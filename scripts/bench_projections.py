"""What keeping the read models costs, on SQLite: a rebuild, and one move caught up. Used by scripts/bench service."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from projections import Views
from service.application import Application
from service.bots import move_one_bot
from service.database import sqlite_engine
from service.store import sqlite_log

GAMES = 40
OPENER = "bench"

Row = tuple[str, str, str]


def _seated(application: Application, people: int) -> UUID:
    table = application.open_table(OPENER, "macht", 4).table
    for seat in range(4):
        if seat < people:
            application.take_seat(table, f"{OPENER} {seat}")
        else:
            application.seat_bot(table, OPENER, seat, "random")
    application.start(table, OPENER)
    return table


def projections(folder: Path) -> Iterator[Row]:
    log = sqlite_log(folder / "events.sqlite")
    log.migrate()
    application = Application(log)
    views = Views(sqlite_engine(folder / "views.sqlite"))
    views.migrate()
    yield from _moves(application, views)
    yield from _rebuild(application, views)
    views.close()
    log.close()


def _moves(application: Application, views: Views) -> Iterator[Row]:
    """Every move of a game of four bots, each caught up by itself, results included."""
    table = _seated(application, people=0)
    views.catch_up(table, lambda after: application.news(table, after))
    tables, results = [], []
    while move_one_bot(application, table) is not None:
        started = time.perf_counter()
        views.catch_up(table, lambda after: application.news(table, after))
        caught_up = time.perf_counter()
        views.catch_up_results(application.log.notifications)
        tables.append(caught_up - started)
        results.append(time.perf_counter() - caught_up)
    yield "one move into the views of its table, 4 bots", _spread(tables), "well under 5 ms"
    yield "  and into results and leaderboard", _spread(results), ""
    yield from _one_move_seen_by_four(application, views)


def _one_move_seen_by_four(application: Application, views: Views) -> Iterator[Row]:
    """With four people there are five boards to write instead of one."""
    table = _seated(application, people=4)
    times = []
    while (state := application.state(table)).status == "running":
        seat = min(state.rules.to_act(state.state))
        command = state.rules.legal(state.state, seat)[0]
        application.submit(table, f"{OPENER} {seat}", command)
        started = time.perf_counter()
        views.catch_up(table, lambda after: application.news(table, after))
        times.append(time.perf_counter() - started)
    yield "one move into the views of its table, 4 people", _spread(times), "well under 5 ms"


def _spread(seconds: list[float]) -> str:
    cuts = statistics.quantiles(seconds, n=100)
    return f"p50 {cuts[49] * 1000:.2f} ms, p99 {cuts[98] * 1000:.2f} ms"


def _rebuild(application: Application, views: Views) -> Iterator[Row]:
    tables = [_seated(application, people=0) for _ in range(GAMES)]
    for table in tables:
        while move_one_bot(application, table) is not None:
            pass
    application.forget()
    started = time.perf_counter()
    rebuilt = views.rebuild(None, tables, application.news, application.log.notifications)
    taken = time.perf_counter() - started
    yield (
        f"rebuild of all models from {rebuilt.events:,} events of {GAMES} games",
        f"{rebuilt.events / taken:,.0f} events/s",
        "20,000 and more",
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        for measure, figure, aim in projections(Path(name)):
            print(f"{measure:65} {figure:35} {aim}")


if __name__ == "__main__":
    main()
