"""Chance that nobody can steer, and that anyone can deal again."""

import hashlib
import hmac
import json
from collections import Counter
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.fairness import Chance

SEED = "01" * 32
NONCES = ("anna's nonce", None, "cora's nonce")
CARDS = tuple("ABCDEFGHIJ")
CHI_SQUARE_16 = 39.25
"""With 16 degrees of freedom an honest shuffle stays below this 999 times in 1000."""
CHI_SQUARE_5 = 20.52


def shuffled(seed: str = SEED, nonces: tuple[str | None, ...] = NONCES, name: str = "gold/A") -> tuple[str, ...]:
    return Chance(seed, nonces).shuffle(name, CARDS)


def test_one_deal_written_out():
    """Seed, nonces and name fix the order for ever: a release that deals otherwise breaks every stored game."""
    assert "".join(shuffled()) == "FDICHEBJAG"
    assert [Chance(SEED, NONCES).below(f"die/{number}", 6) for number in range(10)] == [3, 5, 4, 0, 4, 2, 3, 4, 0, 2]


def test_an_auditor_deals_the_same_from_the_description_alone():
    """Fisher-Yates over HMAC-SHA256(seed, tag, hash of nonces and name, counter), words of 32 bits, rejection."""
    about = json.dumps([list(NONCES), "gold/A"], separators=(",", ":"), ensure_ascii=False).encode()
    prefix = b"guildhall/chance/1" + hashlib.sha256(about).digest()
    blocks = (
        hmac.new(bytes.fromhex(SEED), prefix + number.to_bytes(8, "big"), hashlib.sha256).digest() for number in count()
    )
    words = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))
    deck = list(CARDS)
    for last in range(9, 0, -1):
        word = next(word for word in words if word < 2**32 - 2**32 % (last + 1))
        other = word % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    assert tuple(deck) == shuffled()


@settings(derandomize=True, database=None)
@given(st.lists(st.text(max_size=3), max_size=40), st.text(max_size=5))
def test_a_shuffle_loses_and_invents_nothing(items, name):
    assert sorted(Chance(SEED, NONCES).shuffle(name, items)) == sorted(items)


def test_the_same_seed_nonces_and_name_deal_the_same():
    assert shuffled() == shuffled()


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"seed": "02" * 32}, id="another seed"),
        pytest.param({"nonces": ("anna's nonce", None, "another")}, id="another nonce"),
        pytest.param({"nonces": ("anna's nonce", "", "cora's nonce")}, id="an empty nonce instead of none"),
        pytest.param({"nonces": ("cora's nonce", None, "anna's nonce")}, id="nonces in other seats"),
        pytest.param({"nonces": ()}, id="no nonces"),
        pytest.param({"name": "gold/B"}, id="another deck"),
    ],
)
def test_anything_else_deals_differently(other):
    assert shuffled(**other) != shuffled()


def test_every_card_is_as_likely_in_every_place():
    games, cards = 2000, "ABCDE"
    places = Counter(
        (place, card)
        for game in range(games)
        for place, card in enumerate(Chance(f"{game:064x}", ()).shuffle("deck", cards))
    )
    expected = games / len(cards)
    chi_square = sum((places[place, card] - expected) ** 2 / expected for place in range(5) for card in cards)
    assert chi_square < CHI_SQUARE_16


def test_every_order_of_three_cards_is_as_likely():
    games = 3000
    orders = Counter(Chance(f"{game:064x}", ()).shuffle("deck", "ABC") for game in range(games))
    assert sum((number - games / 6) ** 2 / (games / 6) for number in orders.values()) < CHI_SQUARE_5
    assert len(orders) == 6


def test_a_die_stays_in_its_bounds_and_is_even():
    throws = Counter(Chance(SEED, NONCES).below(f"die/{throw}", 6) for throw in range(3000))
    assert set(throws) == set(range(6))
    assert sum((number - 500) ** 2 / 500 for number in throws.values()) < CHI_SQUARE_5


def test_a_bound_that_does_not_divide_the_words_favours_nobody():
    """Of 3 * 2**30 numbers the lowest third would come up every second time if no word were thrown away."""
    throws = [Chance(SEED, NONCES).below(f"large/{throw}", 3 * 2**30) for throw in range(3000)]
    assert 900 < sum(throw < 2**30 for throw in throws) < 1100


def test_a_choice_of_one_is_no_choice():
    assert Chance(SEED, NONCES).below("starting-seat", 1) == 0
    assert Chance(SEED, NONCES).shuffle("deck", ()) == ()
