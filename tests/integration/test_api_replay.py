"""Looking back and trying out, over HTTP."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.api_house import Guest, Hall, open_hall
from tests.integration.test_api_secrets import commitment, everything, two_worlds
from tests.patching import patched
from tests.playing import move


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with open_hall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


class Game:
    """A game of three people; bert has a seat, zoe looks on."""

    def __init__(self, hall: Hall, moves: int) -> None:
        self.hall = hall
        self.anna, self.bert, self.cora, self.zoe = map(hall.guest, ("Anna", "Bert", "Cora", "Zoe"))
        self.table = hall.table(self.anna, self.anna, self.bert, self.cora, seats=3)
        for _ in range(moves):
            move(hall.house.application, self.table, "replay")
        self.path = f"/tables/{self.table}"

    @property
    def version(self) -> int:
        return self.hall.house.application.version(self.table)


@pytest.fixture(scope="module")
def running(hall: Hall) -> Game:
    return Game(hall, 25)


@pytest.fixture(scope="module")
def over(hall: Hall) -> Game:
    return Game(hall, 2000)


def refused(guest: Guest, path: str, status: int, code: str) -> bool:
    answer = guest.get(path)
    assert answer.content_type == "application/problem+json"
    return (answer.status_code, answer.get_json()["code"]) == (status, code)


def test_every_version_of_a_running_game_can_be_looked_at(running: Game) -> None:
    for at in range(1, running.version + 1):
        for guest in (running.zoe, running.bert):
            assert guest.reads(f"{running.path}/board?at={at}")["version"] == at


@pytest.mark.parametrize("query", ["", "&seat=1", "&open=true"])
def test_frames_lead_from_board_to_board(over: Game, query: str) -> None:
    after = 20
    answer = over.zoe.reads(f"{over.path}/frames?after={after}&limit=2000{query}")
    assert (answer["version"], answer["after"]) == (over.version, after)
    assert len(answer["frames"]) == over.version - after
    shown = answer["base"]
    assert shown == over.zoe.reads(f"{over.path}/board?at={after}{query}")["view"]
    for frame in answer["frames"]:
        shown = patched(shown, frame["patch"])
        if frame["version"] % 25 == 0 or frame["version"] == over.version:
            assert shown == over.zoe.reads(f"{over.path}/board?at={frame['version']}{query}")["view"]
    first = over.zoe.reads(f"{over.path}/frames?limit=3")
    assert first["base"] is None
    assert [frame["version"] for frame in first["frames"]] == [1, 2, 3]
    assert set(first["frames"][0]) == {"version", "at", "topic", "text", "says", "patch"}


def test_a_game_that_is_over_is_looked_back_at_as_it_could_be_seen_then(over: Game) -> None:
    at = next(
        e["version"] for e in over.zoe.reads(f"{over.path}/events?limit=500")["events"] if "CardCommitted" in e["topic"]
    )
    closed = over.zoe.reads(f"{over.path}/board?at={at}")["view"]
    assert closed["gold"]["pile"] is None
    assert [seat["choice"] for seat in closed["seats"]] == [None] * 3
    chooser = next(seat["seat"] for seat in closed["seats"] if seat["hasChosen"])
    of_seat = over.zoe.reads(f"{over.path}/board?at={at}&seat={chooser}")["view"]
    assert of_seat["seats"][chooser]["choice"] is not None
    assert of_seat["gold"]["pile"] is None
    everything_open = over.zoe.reads(f"{over.path}/board?at={at}&open=true")["view"]
    assert everything_open["seats"][chooser]["choice"] == of_seat["seats"][chooser]["choice"]
    assert len(everything_open["gold"]["pile"]) > 20
    assert over.zoe.reads(f"{over.path}/board")["view"]["gold"]["pile"] == everything_open["gold"]["pile"]


@pytest.mark.parametrize("route", ["board", "frames"])
def test_while_a_game_goes_on_one_looks_from_ones_own_seat_alone(running: Game, route: str) -> None:
    path = f"{running.path}/{route}"
    assert running.bert.reads(f"{path}?seat=1") == running.bert.reads(path)
    for guest in (running.bert, running.zoe, running.hall.nobody):
        assert refused(guest, f"{path}?seat=0", 403, "notYourSeat")
        assert refused(guest, f"{path}?open=true", 409, "gameNotOver")
        assert refused(guest, f"{path}?seat=1&open=true", 409, "gameNotOver")
        assert refused(guest, f"{path}?seat=7", 404, "unknownSeat")


def test_who_has_given_up_a_seat_sees_what_spectators_see(hall: Hall) -> None:
    game = Game(hall, 3)
    at = game.version
    mine = game.bert.reads(f"{game.path}/frames")
    game.bert.does(f"{game.path}/seats/1/bot", {"strategy": "random"}, "PUT")
    assert refused(game.bert, f"{game.path}/board?at={at}&seat=1", 403, "notYourSeat")
    now = game.bert.reads(f"{game.path}/frames?limit={at}")["frames"]
    assert now == game.zoe.reads(f"{game.path}/frames?limit={at}")["frames"]
    assert now != mine["frames"]


def test_frames_that_are_not_there_are_refused(over: Game) -> None:
    assert refused(over.zoe, f"{over.path}/frames?after={over.version + 1}", 404, "unknownVersion")
    assert refused(over.zoe, f"/tables/{uuid4()}/frames", 404, "unknownTable")
    for query in ("after=-1", "limit=0", "limit=2001", "after=x", "open=maybe", "seat=-1"):
        assert refused(over.zoe, f"{over.path}/frames?{query}", 422, "malformed")
    end = over.zoe.reads(f"{over.path}/frames?after={over.version}")
    assert end["frames"] == []
    assert end["base"]["stage"] == "over"


def test_frames_are_compressed_for_those_who_read_it(over: Game) -> None:
    path = f"{over.path}/frames"
    plain = over.zoe.get(path)
    packed = over.zoe.get(path, {"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(packed.get_data())) == plain.get_json()
    assert len(packed.get_data()) < len(plain.get_data()) / 4
    for answer in (plain, packed):
        assert {"Authorization", "Accept-Encoding"} <= set(answer.headers["Vary"].split(", "))
    refusing = over.zoe.get(path, {"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in refusing.headers
    small = over.zoe.get(f"{path}?limit=1", {"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in small.headers
    known = over.zoe.get(path, {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]})
    assert (known.status_code, known.get_data()) == (304, b"")


def sandbox_of(guest: Guest, path: str, **body: Any) -> str:
    answer = guest.post(f"{path}/sandbox", body)
    assert answer.status_code == 201, answer.text
    assert answer.headers["Location"] == f"/api/v1/tables/{answer.get_json()['table']}"
    return f"/tables/{answer.get_json()['table']}"


def test_a_sandbox_of_a_game_that_is_over_has_all_its_secrets(over: Game) -> None:
    answer = over.zoe.does(f"{over.path}/sandbox", {"at": 60})
    assert answer["source"] == str(over.table)
    assert answer["at"] <= 60
    tried = over.zoe.reads(f"/tables/{answer['table']}")
    assert tried["version"] == answer["version"]
    assert tried["sandbox"] == {"table": str(over.table), "version": answer["at"]}
    assert tried["private"]
    state = over.hall.house.application.state
    then, now = state(over.table, answer["at"]).state, state(UUID(answer["table"])).state
    assert now.gold.pile.read() == then.gold.pile.read()
    seat = tried["mySeat"]
    seen = over.zoe.reads(f"{over.path}/board?at={answer['at']}&seat={seat}")["view"]
    assert tried["view"] == seen


def test_a_sandbox_is_played_to_its_end_and_nobody_else_hears_of_it(hall: Hall, running: Game) -> None:
    path = sandbox_of(running.bert, running.path)
    table = UUID(path.rpartition("/")[2])
    assert running.anna.get(path).status_code == running.hall.nobody.get(f"{path}/frames").status_code == 404
    running.bert.does(f"{path}/seats/2/bot", {"strategy": "random"}, "PUT")
    for seat in (0, 1):
        assert running.bert.get(f"{path}/board?seat={seat}").status_code == 200
    while not (mine := running.bert.reads(f"{path}/moves")["moves"]):
        move(hall.house.application, table, "sandbox")  # chance has it that the bot is awaited first
    running.bert.does(f"{path}/moves", mine[0]["command"])
    while move(hall.house.application, table, "sandbox") is not None:
        pass
    assert running.bert.reads(path)["status"] == "ended"
    hall.house.catch_up(table)
    hall.house.views.catch_up_results(hall.house.log.notifications)
    assert all(item["table"] != str(table) for item in running.bert.reads("/tables?mine=true")["tables"])
    assert all(item["table"] != str(table) for item in hall.house.views.results(viewer=running.bert.account)[0])
    assert hall.house.views.faults() == []


def test_a_sandbox_waits_for_nobody(hall: Hall, running: Game) -> None:
    path = sandbox_of(running.zoe, running.path)
    table = UUID(path.rpartition("/")[2])
    hall.house.catch_up(table)
    assert hall.house.views.waits_at(table) == []
    assert running.zoe.reads("/me/inbox")["awaited"] == []
    assert running.zoe.reads(f"{path}/board")["view"] == running.zoe.reads(path)["view"]


def test_a_sandbox_that_cannot_be_is_refused(hall: Hall, running: Game) -> None:
    def code(body: Any, path: str = running.path, **headers: str) -> tuple[int, str]:
        answer = running.bert.post(f"{path}/sandbox", body, headers)
        return answer.status_code, answer.get_json()["code"]

    assert code({"at": 9999}) == (404, "unknownVersion")
    assert code({"at": 2}) == (409, "wrongPhase")
    assert code({"at": 0})[0] == code({"at": "x"})[0] == code({"more": 1})[0] == 422
    assert code({}, **{"If-Match": '"1"'}) == (412, "staleVersion")
    assert code({}, f"/tables/{hall.table(running.anna, start=False)}") == (409, "wrongPhase")
    once, again = (running.bert.post(f"{running.path}/sandbox", {"at": 25}, {"Idempotency-Key": "try"}) for _ in "ab")
    assert once.get_json() == again.get_json()


def test_two_houses_that_differ_in_a_secret_give_the_others_the_same_sandbox(tmp_path: Path) -> None:
    chooser = 1
    with two_worlds(tmp_path, "sandbox", 4) as worlds:
        seen: list[list[Any]] = []
        for number, world in enumerate(worlds):
            world.people[chooser].does(f"/tables/{world.table}/moves", commitment(world, chooser, number))
            seen.append([all_of_a_sandbox(world, guest, who) for who, guest in enumerate(world.people)])
        same = [one == other for one, other in zip(*seen, strict=True)]
        assert same == [who != chooser for who in range(4)]


def all_of_a_sandbox(world: Any, guest: Guest, who: int) -> list[Any]:
    answer = guest.post(f"/tables/{world.table}/sandbox", {}, {"Idempotency-Key": f"try {who}"})
    table = UUID(answer.get_json()["table"])
    application = world.hall.house.application
    for _ in range(12):
        move(application, table, "sandbox")
    path = f"/tables/{table}"
    asked = [everything(guest.get(path + more)) for more in ("", "/events?limit=500", "/frames", "/board", "/moves")]
    whole = [recorded.event for recorded in application.log.read(table)]
    return [everything(answer), *asked, whole]
