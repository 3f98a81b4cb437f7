"""Whole random games, and after every event what must always hold."""

import os
from uuid import UUID

import msgspec
import pytest

from domain.chain import GENESIS
from domain.errors import Rejected
from domain.event import Event
from domain.fairness import Chance
from domain.games import latest
from domain.macht.commands import (
    BuildCathedral,
    BuildDistrict,
    CommitCards,
    CompleteSite,
    DrawInfluenceCard,
    PlaceGuildMaster,
    PlayCard,
)
from domain.macht.state import State
from domain.recorded import Recorded, decode, encode, follows, record, sealed_fields
from domain.redact import Viewer, redact
from domain.sealed import Context
from tests import invariants
from tests.playing import die, steady

RULES = latest("macht")
GAMES = 5000 if os.environ.get("GUILDHALL_FULL") else 80
CHUNKS = 20
EVERYTHING_IS_TRIED_EVERY = 20
"""Decisions: at the others a sample of all commands is tried."""
TABLE = UUID(int=7)
BOTS = ("random", "greedy")


class Telling:
    """Live state and log grow together; after each event they are compared."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.events: list[Event] = []
        self.head = GENESIS

    def tell(self, events: list[Event]) -> None:
        for event in events:
            self.state = RULES.evolve(self.state, event)
            self.events.append(event)
            stored = self._store(event)
            assert stored.event == event
            self._check()

    def _store(self, event: Event) -> Recorded:
        version = len(self.events)
        recorded = record(self.head, TABLE, version, 0, "anna", event)
        read = decode(TABLE, version, recorded.topic, encode(recorded))
        assert follows(read, self.head)
        self.head = read.head
        return read

    def _check(self) -> None:
        assert self.state is not None
        invariants.check(self.state)
        assert msgspec.json.decode(msgspec.json.encode(self.state), type=State) == self.state

    def replayed(self) -> State:
        state = None
        for event in self.events:
            state = RULES.evolve(state, event)
        return state


def universe(state: State) -> list[object]:
    """Every command that could be written down for this board."""
    plan = state.plan
    cards = [card.id for card in (*plan.board.components.silver_cards, *plan.board.components.golden_cards)]
    spaces = list(plan.place)
    return [
        *(BuildDistrict(space, coat, masters) for space in spaces for coat in plan.coats for masters in range(3)),
        *(BuildDistrict(space, "church", 0, letter) for space in spaces for letter in "ABCD"),
        *(kind(space) for space in spaces for kind in (CompleteSite, BuildCathedral, PlaceGuildMaster)),
        *(CommitCards(card, influence) for card in cards for influence in range(5)),
        *(PlayCard(card) for card in cards),
        DrawInfluenceCard(),
    ]


def is_accepted(state: State, seat: int, command: object, context: Context, chance: Chance) -> bool:
    try:
        return bool(RULES.decide(state, seat, command, context, chance))
    except Rejected:
        return False


def assert_decide_accepts_exactly_legal(state: State, seed: str, turn: int, thorough: bool, chance: Chance) -> None:
    context = Context(0, "00" * 32)
    everything = universe(state)
    for seat in range(state.players):
        legal = RULES.legal(state, seat)
        assert len(legal) == len(set(legal))
        assert bool(legal) == (seat in RULES.to_act(state))
        sample = everything
        if not thorough:
            at = die(seed, turn, seat)
            sample = [everything[(at + step * 977) % len(everything)] for step in range(8)]
            sample += [legal[(at + step * 31) % len(legal)] for step in range(2) if legal]
        allowed = set(legal)
        for command in sample:
            assert is_accepted(state, seat, command, context, chance) == (command in allowed), command


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_random_game_keeps_every_promise_after_every_event(chunk: int) -> None:
    for number in range(chunk, GAMES, CHUNKS):
        play_one(number)


def play_one(number: int) -> None:
    seed = f"game {number}"
    players = 2 + number % 3
    strategies = [BOTS[(number // 3 + seat) % 5 == 0] for seat in range(players)]
    entropy = steady(seed)
    chance = Chance(entropy(), tuple(f"nonce {seat}" for seat in range(players)))
    telling = Telling()
    telling.tell(RULES.setup({"board": "standard"}, [None] * players, chance, Context(0, entropy())))
    turn = 0
    while awaited := RULES.to_act(telling.state):
        turn += 1
        state = telling.state
        thorough = turn % EVERYTHING_IS_TRIED_EVERY == number % EVERYTHING_IS_TRIED_EVERY
        assert_decide_accepts_exactly_legal(state, seed, turn, thorough, chance)
        waiting = sorted(awaited)
        seat = waiting[die(seed, turn, 99) % len(waiting)]
        bot = RULES.bots[strategies[seat]]
        command = bot(redact(state, Viewer(seat)), seat, RULES.legal(state, seat), die(seed, turn, seat))
        telling.tell(RULES.decide(state, seat, command, Context(0, entropy()), chance))
    assert telling.replayed() == telling.state
    assert isinstance(telling.events[-1], RULES.final)
    assert_every_seal_was_opened(telling.events)


def assert_every_seal_was_opened(events: list[Event]) -> None:
    made = {getattr(event, name).seal for event in events for name, _, _ in sealed_fields(type(event))}
    opened = {opening.seal for event in events for opening in RULES.openings(event)}
    assert made == opened
