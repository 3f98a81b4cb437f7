"""Seals: everybody holds the commitment, only who may has the secret, and nobody can change it afterwards."""

import hashlib

import msgspec
import pytest

from domain.macht.events import Choice
from domain.sealed import Context, Opened, SealBroken, SealClosed, Sealed, canonical, commitment, seal

SALT = "0123456789abcdef" * 4
OTHER_SALT = "fedcba9876543210" * 4
CHOICE = Choice("red-town-gent", 2)


def reopened(sealed: Sealed, value: object, salt: str) -> Sealed:
    return sealed.reopened(value, canonical(value), salt)


def test_a_seal_is_the_hash_of_tag_salt_and_canonical_value():
    text = b"guildhall/seal/1" + bytes.fromhex(SALT) + b'{"actionCard":"red-town-gent","influence":2}'
    assert seal(CHOICE, 0, SALT).seal == hashlib.sha256(text).hexdigest()


def test_the_same_secret_under_another_salt_has_another_seal():
    """There are few cards to choose: without the salt anyone could try them all."""
    assert seal(CHOICE, 0, SALT).seal != seal(CHOICE, 0, OTHER_SALT).seal


def test_its_owner_reads_what_was_sealed():
    sealed = seal(CHOICE, 0, SALT)
    assert sealed.is_open
    assert sealed.read() == CHOICE
    assert sealed.opening() == Opened(CHOICE, SALT)


def test_a_closed_seal_keeps_owner_and_commitment_and_nothing_else():
    closed = seal(CHOICE, 3, SALT).closed()
    assert not closed.is_open
    assert msgspec.json.decode(msgspec.json.encode(closed)) == {"seal": commitment(CHOICE, SALT), "owner": 3}


def test_a_closed_seal_can_be_neither_read_nor_opened():
    closed = seal(CHOICE, 0, SALT).closed()
    with pytest.raises(SealClosed):
        closed.read()
    with pytest.raises(SealClosed):
        closed.opening()


def test_a_value_without_its_salt_is_no_opening():
    with pytest.raises(SealClosed):
        Sealed(commitment(CHOICE, SALT), 0, CHOICE).opening()


def test_value_and_salt_open_a_closed_seal_again():
    sealed = seal(CHOICE, 0, SALT)
    assert reopened(sealed.closed(), CHOICE, SALT) == sealed


@pytest.mark.parametrize(
    ("value", "salt"),
    [
        pytest.param(CHOICE, OTHER_SALT, id="another salt"),
        pytest.param(Choice("red-town-gent", 1), SALT, id="another number of influence cards"),
        pytest.param(Choice("red-site", 2), SALT, id="another card"),
    ],
)
def test_anything_else_breaks_the_seal(value, salt):
    with pytest.raises(SealBroken):
        reopened(seal(CHOICE, 0, SALT).closed(), value, salt)


@pytest.mark.parametrize("value", [0, "", None, False, (), {}])
def test_a_secret_that_is_nothing_much_is_still_open_to_its_owner(value):
    sealed = seal(value, 0, SALT)
    assert sealed.is_open
    assert sealed.read() == value


def test_a_secret_survives_being_written_down_and_read():
    sealed = seal(("gold-A-site-1", "gold-B-site-1"), None, SALT)
    assert msgspec.json.decode(msgspec.json.encode(sealed), type=Sealed[tuple[str, ...]]) == sealed


def test_there_is_one_text_for_a_value_whatever_the_order_of_its_keys():
    assert canonical({"b": [1, 2], "a": "é"}) == canonical({"a": "é", "b": (1, 2)}) == '{"a":"é","b":[1,2]}'.encode()


def test_each_label_has_a_salt_of_its_own_that_fresh_entropy_changes():
    context, other = Context(0, SALT), Context(0, OTHER_SALT)
    salts = {context.salt("choice"), context.salt("pile"), other.salt("choice"), other.salt("pile")}
    assert len(salts) == 4
    assert {len(bytes.fromhex(salt)) for salt in salts} == {32}
    assert Context(99, SALT).salt("choice") == context.salt("choice")
