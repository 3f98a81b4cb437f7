"""The manners of HTTP: entity tags, safe retries, waiting for read models, pages."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from tests.api_house import Guest, Hall, open_hall
from tests.playing import play_to_the_end

READ = ("", "/moves", "/events", "/board", "/scoring", "/scoring/brugge", "/log")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with open_hall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


@pytest.fixture(scope="module")
def anna(hall: Hall) -> Guest:
    return hall.guest("Anna")


@pytest.fixture
def bert(hall: Hall) -> Guest:
    return hall.guest("Bert")


@pytest.fixture
def table(hall: Hall, anna: Guest, bert: Guest) -> UUID:
    """A game of three, all of them choosing."""
    return hall.table(anna, anna, bert, seats=3)


def choice(guest: Guest, table: UUID, number: int = 0) -> dict[str, object]:
    command: dict[str, object] = guest.reads(f"/tables/{table}/moves")["moves"][number]["command"]
    return command


# Entity tags


@pytest.mark.parametrize("path", READ)
def test_an_answer_carries_the_version_as_its_tag_and_is_not_sent_twice(hall: Hall, table: UUID, path: str) -> None:
    hall.house.catch_up(table)
    version = hall.house.application.version(table)
    first = hall.nobody.get(f"/tables/{table}{path}")
    assert first.headers["ETag"] == f'"{version}"'
    for tag in (f'"{version}"', f'W/"{version}"', f'"1", "{version}"'):
        again = hall.nobody.get(f"/tables/{table}{path}", {"If-None-Match": tag})
        assert (again.status_code, again.get_data(), again.headers["ETag"]) == (304, b"", f'"{version}"'), tag
    assert hall.nobody.get(f"/tables/{table}{path}", {"If-None-Match": f'"{version - 1}"'}).status_code == 200


def test_the_tag_is_the_version_however_the_answer_is_packed(hall: Hall, table: UUID) -> None:
    for path in ("/log", "/frames"):
        answer = hall.nobody.get(f"/tables/{table}{path}", {"Accept-Encoding": "gzip"})
        assert answer.headers["ETag"] == f'"{hall.house.application.version(table)}"'


def test_whoever_wants_nothing_that_exists_gets_nothing(hall: Hall, table: UUID) -> None:
    assert hall.nobody.get(f"/tables/{table}", {"If-None-Match": "*"}).status_code == 304


def test_a_tag_of_a_story_that_is_behind_is_not_taken_for_a_newer_one(hall: Hall, anna: Guest, table: UUID) -> None:
    """What is tagged with a version has everything up to it, or the next answer would be 304 for ever."""
    hall.house.catch_up(table)
    anna.does(f"/tables/{table}/moves", choice(anna, table))
    behind = anna.get(f"/tables/{table}/log")
    hall.house.catch_up(table)
    again = anna.get(f"/tables/{table}/log", {"If-None-Match": behind.headers["ETag"]})
    lines = (again if again.status_code == 200 else behind).get_json()["lines"]
    assert lines[-1]["version"] == hall.house.application.version(table)


def test_one_of_several_versions_will_do(hall: Hall, anna: Guest, table: UUID) -> None:
    version = hall.house.application.version(table)
    answer = anna.post(f"/tables/{table}/moves", choice(anna, table), {"If-Match": f'"1", "{version}"'})
    assert answer.status_code == 201


def test_who_is_refused_learns_the_version_of_the_table(hall: Hall, anna: Guest, bert: Guest, table: UUID) -> None:
    version = hall.house.application.version(table)
    stale = anna.post(f"/tables/{table}/moves", choice(anna, table), {"If-Match": '"3"'})
    nonsense = bert.post(f"/tables/{table}/moves", {"type": "BuildDistrict", "space": "gent-1"})
    assert [stale.status_code, nonsense.status_code] == [412, 409]
    assert stale.headers["ETag"] == nonsense.headers["ETag"] == f'"{version}"'


@pytest.mark.parametrize("tag", ['"3"', "nonsense", '"999999"', '"-1"', '"3", "4"', 'W/"3"', '""'])
def test_a_command_for_another_version_is_refused(anna: Guest, table: UUID, tag: str) -> None:
    answer = anna.post(f"/tables/{table}/moves", choice(anna, table), {"If-Match": tag})
    assert (answer.status_code, answer.get_json()["code"]) == (412, "staleVersion")


def test_a_command_for_this_version_is_accepted(hall: Hall, anna: Guest, table: UUID) -> None:
    tag = anna.get(f"/tables/{table}").headers["ETag"]
    answer = anna.post(f"/tables/{table}/moves", choice(anna, table), {"If-Match": tag})
    assert answer.status_code == 201
    assert answer.headers["ETag"] == f'"{hall.house.application.version(table)}"' != tag


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/seats", {}),
        ("DELETE", "/seats/0", None),
        ("PUT", "/seats/1/bot", {"strategy": "random"}),
        ("POST", "/start", None),
    ],
)
def test_every_command_can_be_bound_to_a_version(
    hall: Hall, anna: Guest, method: str, path: str, body: dict[str, str] | None
) -> None:
    table = hall.table(anna, anna, start=False)
    sender = hall.guest("Cora") if path == "/seats" else anna
    answer = sender.ask(method, f"/tables/{table}{path}", {"If-Match": '"1"'}, json=body)
    assert answer.status_code == 412
    assert hall.house.application.version(table) == 2


def test_a_command_that_was_carried_out_is_never_answered_with_not_modified(hall: Hall, anna: Guest) -> None:
    table = hall.table(anna, anna, start=False)
    bot = {"strategy": "random"}
    answer = anna.ask("PUT", f"/tables/{table}/seats/1/bot", {"If-None-Match": '"3"'}, json=bot)
    assert (answer.status_code, answer.headers["ETag"]) == (200, '"3"')


# Safe retries


def test_a_retry_gets_the_same_answer_and_changes_nothing(hall: Hall, anna: Guest, table: UUID) -> None:
    command, key = choice(anna, table), {"Idempotency-Key": str(uuid4())}
    first = anna.post(f"/tables/{table}/moves", command, key)
    again = anna.post(f"/tables/{table}/moves", command, key)
    assert (first.status_code, first.get_data()) == (201, again.get_data())
    assert first.headers["ETag"] == again.headers["ETag"]
    assert hall.house.application.version(table) == first.get_json()["version"]


def test_a_retry_with_another_body_is_refused(anna: Guest, table: UUID) -> None:
    key = {"Idempotency-Key": "one"}
    assert anna.post(f"/tables/{table}/moves", choice(anna, table), key).status_code == 201
    other = anna.post(f"/tables/{table}/moves", {"type": "AbandonTable"}, key)
    assert (other.status_code, other.get_json()["code"]) == (422, "commandIdReused")


def test_retries_at_the_same_time_are_one_move(hall: Hall, anna: Guest, table: UUID) -> None:
    command, key = choice(anna, table), {"Idempotency-Key": "at once"}
    before = hall.house.application.version(table)
    with ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda _: anna.post(f"/tables/{table}/moves", command, key), range(8)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.get_data() for answer in answers}) == 1
    assert hall.house.application.version(table) == before + 1


def test_a_key_is_its_senders_own(anna: Guest, bert: Guest, table: UUID) -> None:
    key = {"Idempotency-Key": "ours"}
    mine = anna.post(f"/tables/{table}/moves", choice(anna, table), key).get_json()
    yours = bert.post(f"/tables/{table}/moves", choice(bert, table), key).get_json()
    assert yours["version"] > mine["version"]


@pytest.mark.parametrize("key", ["", "x" * 201])
def test_a_key_that_cannot_be_kept_is_refused(anna: Guest, table: UUID, key: str) -> None:
    answer = anna.post(f"/tables/{table}/moves", choice(anna, table), {"Idempotency-Key": key})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "malformed")


@pytest.mark.parametrize("private", [False, True])
def test_every_command_can_be_retried(hall: Hall, anna: Guest, private: bool) -> None:
    cora = hall.guest("Cora")
    opening = {"game": "macht", "seats": 2, "private": private}
    opened = [anna.post("/tables", opening, {"Idempotency-Key": "open" + str(private)}) for _ in range(2)]
    assert opened[0].get_data() == opened[1].get_data()
    assert opened[0].headers["Location"] == opened[1].headers["Location"]
    table = opened[0].get_json()["table"]
    invite = {"invite": opened[0].get_json()["invite"]} if private else {}
    story = [
        (anna, "POST", "/seats", {"guild": "red"}),
        (cora, "POST", "/seats", invite),
        (cora, "DELETE", "/seats/1", None),
        (anna, "PUT", "/seats/1/bot", {"strategy": "random"}),
        (anna, "POST", "/start", None),
    ]
    for number, (who, method, path, body) in enumerate(story):
        sent = {} if body is None else {"json": body}
        key = {"Idempotency-Key": f"step {number}"}
        first, again = (who.ask(method, f"/tables/{table}{path}", key, **sent) for _ in range(2))
        assert first.status_code in (200, 201), first.text
        assert (first.status_code, first.get_data()) == (again.status_code, again.get_data()), path


def test_who_has_left_a_private_table_can_still_retry_what_they_left_it_by(hall: Hall, anna: Guest) -> None:
    cora = hall.guest("Cora")
    table = hall.table(anna, anna, cora, seats=2, private=True)
    key, bot = {"Idempotency-Key": "goodbye"}, {"strategy": "random"}
    answers = [cora.ask("PUT", f"/tables/{table}/seats/1/bot", key, json=bot) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].get_data() == answers[1].get_data()
    assert cora.get(f"/tables/{table}").status_code == 404


def test_leaving_a_seat_is_one_thing_and_leaving_another_is_another(hall: Hall, anna: Guest) -> None:
    table = hall.table(anna, anna, seats=3, start=False)
    key = {"Idempotency-Key": "I leave"}
    first = anna.ask("DELETE", f"/tables/{table}/seats/0", key)
    anna.does(f"/tables/{table}/seats", {"seat": 1})
    assert anna.ask("DELETE", f"/tables/{table}/seats/0", key).get_data() == first.get_data()
    other = anna.ask("DELETE", f"/tables/{table}/seats/1", key)
    assert (other.status_code, other.get_json()["code"]) == (422, "commandIdReused")
    wrong = anna.ask("DELETE", f"/tables/{table}/seats/0")
    assert (wrong.status_code, wrong.get_json()["code"]) == (403, "notYourSeat")


def test_a_retry_after_the_end_gets_the_same_answer(hall: Hall, anna: Guest) -> None:
    table = hall.table(anna, anna, start=False)
    anna.does(f"/tables/{table}/seats/1/bot", {"strategy": "random"}, "PUT")
    first = anna.post(f"/tables/{table}/start", headers={"Idempotency-Key": "start"})
    play_to_the_end(hall.house.application, table, "retry")
    again = anna.post(f"/tables/{table}/start", headers={"Idempotency-Key": "start"})
    assert first.get_data() == again.get_data()


# The table with the answer

REPRESENTATION = {"Prefer": "return=representation"}


def test_a_move_can_be_answered_with_the_table_and_the_moves_that_follow(anna: Guest, table: UUID) -> None:
    answer = anna.post(f"/tables/{table}/moves", choice(anna, table), REPRESENTATION)
    assert answer.headers["Preference-Applied"] == "return=representation"
    now = answer.get_json()["now"]
    assert now == {"table": anna.reads(f"/tables/{table}"), "moves": anna.reads(f"/tables/{table}/moves")}
    assert now["table"]["view"]["seats"][0]["choice"]


def test_it_is_the_same_when_the_move_is_sent_again_later(anna: Guest, bert: Guest, table: UUID) -> None:
    command, headers = choice(anna, table), REPRESENTATION | {"Idempotency-Key": "with the table"}
    first = anna.post(f"/tables/{table}/moves", command, headers)
    bert.does(f"/tables/{table}/moves", choice(bert, table))
    assert anna.post(f"/tables/{table}/moves", command, headers).get_data() == first.get_data()


def test_a_token_that_may_not_read_gets_no_table_with_its_answer(hall: Hall, anna: Guest, table: UUID) -> None:
    answer = hall.with_scopes(anna, "play").post(f"/tables/{table}/moves", choice(anna, table), REPRESENTATION)
    assert answer.status_code == 201
    assert "now" not in answer.get_json()
    assert "Preference-Applied" not in answer.headers


# Waiting for the read model


@pytest.mark.parametrize("path", ["/board", "/scoring"])
def test_a_reader_can_wait_until_the_read_model_has_got_there(hall: Hall, anna: Guest, table: UUID, path: str) -> None:
    hall.house.catch_up(table)
    version = anna.does(f"/tables/{table}/moves", choice(anna, table))["version"]
    asked = threading.Event()

    def project() -> None:
        asked.wait(5)
        hall.house.catch_up(table)

    with ThreadPoolExecutor(1) as projector:
        projecting = projector.submit(project)
        from_the_log = anna.reads(f"/tables/{table}{path}")
        assert hall.house.views.version(table) < version
        asked.set()
        fresh = anna.get(f"/tables/{table}{path}?version={version}", {"Prefer": "wait=5"})
        assert hall.house.views.version(table) == version
        projecting.result()
    assert from_the_log == fresh.get_json()
    assert fresh.get_json()["version"] == version
    assert fresh.headers["ETag"] == f'"{version}"'


@pytest.mark.parametrize("path", ["/board", "/scoring"])
def test_nobody_gets_less_than_they_have_seen_even_if_the_read_model_does_not_come(
    hall: Hall, anna: Guest, table: UUID, path: str
) -> None:
    hall.house.catch_up(table)
    version = anna.does(f"/tables/{table}/moves", choice(anna, table))["version"]
    answer = anna.get(f"/tables/{table}{path}?version={version}")
    assert answer.get_json()["version"] == version


@pytest.mark.parametrize("is_kept", [True, False], ids=["kept by a worker", "no worker"])
@pytest.mark.parametrize("path", ["", "/board", "/scoring", "/log"])
def test_what_happens_while_a_reader_waits_is_in_the_answer(
    hall: Hall, anna: Guest, table: UUID, path: str, is_kept: bool
) -> None:
    hall.house.catch_up(table)
    before = hall.house.application.version(table)
    command = choice(anna, table)
    asked = threading.Event()

    def move() -> None:
        asked.wait(5)
        anna.does(f"/tables/{table}/moves", command)
        if is_kept:
            hall.house.catch_up(table)

    with ThreadPoolExecutor(1) as other:
        moving = other.submit(move)
        asked.set()
        manners = {"Prefer": 'wait = "1"', "If-None-Match": f'"{before}"'}
        answer = anna.get(f"/tables/{table}{path}?version={before + 1}", manners)
        moving.result()
    assert answer.status_code == 200
    assert answer.get_json()["version"] == before + 1
    assert answer.headers["ETag"] == f'"{before + 1}"'
    if path == "/log":
        assert answer.get_json()["lines"][-1]["version"] == before + 1


def test_waiting_has_an_end(hall: Hall, anna: Guest, table: UUID) -> None:
    hall.house.catch_up(table)
    answer = anna.get(f"/tables/{table}/board?version=99999", {"Prefer": "wait=1"})
    assert answer.status_code == 200


# Pages


def test_tables_are_listed_page_by_page(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        anna, bert = hall.guest("Anna"), hall.guest("Bert")
        tables = []
        for number in range(23):
            tables.append(str(hall.table(anna if number % 2 else bert, start=False, private=number == 22)))
            hall.house.catch_up(UUID(tables[-1]))
        pages = [anna.reads(f"/tables?page={page}") for page in (1, 2, 3)]
        assert [len(page["tables"]) for page in pages] == [20, 2, 0]
        assert [page["total"] for page in pages] == [22, 22, 22]
        assert sorted(item["table"] for page in pages for item in page["tables"]) == sorted(tables[:22])
        assert bert.reads("/tables")["total"] == 23
        assert anna.reads("/tables?mine=true")["total"] == 11
        assert anna.reads("/tables?status=running")["total"] == 0
        assert anna.reads("/tables?game=macht&status=open")["total"] == 22
        assert anna.reads("/tables?game=chess")["total"] == 0
        refused = hall.nobody.get("/tables?mine=true")
        assert refused.status_code == 401
        assert refused.headers["WWW-Authenticate"].startswith("Bearer")
        for bad in ("page=0", "page=-1", "page=x", "page=" + "9" * 30, "status=none", "mine=perhaps"):
            assert hall.nobody.get(f"/tables?{bad}").status_code == 422


def test_events_and_lines_come_page_by_page(hall: Hall, table: UUID) -> None:
    hall.house.catch_up(table)
    version = hall.house.application.version(table)
    events, lines = [], []
    while len(events) < version:
        events += hall.nobody.reads(f"/tables/{table}/events?after={len(events)}&limit=4")["events"]
        lines += hall.nobody.reads(f"/tables/{table}/log?after={len(lines)}&limit=4")["lines"]
    assert [event["version"] for event in events] == list(range(1, version + 1))
    assert [line["text"] for line in lines] == [event["text"] for event in events]
    assert hall.nobody.reads(f"/tables/{table}/events?after=99999")["events"] == []
