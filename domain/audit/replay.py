"""Playing a table again: every command is decided anew by the pinned rules, and every event compared."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any
from uuid import UUID

import msgspec

from domain.audit.compare import differences
from domain.audit.finding import Finding, capped, holds, unchecked, wrong
from domain.audit.openings import fits_its_seals, with_what_follows, with_what_was_shown
from domain.audit.times import check_times
from domain.errors import Rejected
from domain.event import Event
from domain.games import pinned
from domain.recorded import Cause, Recorded, sealed_fields
from domain.rules import Command
from domain.sealed import Context, SealClosed, Sealed
from domain.table import OpenSandbox, OpenTable, RaiseDispute, Table, TableCommand, decide, evolve, open_table
from domain.table.events import PositionCopied, SeatTaken, TableEnded, TableOpened
from domain.table.sandbox import open_sandbox, position_of

_NO_SALT = "00" * 32
CHECKED = ("seals", "shuffle", "replay", "recount")


class Rerun(Context, frozen=True):
    """The time and the salts of then. Rules draw their salts in the order in which the seals stand in the events."""

    salts: list[str]
    seed: str | None

    def salt(self, label: str) -> str:
        """The seed of a table is drawn like a salt: it is known by the event that sealed it."""
        if label == "seed" and self.seed is not None:
            return self.seed
        return self.salts.pop(0) if self.salts else _NO_SALT


def again(commit: Sequence[Recorded]) -> Context:
    """What a decision was given when it was made."""
    return Rerun(commit[0].at, _NO_SALT, _salts(commit), _seed(commit[0].event))


def commits(events: Sequence[Recorded]) -> Iterator[Sequence[Recorded]]:
    """The events that one command each has led to."""
    starts = [n for n, recorded in enumerate(events) if recorded.opens_commit or n == 0]
    for start, stop in zip_longest(starts, starts[1:]):
        yield events[start:stop]


class Replay:
    def __init__(self, table_id: UUID, *, is_over: bool) -> None:
        self._id = table_id
        self._is_over = is_over
        self._table: Table | None = None
        self.found: list[Finding] = []
        self.executed = self.sealed = self.piles = 0
        self.upto = 0
        """The last event that could be played."""

    def play(self, commit: Sequence[Recorded], *, is_whole: bool = True) -> bool:
        """Decide one command again, then go on from what the log says; False where there is no going on.

        Where it is not whole, what else the command led to is damaged or missing.
        """
        number = commit[0].originator_version
        if not commit[0].opens_commit:
            self._wrong(number, f"Event {number} has no command.")
        try:
            expected = self._decide(commit)
        except SealClosed:
            self.sealed += 1
        except Rejected as error:
            self._wrong(number, f"The rules refuse the command of event {number}{self._why(commit[0], error)}.")
        except Exception as error:  # A log that was tampered with may bring the rules into any state.
            self._wrong(number, f"The command of event {number} cannot be decided: {type(error).__name__}.")
        else:
            self.executed += 1
            commit, expected = with_what_follows(commit, expected if is_whole else expected[: len(commit)])
            different = differences(commit, expected, self._telling)
            self.found += different
            if any(finding.event in self._grounds(commit) for finding in different):
                return False
            self.piles += sum(
                getattr(event, name).owner is None for event in expected for name, _, _ in sealed_fields(type(event))
            )
        return self._fold(commit)

    @property
    def _telling(self) -> tuple[type[Event], ...]:
        """The events of which it may be said what they should have been."""
        return (Event,) if self._is_over or self._table is None else self._table.rules.scorings

    def _wrong(self, number: int, text: str) -> None:
        self.found.append(wrong("replay", number, text))

    def _why(self, first: Recorded, error: Rejected) -> str:
        """What was refused may name a card that is still a secret."""
        if first.sealed_cause is None:
            return f": {error}"
        return f": {error.code}, {error.rule}" if self._is_over else ""

    def _grounds(self, commit: Sequence[Recorded]) -> set[int]:
        """Events that say how large everything is: one that is false could make the rest of the game endless."""
        if self._table is None:
            return {commit[0].originator_version}
        games = (e.originator_version for e in commit if not e.event.topic.startswith("table."))
        return set(islice(games, 1)) if self._table.state is None else set()

    def _decide(self, commit: Sequence[Recorded]) -> list[Event]:
        first = commit[0]
        cause = first.cause if first.sealed_cause is None else first.sealed_cause.read()
        context = again(commit)
        if self._table is None:
            return _opened(commit, cause, context)
        command = _command(self._table, cause)
        number = first.originator_version
        if isinstance(command, RaiseDispute) and command.version is not None and command.version >= number:
            self._wrong(number, f"Event {number} disputes event {command.version}, which was not there yet.")
        expected = decide(self._table, first.actor, command, context)
        secret = self._table.rules.is_secret(command)
        if secret != (first.sealed_cause is not None):
            self._wrong(number, f"The command of event {number} should {'' if secret else 'not '}be sealed.")
        return expected

    def _fold(self, commit: Sequence[Recorded]) -> bool:
        for recorded in commit:
            number = recorded.originator_version
            try:
                self._recount(number, recorded.event)
                if self._table is not None and not fits_its_seals(self._table, recorded.event):
                    text = f"Event {number} opens something else than what was sealed for it."
                    self.found.append(wrong("seals", number, text))
                self._table = evolve(self._table, recorded.event, self._id)
                self.upto = number
            except Exception as error:  # As above: what is in a forged log need not fit what was before it.
                self._wrong(number, f"Event {number} cannot follow what was before it: {type(error).__name__}.")
                return False
        return True

    def _recount(self, number: int, event: Event) -> None:
        if self._table is None or self._table.state is None or self._table.rules.recount is None:
            return
        complaint = self._table.rules.recount(self._table.state, event)
        if complaint is not None:
            self.found.append(wrong("recount", number, f"Event {number}: {complaint}"))


def check_replay(
    table_id: UUID, events: Sequence[Recorded], tick: Callable[[int], None], broken: int | None = None
) -> list[Finding]:
    """`broken` is the number of the first event that is damaged or missing: it is played up to there."""
    replay = Replay(table_id, is_over=any(isinstance(e.event, TableEnded) for e in events))
    events = [e for e in with_what_was_shown(events) if broken is None or e.originator_version < broken]
    parts = list(commits(events))
    for commit in parts:
        if not replay.play(commit, is_whole=broken is None or commit is not parts[-1]):
            break
        tick(len(commit))
    replay.found += check_times(parts)
    rest = None if broken is None and replay.upto == len(events) else replay.upto + 1
    return _told(replay, events, rest)


def _told(replay: Replay, events: Sequence[Recorded], rest: int | None) -> list[Finding]:
    """`rest` is the first event of which nothing is known, since it could not be played."""
    wrongs = {check: [f for f in replay.found if f.check == check] for check in CHECKED}
    found = [finding for check in CHECKED for finding in capped(wrongs[check])]
    if not wrongs["shuffle"]:
        found.insert(0, _shuffle(replay, events, rest))
    if not wrongs["replay"] and (replay.executed or rest is None):
        found.append(holds("replay", f"{replay.executed} commands were carried out again and led to the same events."))
    if replay.sealed:
        found.append(unchecked("replay", f"{replay.sealed} commands rest on seals that are still closed."))
    if rest is not None:
        text = "The game cannot be played again while events are damaged or missing."
        found.append(unchecked("replay", text, rest))
    if _recounts(events) and not wrongs["recount"]:
        found.append(_recount(rest))
    return found


def _recounts(events: Sequence[Recorded]) -> bool:
    opening = events[0].event if events else None
    return isinstance(opening, TableOpened) and pinned(opening.game, opening.rules_version).recount is not None


def _recount(rest: int | None) -> Finding:
    if rest is None:
        return holds("recount", "Every scoring was counted a second time, by other code, to the same points.")
    return unchecked("recount", f"Scorings from event {rest} on were not counted a second time.", rest)


def _shuffle(replay: Replay, events: Sequence[Recorded], rest: int | None) -> Finding:
    opening = events[0].event if events else None
    if isinstance(opening, TableOpened) and not opening.seed.is_open:
        return unchecked("shuffle", "The seed is sealed until the game has ended.")
    text = f"{replay.piles} sealed seeds and piles were drawn again from seed and nonces"
    if rest is None:
        return holds("shuffle", f"{text}.")
    return unchecked("shuffle", f"{text}; none from event {rest} on.", rest)


def _opened(commit: Sequence[Recorded], cause: Cause | None, context: Context) -> list[Event]:
    """A sandbox begins with a position that its own log holds; where that came from is another table's affair."""
    command: OpenTable | OpenSandbox = msgspec.convert(cause, OpenTable | OpenSandbox)
    if isinstance(command, OpenTable):
        return open_table(command, commit[0].actor, context)
    opened, *seats, copied = (recorded.event for recorded in commit)
    if not isinstance(opened, TableOpened) or not isinstance(copied, PositionCopied):
        raise ValueError("A sandbox begins with its opening and ends it with the position.")
    taken = [event for event in seats if isinstance(event, SeatTaken)]
    return open_sandbox(commit[0].actor, position_of(opened, taken, copied), context)


def _salts(commit: Sequence[Recorded]) -> list[str]:
    seals: list[Sealed[Any]] = [
        getattr(recorded.event, name) for recorded in commit for name, _, _ in sealed_fields(type(recorded.event))
    ]
    return [sealed.opening().salt if sealed.is_open else _NO_SALT for sealed in seals]


def _seed(event: Event) -> str | None:
    return event.seed.read() if isinstance(event, TableOpened) else None


def _command(table: Table, cause: Cause | None) -> Command:
    kinds: Any = TableCommand | table.rules.command
    return msgspec.convert(cause, kinds)
