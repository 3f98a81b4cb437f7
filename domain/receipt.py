"""A receipt: the house signs the head of a table. Who keeps one can prove that history was rewritten or cut."""

from hashlib import sha256
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

_RECEIPT = b"guildhall/receipt/1"
_KEY = b"guildhall/key/1"

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in small hexadecimal letters: a capital one would read the same and not be the same."""
Signature = Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in the log beside a commit's last event: which key, and its signature."""

    key: Hash
    signature: Signature


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the sender of a command is given: up to this version the table's history has this head."""

    table: UUID
    version: int
    head: Hash
    key: Hash
    signature: Signature

    @property
    def signed(self) -> Signed:
        return Signed(self.key, self.signature)


def message(table: UUID, version: int, head: str) -> bytes:
    """What is signed. Every part has a fixed length; OverflowError or ValueError where one does not fit in it."""
    return _RECEIPT + table.bytes + version.to_bytes(8, "big") + bytes.fromhex(head)


def fingerprint(public_key: bytes) -> str:
    """A key's id follows from the key, so that no other key can be put in its place."""
    return sha256(_KEY + public_key).hexdigest()
