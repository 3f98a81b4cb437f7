"""A record with one character changed, put in or taken out: the whole verification, and never a traceback."""

import os
import random

import pytest

from service.proof.verify import verify
from tests.proving import event_at, finished

CHANGES = 3000 if os.environ.get("GUILDHALL_FULL") else 100
CHARACTERS = '0123456789abcdefgxyzAZ{}[]":,.-+\\ \n\t\0\x7fé€\u2028\U0001f3f0'


def changed(text: bytes, at: int, chance: random.Random) -> bytes:
    character = chance.choice(CHARACTERS).encode()
    kind = chance.choice(["replace", "replace", "insert", "delete"])
    if kind == "insert":
        return text[:at] + character + text[at:]
    return text[:at] + (b"" if kind == "delete" else character) + text[at + 1 :]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whatever_character_is_changed_the_event_is_named_and_nothing_breaks(players: int) -> None:
    text = finished(players)
    chance = random.Random(f"fuzz {players}")
    for _ in range(CHANGES):
        at = chance.randrange(len(text))
        other = changed(text, at, chance)
        if other == text:
            continue
        found = verify(other)
        assert not found.ok, (at, text[at - 20 : at + 20])
        assert all(not finding.text.startswith("This check could not be made") for finding in found.findings), found
        number = event_at(text, at)
        if number is not None:
            named = [finding.event for finding in found.wrong if finding.event is not None]
            # A character put in before a line's first one stands at the end of the line before as well.
            allowed = {number, number - 1} if text[at - 1 : at] == b"\n" else {number}
            assert named, (at, text[at - 20 : at + 20], found.lines())
            assert min(named) in allowed, (at, text[at - 20 : at + 20], found.lines())


@pytest.mark.parametrize(
    ("players", "topic", "field"),
    [
        pytest.param(3, "macht.CardsRevealed/1", "salt", id="a revealed card"),
        pytest.param(4, "macht.GoldenCardRevealed/1", "salt", id="a golden card"),
        pytest.param(2, "macht.FinalResult/1", "salt", id="a pile at the end"),
        pytest.param(2, "table.TableEnded/1", "salt", id="the seed's salt at the end"),
        pytest.param(2, "table.TableEnded/1", "seed", id="the seed at the end"),
        pytest.param(3, "macht.CardCommitted/1", "seal", id="a sealed choice"),
    ],
)
@pytest.mark.parametrize("character", [b"g", b"G", b" ", b"\xc3\xa9"])
def test_a_hexadecimal_digit_that_is_none_is_a_finding(players: int, topic: str, field: str, character: bytes) -> None:
    text = finished(players)
    line = next(line for line in text.split(b"\n") if topic.encode() in line)
    public = line.index(b'"public":')
    at = text.index(line) + line.index(f'"{field}":"'.encode(), public) + len(field) + 8
    found = verify(text[:at] + character + text[at + 1 :])
    number = event_at(text, at)
    assert (found.ok, min(finding.event for finding in found.wrong if finding.event is not None)) == (False, number)
    assert {finding.check for finding in found.wrong if finding.event == number} & {"seals", "replay", "form"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"version":50}', b'"version":-50}'),
        (b'"version":50}', b'"version":500}'),
        (b'"version":50}', b'"version":51}'),
        (b'"version":50}', b'"version":18446744073709551616}'),
        (b'"topic":"', b'"topic":"' + b"x" * 70_000),
    ],
    ids=["below nothing", "too high", "the next one's", "past all counting", "a topic without end"],
)
def test_numbers_and_names_that_fit_in_no_chain_are_findings(old: bytes, new: bytes) -> None:
    text = finished(2)
    line = next(line for line in text.split(b"\n") if b'"version":50}' in line)
    found = verify(text.replace(line, line.replace(old, new)))
    assert {finding.event for finding in found.wrong if finding.check == "chain"} | {
        finding.event for finding in found.wrong if finding.check == "form"
    } == {50}
    assert min(finding.event for finding in found.wrong if finding.event is not None) == 50


def test_one_damaged_event_accuses_no_other() -> None:
    text = finished(4)
    line = next(line for line in text.split(b"\n") if b"macht.TownScored" in line)
    number = event_at(text, text.index(line))
    for old, new in ((b'"value":', b'"worth":'), (b"TownScored", b"TownStored")):
        found = verify(text.replace(line, line.replace(old, new)))
        assert {finding.event for finding in found.wrong} == {number}, found.lines()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n",
        b"\0" * 5000,
        b"\xff\xfe" + b"x\0" * 99,
        "{}".encode("utf-16"),
        b"[" * 100_000,
        b"\x89PNG\r\n\x1a\n" * 9,
    ],
    ids=["empty", "a line feed", "zeros", "bytes", "utf-16", "brackets", "a picture"],
)
def test_what_is_no_record_names_no_event(text: bytes) -> None:
    assert [(finding.check, finding.event) for finding in verify(text).findings] == [("form", None)]


def test_a_record_in_another_coding_or_with_another_end_names_no_event() -> None:
    text = finished(2)
    for other in (text[:-1], text + b"\n", text + b" ", text.decode().encode("utf-16"), b"\xef\xbb\xbf" + text):
        assert [(finding.check, finding.event) for finding in verify(other).findings] == [("form", None)]
