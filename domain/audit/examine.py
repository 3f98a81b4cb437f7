"""The whole examination of one table, from events that were read or from rows that nobody has believed yet."""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID

from domain.audit.finding import Finding, guarded, holds, unchecked, wrong
from domain.audit.links import Linked, check_chain
from domain.audit.replay import check_replay
from domain.audit.rows import Row, number_rows, read_rows
from domain.audit.seals import check_seals
from domain.errors import Rejected
from domain.recorded import Recorded


class Examined(NamedTuple):
    findings: list[Finding]
    events: list[Recorded]
    """Those that could be read."""
    rows: list[Row]
    """All of them, with the numbers that they have by their places."""


def _nothing(_: int) -> None:
    pass


def examine(
    table_id: UUID, events: Sequence[Recorded], tick: Callable[[int], None] = _nothing, *, replay: bool = True
) -> list[Finding]:
    """Chain, form, seals, shuffle, then every command again. `tick` is told of the events that have been played."""
    links = [Linked(e.originator_version, e.topic, e.head, e.public) for e in events]
    return [*guarded("chain", lambda: check_chain(table_id, links)), *_examine(table_id, events, tick, replay)]


def examine_rows(
    table_id: UUID,
    rows: Sequence[Row],
    tick: Callable[[int], None] = _nothing,
    *,
    partly: bool = False,
    replay: bool = True,
) -> Examined:
    """The same for rows as they were found; `partly` where openings may be kept back, as while a game goes on."""
    numbered = number_rows(rows)
    links = [Linked(version, topic, stored.head, bytes(stored.public)) for version, topic, stored in numbered.rows]
    chain = guarded("chain", lambda: check_chain(table_id, links, numbered.misplaced))
    if numbered.found:
        chain = [*numbered.found, *(finding for finding in chain if not finding.ok)]
    events, damage = read_rows(table_id, numbered.rows, partly=partly)
    if damage or numbered.misplaced:
        gone = unchecked("replay", "The game cannot be played again while events are damaged or missing.")
        return Examined([*chain, *damage, gone], events, numbered.rows)
    return Examined([*chain, *_examine(table_id, events, tick, replay)], events, numbered.rows)


def _examine(table_id: UUID, events: Sequence[Recorded], tick: Callable[[int], None], replay: bool) -> list[Finding]:
    if not events:
        return []
    found = [holds("form", f"{len(events)} events read as what their topics say.")]
    seals = guarded("seals", lambda: check_seals(events))
    if not replay:
        return [*found, *seals]
    played = guarded("replay", lambda: _played(table_id, events, tick))
    if any(finding.check == "seals" for finding in played):
        seals = [finding for finding in seals if not finding.ok]
    return [*found, *seals, *played]


def _played(table_id: UUID, events: Sequence[Recorded], tick: Callable[[int], None]) -> list[Finding]:
    try:
        return check_replay(table_id, events, tick)
    except Rejected as error:  # The rules it names are not of this release.
        return [wrong("replay", events[0].originator_version, str(error))]
