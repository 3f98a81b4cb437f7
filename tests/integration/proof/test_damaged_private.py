"""A private table whose log was altered: its members are told, strangers still know of nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.api_house import open_hall

PATHS = ("", "/board", "/events", "/log", "/record", "/disputes", "/moves", "/scoring/gent")


@pytest.mark.parametrize("damaged", [1, 3, 9])
def test_strangers_are_answered_as_if_there_were_no_such_table(tmp_path: Path, damaged: int) -> None:
    with open_hall(tmp_path) as hall:
        anna, stranger = hall.guest("Anna"), hall.guest("Stranger")
        table = hall.table(anna, anna, seats=3, private=True)
        with closing(sqlite3.connect(hall.house.settings.events_file)) as connection, connection:
            connection.execute(
                "UPDATE stored_events SET state='hello' WHERE originator_id=? AND originator_version=?",
                (table.hex, damaged),
            )
        hall.house.application.forget()
        for path in PATHS:
            for guest in (stranger, hall.nobody):
                answer = guest.get(f"/tables/{table}{path}")
                assert (answer.status_code, answer.get_json()["code"]) == (404, "unknownTable")
            assert anna.get(f"/tables/{table}{path}").status_code < 500
