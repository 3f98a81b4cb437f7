"""Accounts through the API: registration, signing in by mail, profile, tokens, and leaving for good."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from service.mail import outbox_messages
from tests.api_house import Guest, Hall, open_hall
from tests.playing import move

ALL = ["account", "play", "read"]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with open_hall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


# Registration


def test_anybody_makes_an_account_where_registration_is_open(hall: Hall) -> None:
    answer = hall.nobody.post("/accounts", {"name": "Nell", "email": "nell@example.org"})
    assert answer.status_code == 201
    document = answer.get_json()
    nell = Guest(hall.app, document["token"])
    assert nell.reads("/me") == document["account"]
    assert document["account"]["name"] == "Nell"
    assert [token["scopes"] for token in nell.reads("/me/tokens")["tokens"]] == [ALL]


def test_an_address_belongs_to_one_account(hall: Hall) -> None:
    hall.nobody.does("/accounts", {"name": "One", "email": "one@example.org"})
    answer = hall.nobody.post("/accounts", {"name": "Two", "email": "ONE@example.org"})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "emailTaken")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "malformed"),
        ({"name": ""}, "malformed"),
        ({"name": " "}, "badName"),
        ({"name": "x" * 61}, "malformed"),
        ({"name": "a\nb"}, "badName"),
        ({"name": "Nell", "email": "nowhere"}, "badEmail"),
        ({"name": "Nell", "email": ""}, "badEmail"),
    ],
)
def test_a_name_or_an_address_that_is_none_is_refused(hall: Hall, sent: dict[str, str], code: str) -> None:
    answer = hall.nobody.post("/accounts", sent)
    assert (answer.status_code, answer.get_json()["code"]) == (422, code)


def test_by_invitation_only_the_right_code_opens(tmp_path: Path) -> None:
    with open_hall(tmp_path, registration="invite", registration_code="h\u00e9 there") as hall:
        for code in ({}, {"code": "wrong"}, {"code": "h\u00e9"}, {"code": "he there"}):
            answer = hall.nobody.post("/accounts", {"name": "Nell"} | code)
            assert (answer.status_code, answer.get_json()["code"]) == (403, "registrationByInvite")
        assert hall.nobody.post("/accounts", {"name": "Nell", "code": "h\u00e9 there"}).status_code == 201


def test_by_invitation_without_a_code_nobody_is_invited(tmp_path: Path) -> None:
    with open_hall(tmp_path, registration="invite") as hall:
        assert hall.nobody.post("/accounts", {"name": "Nell"}).status_code == 403


def test_where_registration_is_closed_nobody_comes_in(tmp_path: Path) -> None:
    with open_hall(tmp_path, registration="closed", registration_code="code") as hall:
        answer = hall.nobody.post("/accounts", {"name": "Nell", "code": "code"})
        assert (answer.status_code, answer.get_json()["code"]) == (403, "registrationClosed")


# Signing in


def test_a_link_by_mail_signs_in_once(tmp_path: Path) -> None:
    """Without a worker, without Redis: the mail lies in the outbox."""
    with open_hall(tmp_path) as hall:
        anna = hall.guest("Anna", "anna@example.org")
        hall.valkey.end(signal.SIGKILL)
        asked = [hall.nobody.post("/auth/link", {"email": f"{name}@example.org"}) for name in ("anna", "nobody")]
        assert [answer.status_code for answer in asked] == [202, 202]
        assert asked[0].get_data() == asked[1].get_data()
        assert [name for name, _ in asked[0].headers] == [name for name, _ in asked[1].headers]
        page = hall.nobody.get("/dev/outbox")
        assert page.text.count("<article>") == 1
        code = unquote(re.search(r"code=([^\s<]+)", page.text)[1])  # type: ignore[index]
        answer = hall.nobody.post("/auth/token", {"code": code})
        assert answer.status_code == 200
        assert answer.get_json()["account"]["id"] == anna.account
        assert Guest(hall.app, answer.get_json()["token"]).reads("/me")["name"] == "Anna"
        again = hall.nobody.post("/auth/token", {"code": code})
        assert (again.status_code, again.get_json()["code"]) == (403, "codeInvalid")


def test_a_link_is_a_job_for_a_worker_where_one_can_be_asked(hall: Hall) -> None:
    hall.guest("Wim", "wim@example.org")
    hall.nobody.does("/auth/link", {"email": "wim@example.org"})
    assert hall.house.redis.llen("rq:queue:guildhall") > 0
    assert "wim@example.org" not in hall.nobody.get("/dev/outbox").text


@pytest.mark.parametrize("written", ["  v@example.org", "v@example.org\t", "V@Example.ORG "])
def test_a_link_goes_to_the_address_as_its_owner_has_written_it(tmp_path: Path, written: str) -> None:
    with open_hall(tmp_path) as hall:
        hall.guest("Vera", "v@example.org")
        hall.valkey.end(signal.SIGKILL)
        for _ in range(3):
            assert hall.nobody.post("/auth/link", {"email": written}).status_code == 202
        assert [message.to for message in outbox_messages(hall.house.settings.outbox)] == ["v@example.org"] * 3


def test_no_file_remembers_the_address_of_who_is_gone(tmp_path: Path) -> None:
    """Neither Redis, which is told of links to send, nor the outbox."""
    with open_hall(tmp_path) as hall:
        gone, other = hall.guest("Gonny", "gonny@example.org"), hall.guest("Otto", "otto@example.org")
        hall.nobody.does("/auth/link", {"email": "gonny@example.org"})
        for guest in (gone, other):
            hall.house.write_sign_in_link(guest.account)
        assert len(outbox_messages(hall.house.settings.outbox)) == 2
        gone.does("/me", method="DELETE")
        assert [message.to for message in outbox_messages(hall.house.settings.outbox)] == ["otto@example.org"]
        files = [file for file in tmp_path.rglob("*") if file.is_file()]
        assert [file.name for file in files if b"gonny@example.org" in file.read_bytes().lower()] == []


def test_the_outbox_is_shown_to_this_machine_alone(tmp_path: Path) -> None:
    for number, more in enumerate(({"bind": "0.0.0.0:8000"}, {"smtp_url": "smtp://localhost"})):
        with open_hall(tmp_path / str(number), **more) as hall:
            assert hall.nobody.get("/dev/outbox").status_code == 404


@pytest.mark.parametrize("email", ["nowhere", "a@b\r\nBcc: c@d.org", "\u00e9@example.org", "x" * 254])
def test_an_address_that_is_none_gets_the_same_answer(hall: Hall, email: str) -> None:
    assert hall.nobody.post("/auth/link", {"email": email}).status_code in (202, 422)


# Profile and tokens


def test_a_profile_is_changed_in_parts(hall: Hall) -> None:
    anna = hall.guest("Anna")
    assert anna.does("/me", {"language": "nl"}, "PATCH")["language"] == "nl"
    wishes = {"wishes": {"mailWhenAwaited": False}, "email": "a.n@example.org"}
    assert anna.does("/me", wishes, "PATCH")["wishes"] == {"mailWhenAwaited": False}
    changed = anna.does("/me", {"name": "Anne", "email": None}, "PATCH")
    assert changed == anna.reads("/me")
    assert (changed["name"], changed["email"], changed["language"]) == ("Anne", None, "nl")
    assert anna.does("/me", {}, "PATCH") == changed


@pytest.mark.parametrize(
    "change",
    [{"name": None}, {"language": "xx"}, {"wishes": {"none": True}}, {"wishes": None}, {"email": "x"}, {"id": "a"}],
)
def test_a_change_that_makes_no_sense_changes_nothing(hall: Hall, change: dict[str, object]) -> None:
    anna = hall.guest("Anna")
    before = anna.reads("/me")
    assert anna.ask("PATCH", "/me", json={"language": "de"} | change).status_code == 422
    assert anna.reads("/me") == before


def test_a_token_is_shown_once_does_what_it_may_and_can_be_revoked(hall: Hall) -> None:
    anna = hall.guest("Anna")
    issued = anna.does("/me/tokens", {"name": "phone", "scopes": ["read"]})
    phone = Guest(hall.app, issued["secret"])
    assert phone.reads("/me")["name"] == "Anna"
    assert phone.get("/me/tokens").get_json()["code"] == "scopeMissing"
    listed = anna.get("/me/tokens")
    assert issued["token"] in listed.get_json()["tokens"]
    assert issued["secret"] not in listed.text
    anna.does(f"/me/tokens/{issued['token']['id']}", method="DELETE")
    assert phone.get("/me").status_code == 401
    assert anna.ask("DELETE", f"/me/tokens/{issued['token']['id']}").status_code == 404


@pytest.mark.parametrize("scopes", [[], ["all"], ["read", "play", "account", "read"], "read", None])
def test_a_token_has_scopes_that_exist(hall: Hall, scopes: object) -> None:
    assert hall.guest("Anna").post("/me/tokens", {"name": "x", "scopes": scopes}).status_code == 422


# Inbox


def test_the_inbox_names_the_tables_where_one_is_awaited(hall: Hall) -> None:
    anna, bert = hall.guest("Anna"), hall.guest("Bert")
    tables = [hall.table(anna, anna, bert, seats=3) for _ in range(2)]
    for table in tables:
        hall.house.catch_up(table)
    assert [item["table"] for item in anna.reads("/me/inbox")["awaited"]] == [str(table) for table in tables]
    command = anna.reads(f"/tables/{tables[0]}/moves")["moves"][0]["command"]
    anna.does(f"/tables/{tables[0]}/moves", command)
    hall.house.catch_up(tables[0])
    assert [item["table"] for item in anna.reads("/me/inbox")["awaited"]] == [str(tables[1])]


# Leaving for good


def test_whoever_deletes_their_account_is_gone_everywhere_and_the_game_goes_on(hall: Hall) -> None:
    gone, bert = hall.guest("Gonny Tell-Tale", "gonny@example.org"), hall.guest("Bert")
    table = hall.table(gone, gone, bert, seats=3)
    hall.house.catch_up(table)
    gone.does("/me", method="DELETE")
    assert gone.get("/me").status_code == 401
    assert hall.nobody.post("/auth/link", {"email": "gonny@example.org"}).status_code == 202
    for path in ("", "/moves", "/events", "/board", "/scoring", "/log"):
        for guest in (hall.nobody, bert):
            answer = guest.get(f"/tables/{table}{path}")
            assert answer.status_code == 200
            assert "Gonny" not in answer.text
            assert "gonny" not in answer.text
    assert bert.reads(f"/tables/{table}")["seats"][0] | {"guild": None} == {
        "seat": 0,
        "account": None,
        "name": None,
        "bot": "greedy",
        "guild": None,
    }
    assert bert.reads(f"/tables/{table}")["opener"] == gone.account
    command = bert.reads(f"/tables/{table}/moves")["moves"][0]["command"]
    bert.does(f"/tables/{table}/moves", command)
    assert move(hall.house.application, table, "gone") is not None


def test_an_address_is_free_again_when_its_owner_is_gone(hall: Hall) -> None:
    hall.guest("First", "again@example.org").does("/me", method="DELETE")
    assert hall.nobody.post("/accounts", {"name": "Second", "email": "again@example.org"}).status_code == 201


def test_a_token_cannot_give_more_than_it_has(hall: Hall) -> None:
    clerk = hall.with_scopes(hall.guest("Anna"), "account")
    answer = clerk.post("/me/tokens", {"name": "more", "scopes": ["play"]})
    assert answer.status_code == 403
    assert answer.get_json()["code"] == "scopeMissing"
