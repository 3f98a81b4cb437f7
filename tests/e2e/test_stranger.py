"""A client made from openapi.json alone plays whole games, with real HTTP, a real Valkey and real workers."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.serving import free_address, serving
from tests.stack import running, until
from tests.stranger import Answer, Stranger, Undocumented

DOCUMENT = "/api/v1/openapi.json"
TABLES = "/api/v1/tables"
TABLE = TABLES + "/{table_id}"
SEATED = {2: ("Anna", "random"), 3: ("Anna", "random", "Bert"), 4: ("greedy", "Anna", "Bert", "random")}
"""Who sits where: a name is a person, a strategy a bot."""
PAGE = 100
GLANCE = 0.05
"""Seconds between two looks of a spectator."""
LONG = 10
"""Seconds that a read model may take, which a reader is willing to wait."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A house with Valkey, two workers and the API, each a process of its own."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    bind = free_address()
    changes = {"bind": bind, "public_url": f"http://{bind}", "rate_limit": "1000000 per minute", "database_url": url}
    with running(tmp_path, workers=2, **changes) as stack, serving(stack.settings) as address:
        yield address


@dataclass(frozen=True)
class Person:
    name: str
    account: str
    api: Stranger = field(repr=False)


def register(api: Stranger, name: str) -> Person:
    made = api["POST /api/v1/accounts"](body={"name": name})
    assert made["account"]["name"] == name
    return Person(name, made["account"]["id"], api.with_token(made["token"]))


def seat_everybody(opener: Person, table: str, seated: tuple[str, ...], people: dict[str, Person]) -> None:
    for seat, who in enumerate(seated):
        if who in people:
            wanted = {"seat": seat, "nonce": f"{who} shuffles"}
            taken = people[who].api[f"POST {TABLE}/seats"](table_id=table, body=wanted)
            assert taken["events"][0]["event"]["account"] == people[who].account
        else:
            opener.api[f"PUT {TABLE}/seats/{{seat}}/bot"](table_id=table, seat=seat, body={"strategy": who})


@dataclass
class Spectator:
    """Somebody without a token who looks again and again, and takes the whole table only when there is news."""

    api: Stranger
    table: str
    versions: list[int] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    unchanged: int = 0

    def follow(self, done: threading.Event) -> None:
        tag = ""
        while True:
            is_last_look = done.is_set()
            seen = self.api[f"GET {TABLE}"](table_id=self.table, **({"If_None_Match": tag} if tag else {}))
            if seen.status == 304:
                self.unchanged += 1
                assert seen.headers["ETag"] == tag
            else:
                tag = seen.headers["ETag"]
                assert tag == f'"{seen["version"]}"'
                assert seen["mySeat"] is None
                self.versions.append(seen["version"])
                self._read_on()
            if is_last_look and seen.status == 304:
                return
            done.wait(GLANCE)

    def _read_on(self) -> None:
        after = self.events[-1]["version"] if self.events else 0
        self.events += self.api[f"GET {TABLE}/events"](table_id=self.table, after=after, limit=PAGE)["events"]


def play(people: list[Person], table: str, dice: Random) -> None:
    """Until the game has ended each person who is awaited takes one of the moves offered."""
    someone = people[0].api
    while (seen := someone[f"GET {TABLE}"](table_id=table))["status"] == "running":
        awaited = {waited["seat"]: waited for waited in seen["awaited"]}
        seats = {seat["seat"]: seat for seat in seen["seats"]}
        if not any(seats[seat]["bot"] for seat in awaited):
            check_inboxes(people, seen)
        movers = [person for person in people if any(seats[seat]["account"] == person.account for seat in awaited)]
        for person in movers:
            move(person, table, dice)
        if not movers:
            # Bots are awaited alone: whoever waits for the next version need not ask again and again.
            wait_for_version(someone, table, seen["version"] + 1)


def move(person: Person, table: str, dice: Random) -> None:
    offered = person.api[f"GET {TABLE}/moves"](table_id=table)
    assert offered["reason"] is None
    chosen = dice.choice(offered["moves"])
    assert chosen["text"]
    accepted = person.api[f"POST {TABLE}/moves"](table_id=table, body=chosen["command"])
    assert accepted.status == 201, accepted.document
    assert accepted.headers["ETag"] == f'"{accepted["version"]}"'
    assert [event["version"] for event in accepted["events"]][-1] == accepted["version"]


def wait_for_version(api: Stranger, table: str, version: int) -> Answer:
    return api[f"GET {TABLE}/board"](table_id=table, version=version, Prefer=f"wait={LONG}")


def check_inboxes(people: list[Person], seen: Answer) -> None:
    """While people alone are awaited nothing moves but by us: then the inboxes are exact."""
    wait_for_version(people[0].api, seen["table"], seen["version"])
    accounts = {seat["seat"]: seat["account"] for seat in seen["seats"]}
    for person in people:
        inbox = person.api["GET /api/v1/me/inbox"]()["awaited"]
        expected = [
            (seen["table"], waited["seat"], waited["kind"], seen["version"])
            for waited in seen["awaited"]
            if accounts[waited["seat"]] == person.account
        ]
        assert [(item["table"], item["seat"], item["kind"], item["version"]) for item in inbox] == expected
        offered = person.api[f"GET {TABLE}/moves"](table_id=seen["table"])
        assert bool(offered["moves"]) == bool(expected)
        assert (offered["reason"] is None) == bool(expected)


def test_strangers_play_to_the_end_at_tables_for_two_three_and_four_and_all_views_agree(address: str) -> None:
    with ThreadPoolExecutor(len(SEATED)) as pool:
        games = [pool.submit(play_a_game, address, players) for players in SEATED]
    results = [result for game in games for result in game.result()]
    nobody = Stranger.meet(address + DOCUMENT)
    assert nobody[f"GET {TABLES}"](status="ended")["total"] == len(SEATED)
    assert nobody[f"GET {TABLES}"](status="running")["tables"] == []
    well = {"status": "ready", "store": True, "redis": True, "lag": 0}
    until(lambda: nobody["GET /readyz"]().document.items() >= well.items())
    check_the_leaderboard(nobody, results)


@dataclass(frozen=True)
class Result:
    """How it came out for one person."""

    account: str
    won: float
    points: int


def play_a_game(address: str, players: int) -> list[Result]:
    """From an empty table to the last look at it, with a spectator who follows all the while."""
    nobody = Stranger.meet(address + DOCUMENT)
    seated = SEATED[players]
    people = {name: register(nobody, name) for name in seated if name.istitle()}
    opener = people["Anna"]
    [game] = nobody["GET /api/v1/games"]()["games"]
    assert players in game["seats"]
    table = opener.api[f"POST {TABLES}"](body={"game": game["game"], "seats": players})["table"]
    seat_everybody(opener, table, seated, people)
    spectator = Spectator(Stranger.meet(address + DOCUMENT), table)
    done = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        following = pool.submit(spectator.follow, done)
        try:
            opener.api[f"POST {TABLE}/start"](table_id=table)
            play(list(people.values()), table, Random(players))
        finally:
            done.set()
        following.result()
    return check_the_end(nobody, list(people.values()), table, spectator)


def check_the_end(nobody: Stranger, people: list[Person], table: str, spectator: Spectator) -> list[Result]:
    seen = nobody[f"GET {TABLE}"](table_id=table)
    version, result = seen["version"], seen["view"]["ending"]
    assert (seen["status"], seen["awaited"]) == ("ended", [])
    wait_for_version(nobody, table, version)

    events = check_the_events(nobody, table, version)
    totals = [event["event"]["totals"] for event in events if "totals" in event["event"]]
    assert totals == [result["totals"]]
    assert spectator.versions == sorted(set(spectator.versions))
    assert spectator.versions[-1] == version
    assert spectator.unchanged > 0
    public = ("version", "topic", "actor", "at", "head", "text")
    assert [[event[key] for key in public] for event in spectator.events] == [
        [event[key] for key in public] for event in events
    ]

    check_the_board(nobody, people, table, seen)
    check_the_scoring(nobody, table, seen)
    check_the_log(nobody, table, events)
    check_the_lobby(nobody, people, seen)
    for person in people:
        assert person.api["GET /api/v1/me/inbox"]()["awaited"] == []
        over = person.api[f"GET {TABLE}/moves"](table_id=table)
        assert (over["moves"], over["reason"]) == ([], "The game is over.")
        refused = person.api[f"POST {TABLE}/moves"](table_id=table, body={"type": "AbandonTable"})
        assert refused.status == 409
        assert refused["detail"]
    won = {seat: 1 / len(result["winners"]) for seat in result["winners"]}
    return [
        Result(seat["account"], won.get(seat["seat"], 0), result["totals"][seat["seat"]])
        for seat in seen["seats"]
        if seat["account"]
    ]


def check_the_events(nobody: Stranger, table: str, version: int) -> list[dict[str, Any]]:
    """Page by page, from the first to the last, each once."""
    events: list[dict[str, Any]] = []
    while page := nobody[f"GET {TABLE}/events"](table_id=table, after=len(events), limit=PAGE)["events"]:
        assert len(page) <= PAGE
        events += page
    assert [event["version"] for event in events] == list(range(1, version + 1))
    return events


def check_the_board(nobody: Stranger, people: list[Person], table: str, seen: Answer) -> None:
    for api in (nobody, *(person.api for person in people)):
        now = api[f"GET {TABLE}/board"](table_id=table)
        assert now["version"] == seen["version"]
        assert now["view"] == seen["view"]
        assert api[f"GET {TABLE}/board"](table_id=table, at=seen["version"])["view"] == seen["view"]
        assert api[f"GET {TABLE}/board"](table_id=table, at=1)["view"] is None


def check_the_scoring(nobody: Stranger, table: str, seen: Answer) -> None:
    result = seen["view"]["ending"]
    track = nobody[f"GET {TABLE}/scoring"](table_id=table)["track"]
    assert track == nobody[f"GET {TABLE}/scoring"](table_id=table, at=seen["version"])["track"]
    assert track["points"] == seen["view"]["points"]
    assert track["winners"] == result["winners"]
    assert [seat["points"] for seat in track["standing"]] == result["totals"]
    assert track["history"][-1]["points"] == track["points"]
    for step in track["history"]:
        then = nobody[f"GET {TABLE}/board"](table_id=table, at=step["version"])["view"]
        assert then["points"] == step["points"]


def check_the_log(nobody: Stranger, table: str, events: list[dict[str, Any]]) -> None:
    lines: list[dict[str, Any]] = []
    while page := nobody[f"GET {TABLE}/log"](table_id=table, after=lines[-1]["version"] if lines else 0)["lines"]:
        lines += page
    told = ("version", "at", "text")
    assert [[line[key] for key in told] for line in lines] == [[event[key] for key in told] for event in events]


def check_the_lobby(nobody: Stranger, people: list[Person], seen: Answer) -> None:
    listed = next(item for item in nobody[f"GET {TABLES}"](status="ended")["tables"] if item["table"] == seen["table"])
    assert listed["version"] == seen["version"]
    assert [(seat["account"], seat["bot"]) for seat in listed["seats"]] == [
        (seat["account"], seat["bot"]) for seat in seen["seats"]
    ]
    for person in people:
        mine = person.api[f"GET {TABLES}"](mine=True)
        assert [item["table"] for item in mine["tables"]] == [seen["table"]]
        assert mine["total"] == 1


def check_the_leaderboard(nobody: Stranger, results: list[Result]) -> None:
    """People alone; most wins first, then most points."""
    [game] = nobody["GET /api/v1/games"]()["games"]
    board = nobody["GET /api/v1/games/{game}/leaderboard"](game=game["game"])
    assert board["total"] == len(results)
    assert all(leader["games"] == 1 for leader in board["leaders"])
    expected = sorted(results, key=lambda result: (-result.won, -result.points, result.account))
    assert [(leader["account"], leader["points"]) for leader in board["leaders"]] == [
        (result.account, result.points) for result in expected
    ]
    assert [leader["wins"] for leader in board["leaders"]] == pytest.approx([result.won for result in expected])


def test_what_the_document_does_not_know_is_neither_sent_nor_taken(address: str) -> None:
    api = Stranger.meet(address + DOCUMENT)
    with pytest.raises(Undocumented, match="no operation"):
        api["GET /api/v1/nonsense"]
    with pytest.raises(Undocumented, match="no parameter"):
        api[f"GET {TABLES}"](colour="blue")
    with pytest.raises(Undocumented, match="page of"):
        api[f"GET {TABLES}"](page=0)
    with pytest.raises(Undocumented, match="the body of"):
        api["POST /api/v1/accounts"](body={"email": "anna@example.org"})
    with pytest.raises(Undocumented, match="credentials"):
        api["GET /api/v1/me"]()
