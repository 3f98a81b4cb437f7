"""The real API for the tests: a house in a folder, its Valkey, its Flask application, and people who ask it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from flask import Flask
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from service.accounts import SCOPES
from service.api import create_app
from service.house import House
from service.settings import Settings
from tests.stack import Valkey

API = "/api/v1"
UNLIMITED = "1000000 per minute"


@dataclass(frozen=True)
class Guest:
    """Somebody with a token, or nobody without one."""

    app: Flask
    token: str | None = None
    account: str = ""

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None, **kwargs: Any) -> TestResponse:
        path = path if path.startswith(("/api", "/healthz", "/readyz", "/metrics", "/dev")) else API + path
        mine = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.app.test_client().open(path, method=method, headers=mine | (headers or {}), **kwargs)

    def get(self, path: str, headers: dict[str, str] | None = None, **kwargs: Any) -> TestResponse:
        return self.ask("GET", path, headers, **kwargs)

    def post(self, path: str, json: Any = None, headers: dict[str, str] | None = None, **kwargs: Any) -> TestResponse:
        return self.ask("POST", path, headers, **({"json": json} if json is not None else {}), **kwargs)

    def reads(self, path: str) -> Any:
        """The document of an answer that must be a good one."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def does(self, path: str, json: Any = None, method: str = "POST") -> Any:
        """The document of the answer to a command that must be accepted."""
        answer = self.ask(method, path, **({"json": json} if json is not None else {}))
        assert answer.status_code in (200, 201, 202, 204), answer.text
        return answer.get_json(silent=True)


@dataclass
class Hall:
    """A house with its doors open."""

    house: House
    app: Flask
    valkey: Valkey
    nobody: Guest = field(init=False)

    def __post_init__(self) -> None:
        self.nobody = Guest(self.app)

    def guest(self, name: str, email: str | None = None) -> Guest:
        account, token = self.house.accounts.register(name, email)
        return Guest(self.app, token, account.id)

    def with_scopes(self, owner: Guest, *scopes: str) -> Guest:
        """The same account by a token that allows less."""
        _, secret = self.house.accounts.add_token(owner.account, "less", scopes or SCOPES)
        return Guest(self.app, secret, owner.account)

    def table(self, opener: Guest, *people: Guest, seats: int = 2, start: bool = True, **options: Any) -> UUID:
        """People in the first seats, bots in the others."""
        application = self.house.application
        table = application.open_table(opener.account, "macht", seats, **options).table
        for person in people:
            application.take_seat(table, person.account)
        if start:
            for seat in range(len(people), seats):
                application.seat_bot(table, opener.account, seat, "random")
            application.start(table, opener.account)
        return table


@contextmanager
def open_hall(folder: Path, change: Callable[[House], House] = lambda house: house, **settings: Any) -> Iterator[Hall]:
    """`change` gives the house other parts before the doors open."""
    chosen = Settings(**{"data": folder / "data", "rate_limit": UNLIMITED} | settings)
    valkey = Valkey(chosen)
    valkey.start()
    house = change(House.open(chosen))
    house.migrate()
    try:
        yield Hall(house, create_app(house), valkey)
    finally:
        house.close()
        valkey.end()


@contextmanager
def served(app: Flask) -> Iterator[tuple[str, int]]:
    """The application behind a real socket, a thread for every request."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield "127.0.0.1", server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
