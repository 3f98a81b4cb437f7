"""The hash chain over the public form of a table's events: shown to anyone, leaking nothing, binding every secret."""

from hashlib import sha256
from uuid import UUID

_CHAIN = b"guildhall/chain/1"

GENESIS = "00" * 32
"""The head of a table before its first event."""


def link(previous: str, table: UUID, version: int, topic: str, public: bytes) -> str:
    """The head after one more event: each part has a fixed length or is preceded by it, so that no two read alike.

    ValueError or OverflowError where a part is none that a chain could have.
    """
    name = topic.encode()
    start = _CHAIN + bytes.fromhex(previous) + table.bytes
    numbers = version.to_bytes(8, "big") + len(name).to_bytes(2, "big")
    return sha256(start + numbers + name + public).hexdigest()
