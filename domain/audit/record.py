"""The record of a table as one file that needs nobody's word: docs/record-format.md is its definition.

There is exactly one way to write a record down. What is read is written again and compared, so no byte goes unread.
"""

from collections.abc import Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec

from domain.audit.finding import Finding, holds, unchecked, wrong
from domain.audit.rows import Row
from domain.audit.seals import check_viewer
from domain.games import pinned
from domain.receipt import Hash, Signed
from domain.recorded import Recorded, Stored, seals_of
from domain.sealed import canonical
from domain.table.events import TableOpened

FORMAT: Literal["guildhall.record/1"] = "guildhall.record/1"
_EVENTS = b'"events":[\n'


class _Part(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel", forbid_unknown_fields=True):
    pass


class Opening(_Part, frozen=True):
    salt: Hash
    value: msgspec.Raw


class RecordedEvent(_Part, frozen=True):
    """`public` is the text that was hashed."""

    head: Hash
    public: msgspec.Raw
    topic: str
    version: int
    openings: dict[str, Opening] = {}
    receipt: Signed | None = None


class Record(_Part, frozen=True):
    format: Literal["guildhall.record/1"]
    table: UUID
    game: str
    rules_version: int
    keys: dict[str, Hash]
    """Public keys by their ids."""
    board: msgspec.Raw
    events: tuple[RecordedEvent, ...]


class NotARecord(ValueError):
    """A file that is not a record, or not written as one is. `event` is where, as far as that can be told."""

    def __init__(self, reason: str, event: int | None) -> None:
        super().__init__(reason)
        self.event = event


def record_of(
    table: UUID,
    game: str,
    rules_version: int,
    board: dict[str, Any],
    events: Sequence[Recorded | Row],
    keys: dict[str, str],
) -> Record:
    """From events redacted for whoever it is for: what is closed to them stays closed.

    A row that does not read as an event is shown as it stands, without its private part.
    """
    return Record(
        FORMAT,
        table,
        game,
        rules_version,
        keys,
        msgspec.Raw(canonical(board)),
        tuple(_damaged(event) if isinstance(event, Row) else _recorded(event) for event in events),
    )


def _recorded(e: Recorded) -> RecordedEvent:
    openings = {
        name: Opening(sealed.opening().salt, msgspec.Raw(canonical(sealed.read())))
        for name, sealed in seals_of(e).items()
        if sealed.is_open
    }
    return RecordedEvent(e.head, msgspec.Raw(e.public), e.topic, e.originator_version, openings, e.signed)


def _damaged(row: Row) -> RecordedEvent:
    return RecordedEvent(row.stored.head, row.stored.public, row.topic, row.version, receipt=row.stored.receipt)


def encode_record(record: Record) -> bytes:
    """One line for each part and each event, so that a fault is found by its line in any editor."""
    head = [
        b'{"format":' + canonical(record.format),
        b'"table":' + canonical(record.table),
        b'"game":' + canonical(record.game),
        b'"rulesVersion":' + canonical(record.rules_version),
        b'"keys":' + canonical(record.keys),
        b'"board":' + bytes(record.board),
        b'"events":[\n' + b",\n".join(map(canonical, record.events)) + b"\n]}\n",
    ]
    return b",\n".join(head)


def parse_record(text: bytes) -> Record:
    try:
        record = _decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise NotARecord(f"This does not read as a record: {error}.", _suspect(text)) from error
    again = encode_record(record)
    if again != text:
        at = next((n for n, (a, b) in enumerate(zip(text, again, strict=False)) if a != b), min(len(text), len(again)))
        raise NotARecord(f"Byte {at + 1} is not as a record is written.", _event_at(text, at))
    return record


def record_rows(record: Record) -> list[Row]:
    return [
        Row(
            event.version,
            event.topic,
            Stored(
                event.head,
                event.public,
                {name: msgspec.Raw(canonical(opening)) for name, opening in event.openings.items()},
                receipt=event.receipt,
            ),
        )
        for event in record.events
    ]


def check_frame(record: Record, events: Sequence[Recorded]) -> list[Finding]:
    """What stands around the events must be what they say: nothing in the file rests on its own word."""
    found = []
    opening = events[0].event if events else None
    if isinstance(opening, TableOpened):
        if (record.game, record.rules_version) != (opening.game, opening.rules_version):
            found.append(wrong("form", 1, "Game or rules version is not that of event 1."))
        elif canonical(pinned(opening.game, opening.rules_version).board(opening.options)) != bytes(record.board):
            found.append(wrong("form", 1, "The board is not the one that event 1 and the rules name."))
    if not isinstance(opening, TableOpened):
        found.append(
            unchecked("form", "Whether game and board are the table's was not checked: event 1 has not been read.")
        )
    elif not found:
        found.append(holds("form", "Every byte is as a record is written; game and board are the table's."))
    return found + check_viewer(events) if len(events) == len(record.events) else found


_decode = msgspec.json.Decoder(Record).decode


def _event_at(text: bytes, offset: int) -> int | None:
    """The event on whose line a byte is; None where it is on no event's."""
    start = text.find(_EVENTS) + len(_EVENTS)
    if _EVENTS not in text or offset < start:
        return None
    number = text.count(b"\n", start, offset) + 1
    return number if any(map(_is_event, text[start:].split(b"\n")[number - 1 :])) else None


def _is_event(line: bytes) -> bool:
    """Whatever was changed in it, one of these is still there."""
    return b'"public":' in line or b'"topic":' in line or b'"head":' in line


def _not_utf8(text: bytes) -> int | None:
    """The first byte that is none of a text; what the decoder's error says counts from the string it was in."""
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return error.start
    return None


def _suspect(text: bytes) -> int | None:
    """The event whose line does not read by itself, or is not parted from the next one by a comma."""
    if (at := _not_utf8(text)) is not None:
        return _event_at(text, at)
    lines = text.partition(_EVENTS)[2].split(b"\n")
    last = max((number for number, line in enumerate(lines, 1) if _is_event(line)), default=0)
    for number, line in enumerate(lines[:last], 1):
        if not _reads(line.removesuffix(b",")) or line.endswith(b",") == (number == last):
            return number
    return None


def _reads(line: bytes) -> bool:
    try:
        _read_event(line)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return False
    return True


_read_event = msgspec.json.Decoder(RecordedEvent).decode
