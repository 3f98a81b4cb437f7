"""What the tests of accounts share."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from sqlalchemy import text

from service.database import accounts_engine
from service.settings import Settings

Got = TypeVar("Got")
EMAIL = "anna@example.org"


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000
        self.seconds = 0.0

    def milliseconds(self) -> int:
        return self.now

    def monotonic(self) -> float:
        return self.seconds


def stored(settings: Settings) -> str:
    """Everything that is in the database, as text."""
    if settings.database_url is None:
        files = settings.data.glob("accounts.sqlite*")
        return "".join(file.read_bytes().decode("latin-1") for file in files)
    engine = accounts_engine(settings)
    with engine.connect() as connection:
        tables = ("accounts", "account_tokens", "account_sign_ins")
        rows = "".join(
            str(row) for table in tables for row in connection.execute(text(f"SELECT t::text FROM {table} t"))
        )
    engine.dispose()
    return rows


def at_once(number: int, act: Callable[[int], Got]) -> list[Got]:
    """What so many threads get, which all begin in the same instant."""
    start = Barrier(number)

    def one(n: int) -> Got:
        start.wait()
        return act(n)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(one, range(number)))
