"""Whatever is sent, the answer is a problem with a code and a sentence, and never the server's own fault."""

import json
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any
from uuid import UUID

import pytest
from werkzeug.test import TestResponse

from service.settings import Settings
from tests.api_house import API, Guest, Hall, open_hall, served
from tests.serving import free_address, serving

JSON = "application/json"
DEEP = b"[" * 100_000 + b"]" * 100_000
DEEP_COMMAND = b'{"type": "CommitCards", "actionCard": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}"

BODIES = {
    "nothing": b"",
    "half": b'{"name": ',
    "no object": b"[1, 2]",
    "a number": b"17",
    "null": b"null",
    "not a number": b'{"name": NaN, "seats": NaN, "game": NaN, "options": {"x": NaN}, "type": NaN}',
    "infinite": b'{"name": "x", "game": "macht", "seats": Infinity, "options": {"board": -Infinity}}',
    "infinite seats": b'{"game": "macht", "seats": 1e999}',
    "options not a number": b'{"game": "macht", "seats": 2, "options": {"board": NaN}}',
    "options not a number inside": b'{"game": "macht", "seats": 2, "options": {"board": {"a": [NaN]}}}',
    "deep": DEEP,
    "deep inside": b'{"game": "macht", "seats": 2, "options": {"board": ' + DEEP + b"}}",
    "a little deep": b'{"game": "macht", "seats": 2, "options": {"board": ' + b"[" * 900 + b"]" * 900 + b"}}",
    "deep command": DEEP_COMMAND,
    "huge number": b'{"game": "macht", "seats": ' + b"9" * 5_000 + b"}",
    "large number": b'{"game": "macht", "seats": 99999999999999999999999999}',
    "large seat": b'{"seat": 99999999999999999999999999}',
    "large influence": b'{"type": "CommitCards", "actionCard": "x", "influence": 99999999999999999999999}',
    "large board": b'{"game": "macht", "seats": 2, "options": {"board": {"x": 99999999999999999999999}}}',
    "no UTF-8": b'{"name": "\xff\xfe", "game": "\xff"}',
    "UTF-16": '{"name": "x"}'.encode("utf-16"),
    "a mark": b'\xef\xbb\xbf{"name": "x"}',
    "half a pair": rb'{"name": "\ud800", "email": "\ud800@example.org", "code": "\ud800"}',
    "half a pair as game": rb'{"game": "\ud800", "seats": 2}',
    "half a pair as option": rb'{"game": "macht", "seats": 2, "options": {"board": "\ud800"}}',
    "half a pair as name of option": rb'{"game": "macht", "seats": 2, "options": {"\ud800": 1}}',
    "half a pair as name": rb'{"\ud800": 1}',
    "half a pair as guild": rb'{"guild": "\ud800"}',
    "half a pair as nonce": rb'{"nonce": "\ud800"}',
    "half a pair as invite": rb'{"invite": "\ud800"}',
    "half a pair as strategy": rb'{"strategy": "\ud800", "guild": "\ud800"}',
    "half a pair as address": rb'{"email": "\ud800@example.org"}',
    "half a pair as code": rb'{"code": "\ud800"}',
    "half a pair as language": rb'{"language": "\ud800"}',
    "half a pair as wish": rb'{"wishes": {"\ud800": true}}',
    "half a pair as scope": rb'{"name": "x", "scopes": ["\ud800"]}',
    "half a pair as type": rb'{"type": "\ud800"}',
    "half a pair as card": rb'{"type": "CommitCards", "actionCard": "\ud800"}',
    "half a pair as space": rb'{"type": "BuildDistrict", "space": "\ud800", "coat": "\ud800", "special": "\ud800"}',
    "type of another type": b'{"type": ["CommitCards"]}',
    "type of an object": b'{"type": {"a": 1}}',
    "zeroes": rb'{"name": "\u0000", "email": "a\u0000@example.org", "code": "\u0000"}',
    "zeroes in a table": rb'{"game": "macht\u0000", "seats": 2, "options": {"board": "\u0000"}}',
    "zero as code": rb'{"code": "\u0000"}',
    "zero as address": rb'{"email": "a\u0000@example.org"}',
    "zero as guild": rb'{"guild": "\u0000"}',
    "too long a name": b'{"name": "' + b"x" * 10_000 + b'"}',
    "unknown": b'{"unknown": 1}',
    "wrong types": b'{"name": 1, "email": [], "code": {}, "game": 1, "seats": "2", "guild": 1, "type": 1}',
    "double": b'{"game": "macht", "game": "macht", "seats": 2, "seats": true}',
    "a fraction": b'{"game": "macht", "seats": 2.5, "seat": 0.5}',
    "negative": b'{"game": "macht", "seats": -2}',
    "negative seat": b'{"seat": -1}',
    "too large": b'{"name": "' + b"x" * 600_000 + b'"}',
    "a board that is none": b'{"game": "macht", "seats": 2, "options": {"board": {"towns": [[]]}}}',
    "a board of lists": b'{"game": "macht", "seats": 2, "options": {"board": []}}',
}

ROUTES = (
    ("POST", "/accounts"),
    ("POST", "/auth/link"),
    ("POST", "/auth/token"),
    ("PATCH", "/me"),
    ("POST", "/me/tokens"),
    ("POST", "/tables"),
    ("POST", "/tables/{open}/seats"),
    ("PUT", "/tables/{open}/seats/1/bot"),
    ("POST", "/tables/{open}/start"),
    ("POST", "/tables/{running}/moves"),
)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with open_hall(tmp_path_factory.mktemp("hall"), registration="invite", registration_code="come in") as hall:
        hall.app.config["PROPAGATE_EXCEPTIONS"] = False
        yield hall


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The API under its real server, with nothing behind it."""
    bind = free_address()
    with serving(Settings(data=tmp_path_factory.mktemp("alone"), bind=bind, public_url=f"http://{bind}")) as address:
        yield address


@pytest.fixture(scope="module")
def anna(hall: Hall) -> Guest:
    return hall.guest("Anna", "anna@example.org")


@pytest.fixture(scope="module")
def running(hall: Hall, anna: Guest) -> UUID:
    return hall.table(anna, anna, seats=3)


def check_problem(answer: TestResponse, status: int | None = None, code: str | None = None) -> dict[str, Any]:
    """What every error has in common."""
    assert answer.mimetype == "application/problem+json", answer.text
    document: dict[str, Any] = answer.get_json()
    assert document["status"] == answer.status_code < 500
    assert {"type", "title", "status", "code", "detail"} <= document.keys() <= {*document.keys(), "rule", "errors"}
    assert all(document[name] and isinstance(document[name], str) for name in ("type", "title", "code", "detail"))
    if status is not None:
        assert (document["status"], document["code"]) == (status, code)
    return document


@pytest.mark.parametrize("name", BODIES)
def test_no_body_is_too_strange(hall: Hall, anna: Guest, running: UUID, name: str) -> None:
    strange = []
    for method, path in ROUTES:
        table = hall.table(anna, start=False) if "{open}" in path else running
        sent = {"data": BODIES[name], "content_type": JSON}
        answer = anna.ask(method, path.format(open=table, running=running), **sent)
        if answer.status_code >= 500:
            strange.append(f"{answer.status_code} {method} {path}")
        elif answer.status_code >= 400:
            check_problem(answer)
    assert strange == []


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "notFound"),
        ("GET", "/tables/17", 404, "notFound"),
        ("GET", "/tables/00000000-0000-4000-8000-000000000000", 404, "unknownTable"),
        ("GET", "/games/chess", 404, "unknownGame"),
        ("GET", "/games/chess/leaderboard", 404, "unknownGame"),
        ("GET", "/tables/{table}/board?at=99999", 404, "unknownVersion"),
        ("GET", "/tables/{table}/scoring?at=99999", 404, "unknownVersion"),
        ("GET", "/tables/{table}/board?at=0", 422, "malformed"),
        ("GET", "/tables/{table}/events?limit=0", 422, "malformed"),
        ("GET", "/tables/{table}/events?limit=501", 422, "malformed"),
        ("GET", "/tables/{table}/events?after=-1", 422, "malformed"),
        ("GET", "/tables/{table}/events?after=" + "9" * 40, 422, "malformed"),
        ("GET", "/tables/{table}/log?since=yours", 422, "malformed"),
        ("PATCH", "/tables/{table}", 405, "methodNotAllowed"),
        ("GET", "/accounts", 405, "methodNotAllowed"),
        ("DELETE", "/tables/{table}/seats/99", 409, "wrongPhase"),
        ("DELETE", "/me/tokens/none", 404, "notFound"),
        ("DELETE", "/me/tokens/%00", 404, "notFound"),
        ("GET", "/games/%00", 404, "unknownGame"),
        ("GET", "/games/%ff", 404, "unknownGame"),
        ("GET", "/tables?game=%ff", 200, ""),
        ("GET", "/tables?game=%00", 200, ""),
        ("GET", "/tables?status=%00", 422, "malformed"),
        ("PUT", "/tables/{table}/seats/" + "9" * 30 + "/bot", 404, "unknownSeat"),
    ],
)
def test_each_mistake_has_its_code(anna: Guest, running: UUID, method: str, path: str, status: int, code: str) -> None:
    body = {"json": {"strategy": "random"}} if path.endswith("/bot") else {}
    answer = anna.ask(method, path.format(table=running), **body)
    if status == 200:
        assert answer.status_code == 200
    else:
        check_problem(answer, status, code)
        assert status != 405 or answer.headers["Allow"]


def test_a_body_that_is_too_large_is_refused_unread(anna: Guest) -> None:
    answer = anna.post("/tables", data=BODIES["too large"], content_type=JSON)
    check_problem(answer, 413, "tooLarge")


@pytest.mark.parametrize("mimetype", ["text/plain", "application/x-www-form-urlencoded", "application/xml", ""])
def test_a_body_that_is_not_json_is_refused(hall: Hall, anna: Guest, running: UUID, mimetype: str) -> None:
    for path, data in (
        ("/tables", b'{"game": "macht", "seats": 2}'),
        (f"/tables/{hall.table(anna, start=False)}/seats", b'{"seat": 1}'),
        (f"/tables/{running}/moves", b'{"type": "AbandonTable"}'),
    ):
        check_problem(anna.post(path, data=data, content_type=mimetype), 415, "unsupportedMediaType")


@pytest.mark.parametrize("name", ["half", "deep", "huge number", "no UTF-8"])
def test_a_body_that_cannot_be_read_is_a_bad_request(anna: Guest, name: str) -> None:
    check_problem(anna.post("/tables", data=BODIES[name], content_type=JSON), 400, "badRequest")


def test_not_a_number_is_no_json(anna: Guest) -> None:
    for word in (b"NaN", b"Infinity", b"-Infinity"):
        answer = anna.post("/tables", data=b'{"game": "macht", "seats": %s}' % word, content_type=JSON)
        assert check_problem(answer)["status"] in (400, 422)


def test_what_the_rules_refuse_names_the_rule(anna: Guest, running: UUID) -> None:
    refused = anna.post(f"/tables/{running}/moves", {"type": "CommitCards", "actionCard": "red-none"})
    assert check_problem(refused)["rule"].startswith("R")
    started = anna.post(f"/tables/{running}/start")
    assert check_problem(started, 409, "wrongPhase")["rule"] == "T3.2"


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("POST", "/moves", {"json": {"type": "X"}}),
        ("POST", "/moves", {"data": b"{", "content_type": "application/json"}),
        ("POST", "/moves", {"json": {"type": "DrawInfluenceCard"}, "headers": {"If-Match": "nonsense"}}),
        ("GET", "/board?at=x", {}),
        ("GET", "/scoring/paris", {}),
    ],
)
def test_whoever_is_refused_learns_the_version_of_the_table(
    hall: Hall, anna: Guest, running: UUID, method: str, path: str, sent: dict[str, Any]
) -> None:
    answer = anna.ask(method, f"/tables/{running}{path}", **sent)
    assert answer.status_code >= 400
    assert answer.headers["ETag"] == f'"{hall.house.application.version(running)}"'


def test_what_has_not_the_form_asked_for_says_where(anna: Guest) -> None:
    document = check_problem(anna.post("/tables", {"game": 1}), 422, "malformed")
    assert document["errors"]["json"].keys() == {"game", "seats"}


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer \xe9", "bearer gh__", "gh_x", "Bearer " + "x" * 5000]
)
def test_a_strange_token_is_refused(hall: Hall, header: str) -> None:
    for path in ("/me", "/tables"):
        answer = hall.nobody.get(path, {"Authorization": header})
        check_problem(answer, 401, "unauthorized")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("If-None-Match", "\xe9"),
        ("If-None-Match", '"' * 1000),
        ("Prefer", "wait=999999999999"),
        ("Prefer", "wait=-1; wait=x"),
        ("Last-Event-ID", "\xb2"),
        ("Last-Event-ID", "9" * 1000),
        ("Accept", "\xe9"),
        ("Range", "bytes=0-1"),
        ("Content-Length", "0"),
    ],
)
def test_strange_headers_do_no_harm(anna: Guest, running: UUID, name: str, value: str) -> None:
    for path in ("", "/events", "/board", "/log"):
        assert anna.get(f"/tables/{running}{path}", {name: value}).status_code in (200, 304)


@pytest.mark.parametrize("key", ["\xe9", "a b", '"quoted"', "\x7f"])
def test_any_text_is_a_key_for_a_retry(anna: Guest, key: str) -> None:
    body = {"game": "macht", "seats": 2}
    answers = [anna.post("/tables", body, {"Idempotency-Key": key}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].get_data() == answers[1].get_data()


def test_a_body_without_a_length_is_bounded_too(hall: Hall, anna: Guest) -> None:
    """In chunks, as a client sends what it does not know the length of."""
    with served(hall.app) as address, socket.create_connection(address, timeout=5) as line:
        head = f"POST {API}/tables HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {anna.token}\r\n"
        head += f"Content-Type: {JSON}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        line.sendall(head.encode())
        try:
            for _ in range(80):
                line.sendall(b"4000\r\n" + b"x" * 0x4000 + b"\r\n")
            line.sendall(b"0\r\n\r\n")
        except OSError:
            pass
        status = line.makefile("rb").readline()
    assert status.split()[1] in (b"400", b"411", b"413")


@pytest.mark.parametrize(
    ("request_line", "headers", "status"),
    [
        ("GET /api/v1/games/" + "x" * 5000, "", 414),
        ("POST /api/v1/accounts", "Content-Length: abc", 400),
        ("GET /api/v1/games", "X-Long: " + "x" * 9000, 431),
        ("G@T /api/v1/games", "", 400),
    ],
)
def test_what_does_not_even_read_as_a_request_is_a_problem_too(
    server: str, request_line: str, headers: str, status: int
) -> None:
    host, _, port = server.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), 10) as connection:
        connection.sendall(f"{request_line} HTTP/1.1\r\nHost: here\r\n{headers}\r\n\r\n".encode())
        answer = HTTPResponse(connection)
        answer.begin()
        told = json.loads(answer.read())
    assert (answer.status, told["status"]) == (status, status)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert told["detail"]


def test_json_is_json_whatever_it_is_called(anna: Guest) -> None:
    body = json.dumps({"game": "macht", "seats": 2}).encode()
    for mimetype in ("application/json", "application/json; charset=utf-8", "application/vnd.guildhall+json"):
        assert anna.post("/tables", data=body, content_type=mimetype).status_code == 201
