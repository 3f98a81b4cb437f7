"""Rebuilding read models while games go on."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from uuid import UUID

import pytest
from eventsourcing.persistence import Notification
from sqlalchemy import func, update

from projections import MODELS, Overtaken, Views
from projections.generations import begin
from projections.models import RESULTS
from projections.schema import boards, lobby, story
from projections.transactions import writing
from service.application import Application
from service.store import memory_log
from tests.keeping import News, catch_up, finished, kept, leftovers, some_tables
from tests.playing import OPENER, move, steady_application


@pytest.fixture
def application() -> Application:
    return steady_application(memory_log(), "rebuild")


@pytest.mark.parametrize("model", [None, *MODELS])
def test_a_rebuild_makes_the_same_and_leaves_nothing_of_the_old(
    application: Application, views: Views, model: str | None
) -> None:
    tables = some_tables(application)
    catch_up(views, application, *tables)
    before = kept(views)
    steps: list[tuple[int, int]] = []
    rebuilt = views.rebuild(
        model, tables, application.news, application.log.notifications, lambda done, total: steps.append((done, total))
    )
    assert kept(views) == before
    assert leftovers(views) == 0
    assert steps == sorted(steps)
    assert steps[-1][0] == steps[-1][1] == (0 if model == RESULTS else 3) + (model in (None, RESULTS))
    if model != RESULTS:
        assert (rebuilt.tables, rebuilt.events) == (3, sum(application.version(table) for table in tables))
    move(application, tables[0], "after")
    catch_up(views, application, *tables)
    assert views.version(tables[0]) == application.version(tables[0])


def test_a_rebuild_puts_right_what_was_wrong(application: Application, views: Views) -> None:
    tables = some_tables(application)
    catch_up(views, application, *tables)
    before = kept(views)
    with writing(views._engine) as connection:
        connection.execute(update(story).values(lines="[]"))
        connection.execute(update(lobby).values(free=9))
    views.rebuild("log", tables, application.news, application.log.notifications)
    assert kept(views)["view_story"] == before["view_story"]
    assert kept(views)["view_lobby"] != before["view_lobby"]
    views.rebuild(None, tables, application.news, application.log.notifications)
    assert kept(views) == before


def test_moves_that_arrive_at_the_worst_instants_are_in_the_rebuilt_models(
    application: Application, open_views: Callable[[], Views], undisturbed: Views
) -> None:
    """After each table is read for the rebuild all tables move on, a worker sees to it, and another table opens."""
    views, worker = open_views(), open_views()
    tables = some_tables(application)
    catch_up(views, application, *tables)
    opened: list[UUID] = []

    def read(table: UUID, after: int) -> News:
        news = application.news(table, after)
        if len(opened) < 6:
            opened.append(application.open_table(OPENER, "macht", 3).table)
            for other in tables:
                move(application, other, "worst")
            catch_up(worker, application, *tables, *opened)
        return news

    views.rebuild(None, tables, read, application.log.notifications)
    assert len(opened) == 6
    catch_up(undisturbed, application, *tables, *opened)
    assert kept(views) == kept(undisturbed)
    assert leftovers(views) == 0


def test_a_rebuild_while_games_go_on_gives_what_an_undisturbed_projection_gives(
    application: Application, open_views: Callable[[], Views], undisturbed: Views
) -> None:
    tables = some_tables(application)
    catch_up(open_views(), application, *tables)
    over = Event()

    def play(views: Views) -> None:
        while not over.is_set():
            for table in tables:
                move(application, table, "go on")
                catch_up(views, application, table)

    views = open_views()
    with ThreadPoolExecutor(1) as pool:
        player = pool.submit(play, open_views())
        try:
            for _ in range(3):
                views.rebuild(None, tables, application.news, application.log.notifications)
        finally:
            over.set()
        player.result()
    catch_up(views, application, *tables)
    catch_up(undisturbed, application, *tables)
    assert kept(views) == kept(undisturbed)
    assert leftovers(views) == 0


def test_a_rebuild_knows_the_tables_that_it_is_not_told_of(application: Application, views: Views) -> None:
    tables = some_tables(application)
    catch_up(views, application, *tables)
    before = kept(views)
    views.rebuild(None, [], application.news, application.log.notifications)
    assert kept(views) == before


def test_a_worker_that_has_slept_through_a_rebuild_writes_to_the_new_generation(
    application: Application, open_views: Callable[[], Views], undisturbed: Views
) -> None:
    slow, other = open_views(), open_views()
    tables = some_tables(application)
    catch_up(slow, application, *tables)
    move(application, tables[0], "slept")
    read: list[int] = []

    def sleep(after: int) -> News:
        read.append(after)
        news = application.news(tables[0], after)
        if len(read) == 1:
            other.rebuild(None, tables[1:], application.news, application.log.notifications)
        return news

    assert slow.catch_up(tables[0], sleep) == application.version(tables[0])
    assert len(read) == 2
    catch_up(slow, application, *tables)
    catch_up(undisturbed, application, *tables)
    assert kept(slow) == kept(undisturbed)
    assert leftovers(slow) == 0


def test_results_that_come_in_at_the_last_instant_are_in_the_rebuilt_model(
    application: Application, open_views: Callable[[], Views]
) -> None:
    views, worker = open_views(), open_views()
    finished(application, "early")
    catch_up(views, application)
    late: list[UUID] = []

    def fetch(start: int, limit: int) -> Sequence[Notification]:
        rows = application.log.notifications(start, limit)
        if len(rows) < limit and not late:
            late.append(finished(application, "late"))
            catch_up(worker, application)
        return rows

    views.rebuild(RESULTS, [], application.news, fetch)
    assert views.results()[0][0]["table"] == str(late[0])
    assert {item["games"] for item in views.leaderboard("macht")[0]} == {2}


def test_results_read_before_a_rebuild_are_counted_once_in_the_new_generation(
    application: Application, open_views: Callable[[], Views]
) -> None:
    slow, other = open_views(), open_views()
    finished(application, "slept")
    rebuilds: list[int] = []

    def sleep(start: int, limit: int) -> Sequence[Notification]:
        rows = application.log.notifications(start, limit)
        if not rebuilds:
            rebuilds.append(start)
            other.rebuild(RESULTS, [], application.news, application.log.notifications)
        return rows

    assert slow.catch_up_results(sleep) == other.position() > 0
    assert {item["games"] for item in slow.leaderboard("macht")[0]} == {1}
    assert leftovers(slow) == 0


def test_readers_never_see_a_mixture_of_two_generations(
    application: Application, open_views: Callable[[], Views]
) -> None:
    views = open_views()
    tables = some_tables(application)
    catch_up(views, application, *tables)
    wanted = {line["text"] for line in views.log_lines(tables[0], 0, 1000)}
    length = application.version(tables[0])
    over = Event()

    def look(reader_views: Views) -> set[str]:
        seen = set()
        while not over.is_set():
            texts = [line["text"] for line in reader_views.log_lines(tables[0], 0, 1000)]
            assert len(texts) == length
            kinds = {"old" if text.startswith("old ") else "new" for text in texts}
            assert len(kinds) == 1
            assert kinds == {"old"} or set(texts) == wanted
            items, total = reader_views.lobby()
            assert (len(items), total) == (3, 3)
            assert len({item["opener"] == "old" for item in items}) == 1
            assert all(reader_views.board(table, "public") is not None for table in tables)
            seen |= kinds
        return seen

    with ThreadPoolExecutor(2) as pool:
        readers = [pool.submit(look, open_views()) for _ in range(2)]
        try:
            for _ in range(8):
                with writing(views._engine) as connection:
                    old = func.replace(story.c.lines, '"text":"', '"text":"old ')
                    connection.execute(update(story).values(lines=old))
                    connection.execute(update(lobby).values(opener="old"))
                views.rebuild(None, tables, application.news, application.log.notifications)
        finally:
            over.set()
        assert set().union(*(found.result() for found in readers)) == {"old", "new"}


def test_a_rebuild_that_was_killed_is_forgotten_by_the_next(application: Application, views: Views) -> None:
    tables = some_tables(application)
    catch_up(views, application, *tables)
    begin(views._engine, MODELS)
    move(application, tables[0], "killed")
    catch_up(views, application, *tables)
    before = kept(views)
    assert leftovers(views) > 0
    views.rebuild(None, tables, application.news, application.log.notifications)
    assert kept(views) == before
    assert leftovers(views) == 0


def test_a_rebuild_that_is_broken_off_leaves_nothing_behind(application: Application, views: Views) -> None:
    tables = some_tables(application)
    catch_up(views, application, *tables)
    before = kept(views)
    read: list[UUID] = []

    def stop(table: UUID, after: int) -> News:
        if read:
            raise KeyboardInterrupt
        read.append(table)
        return application.news(table, after)

    with pytest.raises(KeyboardInterrupt):
        views.rebuild(None, tables, stop, application.log.notifications)
    assert leftovers(views) == 0
    assert kept(views) == before
    views.rebuild(None, tables, application.news, application.log.notifications)
    assert kept(views) == before


def test_the_later_of_two_rebuilds_wins(application: Application, open_views: Callable[[], Views]) -> None:
    early, late = open_views(), open_views()
    tables = some_tables(application)
    catch_up(early, application, *tables)
    before = kept(early)

    def overtake(table: UUID, after: int) -> News:
        if table == tables[-1]:
            late.rebuild("board", tables, application.news, application.log.notifications)
        return application.news(table, after)

    with pytest.raises(Overtaken):
        early.rebuild(None, tables, overtake, application.log.notifications)
    assert kept(early) == before
    assert leftovers(early) == 0


def test_the_boards_of_a_half_built_generation_are_not_shown(application: Application, views: Views) -> None:
    tables = some_tables(application)
    catch_up(views, application, *tables)
    shown = []

    def read(table: UUID, after: int) -> News:
        with writing(views._engine) as connection:
            connection.execute(update(boards).where(boards.c.generation == 1).values(document='"blue"'))
        shown.append(views.board(tables[0], "public"))
        return application.news(table, after)

    views.rebuild("board", tables, read, application.log.notifications)
    assert [found and found[1] for found in shown] == ["blue"] * 3
    found = views.board(tables[0], "public")
    assert found is not None
    assert found[1] != "blue"
