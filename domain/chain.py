"""The hash chain over the public form of a table's events: shown to anyone, leaking nothing, binding every secret."""

import hashlib
from uuid import UUID

_CHAIN = b"guildhall/chain/1"

GENESIS = "00" * 32
"""The head of a table before its first event."""


def link(previous: str, table: UUID, version: int, topic: str, public: bytes) -> str:
    """The head after one more event: each part has a fixed length or is preceded by it, so that no two read alike."""
    name = topic.encode()
    return hashlib.sha256(
        b"".join(
            (
                _CHAIN,
                bytes.fromhex(previous),
                table.bytes,
                version.to_bytes(8, "big"),
                len(name).to_bytes(2, "big"),
                name,
                public,
            )
        )
    ).hexdigest()
