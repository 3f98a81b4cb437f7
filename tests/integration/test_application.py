"""The application on every store: whole games, idempotence, versions, concurrency."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import msgspec
import pytest

from domain.errors import Rejected
from domain.macht.board import standard
from domain.macht.commands import CommitCards
from domain.macht.events import CardCommitted
from domain.redact import SPECTATOR, Viewer
from domain.table import TakeSeat
from service.application import Accepted, Application, UnknownTable
from service.store import EventLog, memory_log
from tests.playing import OPENER, PEOPLE, bots_at_a_table, move, people_at_a_table, play_to_the_end


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_played_and_replays_from_the_log(open_store: Callable[[], EventLog], players: int) -> None:
    application = Application(open_store())
    table = bots_at_a_table(application, ["random"] * players)
    live = play_to_the_end(application, table, f"whole {players}")
    assert live.status == "ended"
    elsewhere = Application(open_store())
    assert elsewhere.state(table) == live
    assert elsewhere.version(table) == application.version(table)


def test_the_state_at_every_version_is_what_it_was_then(log: EventLog) -> None:
    application = Application(log)
    table = people_at_a_table(application, 3)
    seen = {}
    for _ in range(12):
        version, state = application.snapshot(table)
        seen[version] = state
        move(application, table, "then")
    assert all(application.state(table, at=version) == state for version, state in seen.items())
    for wrong in (0, -1, application.version(table) + 1):
        with pytest.raises(Rejected) as refused:
            application.state(table, at=wrong)
        assert refused.value.code == "unknownVersion"


def test_a_table_that_does_not_exist_is_named(log: EventLog) -> None:
    application = Application(log)
    with pytest.raises(UnknownTable):
        application.state(uuid4())
    with pytest.raises(UnknownTable):
        application.submit(uuid4(), OPENER, TakeSeat())
    with pytest.raises(UnknownTable):
        application.events(uuid4(), SPECTATOR)


def test_the_same_command_id_again_gives_the_same_answer_and_no_event(open_store: Callable[[], EventLog]) -> None:
    application = Application(open_store())
    table = people_at_a_table(application)
    card = application.state(table).state.seats[1].hand[0]
    first = application.submit(table, "bert", CommitCards(card, 1), command_id="once")
    for other in (application, Application(open_store())):
        assert other.submit(table, "bert", CommitCards(card, 1), command_id="once") == first
        assert other.version(table) == first.version


def test_a_late_duplicate_is_still_the_old_answer(log: EventLog) -> None:
    """A pick-up card is in hand again a round later: without its id the late copy would be a new choice."""
    application = Application(log)
    table = people_at_a_table(application)
    first = application.submit(table, "anna", CommitCards("red-pickup"), command_id="late")
    while application.state(table).state.round < 3 or application.state(table).state.choices[0] is not None:
        move(application, table, "late", "greedy")
    version = application.version(table)
    assert application.submit(table, "anna", CommitCards("red-pickup"), command_id="late") == first
    assert application.version(table) == version


def test_a_command_id_used_for_another_command_is_refused(log: EventLog) -> None:
    application = Application(log)
    table = people_at_a_table(application)
    application.submit(table, "anna", CommitCards("red-pickup"), command_id="mine")
    with pytest.raises(Rejected) as refused:
        application.submit(table, "anna", CommitCards("red-site"), command_id="mine")
    assert refused.value.code == "commandIdReused"
    application.submit(table, "bert", CommitCards("green-pickup"), command_id="mine")


def test_opening_twice_with_one_command_id_opens_one_table(log: EventLog) -> None:
    application = Application(log)
    first = application.open_table(OPENER, "macht", 4, command_id="open")
    assert application.open_table(OPENER, "macht", 4, command_id="open") == first
    assert application.open_table("bert", "macht", 4, command_id="open").table != first.table
    with pytest.raises(Rejected) as refused:
        application.open_table(OPENER, "macht", 3, command_id="open")
    assert refused.value.code == "commandIdReused"


def test_a_stale_version_is_refused_and_nothing_is_written(log: EventLog) -> None:
    application = Application(log)
    table = people_at_a_table(application)
    version = application.version(table)
    with pytest.raises(Rejected) as refused:
        application.submit(table, "anna", CommitCards("red-pickup"), expected_version=version - 1)
    assert (refused.value.code, refused.value.rule) == ("staleVersion", "T4.3")
    assert application.version(table) == version
    application.submit(table, "anna", CommitCards("red-pickup"), expected_version=version)


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"type": "Nonsense"},
        {"type": "CommitCards"},
        {"type": "CommitCards", "actionCard": 5},
        {"type": "CommitCards", "actionCard": "red-pickup", "influence": -1},
        {"type": "CommitCards", "actionCard": "red-pickup", "influence": "many"},
        {"type": "CommitCards", "actionCard": "red-pickup", "seat": 2},
        {"type": "BuildDistrict", "space": None},
        {"type": "CommitCards", "actionCard": "\ud800"},
        {"type": "TakeSeat", "seat": 10**5000},
        {"type": "TakeSeat", "guild": "x" * 100_000},
        {"type": "OpenTable", "game": "macht", "seats": 2, "options": {"x": float("nan")}, "more": 1},
        b'{"type":"OpenTable","game":"macht","seats":2,"options":' + b'{"a":' * 100_000,
        "not json",
        bytearray(b"nor this"),
        b"not json",
        b"\xff\xfe",
        b"[]",
    ],
)
def test_a_malformed_command_is_refused_with_the_reason(document: object) -> None:
    application = Application(memory_log())
    table = people_at_a_table(application)
    version = application.version(table)
    with pytest.raises(Rejected) as refused:
        application.submit(table, "anna", document)  # type: ignore[arg-type]
    assert refused.value.code == "malformed"
    assert application.version(table) == version


def test_a_command_as_data_is_the_same_as_the_struct(log: EventLog) -> None:
    application = Application(log)
    table = people_at_a_table(application)
    application.submit(table, "anna", {"type": "CommitCards", "actionCard": "red-pickup", "influence": 2})
    application.submit(table, "bert", b'{"type":"CommitCards","actionCard":"green-pickup"}')
    assert application.state(table).state.choices[0].read().influence == 2


def test_four_players_commit_at_the_same_instant_and_all_succeed(open_store: Callable[[], EventLog]) -> None:
    table = people_at_a_table(Application(open_store()))
    applications = [Application(open_store()) for _ in range(4)]
    start = Barrier(4)

    def commit(seat: int) -> Accepted:
        hand = applications[seat].state(table).state.seats[seat].hand
        start.wait()
        return applications[seat].submit(table, PEOPLE[seat], CommitCards(hand[seat]))

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(commit, range(4)))
    assert len({answer.version for answer in answers}) == 4
    assert applications[0].state(table).state.stage == "acting"


def test_eight_threads_send_each_choice_twice_and_each_counts_once(open_store: Callable[[], EventLog]) -> None:
    table = people_at_a_table(Application(open_store()))
    applications = [Application(open_store()) for _ in range(2)]
    start = Barrier(8)

    def commit(number: int) -> Accepted:
        seat = number % 4
        application = applications[number // 4]
        hand = application.state(table).state.seats[seat].hand
        start.wait()
        return application.submit(table, PEOPLE[seat], CommitCards(hand[0]), command_id=f"choice of {seat}")

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(commit, range(8)))
    assert answers[:4] == answers[4:]
    events = applications[0].events(table, SPECTATOR)
    assert sorted(e.event.seat for e in events if isinstance(e.event, CardCommitted)) == [0, 1, 2, 3]
    assert [e.originator_version for e in events] == list(range(1, len(events) + 1))


def test_eight_threads_play_one_table_to_its_end(open_store: Callable[[], EventLog]) -> None:
    applications = [Application(open_store()) for _ in range(2)]
    table = bots_at_a_table(applications[0], ["random"] * 4)

    def play(number: int) -> set[str]:
        """The reasons for which moves that came too late were refused."""
        late = set()
        while True:
            try:
                if move(applications[number % 2], table, "together") is None:
                    return late
            except Rejected as refused:
                late.add(refused.code)

    with ThreadPoolExecutor(8) as pool:
        refusals = set().union(*pool.map(play, range(8)))
    assert refusals <= {"notYourTurn", "wrongPhase", "alreadyChosen", "cardNotInHand", "commandIdReused"}
    live = applications[0].state(table)
    assert live.status == "ended"
    applications[1].forget()
    assert applications[1].state(table) == live


def test_events_can_be_paged(log: EventLog) -> None:
    application = Application(log)
    table = people_at_a_table(application)
    everything = application.events(table, Viewer(0))
    paged = []
    while page := application.events(table, Viewer(0), after=len(paged), limit=7):
        assert len(page) <= 7
        paged += page
    assert paged == everything


@pytest.mark.parametrize("after", [-1, 2**70])
def test_events_are_asked_for_from_a_version_that_can_be(log: EventLog, after: int) -> None:
    application = Application(log)
    table = people_at_a_table(application)
    with pytest.raises(Rejected) as refused:
        application.events(table, Viewer(0), after=after)
    assert refused.value.code == "unknownVersion"


def test_nobody_takes_the_name_of_a_bot(log: EventLog) -> None:
    application = Application(log)
    table = people_at_a_table(application, start=False)
    application.leave_seat(table, "dirk")
    for deed in (
        lambda: application.take_seat(table, "bot:3"),
        lambda: application.open_table("bot:0", "macht", 2),
    ):
        with pytest.raises(Rejected) as refused:
            deed()
        assert refused.value.code == "notAPerson"


def test_a_command_id_that_cannot_be_written_down_is_refused(log: EventLog) -> None:
    application = Application(log)
    for command_id in ("", "\ud800", "x" * 201):
        with pytest.raises(Rejected) as refused:
            application.open_table(OPENER, "macht", 4, command_id=command_id)
        assert refused.value.code == "malformed"


def test_a_board_with_a_number_that_is_none_is_refused_before_anything_is_written(log: EventLog) -> None:
    board = msgspec.to_builtins(standard())
    board["towns"][0]["centre"]["anchor"] = [float("nan"), 1.0]
    application = Application(log)
    with pytest.raises(Rejected) as refused:
        application.open_table(OPENER, "macht", 4, {"board": board})
    assert refused.value.code == "badBoard"
    assert log.notifications(1, 10) == []


def test_a_table_on_a_board_of_its_own_is_read_back_as_it_was(open_store: Callable[[], EventLog]) -> None:
    application = Application(open_store())
    board = msgspec.to_builtins(standard()) | {"unknown": "field"}
    board["meta"]["name"] = "our own"
    table = application.open_table(OPENER, "macht", 2, {"board": board}).table
    for seat in range(2):
        application.seat_bot(table, OPENER, seat, "random")
    application.start(table, OPENER)
    live = play_to_the_end(application, table, "own board")
    assert Application(open_store()).state(table) == live
    assert live.state.board_version == "our own/1"
