"""Records golden games and samples of topics that are not there yet. Run as `python -m tests.record_games`."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from uuid import UUID

from domain.event import TOPICS
from domain.recorded import Recorded, encode
from domain.table import LeaveTable, RaiseDispute, SettleDispute
from domain.table.text import describe
from service.application import Application
from service.examiner import examine
from service.store import memory_log
from tests.playing import OPENER, PEOPLE, bots_at_a_table, move, people_at_a_table, play_to_the_end, steady_application
from tests.proving import finished

FOLDER = Path(__file__).parent / "games"
ENDS = {
    2: ("boardFull", "onlyInfluencedGuilds", "stall"),
    3: ("boardFull", "goldExhausted", "both"),
    4: ("boardFull", "goldExhausted", "both"),
}
MOST_SEEDS = 2000


def line(recorded: Recorded, text: str) -> str:
    row = {
        "version": recorded.originator_version,
        "topic": recorded.topic,
        "text": text,
        "table": str(recorded.originator_id),
        "stored": encode(recorded).decode(),
    }
    return json.dumps(row, ensure_ascii=False)


def finished_games(players: int) -> Iterator[tuple[str, Application, UUID]]:
    """Games of bots until somebody has had enough, with how each has ended."""
    for number in range(MOST_SEEDS):
        seed = f"golden {players} {number}"
        application = steady_application(memory_log(), seed)
        table = bots_at_a_table(application, [("random", "greedy")[number % 2]] * players)
        end = play_to_the_end(application, table, seed).state.ending.reason
        yield end, application, table


def record_games() -> None:
    for players, ends in ENDS.items():
        missing = {end for end in ends if not file_of(players, end).exists()}
        for end, application, table in finished_games(players) if missing else ():
            if end in missing:
                write_game(file_of(players, end), application, table)
                missing.remove(end)
            if not missing:
                break


def file_of(players: int, end: str) -> Path:
    return FOLDER / f"macht-{players}p-{end}.jsonl"


def write_game(file: Path, application: Application, table: UUID) -> None:
    final = application.state(table)
    lines = [line(recorded, describe(final, recorded.event)) for recorded in application.log.read(table)]
    file.write_text("\n".join(lines) + "\n")
    print("recorded", file.name)


def given_up() -> tuple[Application, UUID]:
    """A table where people came, went, and gave up together."""
    application = steady_application(memory_log(), "given up")
    table = people_at_a_table(application, 3, start=False)
    application.leave_seat(table, "cora")
    application.seat_bot(table, OPENER, 2, "random", guild="blue")
    application.start(table, OPENER)
    move(application, table, "given up")
    application.abandon(table, "anna")
    application.abandon(table, "bert")
    return application, table


def left_alone() -> tuple[Application, UUID]:
    """A game whose arbiter has left the house; a bot plays on."""
    application = steady_application(memory_log(), "left alone")
    table = people_at_a_table(application, 3)
    application.submit(table, OPENER, LeaveTable())
    return application, table


def disputed() -> tuple[Application, UUID]:
    """A finished game that was doubted, examined, and corrected."""
    application = steady_application(memory_log(), "disputed")
    table = people_at_a_table(application, 2)
    play_to_the_end(application, table, "disputed")
    application.submit(table, "bert", RaiseDispute("Too much for red.", town="gent"))
    examine(application, table, 1)
    application.submit(table, OPENER, SettleDispute(1, "upheld", "So it is.", {"red": -1}))
    return application, table


def tried_out() -> tuple[Application, UUID]:
    """A sandbox of a game that goes on, after a move."""
    application = steady_application(memory_log(), "tried out")
    table = people_at_a_table(application, 3)
    move(application, table, "tried out")
    sandbox = application.open_sandbox(PEOPLE[1], table, command_id="try").table
    move(application, sandbox, "tried out")
    return application, sandbox


def record_topics() -> None:
    samples = FOLDER / "topics.jsonl"
    known = {json.loads(row)["topic"] for row in samples.read_text().splitlines()} if samples.exists() else set()
    sources = [given_up(), left_alone(), disputed(), tried_out()]
    sources += [(app, table) for players in ENDS for _, app, table in islice(finished_games(players), 12)]
    for application, table in sources:
        for recorded in application.log.read(table):
            if recorded.topic in TOPICS and recorded.topic not in known:
                known.add(recorded.topic)
                with samples.open("a") as file:
                    file.write(line(recorded, describe(application.state(table), recorded.event)) + "\n")
                print("sampled", recorded.topic)


def record_records() -> None:
    """One record for every number of players, in the form of this release."""
    for players in ENDS:
        file = FOLDER / f"record-v1-{players}p.json"
        if not file.exists():
            file.write_bytes(finished(players))
            print("recorded", file.name)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    record_games()
    record_topics()
    record_records()
