"""Rate limits: per token and per address, counted in Redis, in memory while Redis is away."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.api import create_app
from tests.api_house import Guest, Hall, open_hall
from tests.stack import until

FEW = 4


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path, rate_limit=f"{FEW} per hour") as hall:
        yield hall


def asked(guest: Guest, times: int, path: str = "/games", **more: str) -> list[int]:
    return [guest.get(path, **({"environ_base": more} if more else {})).status_code for _ in range(times)]


def test_who_asks_too_often_is_told_when_to_come_back(hall: Hall) -> None:
    assert asked(hall.nobody, FEW) == [200] * FEW
    refused = hall.nobody.get("/games")
    assert refused.status_code == 429
    assert refused.mimetype == "application/problem+json"
    assert refused.get_json()["code"] == "tooManyRequests"
    assert 0 < int(refused.headers["Retry-After"]) <= 3600


def test_each_address_has_its_own_measure(hall: Hall) -> None:
    assert asked(hall.nobody, FEW + 1, REMOTE_ADDR="192.0.2.1")[-1] == 429
    assert asked(hall.nobody, 1, REMOTE_ADDR="192.0.2.2") == [200]


def test_each_token_has_its_own_measure_wherever_it_is_sent_from(hall: Hall) -> None:
    anna, bert = hall.guest("Anna"), hall.guest("Bert")
    for number in range(FEW):
        assert asked(anna, 1, "/me", REMOTE_ADDR=f"192.0.2.{number}") == [200]
    assert asked(anna, 1, "/me", REMOTE_ADDR="192.0.2.99") == [429]
    assert asked(bert, 1, "/me") == [200]


def test_invented_tokens_are_no_way_around_the_measure_of_an_address(hall: Hall) -> None:
    """Or anybody could make accounts, ask for mails and guess codes without end."""
    statuses = []
    for number in range(FEW + 2):
        invented = Guest(hall.app, f"gh_{number:016x}_{'x' * 43}")
        statuses.append(invented.post("/auth/token", {"code": f"guess {number}"}).status_code)
    assert statuses[-1] == 429


def test_nobody_uses_up_the_measure_of_a_token_they_do_not_have(hall: Hall) -> None:
    anna = hall.guest("Anna")
    forged = Guest(hall.app, str(anna.token)[:-4] + "AAAA")
    asked(forged, FEW + 2, "/me")
    assert asked(anna, 1, "/me") == [200]


def test_probes_and_figures_are_not_counted(hall: Hall) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert asked(hall.nobody, FEW + 3, path) == [200] * (FEW + 3)


def test_an_answer_that_is_no_refusal_does_not_ask_to_come_back_later(hall: Hall) -> None:
    assert "Retry-After" not in hall.nobody.get("/games").headers


def test_the_measure_is_the_same_for_all_processes(hall: Hall) -> None:
    there = Guest(create_app(hall.house))
    assert asked(hall.nobody, FEW - 1) == [200] * (FEW - 1)
    assert asked(there, 2) == [200, 429]


def test_without_redis_it_is_counted_in_memory(hall: Hall) -> None:
    asked(hall.nobody, 1)
    hall.valkey.end(signal.SIGKILL)
    statuses = asked(hall.nobody, FEW + 2)
    assert set(statuses) == {200, 429}
    assert statuses[-1] == 429
    assert statuses.count(200) <= FEW


def test_with_redis_back_it_is_counted_there_again(tmp_path: Path) -> None:
    with open_hall(tmp_path, rate_limit="1000 per hour") as hall:
        hall.valkey.end(signal.SIGKILL)
        assert asked(hall.nobody, 1) == [200]
        hall.valkey.start()
        hall.house.redis.flushall()

        def is_counted() -> bool:
            assert asked(hall.nobody, 1) == [200]
            return bool(hall.house.redis.keys("LIMITS*"))

        until(is_counted, seconds=10, what="Counting in Redis")


def test_figures_tell_what_was_accepted_refused_and_how_long_it_took(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        anna = hall.guest("Anna")
        before = figures(hall)
        table = hall.table(anna, start=False)
        anna.does(f"/tables/{table}/seats", {})
        assert anna.post(f"/tables/{table}/seats", {}).status_code == 409
        after = figures(hall)
        assert after["guildhall_commands_accepted_total"] == before["guildhall_commands_accepted_total"] + 1
        refused = 'guildhall_refusals_total{code="alreadySeated"}'
        assert after[refused] == before.get(refused, 0) + 1
        answered = 'guildhall_request_seconds_count{endpoint="seats.Seats",method="POST",status="201"}'
        assert after[answered] == before.get(answered, 0) + 1
        assert (after["guildhall_store"], after["guildhall_redis"], after["guildhall_workers"]) == (1, 1, 0)


def figures(hall: Hall) -> dict[str, float]:
    lines = hall.nobody.get("/metrics").text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")}
