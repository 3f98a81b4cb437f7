"""Which seals an event opens: value and salt, for anyone to check, and the seals they have to fit."""

from typing import Any

from domain.event import Event
from domain.macht.events import CardsRevealed, Choice, FinalResult, GoldenCardRemoved, GoldenCardRevealed
from domain.macht.state import State
from domain.sealed import Opened, Sealed


def openings(event: Event) -> tuple[Opened[Any], ...]:
    if isinstance(event, CardsRevealed):
        return tuple(Opened(Choice(play.action_card, play.influence), play.salt) for play in event.plays)
    if isinstance(event, GoldenCardRevealed | GoldenCardRemoved):
        return (Opened(event.card, event.salt),)
    if isinstance(event, FinalResult):
        return tuple(Opened(pile.order, pile.salt) for pile in event.reveal)
    return ()


def seals_opened(state: State, event: Event) -> tuple[Sealed[Any] | None, ...]:
    """Of this round and of these seats: one that was opened before is gone, and no other takes its place."""
    if isinstance(event, CardsRevealed):
        seats = [play.seat for play in event.plays]
        return tuple(choice if seats[seat : seat + 1] == [seat] else None for seat, choice in enumerate(state.choices))
    if isinstance(event, GoldenCardRevealed | GoldenCardRemoved):
        return (None if state.gold is None else state.gold.in_front,)
    if isinstance(event, FinalResult):
        return (() if state.gold is None else (state.gold.pile,)) + (() if state.duel is None else state.duel.piles)
    return ()
