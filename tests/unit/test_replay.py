"""Looking back: every moment as somebody was entitled to see it then, and no sooner."""

import time
from copy import deepcopy
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.errors import Rejected
from domain.macht.commands import CommitCards
from domain.recorded import Recorded
from domain.redact import AFTER_THE_END, SPECTATOR, Viewer
from domain.table import fold
from domain.table.replay import frames, viewpoint
from domain.table.view import game_view
from service.application import Application
from service.store import memory_log
from tests.integration.test_secrets import SEAL, world
from tests.patching import patched
from tests.playing import PEOPLE, move, people_at_a_table, play_to_the_end, steady_application


def played(players: int, seed: str) -> tuple[Application, UUID, list[Recorded]]:
    application = steady_application(memory_log(), seed)
    table = people_at_a_table(application, players)
    play_to_the_end(application, table, seed)
    return application, table, list(application.log.read(table))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", [1, 2])
def test_base_and_patches_give_the_view_of_every_version(players: int, number: int) -> None:
    _, table, events = played(players, f"frames {players} {number}")
    tables = [fold(None, [e.event for e in events[:1]], table)]
    for recorded in events[1:]:
        tables.append(fold(tables[-1], [recorded.event], table))
    for viewer in (SPECTATOR, AFTER_THE_END, *map(Viewer, range(players))):
        for after in (0, 1, 30, len(events) // 2, len(events)):
            shown, found = frames(events, after, viewer)
            assert [frame.version for frame in found] == list(range(after + 1, len(events) + 1))
            if after:
                assert shown == game_view(tables[after - 1], viewer)
            shown = deepcopy(shown)
            for frame in found if after in (0, 30) else found[:3]:
                shown = patched(shown, frame.patch)
                assert shown == game_view(tables[frame.version - 1], viewer), frame


def test_what_is_revealed_later_is_not_shown_sooner() -> None:
    """Up to the last event frames of a game that is over are those of the game as it went on."""
    _, _, events = played(4, "later")
    for viewer in (SPECTATOR, Viewer(2)):
        _, whole = frames(events, 0, viewer)
        for upto in (40, 41, 200, len(events) - 1):
            _, then = frames(events[:upto], 0, viewer)
            assert whole[:upto] == then
        texts = msgspec.json.encode(whole[:-1]).decode()
        assert '"pile":[' not in texts
    _, whole = frames(events, 0, AFTER_THE_END)
    assert '"pile":[' in msgspec.json.encode(whole[:60]).decode()


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("moves", [0, 40, 90])
def test_frames_tell_nobody_of_a_choice_before_the_reveal(players: int, moves: int) -> None:
    chooser = moves % players
    worlds: list[list[Recorded]] = []
    for number in range(2):
        application, table = world(players, moves, f"{players} {moves}")
        player = application.state(table).state.seats[chooser]
        application.submit(table, PEOPLE[chooser], CommitCards(player.hand[number], player.influence if number else 0))
        worlds.append(list(application.log.read(table)))

    def shown(events: list[Recorded], viewer: Viewer) -> str:
        return SEAL.sub("*", msgspec.json.encode(frames(events, 0, viewer)).decode())

    for viewer in [SPECTATOR, *(Viewer(seat) for seat in range(players) if seat != chooser)]:
        assert shown(worlds[0], viewer) == shown(worlds[1], viewer)
    assert shown(worlds[0], Viewer(chooser)) != shown(worlds[1], Viewer(chooser))


def test_a_whole_game_is_looked_back_at_quickly_and_in_little_room() -> None:
    application, table, _ = played(4, "quick")
    best, size = 1.0, 0
    for _ in range(3):
        began = time.perf_counter()
        document = msgspec.json.encode(frames(list(application.log.read(table)), 0, SPECTATOR))
        best, size = min(best, time.perf_counter() - began), len(document)
    assert best < 0.3
    assert size < 400_000


def refused(code: str, table: Any, *args: Any, **more: Any) -> bool:
    with pytest.raises(Rejected) as error:
        viewpoint(table, *args, **more)
    return error.value.code == code


def test_from_where_one_may_look_back() -> None:
    application = steady_application(memory_log(), "where")
    table_id = people_at_a_table(application, 3)
    move(application, table_id, "where")
    running = application.state(table_id)
    assert viewpoint(running, None) == viewpoint(running, "stranger") == SPECTATOR
    assert viewpoint(running, "bert") == viewpoint(running, "bert", 1) == Viewer(1)
    assert refused("notYourSeat", running, "bert", 0)
    assert refused("notYourSeat", running, None, 0)
    assert refused("unknownSeat", running, "bert", 3)
    assert refused("gameNotOver", running, "bert", everything_open=True)
    ended = play_to_the_end(application, table_id, "where")
    assert viewpoint(ended, None, 2) == viewpoint(ended, "bert", 2) == Viewer(2)
    assert viewpoint(ended, None, everything_open=True) == AFTER_THE_END


def test_who_has_given_up_a_seat_does_not_look_back_from_it() -> None:
    application = steady_application(memory_log(), "gone")
    table_id = people_at_a_table(application, 3)
    application.seat_bot(table_id, "bert", 1, "random")
    table = application.state(table_id)
    assert viewpoint(table, "bert") == SPECTATOR
    assert refused("notYourSeat", table, "bert", 1)


def test_what_was_given_up_is_not_over() -> None:
    application = steady_application(memory_log(), "given up")
    table_id = people_at_a_table(application, 3)
    for person in PEOPLE[:3]:
        application.abandon(table_id, person)
    assert refused("gameNotOver", application.state(table_id), "anna", everything_open=True)
