"""Listening to server-sent events over a real socket."""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.api_house import Guest

PATIENCE_SECONDS = 8.0
"""Less than a heartbeat: what comes later than this was not announced, but found by a look into the log."""


@dataclass(frozen=True)
class Frame:
    id: int
    topic: str
    document: dict[str, Any]


class Stream:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.response = response
        self.status = response.status

    def __iter__(self) -> Iterator[Frame]:
        """Events until the server closes the stream; comments are skipped."""
        fields: dict[str, str] = {}
        while line := self.response.readline():
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "id" in fields:
                yield Frame(int(fields["id"]), fields["event"], json.loads(fields["data"]))
                fields = {}

    def next(self) -> Frame:
        return next(iter(self))

    def take(self, count: int) -> list[Frame]:
        frames = iter(self)
        return [next(frames) for _ in range(count)]

    def until_comment(self) -> str:
        """The next comment line, such as a sign of life."""
        while line := self.response.readline():
            if line.startswith(b":"):
                return line.decode().strip(": \n")
        raise AssertionError("the stream was closed")


@contextmanager
def listening(
    address: tuple[str, int],
    table: Any,
    guest: Guest,
    after: int = 0,
    last: int | None = None,
    method: str = "GET",
    public: bool = False,
) -> Iterator[Stream]:
    """A stream from `after`, or as a browser goes on after event `last`. Leaving cuts the line."""
    connection = http.client.HTTPConnection(*address, timeout=PATIENCE_SECONDS)
    headers = {"Accept": "text/event-stream"}
    if guest.token:
        headers["Authorization"] = f"Bearer {guest.token}"
    if last is not None:
        headers["Last-Event-ID"] = str(last)
    try:
        asked = f"/api/v1/tables/{table}/events?after={after}{'&public=true' if public else ''}"
        connection.request(method, asked, headers=headers)
        with connection.getresponse() as response:
            yield Stream(response)
    finally:
        connection.close()
