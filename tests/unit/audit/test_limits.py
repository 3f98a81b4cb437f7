"""What somebody has written into a log may neither take for ever nor hide what was found before."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from domain.audit import Finding, encode_record, examine, parse_rows
from domain.audit.examine import examine_rows
from domain.event import Event
from domain.macht.events import GameCreated, TownScored
from domain.recorded import Recorded, encode
from domain.table.disputes.events import DisputeRaised
from service.examiner import findings
from service.proof.history import HouseKeys, check_stored
from service.proof.verify import verify
from tests.proving import FORGER, HOUSE, finished, finished_events, first_of, forged, line_of, with_lines, written

SECONDS = 1.0
HUGE = 3_000_000


def raw(events: Sequence[Recorded]) -> list[tuple[Any, Any, Any]]:
    return [(e.originator_version, e.topic, encode(e)) for e in events]


def named(found: Sequence[Finding], check: str) -> set[int | None]:
    return {finding.event for finding in found if finding.check == check and not finding.ok}


def not_checked(found: Sequence[Finding]) -> dict[str, int | None]:
    return {finding.check: finding.event for finding in found if not finding.checked}


def test_a_record_without_events_is_told_so() -> None:
    report = verify(with_lines(finished(2), lambda _: []))
    assert [(finding.check, finding.text) for finding in report.wrong if finding.event is None][:1] == [
        ("chain", "There is no event.")
    ]
    bare = verify(encode_record(msgspec.structs.replace(written(finished_events(2), HOUSE), events=())))
    assert "There is no event." in {finding.text for finding in bare.wrong}
    assert not any("could not be made" in finding.text for finding in bare.findings)


def test_where_no_row_can_be_read_each_is_named() -> None:
    events = finished_events(2)[:12]
    rows = [(version, topic, b"hello") for version, topic, _ in raw(events)]
    found = check_stored(events[0].originator_id, rows, HouseKeys(HOUSE.known, None)).findings
    assert named(found, "form") == set(range(1, 13))
    assert "There is no event." not in {finding.text for finding in found}
    assert not_checked(found)["replay"] == 1


def seats(number: int) -> Callable[[Event], Event]:
    return lambda event: msgspec.structs.replace(event, seats=number)


@pytest.mark.parametrize("number", [HUGE, 10**18, -HUGE, 0, 17])
def test_an_opening_of_too_many_seats_is_named_at_once(number: int) -> None:
    events = forged(finished_events(4), 1, seats(number))
    began = time.monotonic()
    report = verify(encode_record(written(events, FORGER)))
    assert time.monotonic() - began < SECONDS
    assert 1 in named(report.findings, "replay")
    assert not_checked(report.findings).keys() >= {"replay", "shuffle", "recount"}


def test_with_a_text_editor_too() -> None:
    text = finished(4)
    line = line_of(text, 1)
    opened = line.rpartition(b'"seats":4')
    began = time.monotonic()
    report = verify(text.replace(line, opened[0] + b'"seats":3000000' + opened[2]))
    assert time.monotonic() - began < SECONDS
    assert {finding.event for finding in report.wrong} == {1}


def test_a_game_of_too_many_players_is_named_at_once() -> None:
    events = finished_events(4)
    number = first_of(events, GameCreated).originator_version

    def crowded(event: Event) -> Event:
        return msgspec.structs.replace(event, players=10**12)

    began = time.monotonic()
    report = verify(encode_record(written(forged(events, number, crowded), FORGER)))
    assert time.monotonic() - began < SECONDS
    assert named(report.findings, "replay") == {number}


# One damaged row does not blame what stands before it


def points(event: Event) -> Event:
    assert isinstance(event, TownScored)
    first, *others = event.ranking
    return msgspec.structs.replace(event, ranking=(msgspec.structs.replace(first, points=99), *others))


@pytest.mark.parametrize("how", ["not even JSON", "gone", "another topic"])
def test_what_is_before_a_damaged_event_is_played_again_and_counted(how: str) -> None:
    events = finished_events(3)
    scored = first_of(events, TownScored).originator_version
    damaged = scored + 9
    rows = raw(forged(events, scored, points))
    version, topic, state = rows[damaged - 1]
    instead = {"not even JSON": [(version, topic, b"hello")], "another topic": [(version, "macht.None/1", state)]}
    rows[damaged - 1 : damaged] = instead.get(how, [])
    parsed, unreadable = parse_rows(events[0].originator_id, rows)
    found = examine_rows(events[0].originator_id, parsed, lost=bool(unreadable)).findings
    assert named(found, "replay") == {scored}
    assert named(found, "recount") == {scored}
    assert not_checked(found)["replay"] == damaged
    assert not_checked(found)["shuffle"] == damaged


@pytest.mark.parametrize("damaged", [2, 60, 61, 62, 63, 64, 65, 66, 67])
def test_a_damaged_row_wherever_it_is_in_its_commit_accuses_no_other(damaged: int) -> None:
    events = finished_events(3)
    rows = raw(events)
    rows[damaged - 1] = (*rows[damaged - 1][:2], b"hello")
    found = check_stored(events[0].originator_id, rows, HouseKeys(HOUSE.known, None)).findings
    assert {finding.event for finding in found if not finding.ok} == {damaged}
    claims = {finding.check for finding in found if finding.ok and finding.checked}
    assert not claims & {"shuffle", "recount"}


def disputed(rows: list[tuple[Any, Any, Any]], **about: Any) -> Finding:
    events = finished_events(3)
    raised = DisputeRaised(1, 0, "Hm.", **about)
    return findings(events[0].originator_id, rows, raised, HouseKeys(HOUSE.known, None))[0]


def test_a_dispute_about_what_is_before_a_damaged_event_is_decided() -> None:
    rows = raw(finished_events(3))
    rows[59] = (60, rows[59][1], b"hello")
    assert disputed(rows, version=3).text == "Event 3 (table.SeatTaken/1) follows from its command by the rules."
    assert disputed(rows, version=59).ok
    assert not disputed(rows, version=60).ok
    assert "cannot be played again" in disputed(rows, version=90).text


def test_a_town_is_counted_again_where_nothing_before_its_scoring_is_damaged() -> None:
    events = finished_events(3)
    scored = first_of(events, TownScored)
    town, number = scored.event.town, scored.originator_version
    rows = raw(events)
    assert disputed([*rows[: number + 5], *rows[number + 6 :]], town=town).ok
    damaged = disputed([*rows[: number - 30], *rows[number - 29 :]], town=town)
    assert (damaged.ok, damaged.event) == (False, number - 29)


def test_a_replay_that_breaks_off_claims_nothing_of_the_rest() -> None:
    events = finished_events(2)
    scrambled = [*events[:10], *events[200:210]]
    found = examine(events[0].originator_id, scrambled)
    assert not_checked(found).keys() >= {"replay", "shuffle", "recount"}


# Who says when


def dated(events: Sequence[Recorded], number: int, at: int) -> list[Recorded]:
    odd = [msgspec.structs.replace(e, at=at) if e.originator_version == number else e for e in events]
    return forged(odd, 0, lambda event: event)


@pytest.mark.parametrize("later", [-3_600_000, -1, 1, 5000, 3_600_000])
def test_the_event_that_was_dated_otherwise_is_named_and_no_other(later: int) -> None:
    events = finished_events(4)
    first = next(n for n, e in enumerate(events[50:], 51) if e.opens_commit and not events[n].opens_commit
                 and not events[n + 1].opens_commit)  # fmt: skip
    for number in (first, first + 1):
        report = verify(encode_record(written(dated(events, number, events[number - 1].at + later), FORGER)))
        assert named(report.findings, "replay") == {number}


@pytest.mark.parametrize("later", [-3_600_000, 3_600_000])
def test_so_is_the_one_event_of_a_command(later: int) -> None:
    events = finished_events(4)
    number = next(n for n, e in enumerate(events[50:], 51) if e.opens_commit and events[n].opens_commit)
    report = verify(encode_record(written(dated(events, number, events[number - 1].at + later), FORGER)))
    assert named(report.findings, "replay") == {number}
