"""/readyz says how the house is, also where Redis has forgotten the workers, or they have died."""

import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from rq.utils import utcformat

from service.api import create_app, health
from tests.api_house import Guest
from tests.stack import Stack, running, until


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with running(tmp_path, workers=1) as stack:
        yield stack


@pytest.fixture
def readiness(stack: Stack) -> Any:
    nobody = Guest(create_app(stack.house))
    return lambda: nobody.reads("/readyz")


def test_a_worker_is_known_again_after_redis_was_emptied(stack: Stack, readiness: Any) -> None:
    until(lambda: readiness()["status"] == "ready", what="Readiness")
    stack.house.redis.flushall()
    assert readiness()["status"] == "degraded"
    until(lambda: readiness()["status"] == "ready", what="Readiness after the flush")


def test_a_worker_that_was_killed_is_soon_taken_for_dead(
    stack: Stack, readiness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    until(lambda: readiness()["workers"] == 1, what="The worker")
    stack.workers[0].send_signal(signal.SIGKILL)
    stack.workers[0].wait()
    monkeypatch.setattr(health, "FRESH", timedelta(seconds=1))
    until(lambda: readiness()["workers"] == 0, what="The worker's death")
    assert readiness()["status"] == "degraded"


def test_a_worker_that_has_long_said_nothing_does_not_count(stack: Stack, readiness: Any) -> None:
    until(lambda: readiness()["workers"] == 1, what="The worker")
    long_ago = utcformat(datetime.now(UTC) - 2 * health.FRESH)
    stack.house.redis.sadd("rq:workers:guildhall", "rq:worker:ghost")
    stack.house.redis.hset("rq:worker:ghost", "last_heartbeat", long_ago)
    assert readiness()["workers"] == 1


def test_read_models_that_are_far_behind_are_not_ready(readiness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    until(lambda: readiness()["status"] == "ready", what="Readiness")
    monkeypatch.setattr(health, "MOST_LAG", -1)
    assert readiness()["status"] == "degraded"
