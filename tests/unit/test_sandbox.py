"""Trying out what might have been: positions copied to tables of their own."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from domain.chain import GENESIS
from domain.errors import Rejected
from domain.games import latest
from domain.macht.commands import CommitCards
from domain.recorded import Recorded, decode, follows
from domain.redact import AFTER_THE_END, SPECTATOR, Viewer, redact
from domain.sealed import Context, Sealed
from domain.table import Table, decide, fold
from domain.table.events import PositionCopied, SeatTaken, TableOpened
from domain.table.sandbox import copy_position, last_decision, open_sandbox, position_of
from domain.table.view import game_view
from service.application import Application
from service.commands import parse
from service.store import memory_log
from tests import invariants
from tests.integration.test_secrets import with_another_pile, world
from tests.playing import PEOPLE, move, people_at_a_table, play_to_the_end, steady_application
from tests.record_games import FOLDER
from tests.unit.test_golden_games import Salts

ENTROPY = Context(0, "5a" * 32)


def begun(players: int, seed: str, moves: int) -> tuple[Application, UUID]:
    application = steady_application(memory_log(), seed)
    table = people_at_a_table(application, players)
    for _ in range(moves):
        move(application, table, seed)
    return application, table


def plain(sealed: Sealed[Any]) -> Sealed[Any]:
    return Sealed("", sealed.owner, sealed.read())


def decisions(application: Application, table_id: UUID, every: int) -> Iterator[tuple[Table, int]]:
    events = list(application.log.read(table_id))
    for at in range(20, len(events) + 1, every):
        yield last_decision(events, at)


def tried(then: Table, version: int, viewer: Viewer) -> Table:
    events = open_sandbox("zoe", copy_position(then, version, viewer, ENTROPY), ENTROPY)
    return fold(None, events, uuid4())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_of_a_game_that_is_over_all_is_copied_as_it_was(players: int) -> None:
    application, table_id = begun(players, f"over {players}", 2000)
    assert application.state(table_id).status == "ended"
    for then, version in decisions(application, table_id, 7):
        sandbox = tried(then, version, AFTER_THE_END)
        assert game_view(sandbox, AFTER_THE_END) == game_view(then, AFTER_THE_END)
        assert (
            json.loads(msgspec.json.encode(sandbox.state)).keys() == json.loads(msgspec.json.encode(then.state)).keys()
        )
        invariants.check(sandbox.state)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_of_a_game_that_goes_on_what_one_knows_is_copied_and_the_rest_could_be_so(players: int) -> None:
    application, table_id = begun(players, f"on {players}", 2000)
    for then, version in decisions(application, table_id, 11):
        for viewer in (SPECTATOR, *map(Viewer, range(players))):
            sandbox = tried(then, version, viewer)
            assert game_view(sandbox, viewer) == game_view(then, viewer)
            invariants.check(sandbox.state)


def test_what_is_dealt_anew_is_dealt_by_chance() -> None:
    application, table_id = world(4, 40, "chance")
    application.submit(table_id, PEOPLE[1], CommitCards(application.state(table_id).state.seats[1].hand[0]))
    then, version = last_decision(list(application.log.read(table_id)), application.version(table_id))
    seen = {
        msgspec.json.encode(copy_position(then, version, SPECTATOR, Context(0, f"{n:064x}")).secrets) for n in range(20)
    }
    choices = set()
    for n in range(20):
        context = Context(0, f"{n:064x}")
        table = fold(None, open_sandbox("zoe", copy_position(then, version, SPECTATOR, context), context), uuid4())
        choices.add(table.state.choices[1].read())
    assert len(seen) == 20
    assert len(choices) > 5


@pytest.mark.parametrize("moves", [0, 40, 90])
def test_two_worlds_that_differ_in_a_choice_give_the_same_sandbox_to_all_but_the_chooser(moves: int) -> None:
    chooser = 1
    worlds = []
    for number in range(2):
        application, table_id = world(4, moves, f"choice {moves}")
        player = application.state(table_id).state.seats[chooser]
        application.submit(
            table_id, PEOPLE[chooser], CommitCards(player.hand[number], player.influence if number else 0)
        )
        worlds.append((application, table_id))
    for who, person in enumerate([*PEOPLE, "stranger"]):
        logs = []
        for application, table_id in worlds:
            again = steady_application(application.log, "the same for both")
            sandbox = again.open_sandbox(person, table_id, command_id="try").table
            stored = [recorded.public + msgspec.json.encode(recorded.event) for recorded in again.log.read(sandbox)]
            logs.append(stored)
        assert (logs[0] == logs[1]) == (who != chooser)


@pytest.mark.parametrize("swap", [(2, 9), (0, 13), (14, 20)])
def test_two_worlds_that_differ_in_the_pile_give_the_same_sandbox(swap: tuple[int, int]) -> None:
    one = world(4, 0, "pile")
    other = with_another_pile(*one, swap)
    start = one[0].state(one[1]).state.starting_seat
    for seat in (None, 0, 1, 2, 3):
        copies = []
        for application, table_id in (one, other):
            then, version = last_decision(list(application.log.read(table_id)), application.version(table_id))
            copies.append(copy_position(then, version, Viewer(seat), ENTROPY))
        assert (copies[0] == copies[1]) == (seat != start or swap[0] != 0)


@pytest.mark.parametrize("players", [2, 4])
def test_a_sandbox_is_a_table_like_any_other(players: int) -> None:
    """Its chain holds, it replays to what it was, and every command of it leads to the same events again."""
    application, source = begun(players, f"ordinary {players}", 61)
    sandbox = application.open_sandbox("bert", source).table
    live = play_to_the_end(application, sandbox, "ordinary")
    assert live.status == "ended"
    events = list(application.log.read(sandbox))
    head = GENESIS
    for recorded in events:
        assert follows(recorded, head)
        head = recorded.head
    assert fold(None, [e.event for e in events], sandbox) == live
    invariants.check(live.state)
    starts = [n for n, recorded in enumerate(events) if recorded.opens_commit]
    table = None
    for start, stop in zip(starts, [*starts[1:], len(events)], strict=True):
        commit = events[start:stop]
        if table is None:
            assert made_again(commit) == [e.event for e in commit]
        else:
            cause = commit[0].cause or commit[0].sealed_cause.read()
            command = parse(table.game, table.rules_version, cause)
            assert decide(table, commit[0].actor, command, Salts(commit)) == [e.event for e in commit]  # type: ignore[arg-type]
        table = fold(table, [e.event for e in commit], sandbox)


def made_again(commit: list[Recorded]) -> list[Any]:
    """The opening of a sandbox by an auditor, who has the salts of then and takes the position from the log."""
    opened, copied = commit[0].event, commit[-1].event
    assert isinstance(opened, TableOpened)
    assert isinstance(copied, PositionCopied)
    seats = [e.event for e in commit if isinstance(e.event, SeatTaken)]

    class Salts:
        def salt(self, label: str) -> str:
            salts = {"seed": opened.seed.value, "seed-seal": opened.seed.salt, "position": copied.secrets.salt}
            return str(salts[label])

    return open_sandbox(commit[0].actor, position_of(opened, seats, copied), Salts())  # type: ignore[arg-type]


def test_whoever_may_not_see_the_secrets_can_still_fold_a_sandbox() -> None:
    application, source = begun(4, "closed", 30)
    sandbox = application.open_sandbox("anna", source).table
    for _ in range(30):
        move(application, sandbox, "closed")
    for viewer in (SPECTATOR, Viewer(2)):
        events = [redact(recorded, viewer) for recorded in application.log.read(sandbox)]
        assert not any(e.event.secrets.is_open for e in events if isinstance(e.event, PositionCopied))
        folded = fold(None, [e.event for e in events], sandbox)
        assert game_view(folded, SPECTATOR) == game_view(application.state(sandbox), SPECTATOR)


def test_its_opener_plays_every_seat_one_after_the_other() -> None:
    application, source = world(3, 0, "every seat")
    sandbox = application.open_sandbox("cora", source).table
    for seat in range(3):
        table = application.state(sandbox)
        assert table.seat_of("cora") == seat
        with pytest.raises(Rejected, match="notSeated"):
            application.submit(sandbox, "anna", table.rules.legal(table.state, seat)[0])
        application.submit(sandbox, "cora", table.rules.legal(table.state, seat)[0])
    table = application.state(sandbox)
    assert table.state.stage == "acting"
    assert table.seat_of("cora") == table.state.acting.seat


def test_seats_of_a_sandbox_are_given_to_bots_and_it_is_given_up_by_its_opener() -> None:
    application, source = world(4, 0, "bots")
    sandbox = application.open_sandbox("stranger", source).table
    for seat in (3, 1):
        application.seat_bot(sandbox, "stranger", seat, "greedy")
    assert [chair.bot for chair in application.state(sandbox).chairs] == [None, "greedy", None, "greedy"]
    with pytest.raises(Rejected, match="notTheOpener"):
        application.seat_bot(sandbox, "anna", 0, "greedy")
    with pytest.raises(Rejected, match="wrongPhase"):
        application.take_seat(sandbox, "anna")
    with pytest.raises(Rejected, match="notTheOpener"):
        application.abandon(sandbox, "anna")
    application.abandon(sandbox, "stranger")
    assert application.state(sandbox).status == "abandoned"


def test_a_position_is_one_at_which_somebody_is_awaited() -> None:
    application, table_id = begun(3, "awaited", 2000)
    events = list(application.log.read(table_id))
    last = max(n for n, e in enumerate(events, 1) if e.opens_commit) - 1
    assert last_decision(events, len(events))[1] == last
    for at in range(17, len(events) + 1):
        then, version = last_decision(events[: at + 1], at)
        assert version <= at
        assert then.rules.to_act(then.state)
        assert version == len(events) or events[version].opens_commit
        assert not any(e.opens_commit for e in events[version + 1 : at])
    with pytest.raises(Rejected, match=r"T7\.3"):
        last_decision(events[:4], 3)


def test_the_same_command_id_gives_the_same_sandbox() -> None:
    application, source = begun(3, "twice", 5)
    first = application.open_sandbox("anna", source, 20, "try")
    move(application, source, "twice")
    assert application.open_sandbox("anna", source, 20, "try") == first
    with pytest.raises(Rejected, match="commandIdReused"):
        application.open_sandbox("anna", source, 19, "try")
    with pytest.raises(Rejected, match="unknownVersion"):
        application.open_sandbox("anna", source, 9999)


def test_a_position_that_a_former_release_has_stored_is_read() -> None:
    rows = [json.loads(row) for row in (FOLDER / "topics.jsonl").read_text().splitlines()]
    row = next(row for row in rows if row["topic"] == "table.PositionCopied/1")
    copied = decode(UUID(row["table"]), row["version"], row["topic"], row["stored"].encode()).event
    assert isinstance(copied, PositionCopied)
    application, table_id = begun(3, "stored", 0)
    opened = next(iter(application.log.read(table_id))).event
    table = fold(None, [opened, copied], table_id)
    invariants.check(table.state)
    assert table.state.choices[0].is_open


def test_a_board_of_ones_own_goes_over() -> None:
    application = steady_application(memory_log(), "own board")
    board = latest("macht").board({})
    board["meta"]["name"] = "Our own"
    source = application.open_table("anna", "macht", 3, {"board": board}).table
    for person in PEOPLE[:3]:
        application.take_seat(source, person)
    application.start(source, "anna")
    for _ in range(12):
        move(application, source, "own board")
    sandbox = application.open_sandbox("zoe", source).table
    table = application.state(sandbox)
    assert table.state.own_board is application.state(source).state.own_board
    assert play_to_the_end(application, sandbox, "own board").status == "ended"
