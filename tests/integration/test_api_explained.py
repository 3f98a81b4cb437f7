"""Why a town scored as it did, over HTTP."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.request import urlopen
from uuid import UUID

import pytest

from domain.macht.recount import recount, recount_value
from tests.api_house import API, Guest, Hall, open_hall, served
from tests.playing import move, play_to_the_end

TOWNS = ("brugge", "gent", "utrecht", "ieper", "leuven", "luik")
CONTRACT = {"version", "town", "name", "isScored", "scoredAt", "spaces", "value", "ranking", "points", "lines"}
OF_A_SPACE = {
    "space",
    "shape",
    "district",
    "coat",
    "laidBy",
    "event",
    "finished",
    "printedMasters",
    "placedMasters",
    "cathedral",
    "covered",
}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with open_hall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


@pytest.fixture(scope="module")
def anna(hall: Hall) -> Guest:
    return hall.guest("Anna")


@pytest.fixture(scope="module")
def ended(hall: Hall, anna: Guest) -> UUID:
    table = hall.table(anna, anna, seats=4)
    play_to_the_end(hall.house.application, table, "explained")
    return table


def town_seen(guest: Guest, table: UUID, town: str, at: int) -> dict[str, Any]:
    view = guest.reads(f"/tables/{table}/board?at={at}")["view"]
    return next(seen for seen in view["towns"] if seen["id"] == town)


@pytest.mark.parametrize("town", TOWNS)
def test_a_scored_town_is_explained_as_it_was_scored(hall: Hall, ended: UUID, town: str) -> None:
    document = hall.nobody.reads(f"/tables/{ended}/scoring/{town}")
    assert set(document) >= CONTRACT
    assert all(set(space) >= OF_A_SPACE for space in document["spaces"])
    scored_at = document["scoredAt"]
    track = hall.nobody.reads(f"/tables/{ended}/scoring")["track"]
    gained = next(step for step in track["history"] if step["version"] == scored_at)
    assert gained["town"] == town
    points = {row["guild"]: row["points"] for row in document["points"]}
    assert {guild: number for guild, number in points.items() if number} == {
        guild: number for guild, number in gained["gained"].items() if number
    }
    before = town_seen(hall.nobody, ended, town, scored_at - 1)
    assert recount_value(before) == document["value"]["total"]
    assert recount(before) == {row["guild"]: row["points"] for row in document["points"] if row["place"]}
    assert document["lines"][-1]["text"] == f"Event {scored_at} recorded the same value and the same points."


def test_each_space_names_the_event_that_laid_its_district(hall: Hall, ended: UUID) -> None:
    events = {
        each["version"]: each["event"]
        for after in (0, 500)
        for each in hall.nobody.reads(f"/tables/{ended}/events?after={after}&limit=500")["events"]
    }
    for space in hall.nobody.reads(f"/tables/{ended}/scoring/gent")["spaces"]:
        if space["coat"] is not None:
            laid = events[space["event"]]
            assert (laid["space"], laid["coat"], laid.get("seat")) == (space["space"], space["coat"], space["laidBy"])


def test_a_running_game_gives_a_forecast_for_any_moment(hall: Hall, anna: Guest) -> None:
    table = hall.table(anna, anna, seats=3)
    for _ in range(12):
        move(hall.house.application, table, "forecast")
    version = hall.house.application.version(table)
    for at in (version, version - 1, version // 2):
        document = hall.nobody.reads(f"/tables/{table}/scoring/brugge?at={at}")
        assert (document["version"], document["isScored"], document["scoredAt"]) == (at, False, None)
        seen = town_seen(hall.nobody, table, "brugge", at)
        assert document["isInPlay"] == seen["inPlay"]
        assert document["value"]["total"] == recount_value(seen)


def test_every_caller_gets_the_same_explanation(hall: Hall, anna: Guest) -> None:
    table = hall.table(anna, anna, seats=4)
    assert anna.reads(f"/tables/{table}/scoring/luik") == hall.nobody.reads(f"/tables/{table}/scoring/luik")


def test_an_explanation_of_a_moment_has_that_moment_as_its_tag(hall: Hall, ended: UUID) -> None:
    address = f"/tables/{ended}/scoring/brugge?at=100"
    assert hall.nobody.get(address).headers["ETag"] == '"100"'
    assert hall.nobody.get(address, {"If-None-Match": '"100"'}).status_code == 304
    unknown = hall.nobody.get(f"/tables/{ended}/scoring/paris", {"If-None-Match": "*"})
    assert unknown.status_code == 404, "what is not there has no version"


def test_what_cannot_be_explained_is_refused_as_a_problem(hall: Hall, anna: Guest, ended: UUID) -> None:
    waiting = hall.table(anna, seats=2, start=False)
    for address, status, code in (
        (f"/tables/{ended}/scoring/paris", 404, "unknownTown"),
        (f"/tables/{ended}/scoring/Brugge", 404, "unknownTown"),
        (f"/tables/{ended}/scoring/%00", 404, "unknownTown"),
        (f"/tables/{ended}/scoring/brugge?at=99999", 404, "unknownVersion"),
        (f"/tables/{ended}/scoring/brugge?at=0", 422, "malformed"),
        (f"/tables/{ended}/scoring/brugge?at=1", 409, "wrongPhase"),
        (f"/tables/{waiting}/scoring/brugge", 409, "wrongPhase"),
        (f"/tables/{UUID(int=1)}/scoring/brugge", 404, "unknownTable"),
    ):
        answer = hall.nobody.get(address)
        assert (answer.status_code, answer.get_json()["code"]) == (status, code), address
        assert answer.mimetype == "application/problem+json"


def test_it_is_answered_over_a_socket(hall: Hall, ended: UUID) -> None:
    with served(hall.app) as (host, port), urlopen(f"http://{host}:{port}{API}/tables/{ended}/scoring/ieper") as answer:
        assert answer.headers["ETag"] == f'"{hall.house.application.version(ended)}"'
        assert json.load(answer)["name"] == "Ieper"
