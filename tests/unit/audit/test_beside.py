"""What stands beside events and under no chain: openings, unknown keys, and the times in which keys were in use."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.audit import Finding
from domain.macht.events import CardCommitted
from domain.recorded import encode
from service.proof.history import HouseKeys, check_stored
from service.proof.signatures import GRACE, Span
from service.proof.verify import verify
from tests.proving import HOUSE, finished, finished_events, first_of

Row = dict[str, Any]


def wrong(change: Callable[[Row], Row], number: int, spans: dict[str, Span] | None = None) -> list[Finding]:
    events = finished_events(3)
    rows: list[tuple[Any, Any, Any]] = [(e.originator_version, e.topic, encode(e)) for e in events]
    version, topic, state = rows[number - 1]
    row = msgspec.json.decode(state, type=dict[str, msgspec.Raw])
    rows[number - 1] = (version, topic, msgspec.json.encode(change(row)))
    table: UUID = events[0].originator_id
    found = check_stored(table, rows, HouseKeys(HOUSE.known, None, spans or {})).findings
    return [finding for finding in found if not finding.ok]


def secret() -> int:
    return first_of(finished_events(3), CardCommitted).originator_version


def with_private(**more: Any) -> Callable[[Row], Row]:
    return lambda row: row | {"private": msgspec.json.decode(row.get("private", b"{}"), type=Row) | more}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda row: row | {"zzz": 1}, id="an unknown key"),
        pytest.param(with_private(x={"salt": "ab" * 32, "value": 1}), id="an opening of nothing"),
        pytest.param(with_private(x=7), id="no opening at all"),
    ],
)
def test_what_was_added_to_a_row_is_found(change: Callable[[Row], Row]) -> None:
    for number in (9, secret()):
        assert [(finding.check, finding.event) for finding in wrong(change, number)] == [("form", number)]


def test_so_is_what_was_added_to_an_opening() -> None:
    def change(row: Row) -> Row:
        private = msgspec.json.decode(row["private"], type=dict[str, dict[str, msgspec.Raw]])
        private["choice"]["zzz"] = msgspec.Raw(b"1")
        return row | {"private": private}

    assert [(finding.check, finding.event) for finding in wrong(change, secret())] == [("form", secret())]


def test_an_honest_row_has_nothing_beside_it() -> None:
    assert wrong(lambda row: row, 9) == []


# Keys


def at(number: int) -> int:
    return finished_events(3)[number - 1].at


def signed_out_of(span: Span) -> set[int | None]:
    spans = {HOUSE.id: span}
    stored = {finding.event for finding in wrong(lambda row: row, 9, spans) if finding.check == "signatures"}
    shown = verify(finished(3), trusted=HOUSE.known, spans=spans).wrong
    assert {finding.event for finding in shown if finding.check == "signatures"} == stored
    return stored


def test_a_key_signs_only_while_it_is_in_use() -> None:
    ends = [e.originator_version for e in finished_events(3) if e.signed is not None]
    last = len(finished_events(3))
    assert signed_out_of(Span(at(1), None)) == set()
    assert signed_out_of(Span(None, at(last) - GRACE)) == set(), "another process may be a while behind"
    assert signed_out_of(Span(None, at(ends[-4]) - GRACE)) == set(ends[-3:])
    assert signed_out_of(Span(at(ends[1]) + GRACE, None)) == {ends[0]}


def test_of_keys_without_dates_nothing_is_known() -> None:
    assert signed_out_of(Span(None, None)) == set()
