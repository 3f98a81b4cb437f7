"""A secret in the open: everybody sees its commitment, only its owner sees the value until it is opened.

The 32-byte salt is essential: there are few card choices, and an unsalted hash is guessed in a millisecond.
"""

import hashlib
import hmac
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from domain.event import Seat

T = TypeVar("T")

_SEAL = b"guildhall/seal/1"
_SALT = b"guildhall/salt/1"
_canonical = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """The one JSON text of a value: sorted keys, no white space, UTF-8."""
    return _canonical.encode(value)


def commitment(value: Any, salt: str) -> str:
    return commitment_of_text(canonical(value), salt)


def commitment_of_text(text: bytes, salt: str) -> str:
    """The commitment to a value whose canonical text is at hand."""
    return hashlib.sha256(_SEAL + bytes.fromhex(salt) + text).hexdigest()


class Opened(msgspec.Struct, Generic[T], frozen=True):
    """What turns a seal into a proof: the value and the salt."""

    value: T
    salt: str

    @property
    def seal(self) -> str:
        return commitment(self.value, self.salt)


class Sealed(msgspec.Struct, Generic[T], frozen=True, omit_defaults=True):
    """A value that one seat may see, or nobody but the server (owner None), until an event opens it."""

    seal: str
    owner: Seat | None = None
    value: T | UnsetType = UNSET
    salt: str | UnsetType = UNSET

    @property
    def is_open(self) -> bool:
        return self.value is not UNSET

    def read(self) -> T:
        """The secret itself; whoever holds a closed seal cannot read it."""
        if isinstance(self.value, UnsetType):
            raise SealClosed(self.seal)
        return self.value

    def opening(self) -> Opened[T]:
        value = self.read()
        if isinstance(self.salt, UnsetType):
            raise SealClosed(self.seal)
        return Opened(value, self.salt)

    def closed(self) -> "Sealed[T]":
        return Sealed(self.seal, self.owner)

    def reopened(self, value: T, text: bytes, salt: str) -> "Sealed[T]":
        """The seal with its secret again, if value and salt are what it was made of. `text` is the value's JSON."""
        if commitment_of_text(text, salt) != self.seal:
            raise SealBroken(self.seal)
        return Sealed(self.seal, self.owner, value, salt)


class SealClosed(Exception):
    """Somebody tried to read a secret they do not hold."""


class SealBroken(Exception):
    """A value and salt that are not what the seal was made of."""


def seal(value: T, owner: Seat | None, salt: str) -> Sealed[T]:
    return Sealed(commitment(value, salt), owner, value, salt)


def mentions_seal(hint: Any) -> bool:
    """Whether a value of this type may hold a seal that its type declares."""
    if hint is Sealed or get_origin(hint) is Sealed:
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return any(mentions_seal(part) for part in get_type_hints(hint).values())
    return any(mentions_seal(part) for part in get_args(hint))


class Context(msgspec.Struct, frozen=True):
    """What a decision is given from outside: the time in milliseconds, and fresh entropy for its salts."""

    now: int
    entropy: str

    def salt(self, label: str) -> str:
        """A salt of its own for each label; opening one tells nothing of another."""
        # Not hmac.digest: it lets go of the interpreter for three microseconds of work, and other threads push in.
        return hmac.new(bytes.fromhex(self.entropy), _SALT + label.encode(), "sha256").hexdigest()
