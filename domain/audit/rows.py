"""A table's rows before anybody has believed them: parsed, numbered, read."""

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from domain.audit.finding import Finding, capped, wrong
from domain.errors import DamagedEvent
from domain.event import TOPICS
from domain.recorded import Recorded, Stored, parse_stored, public_bytes, read_stored, seals_of
from domain.sealed import SealBroken, SealClosed, canonical


class Row(NamedTuple):
    version: int
    topic: str
    stored: Stored


def parse_rows(table: UUID, raw: Iterable[tuple[Any, Any, Any]]) -> tuple[list[Row], list[Finding]]:
    """Version, topic and bytes as a store has them, where somebody may have put anything in their place."""
    rows: list[Row] = []
    found: list[Finding] = []
    for version, topic, state in raw:
        if not isinstance(version, int) or not isinstance(topic, str):
            found.append(wrong("form", None, f"A row of the table has the number {version!r} and the topic {topic!r}."))
            continue
        try:
            rows.append(Row(version, topic, parse_stored(table, version, topic, state)))
        except DamagedEvent:
            found.append(wrong("form", version, f"Event {version}: it does not read as an event."))
    return rows, capped(found)


def check_nothing_more(raw: Iterable[tuple[Any, Any, Any]]) -> list[Finding]:
    """Rows that read as events and have something beside them. Who reads a log passes it over, for later releases."""
    return capped(
        [
            wrong("form", version, f"The row of event {version} holds something that is no part of an event.")
            for version, _, state in raw
            if isinstance(version, int) and _has_more(state)
        ]
    )


class _Whole(Stored, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename="camel"):
    pass


_read_whole = msgspec.json.Decoder(_Whole).decode
_read_any = msgspec.json.Decoder(Stored).decode


def _has_more(state: Any) -> bool:
    return not _reads(_read_whole, state) and _reads(_read_any, state)


def _reads(decode: Callable[[Any], object], state: Any) -> bool:
    try:
        decode(state)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, TypeError):
        return False
    return True


class Numbered(NamedTuple):
    rows: list[Row]
    found: list[Finding]
    misplaced: frozenset[int]
    """The numbers of rows that do not stand where they were chained."""
    broken: int | None
    """The first number at which a row is missing or out of its place."""


def number_rows(rows: Sequence[Row]) -> Numbered:
    """The rows with the numbers that they have by their places, so that a false one misleads nobody later on.

    Whatever is missing, swapped or too many is named by the first number at which it shows.
    """
    numbered: list[Row] = []
    found: list[Finding] = []
    misplaced: set[int] = set()
    broken: int | None = None
    due = 1
    for row, following in zip_longest(rows, rows[1:]):
        if row.version == due:
            numbered.append(row)
        elif following is None or following.version == due + 1:
            found.append(wrong("chain", due, f"Event {due} has the number {row.version}."))
            numbered.append(row._replace(version=due))
        else:
            found.append(wrong("chain", due, f"Event {due} is missing; event {row.version} stands in its place."))
            numbered.append(row._replace(version=max(row.version, due)))
            misplaced.add(numbered[-1].version)
            broken = broken or due
            due = max(row.version, due - 1)
        due += 1
    return Numbered(numbered, capped(found), frozenset(misplaced), broken)


class Read(NamedTuple):
    events: list[Recorded]
    found: list[Finding]
    broken: int | None
    """The number of the first row that does not read as its event."""


def read_rows(table: UUID, rows: Sequence[Row], *, partly: bool) -> Read:
    """The events as far as they can be read, and what is wrong with the others."""
    events: list[Recorded] = []
    found: list[Finding] = []
    unread: list[int] = []
    for version, topic, stored in rows:
        try:
            event = read_stored(table, version, topic, stored, partly=partly)
            if _is_written_so(event):
                events.append(event)
                if not _opens_its_seals(event, stored):
                    text = f"Event {version} has openings beside it that are not those of its seals."
                    found.append(wrong("form", version, text))
            else:
                found.append(wrong("form", version, f"Event {version} holds something that is no part of {topic}."))
                unread.append(version)
        except DamagedEvent as error:
            check = "seals" if isinstance(error.__cause__, SealBroken | SealClosed) else "form"
            found.append(wrong(check, version, f"Event {version}: {_without_secret(check, error)}"))
            unread.append(version)
    return Read(events, capped(found), min(unread, default=None))


def _opens_its_seals(e: Recorded, stored: Stored) -> bool:
    """Whether the openings beside an event are those of its seals and nothing beside them."""
    if e.topic not in TOPICS:
        return True
    seals = seals_of(e)
    return all(
        name in seals and seals[name].is_open and canonical(seals[name].opening()) == bytes(private)
        for name, private in stored.private.items()
    )


def _without_secret(check: str, error: DamagedEvent) -> str:
    return error.reason if check == "seals" else "it does not read as an event of its topic."


def _is_written_so(e: Recorded) -> bool:
    """Whether the bytes under the chain say what was read from them and nothing beside it.

    An event of a former topic was carried over into its successor's form, and is left to the chain.
    """
    if e.topic not in TOPICS:
        return True
    try:
        return public_bytes(e.at, e.actor, e.event, e.cause, e.sealed_cause) == e.public
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return False
