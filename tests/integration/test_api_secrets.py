"""Two houses that differ only in one seat's secret answer everybody else with the same bytes, seals aside."""

import dataclasses
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from werkzeug.test import TestResponse

from service.application import Accepted, Application
from service.examiner import examine
from service.house import House
from tests.api_house import Guest, Hall, open_hall
from tests.integration.test_secrets import SEAL, with_another_pile
from tests.playing import move, steady

COUNTERS = re.compile(r"Date|Retry-After|X-RateLimit-.*")
NAMES = ("Anna", "Bert", "Cora", "Dirk")
LIVE = {"Accept": "text/event-stream"}

QUESTIONS = (
    "/tables/{table}",
    "/tables/{table}/seats",
    "/tables/{table}/moves",
    "/tables/{table}/moves/why?space=gent-1",
    "/tables/{table}/events",
    "/tables/{table}/events?public=true&limit=500",
    "/tables/{table}/events?after=9&limit=5",
    "/tables/{table}/board",
    "/tables/{table}/board?at={version}",
    "/tables/{table}/board?at={before}",
    "/tables/{table}/board?at=9999",
    "/tables/{table}/board?seat=0",
    "/tables/{table}/board?at={version}&seat=1",
    "/tables/{table}/board?at={version}&open=true",
    "/tables/{table}/frames",
    "/tables/{table}/frames?after={before}",
    "/tables/{table}/frames?seat=0",
    "/tables/{table}/frames?seat=1&after=20",
    "/tables/{table}/frames?open=true",
    "/tables/{table}/scoring",
    "/tables/{table}/scoring?at={version}",
    "/tables/{table}/scoring/brugge",
    "/tables/{table}/scoring/luik?at={before}",
    "/tables/{table}/log",
    "/tables/{table}/log?since=mine",
    "/tables/{table}/disputes",
    "/tables/{table}/record",
    "/tables",
    "/tables?mine=true",
    "/me",
    "/me/inbox",
    "/me/tokens",
    "/games",
    "/games/macht",
    "/games/macht/leaderboard",
    "/keys",
    "/healthz",
    "/readyz",
    "/openapi.json",
)
"""Every route that can be read, but /metrics, which tells of the process and nothing of tables."""


@dataclasses.dataclass
class World:
    hall: Hall
    table: UUID
    people: list[Guest]

    @property
    def others(self) -> list[Guest]:
        """A spectator with an account beside the one without."""
        return [self.hall.nobody, *self.people]

    def ask(self, guest: Guest, path: str, **more: Any) -> Any:
        version = self.hall.house.application.version(self.table)
        path = path.format(table=self.table, version=version, before=version - 1)
        return everything(guest.ask(more.pop("method", "GET"), path, **more))

    def seen_by(self, guest: Guest) -> list[Any]:
        """All that can be asked for, before and after the read models know of it, and the stream from its beginning."""
        first = [self.ask(guest, path) for path in QUESTIONS]
        self.hall.house.catch_up(self.table)
        of_read_models = [path for path in QUESTIONS if path.startswith(("/tables", "/me"))]
        return [*first, *(self.ask(guest, path) for path in of_read_models), self.frames(guest)]

    def frames(self, guest: Guest) -> list[Any]:
        stream = guest.get(f"/tables/{self.table}/events", LIVE, buffered=False)
        frames = islice(stream.response, 1 + self.hall.house.application.version(self.table))
        seen = [stream.status_code, headers_of(stream), *map(without_seals, frames)]
        stream.close()
        return seen


def headers_of(answer: TestResponse) -> list[tuple[str, str]]:
    return [(name, value) for name, value in answer.headers if not COUNTERS.fullmatch(name)]


def without_seals(data: bytes) -> str:
    return SEAL.sub("*", data.decode())


def everything(answer: TestResponse) -> Any:
    assert answer.status_code != 500, answer.text
    return answer.status_code, headers_of(answer), without_seals(answer.get_data())


def steadied(seed: str, first: House | None) -> Callable[[House], House]:
    """The same chance and the same clock in every world, and the accounts and keys of the first."""

    def change(house: House) -> House:
        ticks = iter(range(1_800_000_000_000, 1_900_000_000_000, 1000))

        def ring(accepted: Accepted) -> None:
            house.bell.ring(accepted.table, accepted.version)

        kept = first or house
        application = Application(
            house.log, entropy=steady(seed), now=lambda: next(ticks), on_accepted=ring, signer=kept.keys
        )
        if first is not None:
            house.accounts.close()
        return dataclasses.replace(house, application=application, accounts=kept.accounts, keys=kept.keys)

    return change


@contextmanager
def two_worlds(folder: Path, seed: str, players: int, moves: int = 0) -> Iterator[tuple[World, World]]:
    """A game in a choosing phase, twice."""
    with ExitStack() as stack:
        worlds: list[World] = []
        for name in ("one", "other"):
            first = worlds[0].hall.house if worlds else None
            hall = stack.enter_context(open_hall(folder / name, steadied(seed, first)))
            if worlds:
                people = [dataclasses.replace(guest, app=hall.app) for guest in worlds[0].people]
            else:
                people = [hall.guest(name) for name in NAMES]
            worlds.append(World(hall, begun(hall, people[:players], seed, moves), people))
        yield worlds[0], worlds[1]


def begun(hall: Hall, people: list[Guest], seed: str, moves: int) -> UUID:
    application = hall.house.application
    table = application.open_table(people[0].account, "macht", len(people), command_id="open").table
    for seat, person in enumerate(people):
        application.take_seat(table, person.account, nonce=f"nonce {seat}")
    application.start(table, people[0].account)
    for _ in range(moves):
        move(application, table, seed)
    while application.state(table).state.stage != "choosing" or any(application.state(table).state.choices):
        move(application, table, seed)
    return table


def commitment(world: World, chooser: int, number: int) -> dict[str, Any]:
    player = world.hall.house.application.state(world.table).state.seats[chooser]
    return {"type": "CommitCards", "actionCard": player.hand[number], "influence": player.influence if number else 0}


@pytest.mark.parametrize(("players", "moves"), [(4, 0), (3, 40)])
def test_nobody_learns_a_choice_before_the_reveal(tmp_path: Path, players: int, moves: int) -> None:
    chooser = 1
    with two_worlds(tmp_path, f"{players} {moves}", players, moves) as worlds:
        for number, world in enumerate(worlds):
            key = {"Idempotency-Key": f"I choose {number}"}
            answer = world.people[chooser].post(
                f"/tables/{world.table}/moves", commitment(world, chooser, number), headers=key
            )
            assert answer.status_code == 201
        one, other = worlds
        for who, guest in enumerate(one.others):
            same = one.seen_by(guest) == other.seen_by(other.others[who])
            assert same == (who != chooser + 1), f"caller {who}"


def test_nobody_learns_a_choice_from_what_the_examiner_finds(tmp_path: Path) -> None:
    chooser, doubter = 1, 2
    with two_worlds(tmp_path, "examined", 4) as worlds:
        for number, world in enumerate(worlds):
            world.people[chooser].does(f"/tables/{world.table}/moves", commitment(world, chooser, number))
            world.people[doubter].does(f"/tables/{world.table}/disputes", {"reason": "Show me!", "version": 9})
            assert examine(world.hall.house.application, world.table, 1) is not None
        one, other = worlds
        for who, guest in enumerate(one.others):
            same = one.seen_by(guest) == other.seen_by(other.others[who])
            assert same == (who != chooser + 1), f"caller {who}"


def test_nobody_learns_from_the_frames_of_a_live_stream(tmp_path: Path) -> None:
    chooser = 2
    with two_worlds(tmp_path, "live", 4) as worlds:
        seen: list[list[Any]] = []
        for number, world in enumerate(worlds):
            version = world.hall.house.application.version(world.table)
            address = f"/tables/{world.table}/events?after={version}"
            streams = [guest.get(address, LIVE, buffered=False) for guest in world.others]
            frames = [iter(stream.response) for stream in streams]
            welcomes = [next(stream) for stream in frames]
            world.people[chooser].does(f"/tables/{world.table}/moves", commitment(world, chooser, number))
            live = [without_seals(next(stream)) for stream in frames]
            seen.append([headers_of(stream) for stream in streams] + welcomes + live)
            for stream in streams:
                stream.close()
        differ = [place for place, (one, other) in enumerate(zip(*seen, strict=True)) if one != other]
        assert differ == [2 * len(worlds[0].others) + chooser + 1], "the chooser's own frame, and no other"


def test_nobody_learns_from_what_another_tries_in_vain(tmp_path: Path) -> None:
    """In one world a seat asks for what it may not do, in the other it does nothing."""
    with two_worlds(tmp_path, "vain", 4) as (one, other):
        hand = commitment(one, 1, 0)
        for tried in (
            hand | {"actionCard": "red-none"},
            hand | {"influence": 999},
            {"type": "BuildDistrict", "space": "brugge-1"},
            {"type": "Nonsense"},
        ):
            answer = one.people[1].post(f"/tables/{one.table}/moves", tried, {"Idempotency-Key": "vain"})
            assert 400 <= answer.status_code < 500
        stale = one.people[1].post(f"/tables/{one.table}/moves", hand, {"If-Match": '"3"'})
        assert stale.status_code == 412
        for who, guest in enumerate(one.others):
            assert one.seen_by(guest) == other.seen_by(other.others[who])


def test_what_one_is_refused_tells_nothing_of_what_others_have_chosen(tmp_path: Path) -> None:
    with two_worlds(tmp_path, "refused", 4) as worlds:
        seen = []
        for number, world in enumerate(worlds):
            world.people[0].does(f"/tables/{world.table}/moves", commitment(world, 0, number))
            seen.append([refusals(world, guest) for guest in [*world.others[:1], *world.people[1:]]])
            with_the_table = {"Prefer": "return=representation"}
            chosen = world.people[1].post(f"/tables/{world.table}/moves", commitment(world, 1, 2), with_the_table)
            assert chosen.status_code == 201
            seen[-1].append(everything(chosen))
        assert seen[0] == seen[1]


def refusals(world: World, guest: Guest) -> list[Any]:
    moves, own = f"/tables/{world.table}/moves", commitment(world, 0, 0)
    return [
        world.ask(guest, moves, method="POST", json=own),
        world.ask(guest, moves, method="POST", json={"type": "CommitCards", "actionCard": "x"}),
        world.ask(guest, moves, method="POST", json={"type": "DrawInfluenceCard"}),
        world.ask(guest, moves, method="POST", json=own, headers={"If-Match": '"1"'}),
        world.ask(guest, moves, method="POST", json=own, headers={"Idempotency-Key": "I choose 0"}),
        world.ask(guest, f"/tables/{world.table}/seats", method="POST", json={}),
        world.ask(guest, f"/tables/{world.table}/seats/0", method="DELETE"),
        world.ask(guest, f"/tables/{world.table}/seats/0/bot", method="PUT", json={"strategy": "random"}),
        world.ask(guest, f"/tables/{world.table}/start", method="POST"),
    ]


@pytest.mark.parametrize("swap", [(2, 9), (0, 13)])
def test_nobody_learns_the_pile_and_only_the_starting_player_the_card_before_him(
    tmp_path: Path, swap: tuple[int, int]
) -> None:
    with ExitStack() as stack:
        hall = stack.enter_context(open_hall(tmp_path / "one", steadied("pile", None)))
        people = [hall.guest(name) for name in NAMES]
        one = World(hall, begun(hall, people, "pile", 0), people)
        application, table = with_another_pile(hall.house.application, one.table, swap, hall.house.keys)

        def change(house: House) -> House:
            house.log.close()
            house.accounts.close()
            return dataclasses.replace(
                house,
                log=application.log,
                application=application,
                accounts=hall.house.accounts,
                keys=hall.house.keys,
            )

        there = stack.enter_context(open_hall(tmp_path / "other", change))
        other = World(there, table, [dataclasses.replace(guest, app=there.app) for guest in people])
        start = application.state(table).state.starting_seat
        for who, guest in enumerate(one.others):
            same = one.seen_by(guest) == other.seen_by(other.others[who])
            assert same == (who != start + 1 or swap[0] != 0), f"caller {who}"


def test_every_route_that_can_be_read_is_asked(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        rules = [rule for rule in hall.app.url_map.iter_rules() if "GET" in rule.methods]
        routes = hall.app.url_map.bind("localhost")
        asked = set()
        for path in QUESTIONS:
            path = path.format(table=UUID(int=0), version=1, before=1).partition("?")[0]
            asked.add(routes.match(path if path.endswith("z") else f"/api/v1{path}")[0])
        left = {"health.Metrics", "outbox.outbox", "swagger_ui.show", "web.icon", "web.page", "web.static_file"}
        assert {rule.endpoint for rule in rules} == asked | left
