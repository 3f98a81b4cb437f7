"""One sentence of an explanation, the rule it applies, and what it rests on."""

from typing import Any, Literal

import msgspec

from domain.said import Said

Document = dict[str, Any]
Part = Literal["heading", "space", "value", "ranking", "points", "record"]


class Line(msgspec.Struct, frozen=True):
    part: Part
    text: str
    says: Said
    rule: str
    spaces: tuple[str, ...] = ()
    events: tuple[int, ...] = ()

    def document(self) -> Document:
        return {
            "part": self.part,
            "text": self.text,
            "says": self.says.document(),
            "rule": self.rule,
            "spaces": list(self.spaces),
            "events": list(self.events),
        }
