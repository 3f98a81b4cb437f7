"""How things are called in sentences."""

from domain.event import Seat
from domain.macht.state import State


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Names:
    """How things are called; with no state yet, by their ids."""

    def __init__(self, state: State | None) -> None:
        self.state = state

    def seat(self, seat: Seat) -> str:
        coat = self.coat(seat)
        return f"Seat {seat}" if coat is None else self.guild(coat)

    def coat(self, seat: Seat) -> str | None:
        """The guild of a seat by its id; None while guilds are still being chosen."""
        if self.state is None or seat >= len(self.state.seats):
            return None
        return self.state.plan.coats[self.state.seats[seat].guild]

    def guild(self, coat: str) -> str:
        if self.state is None:
            return coat.capitalize()
        parts = self.state.board.components
        name = next(c.names.get("en", c.id) for c in (*parts.guilds, parts.neutral, parts.church) if c.id == coat)
        return f"{name} ({coat})" if coat != parts.church.id else name

    def town(self, town: str) -> str:
        if self.state is None:
            return town.capitalize()
        return self.state.plan.towns[self.state.plan.town_number[town]].title

    def space(self, space: str) -> str:
        """By town and number, where the id is made of them."""
        if self.state is None:
            return space
        town = self.state.plan.towns[self.state.plan.place[space][0]]
        number = space.removeprefix(f"{town.id}-")
        return space if number == space else f"{town.title} {number}"

    def spaces(self, spaces: tuple[str, ...]) -> str:
        return ", ".join(self.space(space) for space in spaces)

    def shape(self, space: str) -> str:
        assert self.state is not None
        number, bit = self.state.plan.place[space]
        return self.state.plan.towns[number].places[bit].shape

    def district(self, coat: str, shape: str, masters: int) -> str:
        return f"{coat} {shape} with {count(masters, 'master')}" if masters else f"{coat} {shape}"

    def card(self, card_id: str) -> str:
        if self.state is None:
            return card_id
        card = self.state.plan.cards[card_id]
        kind = {"site": "building site", "pickup": "pick-up", "master": "guild master"}.get(card.type, card.type)
        name = f"the town card of {self.town(card.town)}" if card.town else f"the {kind} card"
        metal = "golden " if card.pile else ""
        return name.replace("the ", f"the {metal}", 1)

    def owner(self, card_id: str) -> str:
        """The guild whose card it is."""
        guild = self.card_guild(card_id)
        return card_id if guild is None else self.guild(guild)

    def town_of_card(self, card_id: str) -> str:
        town = self.card_town(card_id)
        return card_id if town is None else self.town(town)

    def card_guild(self, card_id: str) -> str | None:
        return None if self.state is None else self.state.plan.cards[card_id].guild

    def card_town(self, card_id: str) -> str | None:
        return None if self.state is None else self.state.plan.cards[card_id].town
