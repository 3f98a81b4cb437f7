"""The notification log: the events of all tables in the order in which they became durable."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol
from uuid import UUID

from domain.event import TOPICS
from domain.games import latest, names, pinned
from domain.recorded import UPCASTERS


class Note(Protocol):
    """A row of the log, not yet read: most rows need not be."""

    @property
    def id(self) -> int: ...

    @property
    def originator_id(self) -> Any: ...

    @property
    def originator_version(self) -> int: ...

    @property
    def topic(self) -> str: ...

    @property
    def state(self) -> bytes: ...


Fetch = Callable[[int, int], Sequence[Note]]
"""From a number on (inclusive), at most so many -> rows in order."""


def table_of(note: Note) -> UUID:
    return note.originator_id if isinstance(note.originator_id, UUID) else UUID(note.originator_id)


@cache
def concerns_results(topic: str) -> bool:
    """Who sits where, and how it came out. What this release does not know may be either."""
    while topic in UPCASTERS:
        topic = UPCASTERS[topic][0]
    kind = TOPICS.get(topic)
    return kind is None or topic.startswith("table.") or kind in _finals()


@cache
def _finals() -> frozenset[type]:
    versions = [(game, version) for game in names() for version in range(1, latest(game).version + 1)]
    return frozenset(pinned(game, version).final for game, version in versions)
