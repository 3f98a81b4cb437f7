"""Stores for the tests: memory, SQLite and PostgreSQL, each new and empty."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from service.store import EventLog, memory_log, postgres_log, sqlite_log

NO_POSTGRES = "no PostgreSQL server: scripts/test starts one where it may"


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The address of a new database on the server that scripts/test has started."""
    server = os.environ.get("GUILDHALL_TEST_POSTGRES")
    if server is None:
        pytest.skip(NO_POSTGRES)
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield server.rpartition("/")[0] + "/" + name
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], EventLog]]:
    """Opens the same store again and again, as several processes would."""
    opened: list[EventLog] = []
    if request.param == "memory":
        only = memory_log()
        opening: Callable[[], EventLog] = lambda: only  # noqa: E731
    elif request.param == "sqlite":
        opening = lambda: sqlite_log(tmp_path / "events.sqlite")  # noqa: E731
    else:
        url = request.getfixturevalue("postgres_url")
        opening = lambda: postgres_log(url)  # noqa: E731

    def open_one() -> EventLog:
        opened.append(opening())
        return opened[-1]

    open_one().migrate()
    yield open_one
    for log in opened:
        log.close()


@pytest.fixture
def log(open_store: Callable[[], EventLog]) -> EventLog:
    return open_store()
