"""The chain: its head binds every event of a table, in its place and to the byte."""

import hashlib
from uuid import UUID

import pytest

from domain.chain import GENESIS, link
from domain.errors import DamagedEvent
from domain.event import TOPICS, Event
from domain.macht.events import CardCommitted, Choice, RoundStarted
from domain.recorded import UPCASTERS, decode, encode, follows, record, sealed_fields
from domain.sealed import Sealed, seal

TABLE = UUID(int=0x1302)
EVENT = {
    "previous": "ab" * 32,
    "table": TABLE,
    "version": 7,
    "topic": "macht.RoundStarted/1",
    "public": b'{"round":1}',
}


def test_the_head_is_the_hash_of_tag_previous_head_table_version_topic_and_public_bytes():
    text = b"".join(
        (
            b"guildhall/chain/1",
            b"\xab" * 32,
            TABLE.bytes,
            (7).to_bytes(8, "big"),
            (20).to_bytes(2, "big"),
            b"macht.RoundStarted/1",
            b'{"round":1}',
        )
    )
    assert link(**EVENT) == hashlib.sha256(text).hexdigest()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"previous": "ab" * 31 + "aa"}, id="another event before it"),
        pytest.param({"previous": GENESIS}, id="none before it"),
        pytest.param({"table": UUID(int=0x1303)}, id="another table"),
        pytest.param({"version": 8}, id="another place in the log"),
        pytest.param({"topic": "macht.RoundStarted/2"}, id="another topic"),
        pytest.param({"public": b'{"round":2}'}, id="one byte"),
        pytest.param({"public": b'{"round":1} '}, id="one byte more"),
        pytest.param({"topic": 'macht.RoundStarted/1{"', "public": b'round":1}'}, id="a byte moved into the topic"),
    ],
)
def test_any_change_changes_the_head(change):
    assert link(**(EVENT | change)) != link(**EVENT)


def test_every_single_bit_counts():
    public = EVENT["public"]
    flipped = [
        public[:at] + bytes([public[at] ^ 1 << bit]) + public[at + 1 :] for at in range(len(public)) for bit in range(8)
    ]
    heads = {link(**(EVENT | {"public": each})) for each in [*flipped, public]}
    assert len(heads) == len(public) * 8 + 1


def test_an_event_follows_the_head_it_was_chained_to_and_no_other():
    first = record(GENESIS, TABLE, 1, 0, "anna", RoundStarted(1, 0))
    second = record(first.head, TABLE, 2, 0, "anna", RoundStarted(2, 1))
    assert follows(first, GENESIS)
    assert follows(second, first.head)
    assert not follows(second, GENESIS)


def test_an_event_read_back_from_the_log_still_follows():
    recorded = record(GENESIS, TABLE, 1, 0, "anna", RoundStarted(1, 0), cause={"type": "StartTable"}, command_id="7")
    assert decode(TABLE, 1, recorded.topic, encode(recorded)) == recorded
    assert follows(decode(TABLE, 1, recorded.topic, encode(recorded)), GENESIS)


def test_the_chain_covers_the_seal_and_not_the_secret():
    """It can be shown to anyone: the secret and its salt are nowhere in the bytes that are hashed."""
    salt = "5a" * 32
    recorded = record(GENESIS, TABLE, 1, 0, "anna", CardCommitted(1, 0, seal(Choice("red-site", 1), 0, salt)))
    assert b"red-site" not in recorded.public
    assert salt.encode() not in recorded.public
    assert recorded.event.choice.seal.encode() in recorded.public
    other = record(GENESIS, TABLE, 1, 0, "anna", CardCommitted(1, 0, seal(Choice("red-site", 2), 0, salt)))
    assert other.head != recorded.head


@pytest.mark.parametrize("topic", ["macht.CardCommitted/1", "macht.CardCommitted/0"])
def test_a_secret_that_does_not_fit_its_seal_is_noticed_in_old_events_too(topic, monkeypatch):
    """Topic 0 stands for one that a later release reads by turning it into its successor."""
    monkeypatch.setitem(UPCASTERS, "macht.CardCommitted/0", ("macht.CardCommitted/1", lambda fields: fields))
    row = encode(record(GENESIS, TABLE, 1, 0, "anna", CardCommitted(1, 0, seal(Choice("red-site", 1), 0, "5a" * 32))))
    assert decode(TABLE, 1, topic, row).event.choice.read() == Choice("red-site", 1)
    with pytest.raises(DamagedEvent):
        decode(TABLE, 1, topic, row.replace(b"red-site", b"red-town"))


@pytest.mark.parametrize("kind", TOPICS.values(), ids=TOPICS)
def test_no_event_holds_a_seal_where_it_would_be_written_open(kind):
    sealed_fields(kind)


def test_an_event_with_a_seal_inside_another_field_cannot_be_recorded():
    class Hidden(Event):
        hands: tuple[Sealed[str], ...]

    with pytest.raises(TypeError, match="a seal must be a field of its own"):
        record(GENESIS, TABLE, 1, 0, "anna", Hidden((seal("secret", 1, "ab" * 32),)))
