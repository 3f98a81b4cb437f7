"""A table's rows before anybody has believed them: numbered, chained, read."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from domain.audit.finding import Finding, capped, holds, wrong
from domain.chain import GENESIS, link
from domain.errors import DamagedEvent
from domain.event import TOPICS
from domain.recorded import Recorded, Stored, public_bytes, read_stored
from domain.sealed import SealBroken, SealClosed


class Row(NamedTuple):
    version: int
    topic: str
    stored: Stored


class Linked(NamedTuple):
    """What the chain is made of."""

    version: int
    topic: str
    head: str
    public: bytes


def check_chain(table: UUID, links: Iterable[Linked]) -> list[Finding]:
    """After a break it goes on from the head that is written, so that each fault is named once."""
    found: list[Finding] = []
    head, expected, count = GENESIS, 0, 0
    for version, topic, written, public in links:
        expected, count = expected + 1, count + 1
        if version != expected:
            found.append(wrong("chain", expected, f"Event {expected} is missing; event {version} stands in its place."))
            expected = version
        try:
            fits = written == link(head, table, version, topic, public)
        except (ValueError, OverflowError, UnicodeEncodeError):
            fits = False
        if not fits:
            text = (
                f"Event {version} is not what was chained here: its head does not follow from it and the head before."
            )
            found.append(wrong("chain", version, text))
        head = written
    if not count:
        return [wrong("chain", None, "There is no event.")]
    return capped(found) or [holds("chain", f"{count} events are chained without a gap; the head is {head}.")]


def read_rows(table: UUID, rows: Sequence[Row], *, partly: bool) -> tuple[list[Recorded], list[Finding]]:
    """The events as far as they can be read, and what is wrong with the others."""
    events: list[Recorded] = []
    found: list[Finding] = []
    for version, topic, stored in rows:
        try:
            events.append(read_stored(table, version, topic, stored, partly=partly))
        except DamagedEvent as error:
            check = "seals" if isinstance(error.__cause__, SealBroken | SealClosed) else "form"
            found.append(wrong(check, version, f"Event {version}: {_without_secret(check, error)}"))
    return events, capped(found)


def _without_secret(check: str, error: DamagedEvent) -> str:
    return error.reason if check == "seals" else "it does not read as an event of its topic."


def check_form(events: Sequence[Recorded]) -> list[Finding]:
    """That the bytes under the chain say what was read from them and nothing beside it.

    An event of a former topic was carried over into its successor's form, and is left to the chain.
    """
    found = []
    for e in events:
        if e.topic in TOPICS and public_bytes(e.at, e.actor, e.event, e.cause, e.sealed_cause) != e.public:
            text = f"Event {e.originator_version} holds something that is no part of {e.topic}."
            found.append(wrong("form", e.originator_version, text))
    return capped(found)
