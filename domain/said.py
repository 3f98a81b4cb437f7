"""A sentence as data: which one it is and what it speaks of, so that a front end can say it in any language."""

from typing import Any

import msgspec

Document = dict[str, Any]


class Said(msgspec.Struct, frozen=True):
    """`values` are ids, numbers, and sentences again, alone or in a list; what is which is told by its name."""

    id: str
    values: Document = {}

    def document(self) -> Document:
        found: Document = msgspec.to_builtins(self)
        return found


def said(name: str, /, **values: Any) -> Said:
    return Said(name, values)
