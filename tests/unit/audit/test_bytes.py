"""No byte of a record can be changed unseen: a sample of them in every run, every single one in --full."""

import os
import random

import pytest

from domain.audit import NotARecord, parse_record, record_rows
from domain.audit.rows import Linked, check_chain, read_rows
from service.proof.signatures import check_signatures
from service.proof.verify import verify
from tests.proving import FIRST_EVENT_LINE, finished

IS_FULL = bool(os.environ.get("GUILDHALL_FULL"))
SAMPLE = 500
PARTS = 16 if IS_FULL else 1
"""In --full the bytes of a record are shared out, for several processes to work on."""
WHOLLY_VERIFIED = 60


def flipped(text: bytes, at: int) -> bytes:
    """Another byte in its place: a neighbour in the alphabet, or the same letter in another size."""
    return text[:at] + bytes([text[at] ^ (0x20 if at % 2 else 0x01)]) + text[at + 1 :]


def is_noticed(text: bytes) -> bool:
    """By the checks of `verify`, the cheap ones first: any of them is enough."""
    try:
        record = parse_record(text)
    except NotARecord:
        return True
    rows = record_rows(record)
    links = [Linked(version, topic, stored.head, bytes(stored.public)) for version, topic, stored in rows]
    if not all(finding.ok for finding in check_chain(record.table, links)):
        return True
    events, damage = read_rows(record.table, rows, partly=True)
    if damage or not all(finding.ok for finding in check_signatures(record.table, rows, events, record.keys)):
        return True
    return not verify(text).ok


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_changed_byte_is_noticed_wherever_it_is(players: int, part: int) -> None:
    text = finished(players)
    places = range(part, len(text), PARTS) if IS_FULL else random.Random(players).sample(range(len(text)), SAMPLE)
    assert [at for at in places if not is_noticed(flipped(text, at))] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_changed_byte_is_named_by_its_event(players: int) -> None:
    text = finished(players)
    start = text.index(b'"events":[\n') + len(b'"events":[\n')
    places = [at for at in random.Random(7).sample(range(start, len(text) - 4), WHOLLY_VERIFIED) if text[at] != 10]
    for at in places:
        number = text.count(b"\n", 0, at) + 2 - FIRST_EVENT_LINE
        found = verify(flipped(text, at), replay=False)
        assert not found.ok
        named = {finding.event for finding in found.wrong}
        assert named & {number, number + 1}, (at, text[at - 20 : at + 20], found.wrong)


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
