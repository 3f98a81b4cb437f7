"""A house with its doors open for browsers, with tables at the moments that the tests are about."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import requests

from domain.macht.events import TownScored
from domain.redact import SPECTATOR
from tests.api_house import UNLIMITED
from tests.playing import move
from tests.serving import free_address, serving
from tests.stack import Stack, running

PEOPLE = ("Anna", "Bert", "Cora", "Dirk")


@dataclass(frozen=True)
class Person:
    id: str
    token: str


@dataclass
class OpenHouse:
    stack: Stack
    address: str

    def person(self, name: str) -> Person:
        account, token = self.stack.house.accounts.register(name)
        return Person(account.id, token)

    def table_of(self, people: list[Person], bots: int = 0, private: bool = False) -> UUID:
        """Started, with bots on the seats behind the people."""
        application = self.stack.house.application
        opener = people[0].id
        table = application.open_table(opener, "macht", len(people) + bots, private=private).table
        for person in people:
            application.take_seat(table, person.id)
        for seat in range(len(people), len(people) + bots):
            application.seat_bot(table, opener, seat, "random")
        application.start(table, opener)
        return table

    def topics(self, table: UUID) -> list[str]:
        """The names of all events so far."""
        events = self.stack.house.application.events(table, SPECTATOR)
        return [type(recorded.event).__name__ for recorded in events]

    def built_spaces(self, table: UUID, at: int | None = None) -> int:
        """How many places have a district, centres included, after so many events."""
        state = self.stack.house.application.state(table, at)
        towns = state.rules.view(state.state, SPECTATOR)["towns"]
        return sum(space["state"] == "built" for town in towns for space in town["spaces"])

    def scored_town(self, table: UUID) -> str:
        events = self.stack.house.application.events(table, SPECTATOR)
        return next(recorded.event.town for recorded in events if isinstance(recorded.event, TownScored))

    def sentence(self, table: UUID, at: int) -> str:
        """What the log says of an event."""
        answer = requests.get(f"{self.address}/api/v1/tables/{table}/log?after={at - 1}&limit=1", timeout=10)
        return str(answer.json()["lines"][0]["text"])

    def play(
        self, table: UUID, until: Callable[[str], bool] | None = None, seed: str = "page", strategy: str = "greedy"
    ) -> None:
        """The people at a table play by themselves until an event of such a topic, or to the end."""
        application = self.stack.house.application
        while (accepted := move(application, table, seed, strategy)) is not None:
            if until is not None and any(until(type(recorded.event).__name__) for recorded in accepted.events):
                break
        self.stack.await_view(table)


@contextmanager
def open_house(folder: Path) -> Iterator[OpenHouse]:
    bind = free_address()
    settings = {"bind": bind, "public_url": f"http://{bind}", "rate_limit": UNLIMITED}
    with running(folder, **settings) as stack, serving(stack.settings) as address:
        yield OpenHouse(stack, address)
