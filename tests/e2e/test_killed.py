"""The house under fire: API processes killed in the middle of moves, two of them at once, three workers, over HTTP.

People try again with the same Idempotency-Key until they are answered, as any client should. At the end each key has
led to one commit, every answer that was given stands in the log, and the read models are what an undisturbed
projection makes of it.
"""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Lock
from typing import Any
from uuid import UUID

import pytest
import requests

from service.settings import Settings
from tests.integration.test_workers import assert_exact
from tests.serving import free_address
from tests.stack import PATIENCE, Stack, environment, running, until

MOVES = 400 if os.environ.get("GUILDHALL_FULL") else 40
"""At each table, at the most."""
TABLES = 3


@dataclass
class Api:
    """One API process that can be killed and is started again at the same address."""

    settings: Settings
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        with (self.settings.data / "api.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "service.cli", "serve"],
                env=environment(self.settings),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def end(self, how: int) -> None:
        """Its children too: gunicorn's worker is what holds the moves."""
        assert self.process is not None
        os.killpg(self.process.pid, how)
        self.process.wait(20)

    def is_alive(self) -> bool:
        try:
            return requests.get(f"{self.address}/healthz", timeout=5).ok
        except requests.RequestException:
            return False

    @property
    def address(self) -> str:
        return f"{self.settings.public_url}/api/v1"


@dataclass
class Crowd:
    """People at tables, who remember what they were told."""

    apis: list[Api]
    tokens: list[str]
    answers: dict[tuple[UUID, str], dict[str, Any]] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def play(self, table: UUID, seed: int) -> None:
        chance = random.Random(seed)
        for number in range(MOVES):
            for seat, token in enumerate(self.tokens):
                offered = self.ask("GET", f"/tables/{table}/moves", token, chance).json()["moves"]
                if offered:
                    command = chance.choice(offered)["command"]
                    self.move(table, token, f"{number}-{seat}", command, chance)

    def move(self, table: UUID, token: str, key: str, command: dict[str, Any], chance: random.Random) -> None:
        answer = self.ask("POST", f"/tables/{table}/moves", token, chance, command, key)
        assert answer.status_code == 201, answer.text
        with self.lock:
            self.answers[table, key] = answer.json()

    def ask(
        self,
        method: str,
        path: str,
        token: str,
        chance: random.Random,
        body: dict[str, Any] | None = None,
        key: str = "none",
    ) -> requests.Response:
        """Of any API process, again and again until one answers."""
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}

        def answered() -> requests.Response | None:
            try:
                found = requests.request(
                    method, chance.choice(self.apis).address + path, headers=headers, json=body, timeout=10
                )
            except requests.RequestException:  # killed before, while or after it answered
                return None
            return found if found.status_code < 500 else None

        return until(answered, PATIENCE * 2, f"An answer to {method} {path}")


@contextmanager
def many(stack: Stack, number: int) -> Iterator[list[Api]]:
    apis = []
    try:
        for _ in range(number):
            address = free_address()
            apis.append(Api(replace(stack.settings, bind=address, public_url=f"http://{address}")))
            apis[-1].start()
        yield apis
    finally:
        for api in apis:
            api.end(signal.SIGTERM)


def seated(stack: Stack) -> tuple[list[UUID], list[str]]:
    people = [stack.house.accounts.register(f"person {n}") for n in range(2)]
    tables = []
    for _ in range(TABLES):
        table = stack.house.application.open_table(people[0][0].id, "macht", 2).table
        for account, _ in people:
            stack.house.application.take_seat(table, account.id)
        stack.house.application.start(table, people[0][0].id)
        tables.append(table)
    return tables, [token for _, token in people]


def assert_nothing_lost_or_doubled(stack: Stack, crowd: Crowd, tables: list[UUID]) -> None:
    chance = random.Random(0)
    for table in tables:
        log = list(stack.house.log.read(table))
        keys = [recorded.command_id for recorded in log if recorded.command_id is not None]
        told = {key: answer for (at, key), answer in crowd.answers.items() if at == table}
        assert len(keys) == len(set(keys))
        assert sorted(keys) == sorted(told)
        heads = {recorded.originator_version: recorded.head for recorded in log}
        for answer in told.values():
            assert all(heads[event["version"]] == event["head"] for event in answer["events"])
        key, answer = next(iter(told.items()))
        first = next(recorded for recorded in log if recorded.command_id == key)
        command = first.cause or (first.sealed_cause.read() if first.sealed_cause else None)
        token = crowd.tokens[stack.house.application.state(table).seat_of(first.actor) or 0]
        again = crowd.ask("POST", f"/tables/{table}/moves", token, chance, command, key)
        assert json.loads(again.text) == answer


def played(stack: Stack, crowd: Crowd, tables: list[UUID]) -> None:
    with ThreadPoolExecutor(len(tables)) as pool:
        for done in [pool.submit(crowd.play, table, seed) for seed, table in enumerate(tables)]:
            done.result()
    assert_nothing_lost_or_doubled(stack, crowd, tables)


def test_an_api_killed_again_and_again_loses_no_move_and_makes_none_twice(tmp_path: Path) -> None:
    with running(tmp_path, rate_limit="1000000 per minute") as stack, many(stack, 1) as (api,):
        tables, tokens = seated(stack)
        crowd = Crowd([api], tokens)
        is_over, chance = Event(), random.Random(1)

        def kill() -> int:
            times = 0
            while not is_over.is_set():
                # On a busy machine it takes its time to start: killed before it answers, nobody would ever move.
                until(lambda: is_over.is_set() or api.is_alive(), PATIENCE * 2)
                is_over.wait(chance.uniform(0.05, 1.0))
                api.end(signal.SIGKILL)
                api.start()
                times += 1
            return times

        with ThreadPoolExecutor(1) as pool:
            killed = pool.submit(kill)
            try:
                played(stack, crowd, tables)
            finally:
                is_over.set()
            assert killed.result() > 1
        for table in tables:
            stack.await_view(table)
        assert_exact(stack, tmp_path, *tables)


@pytest.mark.postgres
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_two_apis_and_three_workers_at_once_are_exact(
    tmp_path: Path, store: str, request: pytest.FixtureRequest
) -> None:
    changes = {"database_url": request.getfixturevalue("postgres_url")} if store == "postgres" else {}
    with (
        running(tmp_path, workers=3, rate_limit="1000000 per minute", **changes) as stack,
        many(stack, 2) as apis,
    ):
        tables, tokens = seated(stack)
        crowd = Crowd(apis, tokens)
        played(stack, crowd, tables)
        for table in tables:
            stack.await_view(table)
        assert_exact(stack, tmp_path, *tables)
