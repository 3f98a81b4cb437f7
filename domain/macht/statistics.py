"""Figures of one game, for comparing many (RULES.md §15)."""

from collections.abc import Sequence

from domain.event import Event
from domain.macht.events import SpaceCovered
from domain.macht.state import State
from domain.rules import Tally


def tally(state: State, events: Sequence[Event]) -> Tally:
    """Rounds (turns of two players), and covers before the end."""
    covers = sum(len(ev.spaces) for ev in events if isinstance(ev, SpaceCovered) and ev.reason != "end")
    rounds = state.round if state.duel is None else state.duel.turn
    return Tally({"rounds": rounds, "covers": covers}, "" if state.ending is None else state.ending.reason)
