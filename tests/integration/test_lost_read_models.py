"""Read models may be lost at any moment: what can be read from the log is, the rest says so, and all of it heals."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest

from tests.api_house import Guest, Hall, open_hall
from tests.stack import running, until

FROM_THE_LOG = ("", "/board", "/scoring", "/log", "/events", "/moves")


def take_away(folder: Path) -> None:
    for file in folder.glob("views.sqlite*"):
        file.unlink()


def begun(hall: Hall) -> tuple[Guest, UUID]:
    anna = hall.guest("Anna")
    table = hall.table(anna, anna, seats=3)
    hall.house.catch_up(table)
    return anna, table


def test_what_the_log_knows_is_still_told(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        anna, table = begun(hall)
        before = {path: anna.reads(f"/tables/{table}{path}") for path in FROM_THE_LOG}
        take_away(hall.house.settings.data)
        assert {path: anna.reads(f"/tables/{table}{path}") for path in FROM_THE_LOG} == before
        anna.does(f"/tables/{table}/moves", before["/moves"]["moves"][0]["command"])


@pytest.mark.parametrize("path", ["/tables", "/me/inbox", "/games/macht/leaderboard"])
def test_what_only_read_models_know_is_not_there_for_a_moment(tmp_path: Path, path: str) -> None:
    with open_hall(tmp_path) as hall:
        anna, _ = begun(hall)
        take_away(hall.house.settings.data)
        answer = anna.get(path)
        assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
        assert answer.headers["Retry-After"]


def test_readiness_says_degraded(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        begun(hall)
        take_away(hall.house.settings.data)
        told = hall.nobody.get("/readyz")
        assert told.status_code == 200
        assert (told.get_json()["status"], told.get_json()["lag"]) == ("degraded", None)


def spoil(folder: Path) -> None:
    """Something else stands where they were."""
    take_away(folder)
    (folder / "views.sqlite").write_bytes(b"no database at all " * 1000)


@pytest.mark.parametrize("harm", [take_away, spoil])
def test_workers_make_them_anew_while_the_house_is_open(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    with running(tmp_path, workers=1) as stack:
        account, _ = stack.house.accounts.register("Anna")
        application = stack.house.application
        table = application.open_table(account.id, "macht", 2).table
        stack.await_view(table)
        harm(stack.settings.data)
        later = application.open_table(account.id, "macht", 2).table

        def are_listed() -> bool:
            try:
                listed, _ = stack.house.views.lobby()
            except Exception:
                return False
            return {item["table"] for item in listed} == {str(table), str(later)}

        until(are_listed, what="The lobby")


def test_a_house_with_damaged_read_models_is_opened_all_the_same(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        anna, table = begun(hall)
    spoil(hall.house.settings.data)
    with open_hall(tmp_path) as hall:
        again = Guest(hall.app, anna.token, anna.account)
        assert again.reads(f"/tables/{table}")["status"] == "running"
        hall.house.catch_up(table)
        assert [item["table"] for item in again.reads("/tables")["tables"]] == [str(table)]
        assert (hall.house.settings.data / "views.damaged").exists()
