"""What read models tell people: the lobby, the inbox, results and leaderboard."""

import pytest

from domain.macht.commands import CommitCards
from projections import Views
from service.application import Application
from service.store import memory_log
from tests.keeping import catch_up, finished, person_and_bot
from tests.playing import PEOPLE, bots_at_a_table, move, people_at_a_table, steady_application


@pytest.fixture
def application() -> Application:
    return steady_application(memory_log(), "people")


def test_the_lobby_lists_tables_newest_first_by_page_status_and_game(application: Application, views: Views) -> None:
    tables = [people_at_a_table(application, 3)]
    tables += [application.open_table("bert", "macht", 4).table for _ in range(4)]
    application.take_seat(tables[2], "cora", guild="blue")
    application.abandon(tables[3], "bert")
    catch_up(views, application, *tables)
    items, total = views.lobby()
    assert total == 5
    assert [item["table"] for item in items] == [str(table) for table in reversed(tables)]
    assert items[2] == {
        "table": str(tables[2]),
        "game": "macht",
        "status": "open",
        "private": False,
        "opener": "bert",
        "seats": [
            {"seat": 0, "account": "cora", "bot": None, "guild": "blue"},
            *({"seat": seat, "account": None, "bot": None, "guild": None} for seat in (1, 2, 3)),
        ],
        "free": 3,
        "version": 2,
        "created": items[2]["created"],
        "updated": items[2]["updated"],
    }
    assert items[2]["created"] < items[2]["updated"]
    assert [item["table"] for item in views.lobby(page=2, per_page=2)[0]] == [str(tables[2]), str(tables[1])]
    assert views.lobby(page=9) == ([], 5)
    assert [item["status"] for item in views.lobby(status="abandoned")[0]] == ["abandoned"]
    assert views.lobby(game="chess") == ([], 0)
    assert [item["table"] for item in views.lobby(mine="cora")[0]] == [str(tables[2]), str(tables[0])]


def test_private_tables_are_there_for_their_members_alone(application: Application, views: Views) -> None:
    table = application.open_table("anna", "macht", 3, private=True).table
    application.take_seat(table, "bert")
    catch_up(views, application, table)
    for viewer in (None, "cora"):
        assert views.lobby(viewer=viewer) == ([], 0)
        assert views.lobby(viewer=viewer, mine="bert") == ([], 0)
    for viewer in ("anna", "bert"):
        assert [item["private"] for item in views.lobby(viewer=viewer)[0]] == [True]
    application.leave_seat(table, "bert")
    catch_up(views, application, table)
    assert views.lobby(viewer="bert") == ([], 0)


def test_results_of_private_tables_are_there_for_their_members_alone(application: Application, views: Views) -> None:
    table = finished(application, "secret", private=True)
    catch_up(views, application, table)
    assert views.results() == views.results(account="bert") == views.results(viewer="cora") == ([], 0)
    assert views.leaderboard("macht") == ([], 0)
    assert [item["table"] for item in views.results(viewer="bert")[0]] == [str(table)]


def test_the_inbox_tells_who_is_awaited_for_what_longest_waiting_first(application: Application, views: Views) -> None:
    first, second = people_at_a_table(application, 3), application.open_table("dirk", "macht", 3).table
    for person in ("cora", "anna", "dirk"):
        application.take_seat(second, person)
    application.start(second, "dirk")
    catch_up(views, application, second, first)
    assert [(wait["table"], wait["seat"]) for wait in views.inbox("anna")] == [(str(first), 0), (str(second), 1)]
    wait = views.inbox("anna")[0]
    started = application.version(first)
    assert (wait["kind"], wait["card"], wait["version"], wait["sinceVersion"]) == (
        "commitCards",
        None,
        started,
        started,
    )
    assert wait["since"] == list(application.log.read(first))[-1].at
    hand = application.state(first).state.seats[0].hand
    application.submit(first, "anna", CommitCards(hand[0]))
    catch_up(views, application, first)
    assert [wait["table"] for wait in views.inbox("anna")] == [str(second)]
    still = next(wait for wait in views.inbox("bert") if wait["table"] == str(first))
    assert (still["version"], still["sinceVersion"]) == (started + 1, started)
    assert [wait["account"] for wait in views.waits_at(first)] == ["bert", "cora"]


def test_a_wait_begins_anew_when_the_person_has_acted(application: Application, views: Views) -> None:
    table = person_and_bot(application, "bert")
    began: int | None = None
    for _ in range(40):
        accepted = move(application, table, "waits")
        assert accepted is not None
        catch_up(views, application, table)
        state = application.state(table)
        if 0 not in state.rules.to_act(state.state):
            began = None
        elif began is None or accepted.events[0].actor == "bert":
            began = accepted.version
        assert [wait["sinceVersion"] for wait in views.inbox("bert")] == ([] if began is None else [began])


def test_bots_are_not_in_any_inbox_and_the_end_empties_them(application: Application, views: Views) -> None:
    bots = bots_at_a_table(application, ["random"] * 3)
    table = finished(application, "over")
    catch_up(views, application, bots, table)
    assert views.waits_at(bots) == views.waits_at(table) == views.inbox("anna") == []


def test_results_and_leaderboard_count_people_with_shared_wins_as_parts(application: Application, views: Views) -> None:
    tables = [finished(application, f"game {n}", players=2 + n % 3) for n in range(3)]
    with_bot = person_and_bot(application, "bert")
    while move(application, with_bot, "bot") is not None:
        pass
    given_up = people_at_a_table(application, 3)
    for person in PEOPLE[:3]:
        application.abandon(given_up, person)
    catch_up(views, application, *tables, with_bot, given_up)
    expected: dict[str, list[float]] = {}
    for table in (*tables, with_bot):
        state = application.state(table)
        standing = state.rules.standing(state.state)
        for seat, chair in enumerate(state.chairs):
            if chair.account is not None:
                games = expected.setdefault(chair.account, [0, 0, 0])
                games[0] += 1
                games[1] += (seat in standing.winners) / len(standing.winners)
                games[2] += standing.totals[seat]
    leaders, total = views.leaderboard("macht")
    assert total == 4
    assert {item["account"]: [item["games"], item["wins"], item["points"]] for item in leaders} == {
        account: [games, pytest.approx(wins), points] for account, (games, wins, points) in expected.items()
    }
    assert [item["wins"] for item in leaders] == sorted((item["wins"] for item in leaders), reverse=True)
    results, total = views.results()
    assert [item["table"] for item in results] == [str(table) for table in (with_bot, *reversed(tables))]
    assert sum(seat["won"] for seat in results[0]["seats"]) == pytest.approx(1)
    assert [seat["bot"] for seat in results[0]["seats"]] == [None, "random"]
    assert views.results(account="dirk")[1] == 1
    assert views.results(page=2, per_page=3)[0] == results[3:]
    assert views.leaderboard("chess") == ([], 0)
