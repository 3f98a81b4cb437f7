"""A house with its doors open for browsers, with tables at the moments that the tests are about."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
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

    def table_of(
        self,
        people: list[Person],
        bots: int = 0,
        private: bool = False,
        arbiter: Person | None = None,
        options: dict[str, Any] | None = None,
    ) -> UUID:
        """Started, with bots on the seats behind the people."""
        application = self.stack.house.application
        opener, judge, seats = people[0].id, arbiter.id if arbiter else None, len(people) + bots
        table = application.open_table(opener, "macht", seats, options, private=private, arbiter=judge).table
        for person in people:
            application.take_seat(table, person.id)
        for seat in range(len(people), len(people) + bots):
            application.seat_bot(table, opener, seat, "random")
        application.start(table, opener)
        return table

    def revoke(self, person: Person) -> None:
        """All keys of a person, at the door itself."""
        for token in self.stack.house.accounts.tokens(person.id):
            headers = {"Authorization": f"Bearer {person.token}"}
            requests.delete(f"{self.address}/api/v1/me/tokens/{token.id}", headers=headers, timeout=10)

    def play_until(self, table: UUID, is_reached: Callable[[dict[str, Any]], bool]) -> bool:
        """Until the game looks so to everybody; whether it ever did."""
        application = self.stack.house.application
        while (state := application.state(table)).status == "running":
            if is_reached(state.rules.view(state.state, SPECTATOR)):
                self.stack.await_view(table)
                return True
            move(application, table, "page", "greedy")
        return False

    def dispute(self, table: UUID, person: Person, reason: str) -> None:
        """Somebody doubts the town that was scored first."""
        requests.post(
            f"{self.address}/api/v1/tables/{table}/disputes",
            json={"town": self.scored_town(table), "reason": reason},
            headers={"Authorization": f"Bearer {person.token}"},
            timeout=10,
        ).raise_for_status()

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
