"""Playing at real tables: what several tests need to get to the interesting moment."""

import hashlib
from collections.abc import Callable, Sequence
from uuid import UUID

from domain.redact import Viewer, redact
from domain.table.state import Table, bot_actor
from service.application import Accepted, Application
from service.store import EventLog

OPENER = "anna"
PEOPLE = ("anna", "bert", "cora", "dirk")


def steady(seed: str) -> Callable[[], str]:
    """Entropy that is the same in every run."""
    count = 0

    def entropy() -> str:
        nonlocal count
        count += 1
        return hashlib.sha256(f"{seed}/{count}".encode()).hexdigest()

    return entropy


def die(seed: str, version: int, seat: int) -> int:
    return int(hashlib.sha256(f"{seed}/{version}/{seat}".encode()).hexdigest()[:16], 16)


def steady_application(log: EventLog, seed: str) -> Application:
    ticks = iter(range(1_800_000_000_000, 1_900_000_000_000, 1000))
    return Application(log, entropy=steady(seed), now=lambda: next(ticks))


def people_at_a_table(application: Application, players: int = 4, start: bool = True) -> UUID:
    table = application.open_table(OPENER, "macht", players, command_id="open").table
    for seat, person in enumerate(PEOPLE[:players]):
        application.take_seat(table, person, nonce=f"nonce {seat}")
    if start:
        application.start(table, OPENER)
    return table


def bots_at_a_table(application: Application, strategies: Sequence[str]) -> UUID:
    table = application.open_table(OPENER, "macht", len(strategies)).table
    for seat, strategy in enumerate(strategies):
        application.seat_bot(table, OPENER, seat, strategy)
    application.start(table, OPENER)
    return table


def actor_of(table: Table, seat: int) -> str:
    return table.chairs[seat].account or bot_actor(seat)


def move(application: Application, table_id: UUID, seed: str, strategy: str = "random") -> Accepted | None:
    """The first awaited seat makes a move; None when the game is over."""
    version, table = application.snapshot(table_id)
    if table.status != "running":
        return None
    rules = table.rules
    seat = min(rules.to_act(table.state))
    bot = rules.bots[table.chairs[seat].bot or strategy]
    seen = redact(table.state, Viewer(seat))
    command = bot(seen, seat, rules.legal(table.state, seat), die(seed, version, seat))
    return application.submit(table_id, actor_of(table, seat), command, command_id=f"{version}-{seat}")


def play_to_the_end(application: Application, table_id: UUID, seed: str) -> Table:
    while move(application, table_id, seed) is not None:
        pass
    return application.state(table_id)
