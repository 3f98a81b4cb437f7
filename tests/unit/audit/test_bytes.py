"""No byte of a record can be changed unseen: a sample of them in every run, every single one in --full.

The sample goes through the whole verification. A million bytes would take it hours, so of every single one it is asked
only whether any check notices it, the cheap ones first.
"""

import itertools
import os
import random

import pytest

from domain.audit import NotARecord, parse_record, record_rows
from domain.audit.links import Linked, check_chain
from service.proof.verify import verify
from tests.proving import event_at, finished, line_of

IS_FULL = bool(os.environ.get("GUILDHALL_FULL"))
SAMPLE = 170
"""Of each of three records."""
PARTS = 16
"""In --full the bytes of a record are shared out, for several processes to work on."""


MASKS = (0x01, 0x20, 0x80, 0xFF)
"""A neighbour in the alphabet, the same letter in another size, and two that are no UTF-8."""


def flipped(text: bytes, at: int, mask: int) -> bytes:
    """Another byte in its place."""
    return text[:at] + bytes([text[at] ^ mask]) + text[at + 1 :]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_changed_byte_is_found_by_the_whole_verification_and_its_event_named(players: int) -> None:
    text = finished(players)
    places = random.Random(players).sample(range(len(text)), SAMPLE)
    unnamed = []
    for n, at in enumerate(places):
        found = verify(flipped(text, at, MASKS[n % len(MASKS)]))
        assert not found.ok, at
        number = event_at(text, at)
        if number is not None and number not in {finding.event for finding in found.wrong}:
            unnamed.append((at, MASKS[n % len(MASKS)]))
    assert unnamed == []


@pytest.mark.parametrize("mask", [0x80, 0xFF])
def test_a_byte_that_is_no_text_names_its_event_wherever_it_is_in_its_line(mask: int) -> None:
    text = finished(2)
    start = text.index(line_of(text, 60))
    for at in (start, start + 1, start + 30, text.index(b'"at":', start), start + len(line_of(text, 60)) - 1):
        assert {finding.event for finding in verify(flipped(text, at, mask)).wrong} == {60}, at


def is_noticed(text: bytes) -> bool:
    try:
        record = parse_record(text)
    except NotARecord:
        return True
    rows = record_rows(record)
    links = [Linked(version, topic, stored.head, bytes(stored.public)) for version, topic, stored in rows]
    return not all(finding.ok for finding in check_chain(record.table, links)) or not verify(text).ok


@pytest.mark.skipif(not IS_FULL, reason="every single byte takes its time: --full")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_changed_byte_is_noticed(players: int, part: int) -> None:
    text = finished(players)
    masks = itertools.cycle(MASKS)
    assert [at for at in range(part, len(text), PARTS) if not is_noticed(flipped(text, at, next(masks)))] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_bytes_of_a_record_may_be_neither_missing_nor_more(players: int) -> None:
    text = finished(players)
    for other in (text[:-1], text[:-2], text + b"\n", text + b" ", b" " + text, b"\xef\xbb\xbf" + text, b""):
        assert not verify(other).ok


def test_another_order_of_keys_another_space_or_a_key_more_is_no_record() -> None:
    text = finished(2)
    for old, new in (
        (b'"game":"macht"', b'"game": "macht"'),
        (b'"game":"macht"', b'"game":"\\u006dacht"'),
        (b'"game":"macht"', b'"game":"macht","title":"mine"'),
        (b'"game":"macht"', b'"game":"macht","game":"macht"'),
        (b'"rulesVersion":1', b'"rulesVersion":1.0'),
        (b'"rulesVersion":1', b'"rulesVersion":2'),
        (b'{"head":', b'{ "head":'),
    ):
        assert old in text
        found = verify(text.replace(old, new, 1))
        assert not found.ok
        assert found.wrong[0].check in ("form", "chain")
