"""Who deletes their account leaves every table, and no game waits for them (T2.5)."""

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from service.examiner import examine
from tests.api_house import Guest, Hall, open_hall
from tests.stack import Stack, running, until


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path) as hall:
        yield hall


def leaves(hall: Hall, guest: Guest, *tables: UUID) -> None:
    for table in tables:
        hall.house.catch_up(table)
    assert guest.ask("DELETE", "/me").status_code == 204


def sitters(hall: Hall, table: UUID) -> list[str | None]:
    seats = hall.nobody.reads(f"/tables/{table}")["seats"]
    return [seat["bot"] or seat["name"] for seat in seats]


def test_a_bot_plays_on_in_a_running_game(hall: Hall) -> None:
    anna, bert, cora = (hall.guest(name) for name in ("Anna", "Bert", "Cora"))
    table = hall.table(anna, anna, bert, cora, seats=3)
    leaves(hall, bert, table)
    assert sitters(hall, table) == ["Anna", "greedy", "Cora"]
    for guest in (anna, cora):
        guest.does(f"/tables/{table}/moves", {"type": "AbandonTable"})
    assert anna.reads(f"/tables/{table}")["status"] == "abandoned"


def test_an_open_table_has_a_free_seat_again_and_goes_with_its_opener(hall: Hall) -> None:
    anna, bert = hall.guest("Anna"), hall.guest("Bert")
    table = hall.table(anna, anna, bert, seats=3, start=False)
    leaves(hall, bert, table)
    assert sitters(hall, table) == ["Anna", None, None]
    leaves(hall, anna, table)
    assert hall.nobody.reads(f"/tables/{table}")["status"] == "abandoned"


def test_another_settles_what_the_arbiter_can_no_longer_settle(hall: Hall) -> None:
    anna, bert, judge = (hall.guest(name) for name in ("Anna", "Bert", "Judge"))
    table = hall.table(anna, anna, bert, seats=3, arbiter=judge.account, wait_for_disputes=True)
    bert.does(f"/tables/{table}/disputes", {"town": "gent", "reason": "Look again."})
    examine(hall.house.application, table, 1)
    leaves(hall, judge, table)
    assert anna.reads(f"/tables/{table}")["arbiter"] == anna.account
    anna.does(f"/tables/{table}/disputes/1/settlement", {"verdict": "rejected", "text": "All is well."})
    assert anna.reads(f"/tables/{table}")["awaited"]


def test_who_is_gone_is_named_arbiter_by_nobody(hall: Hall) -> None:
    anna, gone = hall.guest("Anna"), hall.guest("Gone")
    leaves(hall, gone)
    answer = anna.post("/tables", {"game": "macht", "seats": 2, "arbiter": gone.account})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "unknownAccount")


def test_a_worker_sees_off_whom_the_read_models_did_not_know_yet(tmp_path: Path) -> None:
    with running(tmp_path, workers=0) as stack:
        table, bert = seated(stack)
        stack.house.part_with(bert)
    with running(tmp_path, workers=1) as stack:
        until(lambda: stack.house.application.state(table).chairs[1].bot == "greedy", what="The bot")


def seated(stack: Stack) -> tuple[UUID, str]:
    accounts = [stack.house.accounts.register(name)[0].id for name in ("Anna", "Bert")]
    application = stack.house.application
    table = application.open_table(accounts[0], "macht", 2).table
    for account in accounts:
        application.take_seat(table, account)
    application.start(table, accounts[0])
    return table, accounts[1]
