"""Records for the tests: a house with a key, games played at it, and forgers who write history anew."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from uuid import UUID

import msgspec

from domain.audit import Record, encode_record
from domain.audit.record import record_of
from domain.chain import GENESIS
from domain.event import Event
from domain.games import pinned
from domain.receipt import Signed, fingerprint, message
from domain.recorded import Recorded, record
from domain.redact import Viewer
from service.application import Application
from service.keys import public_of, sign
from service.store import memory_log
from tests.playing import move, people_at_a_table, play_to_the_end, steady

FIRST_EVENT_LINE = 8


class Pen:
    """A key that is the same in every run."""

    def __init__(self, name: str) -> None:
        self._private = hashlib.sha256(name.encode()).digest()
        self.public = public_of(self._private)
        self.id = fingerprint(self.public)
        self.known = {self.id: self.public.hex()}

    def sign(self, table: UUID, version: int, head: str) -> Signed:
        return Signed(self.id, sign(self._private, message(table, version, head)).hex())


HOUSE, FORGER = Pen("the house"), Pen("a forger")


def at_a_table(players: int, seed: str = "proof") -> tuple[Application, UUID]:
    ticks = iter(range(1_800_000_000_000, 1_900_000_000_000, 1000))
    application = Application(memory_log(), entropy=steady(seed), now=lambda: next(ticks), signer=HOUSE)
    return application, people_at_a_table(application, players)


def running(players: int, moves: int, seed: str = "proof") -> tuple[Application, UUID]:
    application, table = at_a_table(players, seed)
    for _ in range(moves):
        assert move(application, table, seed) is not None
    return application, table


def recorded_for(application: Application, table: UUID, viewer: Viewer, *pens: Pen) -> Record:
    return written(application.events(table, viewer), *(pens or (HOUSE,)))


def written(events: Sequence[Recorded], *pens: Pen) -> Record:
    opening = events[0].event
    board = pinned(opening.game, opening.rules_version).board(opening.options)
    keys = {pen.id: pen.public.hex() for pen in pens}
    return record_of(events[0].originator_id, opening.game, opening.rules_version, board, events, keys)


@cache
def finished_events(players: int) -> tuple[Recorded, ...]:
    application, table = at_a_table(players)
    play_to_the_end(application, table, "proof")
    return tuple(application.events(table, Viewer()))


@cache
def finished(players: int) -> bytes:
    """The record of a finished game."""
    return encode_record(written(finished_events(players), HOUSE))


def event_at(text: bytes, offset: int) -> int | None:
    """The event on whose line an offset is; None before the first and after the last."""
    start = text.index(b'"events":[\n') + len(b'"events":[\n')
    inside = start <= offset < text.rindex(b"\n]}")
    return text.count(b"\n", start, offset) + 1 if inside else None


def line_of(text: bytes, event: int) -> bytes:
    return text.split(b"\n")[FIRST_EVENT_LINE - 2 + event]


def with_lines(text: bytes, change: Callable[[list[bytes]], Iterable[bytes]]) -> bytes:
    """The record with other lines of events; the commas between them are seen to."""
    lines = text.split(b"\n")
    head, events = lines[: FIRST_EVENT_LINE - 1], lines[FIRST_EVENT_LINE - 1 : -2]
    changed = list(change([line.removesuffix(b",") for line in events]))
    return b"\n".join(head) + b"\n" + b",\n".join(changed) + b"\n]}\n"


def forged(
    events: Sequence[Recorded], number: int, change: Callable[[Event], Event], pen: Pen | None = FORGER
) -> list[Recorded]:
    """History with another event in it, chained anew throughout; signed anew, or with the signatures there were."""
    head, result = GENESIS, []
    for old in events:
        event = change(old.event) if old.originator_version == number else old.event
        extra = {"cause": old.cause, "sealed_cause": old.sealed_cause}
        new = record(head, old.originator_id, old.originator_version, old.at, old.actor, event, **extra)
        signed = old.signed
        if signed is not None and pen is not None:
            signed = pen.sign(new.originator_id, new.originator_version, new.head)
        result.append(msgspec.structs.replace(new, signed=signed))
        head = new.head
    return result


def first_of(events: Sequence[Recorded], kind: type[Event]) -> Recorded:
    return next(recorded for recorded in events if isinstance(recorded.event, kind))
