"""Tables that cannot be folded: reported, no hindrance to others, healed when they can be."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import UUID

import pytest

from domain.macht.events import FinalResult
from domain.recorded import record
from projections import Views
from service.application import Application
from service.store import EventLog, memory_log, sqlite_log
from tests.keeping import News, catch_up, finished, kept, person_and_bot, reader, some_tables
from tests.playing import move, people_at_a_table, steady_application

Damage = Callable[[UUID, int], Callable[[], None]]
"""Spoils an event of the log; what it gives puts the event right again."""


@pytest.fixture
def application() -> Application:
    return steady_application(memory_log(), "poison")


@pytest.fixture
def events_file(tmp_path: Path) -> Path:
    return tmp_path / "log" / "events.sqlite"


@pytest.fixture
def damaged(events_file: Path) -> Iterator[tuple[EventLog, Damage]]:
    """A log on disk, and how to damage it."""
    log = sqlite_log(events_file)
    log.migrate()

    def damage(table: UUID, version: int) -> Callable[[], None]:
        where = "WHERE originator_id = ? AND originator_version = ?"
        key = (table.hex, version)
        with sqlite3.connect(events_file) as file:
            (whole,) = file.execute(f"SELECT state FROM stored_events {where}", key).fetchone()
            file.execute(f"UPDATE stored_events SET state = ? {where}", (b"{}", *key))
        file.close()

        def mend() -> None:
            with sqlite3.connect(events_file) as file:
                file.execute(f"UPDATE stored_events SET state = ? {where}", (whole, *key))
            file.close()

        return mend

    yield log, damage
    log.close()


def test_a_poisoned_table_is_reported_stops_no_other_and_heals(
    damaged: tuple[EventLog, Damage], views: Views, undisturbed: Views
) -> None:
    log, damage = damaged
    application = steady_application(log, "poison")
    tables = some_tables(application)
    bad = tables[0]
    catch_up(views, application, bad)
    reached = views.version(bad)
    move(application, bad, "poison")
    mend = damage(bad, reached + 1)
    application.forget()
    assert views.catch_up(bad, reader(application, bad)) == reached
    since = views.faults()[0]["since"]
    catch_up(views, application, *tables)
    (fault,) = views.faults()
    assert fault["error"].startswith("DamagedEvent: ")
    assert (fault["model"], fault["table"], fault["version"], fault["since"]) == ("tables", str(bad), reached, since)
    assert views.version(bad) == reached
    assert views.board(bad, "public") is not None
    assert all(views.version(table) == application.version(table) for table in tables[1:])
    mend()
    catch_up(views, application, *tables)
    assert views.faults() == []
    catch_up(undisturbed, application, *tables)
    assert kept(views) == kept(undisturbed)


def test_an_event_that_cannot_be_folded_is_poison_too(application: Application, views: Views) -> None:
    bad, good = people_at_a_table(application, 3), person_and_bot(application, "dirk")
    last = list(application.log.read(bad))[-1]
    wrong = FinalResult({}, (0, 0, 0), (0,), ())
    event = record(last.head, bad, last.originator_version + 1, last.at, "anna", wrong, cause={"type": "?"})
    application.log.append([event])
    catch_up(views, application, bad, good)
    assert [fault["table"] for fault in views.faults() if fault["model"] == "tables"] == [str(bad)]
    assert views.version(good) == application.version(good)


def test_a_store_that_does_not_answer_is_no_fault_of_the_table(application: Application, views: Views) -> None:
    table = people_at_a_table(application, 3)

    def unreachable(_: int) -> News:
        raise OSError("The store cannot be reached.")

    with pytest.raises(OSError, match="cannot be reached"):
        views.catch_up(table, unreachable)
    assert views.faults() == []


def test_a_rebuild_leaves_a_poisoned_table_behind_until_it_is_mended(
    damaged: tuple[EventLog, Damage], views: Views, undisturbed: Views
) -> None:
    log, damage = damaged
    application = steady_application(log, "poison")
    tables = some_tables(application)
    catch_up(views, application, *tables)
    mend = damage(tables[0], 30)
    application.forget()
    rebuilt = views.rebuild(None, tables, application.news, log.notifications)
    assert rebuilt.poisoned == (tables[0],)
    assert views.version(tables[0]) == 0
    assert all(views.version(table) == application.version(table) for table in tables[1:])
    mend()
    catch_up(views, application, *tables)
    catch_up(undisturbed, application, *tables)
    assert kept(views) == kept(undisturbed)
    assert views.faults() == []


@pytest.mark.parametrize("version", [1, 2, -2])
def test_a_poisoned_event_does_not_stop_the_results_of_others_and_is_counted_when_mended(
    damaged: tuple[EventLog, Damage], views: Views, undisturbed: Views, version: int
) -> None:
    log, damage = damaged
    application = steady_application(log, "results")
    bad, good = finished(application, "bad"), finished(application, "good")
    length = application.version(bad)
    mend = damage(bad, version if version > 0 else length + version + 1)
    for _ in range(3):
        views.catch_up_results(log.notifications)
    assert [item["table"] for item in views.results()[0]] == [str(good)]
    (fault,) = views.faults()
    assert (fault["model"], fault["table"]) == ("results", str(bad))
    later = finished(application, "later")
    views.catch_up_results(log.notifications)
    assert views.results()[1] == 2
    mend()
    application.forget()
    catch_up(views, application, bad, good, later)
    catch_up(undisturbed, application, bad, good, later)
    assert views.faults() == []
    assert kept(views) == kept(undisturbed)
