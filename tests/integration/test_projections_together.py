"""Several workers on the same read models, at the same instant and at the worst one."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from uuid import UUID

import pytest
from eventsourcing.persistence import Notification

from projections import Views
from projections.results import keeper as results_keeper
from service.application import Application
from service.store import memory_log
from tests.keeping import News, catch_up, finished, kept, person_and_bot, reader
from tests.playing import move, people_at_a_table, steady_application


@pytest.fixture
def application() -> Application:
    return steady_application(memory_log(), "together")


def test_migrating_at_the_same_time_is_no_race(open_views: Callable[[], Views]) -> None:
    views = [open_views() for _ in range(4)]
    start = Barrier(4)

    def migrate(one: Views) -> None:
        start.wait()
        one.migrate()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, views))
    assert views[0].lobby() == ([], 0)


def test_what_is_stale_never_replaces_what_is_newer(application: Application, views: Views, undisturbed: Views) -> None:
    table = people_at_a_table(application, 3)
    stale = application.news(table, 0)
    for _ in range(4):
        move(application, table, "stale")
    catch_up(views, application, table)
    assert views.catch_up(table, lambda after: (stale[0], stale[1], stale[2][after:])) == application.version(table)
    catch_up(undisturbed, application, table)
    assert kept(views) == kept(undisturbed)


def test_who_is_outrun_between_reading_and_writing_folds_again(
    application: Application, open_views: Callable[[], Views], undisturbed: Views
) -> None:
    table = people_at_a_table(application, 3)
    slow, fast = open_views(), open_views()
    asked: list[int] = []

    def outrun(after: int) -> News:
        """What is read is new when it is read, but not any more when it is to be written."""
        asked.append(after)
        if len(asked) > 3:
            return application.news(table, after)
        move(application, table, "outrun")
        news = application.news(table, after)
        move(application, table, "outrun")
        catch_up(fast, application, table)
        return news

    assert slow.catch_up(table, outrun) == application.version(table)
    assert asked == sorted(set(asked))
    assert len(asked) == 4
    catch_up(slow, application, table)
    catch_up(undisturbed, application, table)
    assert kept(slow) == kept(undisturbed)


def test_four_workers_catch_up_the_same_tables_while_moves_arrive(
    application: Application, open_views: Callable[[], Views], undisturbed: Views
) -> None:
    tables = [people_at_a_table(application, 3), person_and_bot(application, "dirk")]
    over = Event()

    def work(views: Views) -> list[int]:
        seen = []
        while not over.is_set():
            for table in tables:
                reached = views.catch_up(table, reader(application, table))
                assert views.version(table) >= reached
            seen.append(views.version(tables[0]))
            views.catch_up_results(application.log.notifications)
        return seen

    first, second = open_views(), open_views()
    with ThreadPoolExecutor(4) as pool:
        workers = [pool.submit(work, views) for views in (first, first, second, second)]
        try:
            for _ in range(60):
                for table in tables:
                    move(application, table, "arrive")
        finally:
            over.set()
        for worker in workers:
            seen = worker.result()
            assert seen == sorted(seen)
    catch_up(first, application, *tables)
    catch_up(undisturbed, application, *tables)
    assert kept(first) == kept(undisturbed)


@pytest.mark.parametrize("batch", [7, 100])
def test_three_workers_count_every_result_once(
    application: Application,
    open_views: Callable[[], Views],
    undisturbed: Views,
    monkeypatch: pytest.MonkeyPatch,
    batch: int,
) -> None:
    tables = [finished(application, f"once {n}", players=2 + n % 2) for n in range(5)]
    catch_up(undisturbed, application, *tables)
    monkeypatch.setattr(results_keeper, "BATCH", batch)
    start = Barrier(3)

    def work(views: Views) -> int:
        start.wait()
        return views.catch_up_results(application.log.notifications)

    workers = [open_views() for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        positions = list(pool.map(work, workers))
    assert positions == [undisturbed.position()] * 3
    assert workers[0].leaderboard("macht") == undisturbed.leaderboard("macht")
    assert workers[0].results() == undisturbed.results()
    assert workers[0].leaderboard("macht")[0][0]["games"] <= len(tables)
    assert sum(item["wins"] for item in workers[0].leaderboard("macht")[0]) == pytest.approx(len(tables))


def test_a_batch_that_another_worker_has_counted_is_not_counted_again(
    application: Application, open_views: Callable[[], Views]
) -> None:
    """The worst instant: both have read the same batch, the other one is done first."""
    finished(application, "batch")
    slow, fast = open_views(), open_views()

    def fetch(start: int, limit: int) -> Sequence[Notification]:
        rows = application.log.notifications(start, limit)
        fast.catch_up_results(application.log.notifications)
        return rows

    slow.catch_up_results(fetch)
    assert {item["games"] for item in slow.leaderboard("macht")[0]} == {1}
    assert slow.results()[1] == 1


def test_a_worker_that_dies_before_its_commit_leaves_nothing_behind(
    application: Application, views: Views, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(application, "dies")

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(results_keeper.Tally, "write", die)
        with pytest.raises(Killed):
            views.catch_up_results(application.log.notifications)
    assert views.position() == 0
    catch_up(views, application)
    assert {item["games"] for item in views.leaderboard("macht")[0]} == {1}


def test_tables_do_not_wait_for_each_other(application: Application, open_views: Callable[[], Views]) -> None:
    """While one worker is folding a table, which holds no lock, another brings a second one up."""
    slow, fast = people_at_a_table(application, 3), person_and_bot(application, "dirk")
    views, other = open_views(), open_views()
    versions: list[int] = []

    def read(after: int) -> News:
        versions.append(other.catch_up(fast, reader(application, fast)))
        return application.news(slow, after)

    views.catch_up(slow, read)
    assert versions == [application.version(fast)]
    assert {UUID(item["table"]) for item in views.lobby()[0]} == {slow, fast}
