"""Workers as processes of their own, with a real Valkey: they play, they keep read models, they heal."""

import os
import signal
import sqlite3
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from uuid import UUID

import pytest
from redis import Redis
from rq import Callback, Queue, Webhook
from rq.job import Job
from rq.registry import FailedJobRegistry
from rq.serializers import JSONSerializer, PickleSerializer

from projections import Views
from service.bell import QUEUE
from service.database import sqlite_engine
from tests.keeping import catch_up, kept
from tests.playing import bots_at_a_table, move, people_at_a_table
from tests.stack import Stack, guildhall, running, until


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with running(tmp_path) as stack:
        yield stack


def assert_exact(stack: Stack, folder: Path, *tables: UUID) -> None:
    """The log is whole, and the read models are what an undisturbed projection would have made of it."""
    for table in tables:
        stack.await_view(table)
        assert [r.originator_version for r in stack.house.log.read(table)][-1] == stack.house.application.version(table)
    until(lambda: stack.house.views.position() == stack.house.log.newest(), what="The results")
    undisturbed = Views(sqlite_engine(folder / "undisturbed.sqlite"))
    undisturbed.migrate()
    catch_up(undisturbed, stack.house.application, *tables)
    assert kept(stack.house.views) == kept(undisturbed)
    assert stack.house.views.faults() == []
    undisturbed.close()


def await_moves(stack: Stack, table: UUID, moves: int) -> None:
    wanted = stack.house.application.version(table) + moves
    until(lambda: stack.house.application.version(table) >= wanted, what=f"{moves} events more")


def failed_jobs(stack: Stack) -> list[Job]:
    registry = FailedJobRegistry(QUEUE, connection=stack.house.redis, serializer=JSONSerializer)
    return [Job.fetch(name, connection=stack.house.redis, serializer=JSONSerializer) for name in registry.get_job_ids()]


def error_of(job: Job) -> str:
    result = job.latest_result()
    assert result is not None
    return (result.exc_string or "").strip().splitlines()[-1]


def test_bots_play_to_the_end_by_themselves(stack: Stack, tmp_path: Path) -> None:
    table = bots_at_a_table(stack.house.application, ["greedy", "random", "greedy"])
    stack.await_end(table)
    assert_exact(stack, tmp_path, table)
    assert [error_of(job) for job in failed_jobs(stack)] == []


def test_a_bot_takes_a_moment(tmp_path: Path) -> None:
    with running(tmp_path, bot_delay=0.3) as stack:
        table = bots_at_a_table(stack.house.application, ["random", "random"])
        await_moves(stack, table, 8)
        moments = [r.at for r in stack.house.log.read(table) if r.actor.startswith("bot:") and r.opens_commit]
        waits = [later - earlier for earlier, later in pairwise(moments)]
        assert waits
        assert min(waits) >= 200


def test_three_workers_at_once_are_exact(tmp_path: Path) -> None:
    with running(tmp_path, workers=3) as stack:
        tables = [bots_at_a_table(stack.house.application, ["random"] * players) for players in (2, 2, 3, 4)]
        for table in tables:
            stack.await_end(table)
        assert_exact(stack, tmp_path, *tables)
        assert [error_of(job) for job in failed_jobs(stack)] == []


@pytest.mark.postgres
def test_three_workers_at_once_are_exact_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    with running(tmp_path, workers=3, database_url=postgres_url) as stack:
        tables = [bots_at_a_table(stack.house.application, ["random"] * players) for players in (2, 2)]
        stack.await_end(tables[0])
        stack.house.redis.flushall()
        stack.await_end(tables[1])
        assert_exact(stack, tmp_path, *tables)
        assert [error_of(job) for job in failed_jobs(stack)] == []
        assert "Traceback" not in stack.worker_log


def test_what_happened_while_no_worker_ran_is_caught_up_when_one_starts(tmp_path: Path) -> None:
    with running(tmp_path, workers=0) as stack:
        people = people_at_a_table(stack.house.application)
        for _ in range(10):
            move(stack.house.application, people, "early")
        bots = bots_at_a_table(stack.house.application, ["random", "random"])
        stack.house.redis.flushall()
        stack.start_worker()
        stack.await_view(people)
        stack.await_end(bots)
        assert_exact(stack, tmp_path, people, bots)


def test_a_redis_that_is_emptied_in_mid_game_changes_nothing(stack: Stack, tmp_path: Path) -> None:
    table = bots_at_a_table(stack.house.application, ["random"] * 3)
    for _ in range(5):
        await_moves(stack, table, 20)
        stack.house.redis.flushall()
    stack.await_end(table)
    assert_exact(stack, tmp_path, table)
    assert [error_of(job) for job in failed_jobs(stack)] == []
    assert "Traceback" not in stack.worker_log


def test_a_redis_that_is_killed_in_mid_game_and_comes_back_changes_nothing(stack: Stack, tmp_path: Path) -> None:
    table = bots_at_a_table(stack.house.application, ["random"] * 2)
    for _ in range(2):
        await_moves(stack, table, 20)
        stack.valkey.end(signal.SIGKILL)
        stack.valkey.start()
    stack.await_end(table)
    assert_exact(stack, tmp_path, table)
    assert stack.workers[0].poll() is None


def test_without_redis_moves_are_taken_read_models_follow_and_bots_answer(stack: Stack, tmp_path: Path) -> None:
    application = stack.house.application
    table = application.open_table("anna", "macht", 2).table
    application.take_seat(table, "anna")
    application.seat_bot(table, "anna", 1, "random")
    stack.await_view(table)
    stack.valkey.end(signal.SIGKILL)
    application.start(table, "anna")
    for _ in range(2):
        until(lambda: awaited(stack, table) == {0}, what="The bot's answer")
        while 0 in awaited(stack, table):
            move(application, table, "alone")
    until(lambda: awaited(stack, table) == {0}, what="The bot's last answer")
    stack.await_view(table)
    stack.valkey.start()
    assert_exact(stack, tmp_path, table)


def awaited(stack: Stack, table: UUID) -> set[int]:
    state = stack.house.application.state(table)
    return set(state.rules.to_act(state.state))


def test_a_redis_that_hangs_holds_no_move_up_for_long_and_is_caught_up_with(stack: Stack, tmp_path: Path) -> None:
    table = people_at_a_table(stack.house.application)
    stack.await_view(table)
    stack.valkey.pause()
    for _ in range(5):
        move(stack.house.application, table, "slow")
    stack.valkey.go_on()
    stack.await_view(table)
    assert_exact(stack, tmp_path, table)


def test_workers_that_are_killed_in_mid_job_lose_nothing_and_do_nothing_twice(stack: Stack, tmp_path: Path) -> None:
    table = bots_at_a_table(stack.house.application, ["random"] * 2)
    for moves in (3, 7, 11, 13, 17):
        await_moves(stack, table, moves)
        stack.workers[-1].kill()
        stack.start_worker()
    stack.await_end(table)
    assert_exact(stack, tmp_path, table)


def test_a_worker_that_is_asked_to_stop_finishes_and_goes(stack: Stack) -> None:
    table = bots_at_a_table(stack.house.application, ["random"] * 2)
    await_moves(stack, table, 10)
    stack.workers[0].terminate()
    assert stack.workers[0].wait(10) == 0
    assert "Traceback" not in stack.worker_log


def test_a_job_that_is_not_on_the_list_is_refused_and_reported(stack: Stack, tmp_path: Path) -> None:
    queue = Queue(QUEUE, connection=stack.house.redis, serializer=JSONSerializer)
    traces = [tmp_path / f"trace{n}" for n in range(4)]
    table = people_at_a_table(stack.house.application)
    queue.enqueue("os.mkdir", str(traces[0]))
    queue.enqueue("workers.jobs.UUID", str(table))
    queue.enqueue("workers.worker.run_worker", str(table))
    in_good_company = {
        "on_success": Callback("os.mkdir"),
        "on_failure": Callback("os.mkdir"),
        "webhooks": [Webhook("http://127.0.0.1:9/", "finished"), Webhook("http://127.0.0.1:9/", "failed")],
    }
    queue.enqueue("workers.jobs.sweep", **in_good_company)
    Queue(QUEUE, connection=stack.house.redis, serializer=PickleSerializer).enqueue(os.mkdir, str(traces[1]))
    until(lambda: len(failed_jobs(stack)) == 4, what="The refusals")
    errors = sorted(error_of(job) for job in failed_jobs(stack))
    assert sum("is no job of this house; it was not run." in error for error in errors) == 3
    assert sum("DeserializationError" in error for error in errors) == 1
    assert not any(trace.exists() for trace in traces)
    assert "webhook" not in stack.worker_log
    move(stack.house.application, table, "afterwards")
    stack.await_view(table)


def test_nobody_orders_a_worker_about_through_redis(stack: Stack) -> None:
    redis: Redis = stack.house.redis
    workers = until(lambda: redis.smembers("rq:workers"), what="A worker's birth")
    for key in workers:
        name = key.decode().removeprefix("rq:worker:")
        assert redis.publish(f"rq:pubsub:{name}", '{"command": "shutdown"}') == 0


def test_a_poisoned_table_is_reported_does_not_stop_the_others_and_is_mended_with_its_log(tmp_path: Path) -> None:
    with running(tmp_path, workers=0) as stack:
        house = stack.house
        poisoned = house.application.open_table("anna", "macht", 2).table
        house.application.take_seat(poisoned, "bert")
        healthy = people_at_a_table(house.application)
        with sqlite3.connect(stack.settings.events_file) as file:
            event = (poisoned.hex, 2)
            (whole,) = file.execute(
                "SELECT state FROM stored_events WHERE originator_id = ? AND originator_version = ?", event
            ).fetchone()
            mend = "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?"
            file.execute(mend, (b"{}", *event))
        stack.start_worker()
        until(lambda: house.views.faults(), what="The report")
        stack.await_view(healthy)
        move(house.application, healthy, "meanwhile")
        stack.await_view(healthy)
        assert {fault["table"] for fault in house.views.faults()} == {str(poisoned)}
        assert str(poisoned) in guildhall(stack.settings, "failed").stdout
        assert str(poisoned) in guildhall(stack.settings, "failed", "--retry").stdout
        with sqlite3.connect(stack.settings.events_file) as file:
            file.execute(mend, (whole, *event))
        assert guildhall(stack.settings, "failed", "--retry").stdout == "Nothing has failed.\n"
        assert_exact(stack, tmp_path, poisoned, healthy)


def test_a_job_that_fails_is_reported_and_can_be_retried(stack: Stack) -> None:
    queue = Queue(QUEUE, connection=stack.house.redis, serializer=JSONSerializer)
    queue.enqueue("workers.jobs.move_bots", str(UUID(int=0)))
    (job,) = until(lambda: failed_jobs(stack), what="The report")
    assert "There is no table" in error_of(job)
    listed = guildhall(stack.settings, "failed").stdout
    assert f"workers.jobs.move_bots({UUID(int=0)})" in listed
    assert "There is no table" in listed
    assert guildhall(stack.settings, "failed", "--retry").stdout.startswith("again")
    until(lambda: [again for again in failed_jobs(stack) if again.ended_at != job.ended_at], what="The second report")
