"""Disputes in a record: told in the report, and an examination that was made up is found."""

from typing import Any

import msgspec
import pytest

from domain.audit import encode_record
from domain.event import Event
from domain.recorded import Recorded
from domain.redact import SPECTATOR
from domain.table import Finding, RaiseDispute, SettleDispute
from domain.table.disputes.events import DisputeExamined, DisputeRaised
from service.examiner import examine
from service.proof.verify import verify
from tests.playing import OPENER, PEOPLE, play_to_the_end
from tests.proving import FORGER, at_a_table, first_of, forged, recorded_for, written


@pytest.fixture(scope="module")
def disputed() -> tuple[Any, Any]:
    """A finished game, one dispute about a version rejected, one about a town upheld and corrected."""
    application, table = at_a_table(2)
    play_to_the_end(application, table, "proof")
    application.submit(table, PEOPLE[0], RaiseDispute("Hm.", version=7))
    examine(application, table, 1)
    application.submit(table, OPENER, SettleDispute(1, "rejected", "It is right."))
    application.submit(table, PEOPLE[1], RaiseDispute("Too little.", town="gent"))
    examine(application, table, 2)
    application.submit(table, OPENER, SettleDispute(2, "upheld", "So be it.", {"red": 9}))
    return application, table


def line_of_disputes(text: bytes) -> str:
    return next(line for line in verify(text).lines() if "disputes" in line[:30])


def test_the_report_tells_how_disputes_went_and_what_the_result_is_now(disputed: tuple[Any, Any]) -> None:
    application, table = disputed
    report = verify(encode_record(recorded_for(application, table, SPECTATOR)))
    assert report.ok, report.lines()
    told = next(finding.text for finding in report.findings if finding.check == "disputes")
    standing = application.state(table).rules.standing(application.state(table).state)
    assert told.startswith("2 disputes: 1 upheld, 1 rejected. Event ")
    assert (
        f"corrects the score: red +9. The result is now seat 0 {standing.totals[0]}, seat 1 {standing.totals[1]};"
        in told
    )


def test_where_nothing_was_disputed_that_is_said() -> None:
    application, table = at_a_table(2)
    assert "Nothing was disputed." in line_of_disputes(encode_record(recorded_for(application, table, SPECTATOR)))


def wrong(events: list[Recorded]) -> set[tuple[str, int | None]]:
    return {(f.check, f.event) for f in verify(encode_record(written(events, FORGER))).wrong}


def with_command(events: list[Recorded], number: int, **changes: Any) -> list[Recorded]:
    return [
        msgspec.structs.replace(e, cause=(e.cause or {}) | changes) if e.originator_version == number else e
        for e in events
    ]


def test_an_examination_that_tells_of_faults_which_are_not_there_is_found(disputed: tuple[Any, Any]) -> None:
    application, table = disputed
    events = list(application.events(table, SPECTATOR))
    number = first_of(events, DisputeExamined).originator_version
    invented = (Finding("replay", False, 40, "Event 40 is not what the rules give."),)

    def change(event: Event) -> Event:
        return msgspec.structs.replace(event, findings=invented)

    events = with_command(events, number, findings=msgspec.to_builtins(invented))
    assert wrong(forged(events, number, change)) == {("disputes", number)}


def test_a_dispute_about_an_event_that_was_not_there_yet_is_found(disputed: tuple[Any, Any]) -> None:
    application, table = disputed
    events = list(application.events(table, SPECTATOR))
    number = first_of(events, DisputeRaised).originator_version

    def change(event: Event) -> Event:
        return msgspec.structs.replace(event, version=number)

    found = wrong(forged(with_command(events, number, version=number), number, change))
    assert ("replay", number) in found


def test_an_examination_by_another_than_the_house_is_found(disputed: tuple[Any, Any]) -> None:
    application, table = disputed
    events = list(application.events(table, SPECTATOR))
    number = first_of(events, DisputeExamined).originator_version
    by_anna = [msgspec.structs.replace(e, actor="anna") if e.originator_version == number else e for e in events]
    assert ("replay", number) in wrong(forged(by_anna, 0, lambda event: event))
