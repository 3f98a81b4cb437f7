"""Results and leaderboard after an arbiter's correction, however the log is cut into batches."""

from uuid import UUID

import pytest

from domain.redact import SPECTATOR
from domain.rules import Standing
from domain.table import RaiseDispute, SettleDispute
from projections import Views
from service.application import Application
from service.examiner import examine
from service.store import memory_log
from tests.keeping import catch_up, finished, kept
from tests.playing import OPENER, PEOPLE, play_to_the_end, steady_application


def correct(application: Application, table: UUID, guild: str, difference: int) -> None:
    application.submit(table, "bert", RaiseDispute("Hm.", town="gent"))
    number = len(application.state(table).disputes)
    examine(application, table, number)
    application.submit(table, OPENER, SettleDispute(number, "upheld", "Yes.", {guild: difference}))


def standing_of(application: Application, table: UUID) -> Standing:
    state = application.state(table)
    found = state.rules.standing(state.state)
    assert found is not None
    return found


@pytest.mark.parametrize("private", [False, True])
def test_a_correction_changes_result_and_leaderboard_once(views: Views, undisturbed: Views, private: bool) -> None:
    application = steady_application(memory_log(), "corrected")
    other = finished(application, "other")
    table = finished(application, "corrected", private=private)
    catch_up(views, application, other, table)
    (loser,) = {0, 1} - set(standing_of(application, table).winners)
    guild = application.state(table).rules.view(application.state(table).state, SPECTATOR)["seats"][loser]["guild"]
    for difference in (500, -3):
        correct(application, table, guild, difference)
        catch_up(views, application, table)
        catch_up(views, application, table)
    catch_up(undisturbed, application, other, table)
    assert kept(views) == kept(undisturbed)
    assert views.faults() == []
    now = standing_of(application, table)
    assert now.winners == (loser,)
    results, _ = views.results(viewer=OPENER)
    (result,) = [item for item in results if item["table"] == str(table)]
    assert [seat["points"] for seat in result["seats"]] == list(now.totals)
    assert [seat["won"] for seat in result["seats"]] == [float(seat == loser) for seat in (0, 1)]
    games = [standing_of(application, other)] if private else [standing_of(application, other), now]
    leaders = {leader["account"]: leader for leader in views.leaderboard("macht")[0]}
    for seat, person in enumerate(PEOPLE[:2]):
        assert leaders[person] == {
            "account": person,
            "games": len(games),
            "wins": sum((seat in game.winners) / len(game.winners) for game in games),
            "points": sum(game.totals[seat] for game in games),
        }


def test_a_correction_in_mid_game_is_in_the_result_from_the_start(views: Views, undisturbed: Views) -> None:
    application = steady_application(memory_log(), "mid-game")
    table = application.open_table(OPENER, "macht", 2).table
    for person in PEOPLE[:2]:
        application.take_seat(table, person)
    application.start(table, OPENER)
    correct(application, table, "red", 500)
    catch_up(views, application, table)
    before = application.state(table)
    assert before.rules.points(before.state)["red"] == 500
    play_to_the_end(application, table, "mid-game")
    catch_up(views, application, table)
    catch_up(undisturbed, application, table)
    assert kept(views) == kept(undisturbed)
    (result,), _ = views.results()
    assert [seat["points"] for seat in result["seats"]] == list(standing_of(application, table).totals)
    assert max(seat["points"] for seat in result["seats"]) >= 500
