"""One sentence of an explanation, the rule it applies, and what it rests on."""

from typing import Any, Literal

import msgspec

Document = dict[str, Any]
Part = Literal["heading", "space", "value", "ranking", "points", "record"]


class Line(msgspec.Struct, frozen=True):
    part: Part
    text: str
    rule: str
    spaces: tuple[str, ...] = ()
    events: tuple[int, ...] = ()

    def document(self) -> Document:
        return {
            "part": self.part,
            "text": self.text,
            "rule": self.rule,
            "spaces": list(self.spaces),
            "events": list(self.events),
        }
