"""What has happened at a table since its read models last looked."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from domain.recorded import Recorded
from domain.redact import SPECTATOR, redact
from domain.table import Table

Read = Callable[[int], tuple[int, Table, Sequence[Recorded]]]
"""After a version -> the version and the table now, and the events after that version, whole."""

ReadTable = Callable[[UUID, int], tuple[int, Table, Sequence[Recorded]]]
"""The same for any table."""


@dataclass(frozen=True)
class News:
    after: int
    version: int
    table: Table
    events: Sequence[Recorded]
    read: Read

    def since(self, version: int) -> Sequence[Recorded]:
        return self.events[version - self.after :]

    def whole_log(self) -> Sequence[Recorded]:
        if self.after == 0:
            return self.events
        _, _, events = self.read(0)
        return events[: self.version]

    @cached_property
    def public_table(self) -> Table:
        """For what is shown to everybody: what is not in it cannot be told."""
        return redact(self.table, SPECTATOR)


def commits(events: Sequence[Recorded]) -> Iterator[Sequence[Recorded]]:
    """The events, command by command."""
    if events and not events[0].opens_commit:
        raise ValueError(f"Event {events[0].originator_version} is not the first that a command has led to.")
    firsts = [n for n, recorded in enumerate(events) if recorded.opens_commit]
    for n, following in zip(firsts, [*firsts[1:], len(events)], strict=True):
        yield events[n:following]
