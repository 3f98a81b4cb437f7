"""Events being told: each one is folded at once, so that the next follows from what has happened."""

from domain.event import Event
from domain.macht.evolve import evolve
from domain.macht.state import State


class Story:
    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def tell(self, *events: Event) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)
