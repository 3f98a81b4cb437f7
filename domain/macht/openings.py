"""Which seals an event opens: value and salt, for anyone to check."""

from typing import Any

from domain.event import Event
from domain.macht.events import CardsRevealed, Choice, FinalResult, GoldenCardRemoved, GoldenCardRevealed
from domain.sealed import Opened


def openings(event: Event) -> tuple[Opened[Any], ...]:
    if isinstance(event, CardsRevealed):
        return tuple(Opened(Choice(play.action_card, play.influence), play.salt) for play in event.plays)
    if isinstance(event, GoldenCardRevealed | GoldenCardRemoved):
        return (Opened(event.card, event.salt),)
    if isinstance(event, FinalResult):
        return tuple(Opened(pile.order, pile.salt) for pile in event.reveal)
    return ()
