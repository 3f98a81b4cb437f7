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
    chain = guarded("chain", lambda: check_chain(table_id, links))
    return [*chain, *_examine(table_id, events, tick, None, replay)]


def examine_rows(
    table_id: UUID,
    rows: Sequence[Row],
    tick: Callable[[int], None] = _nothing,
    *,
    partly: bool = False,
    replay: bool = True,
    lost: bool = False,
) -> Examined:
    """The same for rows as they were found, up to the first that is missing or cannot be read.

    `partly` where openings may be kept back, as while a game goes on; `lost` where there were rows that are not here
    because they did not even look like one.
    """
    numbered = number_rows(rows)
    links = [Linked(version, topic, stored.head, bytes(stored.public)) for version, topic, stored in numbered.rows]
    chain = guarded("chain", lambda: check_chain(table_id, links, numbered.misplaced))
    if lost and not rows:
        chain = [unchecked("chain", "No event can be read.")]
    if numbered.found:
        chain = [*numbered.found, *(finding for finding in chain if not finding.ok)]
    events, damage, unread = read_rows(table_id, numbered.rows, partly=partly)
    broken = min(filter(None, (numbered.broken, unread)), default=len(rows) + 1 if lost else None)
    examined = _examine(table_id, events, tick, broken, replay)
    return Examined([*chain, *damage, *examined], events, numbered.rows)


def _examine(
    table_id: UUID, events: Sequence[Recorded], tick: Callable[[int], None], broken: int | None, replay: bool
) -> list[Finding]:
    """`broken` is the number of the first event that is not there to be played."""
    if not events and broken is None:
        return []
    seals = guarded("seals", lambda: check_seals(events))
    if broken is None:
        found = [holds("form", f"{len(events)} events read as what their topics say.")]
    else:
        found, seals = [], [finding for finding in seals if not finding.ok]
    if not replay:
        return [*found, *seals]
    played = guarded("replay", lambda: _played(table_id, events, tick, broken))
    if any(finding.check == "seals" for finding in played):
        seals = [finding for finding in seals if not finding.ok]
    return [*found, *seals, *played]


def _played(
    table_id: UUID, events: Sequence[Recorded], tick: Callable[[int], None], broken: int | None
) -> list[Finding]:
    try:
        return check_replay(table_id, events, tick, broken)
    except Rejected as error:  # The rules it names are not of this release.
        return [wrong("replay", events[0].originator_version, str(error))]
