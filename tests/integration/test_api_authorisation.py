"""Who may do what: every route of the document for every kind of caller, as a table."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from werkzeug.test import TestResponse

from domain.table import EXAMINER, ExamineDispute, RaiseDispute
from tests.api_house import API, Guest, Hall, open_hall

CALLERS = ("nobody", "stranger", "seat", "opener", "read", "play", "account", "revoked", "garbage")
"""`read`, `play` and `account` are the seat's own account, by a token with that scope alone."""

TABLE = f"{API}/tables/{{table_id}}"

# One row for each route: what it needs to have happened to the table, what is sent, and the status for each caller.
MATRIX = """
#                                                     nobody stranger seat opener read play account revoked garbage
POST   /api/v1/accounts                             open 201   201   201   201   201   201   201   201   201
POST   /api/v1/auth/link                            open 202   202   202   202   202   202   202   202   202
POST   /api/v1/auth/token                           open 403   403   403   403   403   403   403   403   403
GET    /api/v1/me                                   open 401   200   200   200   200   403   403   401   401
PATCH  /api/v1/me                                   open 401   200   200   200   403   403   200   401   401
DELETE /api/v1/me                                   open 401   204   204   204   403   403   204   401   401
GET    /api/v1/me/tokens                            open 401   200   200   200   403   403   200   401   401
POST   /api/v1/me/tokens                            open 401   201   201   201   403   403   201   401   401
DELETE /api/v1/me/tokens/{token_id}                 open 401   404   204   404   403   403   204   401   401
GET    /api/v1/me/inbox                             open 401   200   200   200   200   403   403   401   401
GET    /api/v1/games                                open 200   200   200   200   200   200   200   200   200
GET    /api/v1/games/{game}                         open 200   200   200   200   200   200   200   200   200
GET    /api/v1/games/{game}/leaderboard             open 200   200   200   200   200   200   200   200   200
GET    /api/v1/keys                                 open 200   200   200   200   200   200   200   200   200
GET    /api/v1/tables                               open 200   200   200   200   200   200   200   401   401
POST   /api/v1/tables                               open 401   201   201   201   403   201   403   401   401
GET    /healthz                                     open 200   200   200   200   200   200   200   200   200
GET    /readyz                                      open 200   200   200   200   200   200   200   200   200
GET    /metrics                                     open 200   200   200   200   200   200   200   200   200
"""

PUBLIC_TABLE = """
#                                                     nobody stranger seat opener read play account revoked garbage
GET    /api/v1/tables/{table_id}                    open 200   200   200   200   200   200   200   401   401
GET    /api/v1/tables/{table_id}/seats              open 200   200   200   200   200   200   200   401   401
POST   /api/v1/tables/{table_id}/seats              open 401   201   409   201   403   409   403   401   401
DELETE /api/v1/tables/{table_id}/seats/{seat}       open 401   403   200   403   403   200   403   401   401
PUT    /api/v1/tables/{table_id}/seats/{seat}/bot   open 401   403   403   200   403   403   403   401   401
POST   /api/v1/tables/{table_id}/start              full 401   403   403   201   403   403   403   401   401
GET    /api/v1/tables/{table_id}/moves           running 200   200   200   200   200   200   200   401   401
GET    /api/v1/tables/{table_id}/moves/why       running 200   200   200   200   200   200   200   401   401
POST   /api/v1/tables/{table_id}/moves           running 401   403   201   403   403   201   403   401   401
GET    /api/v1/tables/{table_id}/events          running 200   200   200   200   200   200   200   401   401
GET    /api/v1/tables/{table_id}/board           running 200   200   200   200   200   200   200   401   401
GET    /api/v1/tables/{table_id}/scoring         running 200   200   200   200   200   200   200   401   401
GET    /api/v1/tables/{table_id}/scoring/{town}  running 200   200   200   200   200   200   200   401   401
GET    /api/v1/tables/{table_id}/log             running 200   200   200   200   200   200   200   401   401
GET    /api/v1/tables/{table_id}/disputes       examined 200   200   200   200   200   200   200   401   401
POST   /api/v1/tables/{table_id}/disputes        running 401   403   201   403   403   201   403   401   401
POST   /api/v1/tables/{table_id}/disputes/{dispute}/settlement examined 401 403 403 201 403 403 403 401 401
GET    /api/v1/tables/{table_id}/frames          running 200   200   200   200   200   200   200   401   401
POST   /api/v1/tables/{table_id}/sandbox         running 401   201   201   201   403   403   403   401   401
GET    /api/v1/tables/{table_id}/record          running 200   200   200   200   200   200   200   401   401
"""

PRIVATE_TABLE = """
#                                                     nobody stranger seat opener read play account revoked garbage
GET    /api/v1/tables/{table_id}                    open 404   404   200   200   200   404   404   401   401
GET    /api/v1/tables/{table_id}/seats              open 404   404   200   200   200   404   404   401   401
POST   /api/v1/tables/{table_id}/seats              open 401   404   409   201   403   409   403   401   401
DELETE /api/v1/tables/{table_id}/seats/{seat}       open 401   404   200   403   403   200   403   401   401
PUT    /api/v1/tables/{table_id}/seats/{seat}/bot   open 401   404   403   200   403   403   403   401   401
POST   /api/v1/tables/{table_id}/start              full 401   404   403   201   403   403   403   401   401
GET    /api/v1/tables/{table_id}/moves           running 404   404   200   200   200   404   404   401   401
GET    /api/v1/tables/{table_id}/moves/why       running 404   404   200   200   200   404   404   401   401
POST   /api/v1/tables/{table_id}/moves           running 401   404   201   403   403   201   403   401   401
GET    /api/v1/tables/{table_id}/events          running 404   404   200   200   200   404   404   401   401
GET    /api/v1/tables/{table_id}/board           running 404   404   200   200   200   404   404   401   401
GET    /api/v1/tables/{table_id}/scoring         running 404   404   200   200   200   404   404   401   401
GET    /api/v1/tables/{table_id}/scoring/{town}  running 404   404   200   200   200   404   404   401   401
GET    /api/v1/tables/{table_id}/log             running 404   404   200   200   200   404   404   401   401
GET    /api/v1/tables/{table_id}/disputes       examined 404   404   200   200   200   404   404   401   401
POST   /api/v1/tables/{table_id}/disputes        running 401   404   201   403   403   201   403   401   401
POST   /api/v1/tables/{table_id}/disputes/{dispute}/settlement examined 401 404 403 201 403 403 403 401 401
GET    /api/v1/tables/{table_id}/frames          running 404   404   200   200   200   404   404   401   401
POST   /api/v1/tables/{table_id}/sandbox         running 401   404   201   201   403   403   403   401   401
GET    /api/v1/tables/{table_id}/record          running 404   404   200   200   200   404   404   401   401
"""

BODIES: dict[str, Any] = {
    f"POST {API}/accounts": {"name": "Nell"},
    f"POST {API}/auth/link": {"email": "nobody@example.org"},
    f"POST {API}/auth/token": {"code": "wrong"},
    f"PATCH {API}/me": {"name": "Nell"},
    f"POST {API}/me/tokens": {"name": "more", "scopes": ["account"]},
    f"POST {API}/tables": {"game": "macht", "seats": 2},
    f"POST {TABLE}/seats": {},
    f"PUT {TABLE}/seats/{{seat}}/bot": {"strategy": "random"},
    f"POST {TABLE}/moves": {"type": "AbandonTable"},
    f"POST {TABLE}/disputes": {"version": 1, "reason": "I doubt it."},
    f"POST {TABLE}/disputes/{{dispute}}/settlement": {"verdict": "rejected", "text": "It is right."},
    f"POST {TABLE}/sandbox": {},
}

QUERIES = {f"{TABLE}/moves/why": "?space=brugge-1"}

COUNTERS = ("Date", "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
OUTSIDERS = ("nobody", "stranger", "gone", "revoked", "garbage")
"""`gone` has sat at the table and left it."""

QUESTIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "", {}),
    ("HEAD", "", {}),
    ("OPTIONS", "", {}),
    ("POST", "", {"json": {}}),
    ("GET", "", {"headers": {"If-None-Match": '"4"'}}),
    ("GET", "/seats", {}),
    ("GET", "/seats?invite=wrong", {}),
    ("POST", "/seats", {"json": {}}),
    ("POST", "/seats", {"json": {"invite": "wrong"}}),
    ("POST", "/seats", {"json": {"invite": "h\u00e9"}}),
    ("POST", "/seats", {"data": rb'{"invite": "\ud800"}', "content_type": "application/json"}),
    ("POST", "/seats", {"json": {"seat": 99, "guild": "purple"}}),
    ("DELETE", "/seats/0", {}),
    ("DELETE", "/seats/99", {}),
    ("PUT", "/seats/1/bot", {"json": {"strategy": "random"}}),
    ("PUT", "/seats/99/bot", {"json": {"strategy": "none", "guild": "none"}}),
    ("POST", "/start", {}),
    ("POST", "/start", {"headers": {"Idempotency-Key": "start"}}),
    ("GET", "/moves", {}),
    ("GET", "/moves/why", {}),
    ("GET", "/moves/why?space=brugge-1", {}),
    ("POST", "/moves", {"json": {"type": "DrawInfluenceCard"}}),
    ("POST", "/moves", {"json": {"type": "DrawInfluenceCard"}, "headers": {"If-Match": '"1"'}}),
    ("POST", "/moves", {"json": {"type": "DrawInfluenceCard"}, "headers": {"If-Match": "nonsense"}}),
    ("POST", "/moves", {"json": {"type": "DrawInfluenceCard"}, "headers": {"Idempotency-Key": ""}}),
    ("POST", "/moves", {"json": {"type": "Nonsense"}}),
    ("GET", "/events", {}),
    ("GET", "/events?after=2&limit=1", {}),
    ("GET", "/events?after=9999", {"headers": {"Accept": "text/event-stream", "Last-Event-ID": "3"}}),
    ("GET", "/board", {}),
    ("GET", "/board?at=1", {}),
    ("GET", "/board?at=9999", {}),
    ("GET", "/board?at=0", {}),
    ("GET", "/board?version=2", {"headers": {"Prefer": "wait=1"}}),
    ("GET", "/scoring", {}),
    ("GET", "/scoring?at=9999", {}),
    ("GET", "/scoring/brugge", {}),
    ("GET", "/scoring/brugge?at=9999", {}),
    ("GET", "/scoring/paris", {}),
    ("GET", "/log", {}),
    ("GET", "/log?since=mine", {}),
    ("GET", "/disputes", {}),
    ("POST", "/disputes", {"json": {"reason": "Hm.", "version": 1}}),
    ("POST", "/disputes", {"json": {"reason": "Hm.", "town": "paris"}, "headers": {"If-Match": '"1"'}}),
    ("POST", "/disputes/1/settlement", {"json": {"verdict": "upheld", "text": "Yes.", "corrections": {"pink": 1}}}),
    ("GET", "/frames", {}),
    ("GET", "/frames?after=9999&seat=9", {"headers": {"Accept-Encoding": "gzip"}}),
    ("GET", "/frames?open=true", {}),
    ("GET", "/board?open=true&seat=1", {}),
    ("POST", "/sandbox", {}),
    ("POST", "/sandbox", {"json": {"at": 9999}, "headers": {"If-Match": '"1"', "Idempotency-Key": "try"}}),
    ("GET", "/record", {}),
]


def rows(table: str) -> list[tuple[str, str, str, tuple[int, ...]]]:
    found = []
    for line in table.strip().splitlines()[1:]:
        method, path, stage, *statuses = line.split()
        found.append((method, path, stage, tuple(map(int, statuses))))
    return found


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with open_hall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


class People:
    """A table with a seat of its own for each question, so that no answer changes another."""

    def __init__(self, hall: Hall, stage: str, private: bool) -> None:
        opener, seat, stranger, gone = (hall.guest(name) for name in ("Olga", "Sam", "Sten", "Gonny"))
        application = hall.house.application
        self.table = hall.table(opener, gone, start=False, private=private)
        application.leave_seat(self.table, gone.account)
        application.take_seat(self.table, seat.account, 0)
        if stage != "open":
            application.seat_bot(self.table, opener.account, 1, "random")
        if stage in ("running", "examined"):
            application.start(self.table, opener.account)
        if stage == "examined":
            application.submit(self.table, seat.account, RaiseDispute("I doubt it.", version=1))
            application.submit(self.table, EXAMINER, ExamineDispute(1, ()))
        revoked = hall.with_scopes(seat)
        tokens = {token.id for token in hall.house.accounts.tokens(seat.account)}
        self.a_token = hall.house.accounts.add_token(seat.account, "spare", ["read"])[0].id
        hall.house.accounts.revoke(seat.account, (tokens & {str(revoked.token).split("_")[1]}).pop())
        self.guests = {
            "nobody": hall.nobody,
            "stranger": stranger,
            "gone": gone,
            "seat": seat,
            "opener": opener,
            "revoked": revoked,
            "garbage": Guest(hall.app, "gh_nonsense"),
        } | {scope: hall.with_scopes(seat, scope) for scope in ("read", "play", "account")}


_untouched: dict[tuple[str, bool], People] = {}


def answered(hall: Hall, private: bool, row: tuple[str, str, str, tuple[int, ...]]) -> dict[str, int]:
    """The statuses of a row. A new table and new people wherever the answer before has changed something."""
    method, path, stage, _ = row
    body = BODIES.get(f"{method} {path}")
    found = {}
    for who in CALLERS:
        people = _untouched.pop((stage, private), None) or People(hall, stage, private)
        seat = 1 if path.endswith("/bot") else 0
        address = path.format(
            table_id=people.table, seat=seat, game="macht", token_id=people.a_token, town="gent", dispute=1
        )
        address += QUERIES.get(path, "")
        answer = people.guests[who].ask(method, address, **({} if body is None else {"json": body}))
        found[who] = answer.status_code
        if method == "GET" or answer.status_code >= 400:
            _untouched[stage, private] = people
    return found


def named(row: Any) -> str:
    return f"{row[0]} {row[1]}"


@pytest.mark.parametrize("row", rows(MATRIX) + rows(PUBLIC_TABLE), ids=named)
def test_each_route_admits_whom_it_should(hall: Hall, row: tuple[str, str, str, tuple[int, ...]]) -> None:
    assert answered(hall, False, row) == dict(zip(CALLERS, row[3], strict=True))


@pytest.mark.parametrize("row", rows(PRIVATE_TABLE), ids=named)
def test_a_private_table_admits_its_members_alone(hall: Hall, row: tuple[str, str, str, tuple[int, ...]]) -> None:
    assert answered(hall, True, row) == dict(zip(CALLERS, row[3], strict=True))


@pytest.mark.parametrize("tables", [PUBLIC_TABLE, PRIVATE_TABLE], ids=["public", "private"])
def test_no_route_of_the_document_is_missing_from_the_table(hall: Hall, tables: str) -> None:
    paths = hall.nobody.reads("/openapi.json")["paths"]
    documented = {(verb.upper(), path) for path, verbs in paths.items() for verb in verbs if verb != "parameters"}
    assert documented == {(method, path) for method, path, *_ in rows(MATRIX) + rows(tables)}


def test_no_route_of_the_server_is_missing_from_the_document(hall: Hall) -> None:
    described = {path for _, path, *_ in rows(MATRIX) + rows(PUBLIC_TABLE)}
    rules = {rule.rule for rule in hall.app.url_map.iter_rules()}
    served = {r.replace("<uuid:", "{").replace("<string:", "{").replace("<int:", "{").replace(">", "}") for r in rules}
    others = {"/api/v1/openapi.json", "/api/docs/", "/api/docs/<path:path}", "/dev/outbox"}
    others |= {f"/api/v1/{name}" for name in ("healthz", "readyz", "metrics")}  # the same as without the prefix
    page = {"/", "/open", "/profile", "/sign-in", "/tables/{_table}", "/join/{_table}", "/static/<path:name}"}
    page.add("/favicon.ico")
    assert served == described | others | page


@pytest.fixture(scope="module")
def private(hall: Hall) -> People:
    return People(hall, "running", private=True)


@pytest.mark.parametrize("who", OUTSIDERS)
def test_a_private_table_is_to_others_as_one_that_does_not_exist(private: People, who: str) -> None:
    guest = private.guests[who]
    for method, path, more in QUESTIONS:
        real, unreal = (shown(guest, table, method, path, more) for table in (private.table, uuid4()))
        assert real == unreal, f"{method} {path} {more}"


def shown(guest: Guest, table: UUID, method: str, path: str, more: dict[str, Any]) -> Any:
    answer = guest.ask(method, f"/tables/{table}{path}", **more)
    assert answer.status_code != 500
    return answer.status_code, headers_of(answer), answer.get_data()


def headers_of(answer: TestResponse) -> list[tuple[str, str]]:
    """All but the clock and the counters of the rate limit."""
    return [(name, value) for name, value in answer.headers if name not in COUNTERS]


def test_a_private_table_is_listed_for_those_who_may_read_it(hall: Hall) -> None:
    people = People(hall, "running", private=True)
    hall.house.catch_up(people.table)
    listed = {
        who: any(str(people.table) == item["table"] for item in guest.reads("/tables")["tables"])
        for who, guest in people.guests.items()
        if who not in ("revoked", "garbage")
    }
    assert [who for who, is_listed in listed.items() if is_listed] == ["seat", "opener", "read"]


def test_an_invite_opens_a_private_table(hall: Hall) -> None:
    people = People(hall, "open", private=True)
    invite = people.guests["seat"].reads(f"/tables/{people.table}")["invite"]
    assert invite == people.guests["opener"].reads(f"/tables/{people.table}")["invite"]
    invitation = people.guests["nobody"].reads(f"/tables/{people.table}/seats?invite={invite}")
    assert [seat["isFree"] for seat in invitation["seats"]] == [False, True]
    assert not {"account", "name", "bot"} & {name for seat in invitation["seats"] for name in seat}
    people.guests["stranger"].does(f"/tables/{people.table}/seats", {"invite": invite})
    assert people.guests["stranger"].reads(f"/tables/{people.table}")["mySeat"] == 1


def test_a_token_that_may_not_read_sees_what_spectators_see(hall: Hall) -> None:
    people = People(hall, "running", private=False)
    paths = ("", "/moves", "/events", "/board", "/scoring", "/scoring/brugge", "/log", "/frames", "/board?seat=0")
    for path in (*paths, "/frames?seat=0", "/record"):
        of_nobody = shown(hall.nobody, people.table, "GET", path, {})
        for scope in ("play", "account"):
            assert shown(people.guests[scope], people.table, "GET", path, {}) == of_nobody
    assert people.guests["read"].reads(f"/tables/{people.table}")["mySeat"] == 0
