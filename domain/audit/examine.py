"""The whole examination of one table, from events that were read or from rows that nobody has believed yet."""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID

from domain.audit.finding import Finding, holds, wrong
from domain.audit.replay import check_replay
from domain.audit.rows import Linked, Row, check_chain, check_form, read_rows
from domain.audit.seals import check_seals
from domain.errors import Rejected
from domain.recorded import Recorded


class Examined(NamedTuple):
    findings: list[Finding]
    events: list[Recorded]
    """Those that could be read."""


def _nothing(_: int) -> None:
    pass


def examine(
    table_id: UUID, events: Sequence[Recorded], tick: Callable[[int], None] = _nothing, *, replay: bool = True
) -> list[Finding]:
    """Chain, form, seals, shuffle, then every command again. `tick` is told of the events that have been played."""
    links = (Linked(e.originator_version, e.topic, e.head, e.public) for e in events)
    return [*check_chain(table_id, links), *_examine(table_id, events, tick, replay)]


def examine_rows(
    table_id: UUID,
    rows: Sequence[Row],
    tick: Callable[[int], None] = _nothing,
    *,
    partly: bool = False,
    replay: bool = True,
) -> Examined:
    """The same for rows as they were found; `partly` where openings may be kept back, as while a game goes on."""
    chain = check_chain(table_id, (Linked(v, topic, s.head, bytes(s.public)) for v, topic, s in rows))
    events, damage = read_rows(table_id, rows, partly=partly)
    if damage or not events:
        given_up = wrong("replay", None, "The game cannot be played again while events are damaged or missing.")
        return Examined([*chain, *damage, given_up], events)
    return Examined([*chain, *_examine(table_id, events, tick, replay)], events)


def _examine(table_id: UUID, events: Sequence[Recorded], tick: Callable[[int], None], replay: bool) -> list[Finding]:
    if not events:
        return []
    found = check_form(events) or [holds("form", f"{len(events)} events read as what their topics say.")]
    try:
        found += check_seals(events)
        if replay:
            found += check_replay(table_id, events, tick)
    except Rejected as error:  # The rules it names are not of this release.
        found.append(wrong("replay", events[0].originator_version, str(error)))
    return found
