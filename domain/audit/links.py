"""The chain: each head follows from its event and the head before."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from domain.audit.finding import Finding, capped, holds, wrong
from domain.chain import GENESIS, link


class Linked(NamedTuple):
    """What the chain is made of."""

    version: int
    topic: str
    head: str
    public: bytes


def check_chain(table: UUID, links: Iterable[Linked], misplaced: frozenset[int] = frozenset()) -> list[Finding]:
    """After a break it goes on from the head that is written, or from the one that should be, so that each fault is
    named once, and by its own event. `misplaced` are those that have been named for their numbers already.
    """
    found: list[Finding] = []
    before = [GENESIS]
    count = 0
    head = GENESIS
    for version, topic, written, public in links:
        count += 1
        due = [_linked(previous, table, version, topic, public) for previous in before]
        head = written
        if written in due:
            before = [written]
            continue
        if version not in misplaced:
            text = (
                f"Event {version} is not what was chained here: its head does not follow from it and the head before."
            )
            found.append(wrong("chain", version, text))
        before = [written] if due[0] is None else [written, due[0]]
    if not count:
        return [wrong("chain", None, "There is no event.")]
    return capped(found) or [holds("chain", f"{count} events are chained without a gap; the head is {head}.")]


def _linked(head: str, table: UUID, version: int, topic: str, public: bytes) -> str | None:
    try:
        return link(head, table, version, topic, public)
    except (ValueError, OverflowError):
        return None
