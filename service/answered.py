"""Which commands a table has answered already: a few bytes each, for the log holds the rest."""

import hashlib
import struct
from typing import NamedTuple

from domain.sealed import canonical

_ENTRY = struct.Struct(">8sIH")


class Place(NamedTuple):
    """Where in the log a command's events are."""

    first: int
    count: int


class Answered(NamedTuple):
    """Short digests of (actor, command id), each with its place. A hit is confirmed in the log."""

    entries: bytes = b""

    def find(self, actor: str, command_id: str) -> Place | None:
        wanted = _digest(actor, command_id)
        at = self.entries.find(wanted)
        while at != -1:
            if at % _ENTRY.size == 0:
                _, first, count = _ENTRY.unpack_from(self.entries, at)
                return Place(first, count)
            at = self.entries.find(wanted, at + 1)
        return None

    def remember(self, actor: str, command_id: str, place: Place) -> "Answered":
        return Answered(self.entries + _ENTRY.pack(_digest(actor, command_id), place.first, place.count))


def _digest(actor: str, command_id: str) -> bytes:
    return hashlib.sha256(canonical([actor, command_id])).digest()[:8]
