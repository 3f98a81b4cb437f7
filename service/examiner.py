"""The house's examiner: is what stands in a table's log what the rules make of its commands?"""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec

from domain.audit.replay import again
from domain.errors import Rejected
from domain.event import Event
from domain.recorded import Recorded
from domain.sealed import SealClosed
from domain.table import EXAMINER, ExamineDispute, Finding, Table, decide, fold
from domain.table.disputes.events import DisputeRaised
from domain.table.disputes.findings import sentence
from service.application import Accepted, Application
from service.commands import parse

CHAIN, REPLAY, RECOUNT = "chain", "reexecution", "recount"
MOST_FAULTS = 50
"""So many are named; a log with more is rotten, and one knows it by then."""
_BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, SealClosed, TypeError, ValueError)
"""What rules may stumble over where the events before were not theirs."""


def examine(application: Application, table_id: UUID, dispute: int) -> Accepted | None:
    """Examine a raised dispute and record what was found. None if it has been done.

    What is examined is the log up to the raising, so that whoever examines finds the same, however often.
    """
    if application.state(table_id).disputes[dispute - 1].status != "raised":
        return None
    found = findings(list(_until_raised(application, table_id, dispute)))
    command = ExamineDispute(dispute, tuple(found))
    return application.submit(table_id, EXAMINER, command, command_id=f"examine {dispute}")


def _until_raised(application: Application, table_id: UUID, dispute: int) -> Iterator[Recorded]:
    for recorded in application.log.read(table_id):
        yield recorded
        if isinstance(recorded.event, DisputeRaised) and recorded.event.dispute == dispute:
            return


def findings(events: Sequence[Recorded]) -> list[Finding]:
    """Every command is given to the pinned rules again, at the table as the log had made it, and every event compared.

    Chain and seals were checked when the events were read. What is said here is public, so while the game runs it
    names events and fields, but no value that the rules have drawn from what is sealed.
    """
    found = [Finding(CHAIN, True, None, sentence("chained", events=len(events)))]
    firsts = [n for n, recorded in enumerate(events) if recorded.opens_commit]
    table_id = events[0].originator_id
    is_over = fold(None, (recorded.event for recorded in events), table_id).status == "ended"
    table: Table | None = None
    faults: list[Finding] = []
    for start, stop in zip(firsts, [*firsts[1:], len(events)], strict=True):
        commit = events[start:stop]
        if table is not None:
            faults += _faults(table, commit, is_over)
        for recorded in commit:
            faults += _miscounted(table, recorded)
            table = fold(table, (recorded.event,), table_id)
    if faults:
        return [*found, *faults[:MOST_FAULTS]]
    return [
        *found,
        Finding(REPLAY, True, None, sentence("redone", commands=len(firsts) - 1)),
        Finding(RECOUNT, True, None, sentence("recounted")),
    ]


def _miscounted(table: Table | None, recorded: Recorded) -> Iterator[Finding]:
    """A second count, from what lies open, of each scoring."""
    if table is None or table.state is None or table.rules.recount is None:
        return
    complaint = table.rules.recount(table.state, recorded.event)
    if complaint is not None:
        yield Finding(RECOUNT, False, recorded.originator_version, f"Event {_name(recorded)}: {complaint}")


def _faults(table: Table, commit: Sequence[Recorded], is_over: bool) -> Iterator[Finding]:
    first = commit[0]
    try:
        cause = first.cause if first.sealed_cause is None else first.sealed_cause.read()
        command = parse(table.game, table.rules_version, cause or {})
        expected = decide(table, first.actor, command, again(commit))
    except Rejected:
        yield _fault(first, "refused")
        return
    except _BROKEN:
        yield _fault(first, "notRedone")
        return
    may_tell = True  # Up to the first difference nothing but what lies open has gone into it.
    for recorded, event in zip(commit, expected, strict=False):
        if recorded.event != event:
            is_scoring = isinstance(event, table.rules.scorings) and type(event) is type(recorded.event)
            tells = is_over or (may_tell and is_scoring)
            yield _difference(recorded, event, tells)
            may_tell = False
    if len(commit) != len(expected):
        if is_over:
            yield _fault(first, "otherNumber", there=len(commit), due=len(expected))
        else:
            yield _fault(first, "tooManyOrFew")


def _difference(recorded: Recorded, event: Event, tells: bool) -> Finding:
    if type(event) is not type(recorded.event):
        return _fault(recorded, "otherKindTold", due=event.topic) if tells else _fault(recorded, "otherKind")
    said, due = msgspec.to_builtins(recorded.event), msgspec.to_builtins(event)
    names = sorted(name for name in said.keys() | due.keys() if said.get(name) != due.get(name))
    fields = ", ".join(names)
    if not tells:
        return _fault(recorded, "differs", fields=fields)
    differences = "; ".join(_values(name, said, due) for name in names)
    return _fault(recorded, "differsTold", fields=fields, differences=differences)


def _values(name: str, said: dict[str, Any], due: dict[str, Any]) -> str:
    given, right = (msgspec.json.encode(document.get(name)).decode() for document in (said, due))
    return f"{name} is {given}, and should be {right}"


def _name(recorded: Recorded) -> str:
    return f"{recorded.originator_version} ({recorded.topic})"


def _fault(recorded: Recorded, name: str, **values: object) -> Finding:
    version = recorded.originator_version
    return Finding(REPLAY, False, version, sentence(name, event=version, topic=recorded.topic, **values))
