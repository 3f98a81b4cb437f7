"""Whole games between bots on the pure core, from a seed and nothing else."""

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.event import Event
from domain.fairness import Chance
from domain.redact import Viewer, redact
from domain.rules import Options, Rules, State
from domain.sealed import Context


@dataclass(frozen=True)
class Game:
    """A game played to its end."""

    state: State
    events: list[Event]


def play_game(rules: Rules, bots: Sequence[str], seed: str, options: Options | None = None) -> Game:
    """The same seed gives the same game, event by event."""
    players = len(bots)
    chance = Chance(_digest(seed, "seed"), (None,) * players)
    context = Context(0, _digest(seed, "set-up"))
    events = rules.setup(rules.check_options(options or {}), [None] * players, chance, context)
    state = None
    for event in events:
        state = rules.evolve(state, event)
    decisions = 0
    while awaited := rules.to_act(state):
        seat = min(awaited)
        decisions += 1
        die = int(_digest(seed, f"die {decisions}")[:16], 16)
        command = rules.bots[bots[seat]](redact(state, Viewer(seat)), seat, rules.legal(state, seat), die)
        context = Context(0, _digest(seed, f"decision {decisions}"))
        for event in rules.decide(state, seat, command, context, chance):
            state = rules.evolve(state, event)
            events.append(event)
    return Game(state, events)


def _digest(seed: str, label: str) -> str:
    return hashlib.sha256(f"{seed}\n{label}".encode()).hexdigest()


@dataclass
class Figures:
    """What many games come to. A shared win counts as a part of one for each winner."""

    players: int
    games: int = 0
    events: int = 0
    points: int = 0
    sums: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    wins: list[float] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, rules: Rules, game: Game) -> None:
        standing = rules.standing(game.state)
        if standing is None:
            raise ValueError("The game is not over.")
        tally = rules.tally(game.state, game.events)
        self.games += 1
        self.events += len(game.events)
        self.points += sum(standing.totals)
        self.sums.update(tally.figures)
        self.ends[tally.end] += 1
        self.wins = self.wins or [0.0] * self.players
        for seat in standing.winners:
            self.wins[seat] += 1 / len(standing.winners)

    def as_document(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "players": self.players,
            **{f"{name}_mean": round(total / self.games, 3) for name, total in sorted(self.sums.items())},
            "events_mean": round(self.events / self.games, 3),
            "score_mean": round(self.points / self.games / self.players, 3),
            "ends": dict(sorted(self.ends.items())),
            "wins_by_seat": [round(wins, 3) for wins in self.wins],
            "games_per_second": round(self.games / self.seconds, 2),
        }


def simulate(
    rules: Rules, bots: Sequence[str], games: int, seed: int, tick: Callable[[], None] = lambda: None
) -> Figures:
    """Play many games; `tick` is called after each."""
    figures = Figures(len(bots))
    started = time.perf_counter()
    for number in range(games):
        figures.add(rules, play_game(rules, bots, f"{seed}/{number}"))
        tick()
    figures.seconds = time.perf_counter() - started
    return figures
