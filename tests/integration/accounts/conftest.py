"""The same accounts on SQLite and on PostgreSQL, new and empty."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.accounts import Accounts
from service.database import accounts_engine
from service.settings import Settings
from tests.integration.accounts.together import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    return Settings(tmp_path, database_url=url)


@pytest.fixture
def open_accounts(settings: Settings, clock: Clock) -> Iterator[Callable[[], Accounts]]:
    """Opens the same accounts again and again, as several processes would."""
    opened: list[Accounts] = []

    def open_one() -> Accounts:
        opened.append(Accounts(accounts_engine(settings), clock.milliseconds, clock=clock.monotonic))
        return opened[-1]

    open_one().migrate()
    yield open_one
    for accounts in opened:
        accounts.close()


@pytest.fixture
def accounts(open_accounts: Callable[[], Accounts]) -> Accounts:
    return open_accounts()
