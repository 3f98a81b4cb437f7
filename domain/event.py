"""What every event is: an immutable fact with a short, stable, versioned topic."""

from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

import msgspec

Seat = int

TOPICS: dict[str, type["Event"]] = {}
"""Every topic this release writes, and the class that reads it."""


@dataclass_transform(frozen_default=True)
class EventMeta(msgspec.StructMeta):
    """Lets a class statement name the topic: ``class DistrictBuilt(Event, topic="macht.DistrictBuilt/1")``."""

    topic: str

    def __new__(
        mcls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        topic: str = "",
        **config: Any,
    ) -> "EventMeta":
        cls = super().__new__(mcls, name, bases, namespace, frozen=True, omit_defaults=True, **config)
        cls.topic = topic
        if topic:
            if topic in TOPICS:
                raise TypeError(f"The topic {topic} is taken twice.")
            TOPICS[topic] = cls  # type: ignore[assignment]
        return cls


class Event(msgspec.Struct, metaclass=EventMeta):
    """A fact in the words of the game. Fields are public unless their type is ``Sealed``."""

    topic: ClassVar[str]

    if TYPE_CHECKING:

        def __init_subclass__(cls, *, topic: str = "", rename: str | None = None) -> None: ...
