"""The application: the only writer of events. Everybody, people, bots, clocks and mail, goes through `submit`."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol
from uuid import NAMESPACE_OID, UUID, uuid4, uuid5

import msgspec

from domain.chain import GENESIS
from domain.errors import DamagedEvent, Rejected, require
from domain.event import Event
from domain.receipt import Receipt, Signed
from domain.recorded import Recorded, record
from domain.redact import AFTER_THE_END, Viewer, redact
from domain.rules import Command
from domain.sealed import Context, canonical, seal
from domain.table import (
    AbandonTable,
    LeaveSeat,
    LeaveTable,
    OpenSandbox,
    OpenTable,
    RaiseDispute,
    SeatBot,
    StartTable,
    Table,
    TakeSeat,
    decide,
)
from domain.table import open_table as decide_opening
from domain.table.commands import DisputeCommand
from domain.table.disputes.events import DisputeExamined
from domain.table.sandbox import Position, copy_position, last_decision, open_sandbox
from domain.table.view import entitled
from service.cache import Cache, Entry, advanced
from service.commands import is_text, parse
from service.entropy import fresh_entropy
from service.salvage import salvage
from service.store import Conflict, EventLog, StoreBusy

CACHED_TABLES = 10_000
ATTEMPTS = 100
"""How often a command is decided anew because another one was faster. Each time one of them has got through."""
LONGEST_COMMAND_ID = 200
NEWEST = 2**53
"""No table will ever have so many events, and every reader of JSON can count to it."""


class UnknownTable(LookupError):
    """No event of such a table is in the log."""

    def __init__(self, table: UUID) -> None:
        super().__init__(f"There is no table {table}.")


class Accepted(msgspec.Struct, frozen=True):
    """The answer to a command: where the table stood after it, and what it led to, as its sender may see it."""

    table: UUID
    version: int
    head: str
    events: tuple[Recorded, ...]
    receipt: Receipt | None = None
    """The house's signature under the head; None where the application has no signer."""


class Signer(Protocol):
    """Signs the head of a table with the key of the house."""

    def sign(self, table: UUID, version: int, head: str) -> Signed: ...


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Application:
    def __init__(
        self,
        log: EventLog,
        *,
        now: Callable[[], int] = now,
        entropy: Callable[[], str] = fresh_entropy,
        cached_tables: int = CACHED_TABLES,
        on_accepted: Callable[[Accepted], None] = lambda _: None,
        signer: Signer | None = None,
    ) -> None:
        self.log = log
        self._signer = signer
        self._on_accepted = on_accepted
        self._now = now
        self._entropy = entropy
        self._cache = Cache(cached_tables)

    # Commands

    def open_table(
        self,
        actor: str,
        game: str,
        seats: int,
        options: dict[str, Any] | None = None,
        command_id: str | None = None,
        *,
        private: bool = False,
        autostart: bool = False,
        arbiter: str | None = None,
        wait_for_disputes: bool = False,
        clock: int | None = None,
    ) -> Accepted:
        """The same actor's same command id opens the same table."""
        _check_command_id(command_id)
        command = OpenTable(game, seats, options or {}, private, autostart, arbiter, wait_for_disputes, clock)
        return self._submit(_new_table_id(actor, command_id), actor, command, command_id, None)

    def open_sandbox(self, actor: str, source: UUID, at: int | None = None, command_id: str | None = None) -> Accepted:
        """Copy a position of a table, as the actor knows it, to a private table of theirs."""
        _check_command_id(command_id)
        command = OpenSandbox(source, at)
        return self._submit(_new_table_id(actor, command_id), actor, command, command_id, None)

    def take_seat(
        self,
        table: UUID,
        actor: str,
        seat: int | None = None,
        guild: str | None = None,
        nonce: str | None = None,
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> Accepted:
        return self.submit(table, actor, TakeSeat(seat, guild, nonce), command_id, expected_version)

    def leave_seat(
        self,
        table: UUID,
        actor: str,
        command_id: str | None = None,
        expected_version: int | None = None,
        seat: int | None = None,
    ) -> Accepted:
        return self.submit(table, actor, LeaveSeat(seat), command_id, expected_version)

    def seat_bot(
        self,
        table: UUID,
        actor: str,
        seat: int,
        strategy: str,
        guild: str | None = None,
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> Accepted:
        return self.submit(table, actor, SeatBot(seat, strategy, guild), command_id, expected_version)

    def start(
        self, table: UUID, actor: str, command_id: str | None = None, expected_version: int | None = None
    ) -> Accepted:
        return self.submit(table, actor, StartTable(), command_id, expected_version)

    def abandon(self, table: UUID, actor: str, command_id: str | None = None) -> Accepted:
        return self.submit(table, actor, AbandonTable(), command_id)

    def submit(
        self,
        table: UUID,
        actor: str,
        command: Command | Mapping[str, Any] | bytes | str,
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> Accepted:
        """Decide a command, make its events durable, answer. The same command id again gives the same answer."""
        _check_command_id(command_id)
        if isinstance(command, Mapping | bytes | bytearray | str):
            known = self.remembered(table)
            command = parse(known.game, known.rules_version, command)
        return self._submit(table, actor, command, command_id, expected_version)

    def _submit(
        self, table_id: UUID, actor: str, command: Command, command_id: str | None, expected_version: int | None
    ) -> Accepted:
        try:
            entry, fresh = self._remembered(table_id)
            return self._answer(table_id, entry, fresh, actor, command, command_id, expected_version)
        except DamagedEvent:
            if not isinstance(command, DisputeCommand | LeaveTable):
                raise
        entry = salvage(self.log, table_id).entry
        return self._answer(table_id, entry, True, actor, command, command_id, expected_version)

    def _answer(
        self,
        table_id: UUID,
        entry: Entry,
        fresh: bool,
        actor: str,
        command: Command,
        command_id: str | None,
        expected_version: int | None,
    ) -> Accepted:
        for _ in range(ATTEMPTS):
            try:
                if (accepted := self._answer_again(table_id, entry, actor, command, command_id)) is not None:
                    return accepted
                _check_version(entry, expected_version)
                recorded = self._decide(table_id, entry, actor, command, command_id)
            except Rejected:
                # What we remember may be behind what another process has written.
                if fresh:
                    raise
            else:
                try:
                    self.log.append(recorded)
                except Conflict:
                    pass
                else:
                    accepted = _accepted(self._remember(table_id, entry, recorded), actor, recorded)
                    self._on_accepted(accepted)
                    return accepted
            entry = salvage(self.log, table_id).entry if entry.is_damaged else self._caught_up(table_id, entry)
            fresh = True
        raise StoreBusy(f"The table was changed {ATTEMPTS} times while this command was decided.")

    def _decide(
        self, table_id: UUID, entry: Entry, actor: str, command: Command, command_id: str | None
    ) -> list[Recorded]:
        context = Context(max(self._now(), entry.at), self._entropy())
        if entry.table is not None:
            opens = isinstance(command, OpenTable | OpenSandbox)
            require(not opens, "wrongPhase", "T1.1", "This table is open already.")
            if isinstance(command, RaiseDispute):
                _check_disputed(entry, command)
            events = decide(entry.table, actor, command, context)
        elif isinstance(command, OpenTable):
            events = decide_opening(command, actor, context)
        elif isinstance(command, OpenSandbox):
            events = open_sandbox(actor, self._position(command, actor, context), context)
        else:
            raise UnknownTable(table_id)
        return self._signed(_chained(table_id, entry, actor, command, command_id, context, events))

    def _signed(self, commit: list[Recorded]) -> list[Recorded]:
        """The receipt stands in the row of the commit's last event: it is as durable as the commit itself."""
        if self._signer is None:
            return commit
        last = commit[-1]
        signed = self._signer.sign(last.originator_id, last.originator_version, last.head)
        return [*commit[:-1], msgspec.structs.replace(last, signed=signed)]

    def _position(self, command: OpenSandbox, actor: str, context: Context) -> Position:
        version, now = self.snapshot(command.source)
        at = version if command.at is None else command.at
        require(1 <= at <= version, "unknownVersion", "T4.3", f"The table has versions 1 to {version}.")
        viewer = AFTER_THE_END if now.status == "ended" else Viewer(now.seat_of(actor))
        then, copied = last_decision(self.log.read(command.source, upto=at + 1), at)
        return copy_position(then, copied, viewer, context)

    def _answer_again(
        self, table_id: UUID, entry: Entry, actor: str, command: Command, command_id: str | None
    ) -> Accepted | None:
        if command_id is None or (place := entry.answered.find(actor, command_id)) is None:
            return None
        last = place.first + place.count - 1
        events = list(self.log.read(table_id, after=place.first - 1, upto=last, head=None))
        first = events[0]
        if first.command_id != command_id or first.actor != actor:
            return None
        cause = first.cause if first.sealed_cause is None else first.sealed_cause.read()
        same = canonical(cause) == canonical(command)
        require(same, "commandIdReused", "T4.4", "This command id has been used for another command.")
        # As it was then: the end of the game, or another seat, must not change an answer that was given before.
        return _accepted(entry if entry.is_damaged else self.entry_at(table_id, last), actor, events)

    # Questions

    def has_answered(self, table: UUID, actor: str, command_id: str) -> bool:
        """Whether this command id of the actor's has led to something at this table."""
        return self._current(table).answered.find(actor, command_id) is not None

    def events(self, table: UUID, viewer: Viewer, after: int = 0, limit: int | None = None) -> Sequence[Recorded]:
        """The events after a version as one viewer may see them."""
        require(0 <= after <= NEWEST, "unknownVersion", "T4.3", "Versions are counted from 1.")
        entry = self._current(table)
        viewer = entitled(entry.table, viewer)
        upto = entry.version if limit is None else min(entry.version, after + limit)
        head = None if after else GENESIS
        return [redact(recorded, viewer) for recorded in self.log.read(table, after=after, upto=upto, head=head)]

    def state(self, table: UUID, at: int | None = None) -> Table:
        """A table now, or as it was after event `at`."""
        entry = self._current(table)
        if at is not None and at != entry.version:
            require(1 <= at <= entry.version, "unknownVersion", "T4.3", f"The table has versions 1 to {entry.version}.")
            entry = self.entry_at(table, at)
        if entry.table is None:
            raise UnknownTable(table)
        return entry.table

    def entry_at(self, table: UUID, at: int) -> Entry:
        """A table as it was after event `at`, folded from the log alone."""
        return advanced(Entry(), list(self.log.read(table, upto=at)))

    def news(self, table: UUID, after: int) -> tuple[int, Table, list[Recorded]]:
        """For those who keep read models: version and table of one moment, and the events after a version, whole."""
        if after == 0:
            events = list(self.log.read(table))
            entry = advanced(Entry(), events) if events else Entry()
            if entry.table is None:
                raise UnknownTable(table)
            return entry.version, entry.table, events
        version, current = self.snapshot(table)
        return version, current, list(self.log.read(table, after=after, upto=version, head=None))

    def last_move(self, table: UUID, actor: str) -> int:
        """The version after an actor's last command; 0 if there was none."""
        last = 0
        for recorded in self.log.read(table):
            if recorded.actor == actor:
                last = recorded.originator_version
        return last

    def version(self, table: UUID) -> int:
        return self._current(table).version

    def remembered(self, table: UUID) -> Table:
        """A table as this process last saw it: what never changes about it can be asked without the log."""
        try:
            found = self._remembered(table)[0].table
        except DamagedEvent:
            found = salvage(self.log, table).entry.table
        if found is None:
            raise UnknownTable(table)
        return found

    def remembered_version(self, table: UUID) -> int:
        """The version at which this process last saw a table; 0 if it knows of none."""
        return self._remembered(table)[0].version

    def snapshot(self, table: UUID) -> tuple[int, Table]:
        """Version and table of one moment."""
        entry = self._current(table)
        assert entry.table is not None
        return entry.version, entry.table

    def as_it_stands(self, table: UUID) -> tuple[int, Table]:
        """Version and table of one moment; where the log is damaged, of what can be read of it."""
        try:
            return self.snapshot(table)
        except DamagedEvent:
            entry = salvage(self.log, table).entry
        if entry.table is None:
            raise UnknownTable(table)
        return entry.version, entry.table

    def forget(self) -> None:
        """Empty the memory of tables; everything heals from the log."""
        self._cache.clear()

    def _current(self, table_id: UUID) -> Entry:
        entry = self._caught_up(table_id, self._cache.get(table_id) or Entry())
        if entry.table is None:
            raise UnknownTable(table_id)
        return entry

    def _remembered(self, table_id: UUID) -> tuple[Entry, bool]:
        """The table as remembered, and whether it has just been read from the log."""
        entry = self._cache.get(table_id)
        return (entry, False) if entry is not None else (self._caught_up(table_id, Entry()), True)

    def _caught_up(self, table_id: UUID, entry: Entry) -> Entry:
        news = list(self.log.read(table_id, after=entry.version, head=entry.head))
        if not news:
            return entry
        if entry.version and any(map(_tells_of_faults, news)):
            self._cache.forget(table_id)
            return self._caught_up(table_id, Entry())
        entry = advanced(entry, news)
        self._cache.put(table_id, entry)
        return entry

    def _remember(self, table_id: UUID, entry: Entry, recorded: Sequence[Recorded]) -> Entry:
        """What was true when we read it may have been altered since: once that is known, the log is read anew."""
        after = advanced(entry, recorded)
        if entry.is_damaged or any(map(_tells_of_faults, recorded)):
            self._cache.forget(table_id)
        else:
            self._cache.put(table_id, after)
        return after


def _tells_of_faults(recorded: Recorded) -> bool:
    return isinstance(recorded.event, DisputeExamined) and not all(finding.ok for finding in recorded.event.findings)


def _accepted(entry: Entry, actor: str, recorded: Sequence[Recorded]) -> Accepted:
    """Nobody gets more than they may see, not even as the answer to their own command."""
    last = recorded[-1]
    seat = None if entry.table is None else entry.table.seat_of(actor)
    viewer = entitled(entry.table, Viewer(seat))
    events = tuple(redact(envelope, viewer) for envelope in recorded)
    return Accepted(last.originator_id, last.originator_version, last.head, events, last.receipt)


def _new_table_id(actor: str, command_id: str | None) -> UUID:
    return uuid4() if command_id is None else uuid5(NAMESPACE_OID, canonical([actor, command_id]).decode())


def _check_command_id(command_id: str | None) -> None:
    fits = command_id is None or (1 <= len(command_id) <= LONGEST_COMMAND_ID and is_text(command_id))
    require(fits, "malformed", "T4.4", f"A command id is a text of 1 to {LONGEST_COMMAND_ID} characters.")


def _check_version(entry: Entry, expected: int | None) -> None:
    current = expected is None or expected == entry.version
    require(current, "staleVersion", "T4.3", f"You have seen version {expected}; the table is at {entry.version}.")


def _check_disputed(entry: Entry, command: RaiseDispute) -> None:
    known = command.version is None or command.version <= entry.version
    require(known, "unknownVersion", "T6.1", f"The table has versions 1 to {entry.version}.")


def _chained(
    table_id: UUID,
    entry: Entry,
    actor: str,
    command: Command,
    command_id: str | None,
    context: Context,
    events: Sequence[Event],
) -> list[Recorded]:
    """Events in their envelopes, each chained to the one before; the command that caused them is on the first."""
    cause: dict[str, Any] | None = msgspec.to_builtins(command)
    sealed_cause = None
    if entry.table is not None and entry.table.rules.is_secret(command):
        sealed_cause = seal(cause, entry.table.seat_of(actor), context.salt("cause"))
        cause = None
    recorded: list[Recorded] = []
    head, version = entry.head, entry.version
    for event in events:
        version += 1
        first = not recorded
        envelope = record(
            head,
            table_id,
            version,
            context.now,
            actor,
            event,
            cause=cause if first else None,
            sealed_cause=sealed_cause if first else None,
            command_id=command_id if first else None,
        )
        head = envelope.head
        recorded.append(envelope)
    return recorded
