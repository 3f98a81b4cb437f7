"""A table's clock: everybody sees by when somebody should have answered (T8)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tests.api_house import Guest, Hall, open_hall

HOUR = 3600
DAY = 24 * HOUR


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path) as hall:
        yield hall


def deadlines(guest: Guest, table: UUID) -> dict[int, int | None]:
    return {awaited["seat"]: awaited["due"] for awaited in guest.reads(f"/tables/{table}")["awaited"]}


def last_moment(hall: Hall, table: UUID) -> int:
    *_, last = hall.house.log.read(table)
    return last.at


def first_move(guest: Guest, table: UUID) -> Any:
    return guest.reads(f"/tables/{table}/moves")["moves"][0]["command"]


def test_a_table_is_opened_with_a_clock_and_says_so(hall: Hall) -> None:
    opened = hall.guest("Anna").does("/tables", {"game": "macht", "seats": 2, "clock": DAY})
    assert opened["clock"] == DAY
    assert hall.nobody.reads(f"/tables/{opened['table']}")["clock"] == DAY


def test_without_a_clock_nobody_has_a_deadline(hall: Hall) -> None:
    anna, bert = hall.guest("Anna"), hall.guest("Bert")
    table = hall.table(anna, anna, bert)
    hall.house.catch_up(table)
    assert set(deadlines(anna, table).values()) == {None}
    assert [wait["due"] for wait in [*anna.reads("/me/inbox")["awaited"], *bert.reads("/me/inbox")["awaited"]]] == [
        None
    ]


@pytest.mark.parametrize("clock", [59, 0, -1, 30 * DAY + 1, 1.5, "60", True, 10**30])
def test_a_clock_that_cannot_be_is_refused(hall: Hall, clock: Any) -> None:
    answer = hall.guest("Anna").post("/tables", {"game": "macht", "seats": 2, "clock": clock})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "malformed")


@pytest.mark.parametrize("are_read_models_kept", [True, False])
def test_the_time_of_each_person_runs_from_when_they_are_awaited(hall: Hall, are_read_models_kept: bool) -> None:
    """The read models and the log say the same."""
    anna, bert = hall.guest("Anna"), hall.guest("Bert")
    table = hall.table(anna, anna, bert, seats=3, clock=DAY)
    began = last_moment(hall, table)
    anna.does(f"/tables/{table}/moves", first_move(anna, table))
    if are_read_models_kept:
        hall.house.catch_up(table)
    assert deadlines(hall.nobody, table) == {1: began + DAY * 1000, 2: None}, "a bot has no clock"


def test_a_new_wait_has_the_whole_time_again(hall: Hall) -> None:
    anna, bert = hall.guest("Anna"), hall.guest("Bert")
    table = hall.table(anna, anna, bert, clock=HOUR)
    first = deadlines(anna, table)
    (seat,) = first
    mover = (anna, bert)[seat]
    mover.does(f"/tables/{table}/moves", first_move(mover, table))
    hall.house.catch_up(table)
    (due,) = deadlines(anna, table).values()
    assert due == last_moment(hall, table) + HOUR * 1000 > (first[seat] or 0)


def test_the_inbox_begins_where_the_time_ends_soonest(hall: Hall) -> None:
    anna = hall.guest("Anna")
    others = [hall.guest(name) for name in ("Bert", "Cora")]
    clocks = [None, 7 * DAY, None, HOUR, DAY]
    tables = [hall.table(anna, anna, *others, seats=3, clock=clock) for clock in clocks]
    for table in tables:
        hall.house.catch_up(table)
    listed = anna.reads("/me/inbox")["awaited"]
    assert [wait["table"] for wait in listed] == [str(tables[place]) for place in (3, 4, 1, 0, 2)]
    assert listed[0]["due"] == listed[0]["since"] + HOUR * 1000
    assert listed[-1]["due"] is None


def test_a_clock_that_has_run_out_takes_nothing_from_anybody(hall: Hall) -> None:
    anna, bert = hall.guest("Anna"), hall.guest("Bert")
    application = hall.house.application
    application._now = lambda: 1_000  # long ago
    table = hall.table(anna, anna, bert, clock=60)
    (seat,) = deadlines(anna, table)
    late = (anna, bert)[seat]
    assert deadlines(anna, table) == {seat: 61_000}
    late.does(f"/tables/{table}/moves", first_move(late, table))
