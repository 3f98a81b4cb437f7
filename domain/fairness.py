"""Chance that nobody can steer: fixed by the committed seed and the players' nonces, re-dealt by anyone at the end."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from domain.sealed import SealClosed, canonical

T = TypeVar("T")

_CHANCE = b"guildhall/chance/1"
_WORD = 1 << 32


class Chance(msgspec.Struct, frozen=True):
    """The seed (hex) and the seats' nonces in seat order; every name drawn on is a stream of its own.

    For those from whom the seed is still kept it is None, and nothing can be drawn.
    """

    seed: str | None
    nonces: tuple[str | None, ...]

    def _words(self, name: str) -> Iterator[int]:
        if self.seed is None:
            raise SealClosed("seed")
        prefix = _CHANCE + hashlib.sha256(canonical([list(self.nonces), name])).digest()
        key = bytes.fromhex(self.seed)
        counter = 0
        while True:
            block = hmac.new(key, prefix + counter.to_bytes(8, "big"), "sha256").digest()
            for at in range(0, 32, 4):
                yield int.from_bytes(block[at : at + 4], "big")
            counter += 1

    def below(self, name: str, bound: int) -> int:
        """An even choice from 0..bound-1."""
        return _even(self._words(name), bound)

    def shuffle(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """Fisher-Yates from the last place down."""
        words = self._words(name)
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = _even(words, last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)


def _even(words: Iterator[int], bound: int) -> int:
    """Rejection sampling: the words past the last whole multiple of bound would favour the low numbers."""
    limit = _WORD - _WORD % bound
    return next(word for word in words if word < limit) % bound
