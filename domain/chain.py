"""The hash chain over the public form of a table's events: shown to anyone, leaking nothing, binding every secret."""

import struct
from hashlib import sha256
from uuid import UUID

_CHAIN = b"guildhall/chain/1"
_NUMBERS = struct.Struct(">QH")

GENESIS = "00" * 32
"""The head of a table before its first event."""


def link(previous: str, table: UUID, version: int, topic: str, public: bytes) -> str:
    """The head after one more event: each part has a fixed length or is preceded by it, so that no two read alike."""
    name = topic.encode()
    start = _CHAIN + bytes.fromhex(previous) + table.bytes
    return sha256(start + _NUMBERS.pack(version, len(name)) + name + public).hexdigest()
