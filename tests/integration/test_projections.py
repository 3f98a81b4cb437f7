"""Read models on SQLite and PostgreSQL: what they hold, for whom, and that it does not matter how they got there."""

import re
from collections.abc import Callable
from random import Random
from uuid import uuid4

import pytest

from domain.macht.commands import CommitCards
from domain.redact import Viewer
from domain.table.text import describe
from domain.table.view import view
from projections import Views, scoring_track, story_lines
from service.application import Application, UnknownTable
from service.database import sqlite_engine
from service.store import memory_log
from tests.keeping import catch_up, kept, person_and_bot, reader
from tests.playing import OPENER, move, people_at_a_table, steady_application

SEAL = re.compile(r"[0-9a-f]{64}")


@pytest.fixture
def application() -> Application:
    return steady_application(memory_log(), "views")


def test_the_board_is_kept_for_the_public_and_for_every_person(application: Application, views: Views) -> None:
    table = people_at_a_table(application, 3)
    for _ in range(5):
        move(application, table, "board")
    assert views.board(table, "public") is None
    catch_up(views, application, table)
    version, state = application.snapshot(table)
    for key, seat in {"public": None, "0": 0, "1": 1, "2": 2}.items():
        assert views.board(table, key) == (version, view(state, version, Viewer(seat)))
    assert views.version(table) == version
    for nobody in ("3", "", "x"):
        assert views.board(table, nobody) is None


def test_the_board_is_right_after_every_move_whoever_knows_what(application: Application, views: Views) -> None:
    table = people_at_a_table(application, 4)
    for _ in range(60):
        catch_up(views, application, table)
        version, state = application.snapshot(table)
        for key, seat in {"public": None, "0": 0, "1": 1, "2": 2, "3": 3}.items():
            assert views.board(table, key) == (version, view(state, version, Viewer(seat)))
        move(application, table, "every")


def test_who_hands_the_seat_to_a_bot_has_no_board_any_more(application: Application, views: Views) -> None:
    table = people_at_a_table(application, 3)
    catch_up(views, application, table)
    application.seat_bot(table, "bert", 1, "random")
    catch_up(views, application, table)
    assert views.board(table, "1") is None
    assert views.board(table, "2") is not None


def test_an_unknown_table_is_unknown(application: Application, views: Views) -> None:
    nowhere = uuid4()
    with pytest.raises(UnknownTable):
        views.catch_up(nowhere, reader(application, nowhere))
    assert views.version(nowhere) == 0
    assert views.board(nowhere, "public") is None
    assert views.scoring(nowhere) is None
    assert views.log_lines(nowhere, 0, 10) == []
    assert views.faults() == []


@pytest.mark.parametrize("players", [2, 3])
def test_the_scoring_track_tells_whenever_points_have_changed_and_why(
    application: Application, views: Views, players: int
) -> None:
    table = people_at_a_table(application, players)
    while move(application, table, "track") is not None:
        catch_up(views, application, table)
    version, state = application.snapshot(table)
    found = views.scoring(table)
    assert found is not None
    assert found[0] == version
    track = found[1]
    standing = state.rules.standing(state.state)
    assert track["winners"] == list(standing.winners)
    assert [seat["points"] for seat in track["standing"]] == list(standing.totals)
    assert track["points"] == view(state, version, Viewer())["game"]["points"]
    history = track["history"]
    assert [step["version"] for step in history] == sorted(step["version"] for step in history)
    assert {step["reason"] for step in history} == {"townScored", "influenceBonus"} - (
        {"influenceBonus"} if players == 2 else set()
    )
    assert history[-1]["points"] == track["points"]
    for step in history:
        then = application.state(table, at=step["version"])
        before = application.state(table, at=step["version"] - 1)
        assert (
            step["points"] == view(then, 1, Viewer())["game"]["points"] != view(before, 1, Viewer())["game"]["points"]
        )
    middle = history[1]["version"]
    events = list(application.log.read(table, upto=middle))
    assert scoring_track(application.state(table, at=middle), events)["history"] == history[:2]


def test_before_the_start_the_track_is_empty(application: Application, views: Views) -> None:
    table = people_at_a_table(application, 3, start=False)
    catch_up(views, application, table)
    assert views.scoring(table) == (4, {"points": {}, "standing": [], "winners": None, "history": []})


def test_the_story_has_a_sentence_for_every_event(application: Application, views: Views) -> None:
    table = people_at_a_table(application, 4)
    for _ in range(30):
        move(application, table, "story")
        catch_up(views, application, table)
    version, state = application.snapshot(table)
    lines = views.log_lines(table, 0, 1000)
    events = list(application.log.read(table))
    assert [line["version"] for line in lines] == list(range(1, version + 1))
    assert [line["text"] for line in lines] == [describe(state, recorded.event) for recorded in events]
    assert [line["at"] for line in lines] == [recorded.at for recorded in events]
    assert views.log_lines(table, 10, 7) == lines[10:17]
    assert story_lines(state, events) == lines


@pytest.mark.parametrize("seed", [1, 2])
def test_it_does_not_matter_in_which_pieces_the_log_is_caught_up(
    application: Application, open_views: Callable[[], Views], tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    others = [Views(sqlite_engine(tmp_path_factory.mktemp("views") / "views.sqlite")) for _ in range(2)]
    for other in others:
        other.migrate()
    often, never, now_and_then = open_views(), *others
    dice = Random(seed)
    tables = [people_at_a_table(application, 3, start=False), person_and_bot(application, "bert")]
    application.leave_seat(tables[0], "cora")
    catch_up(often, application, *tables)
    application.take_seat(tables[0], "dirk")
    application.start(tables[0], OPENER)
    while any(move(application, table, f"pieces {seed}") is not None for table in tables):
        catch_up(often, application, *tables)
        if dice.random() < 0.1:
            catch_up(now_and_then, application, dice.choice(tables))
        if dice.random() < 0.01:
            for other in (often, now_and_then):
                catch_up(other, application, *tables)
            assert kept(often) == kept(now_and_then)
    for views in (now_and_then, never):
        catch_up(views, application, *tables)
        assert kept(views) == kept(often)
    for other in others:
        other.close()


def test_catching_up_again_changes_nothing(application: Application, views: Views) -> None:
    table = people_at_a_table(application, 3)
    catch_up(views, application, table)
    before = kept(views)
    for _ in range(3):
        assert views.catch_up(table, reader(application, table)) == application.version(table)
        catch_up(views, application, table)
    assert kept(views) == before
    assert views.position() == len(list(application.log.read(table)))


def test_nothing_that_others_may_read_holds_a_secret(open_views: Callable[[], Views]) -> None:
    """Two worlds that differ only in one seat's choice: but for that seat's own board every row is the same."""
    worlds = []
    for number in range(2):
        application = steady_application(memory_log(), "secrets")
        table = people_at_a_table(application, 4)
        player = application.state(table).state.seats[1]
        command = CommitCards(player.hand[number], player.influence if number else 0)
        application.submit(table, "bert", command, command_id=f"I play {player.hand[number]}")
        worlds.append((application, table))
    assert worlds[0][1] == worlds[1][1]
    rows = []
    for application, table in worlds:
        views = open_views()
        if views.version(table):  # the other world's table has the same id
            views.rebuild(None, [table], application.news, application.log.notifications)
        catch_up(views, application, table)
        found = kept(views)
        text = str(found)
        state = application.state(table)
        choice = state.state.choices[1]
        for secret in (choice.salt, state.seed.read(), state.seed.salt, state.invite, state.state.gold.pile.salt):
            assert secret not in text
        start = state.state.starting_seat
        golden = state.state.gold.in_front.read()
        for key in ("public", *map(str, range(4))):
            board = views.board(table, key)
            assert board is not None
            own = board[1]["game"]["seats"][1]["choice"]
            assert (own is not None) == (key == "1")
            assert board[1]["game"]["gold"]["inFront"]["card"] == (golden if key == str(start) else None)
            assert board[1]["game"]["gold"]["pile"] is None
        found["view_boards"] = [row for row in found["view_boards"] if "'1'" not in row]
        others = [views.board(table, key) for key in ("public", "0", "2", "3")]
        rows.append(SEAL.sub("*", f"{found}{others}"))
    assert rows[0] == rows[1]
