"""A store that fails says how, and nothing is written or lost."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import psycopg
import pytest

from domain.errors import DamagedEvent, UnknownTopic
from service.application import Application
from service.settings import Settings
from service.store import (
    EventLog,
    StoreBusy,
    StoreDamaged,
    StoreFull,
    StoreNotMigrated,
    StoreReadOnly,
    StoreUnavailable,
    open_log,
    postgres_log,
    sqlite_log,
)
from service.store.postgres import CONNECT_SECONDS
from service.store.sqlite import Commit, GroupCommit
from tests.playing import OPENER, move, people_at_a_table
from tests.stack import until


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "events.sqlite"


@pytest.fixture
def sqlite(file: Path) -> EventLog:
    log = sqlite_log(file)
    log.migrate()
    yield log
    log.close()


def rows(file: Path) -> int:
    with sqlite3.connect(file) as connection:
        return connection.execute("SELECT count(*) FROM stored_events").fetchone()[0]


def test_a_read_only_file_can_be_read_but_a_command_is_refused(sqlite: EventLog, file: Path) -> None:
    table = people_at_a_table(Application(sqlite))
    before = rows(file)
    reading = Application(sqlite_log(f"file:{file}?mode=ro"))
    assert reading.state(table).status == "running"
    with pytest.raises(StoreReadOnly):
        move(reading, table, "x")
    assert rows(file) == before
    assert move(Application(sqlite), table, "x") is not None


def test_a_full_disk_refuses_the_command_and_keeps_what_was_there(sqlite: EventLog) -> None:
    application = Application(sqlite)
    table = people_at_a_table(application)
    pages = sqlite._library.recorder.datastore.pool.writer().cursor()  # type: ignore[attr-defined]
    pages.execute("PRAGMA page_count")
    pages.execute(f"PRAGMA max_page_count={pages.fetchone()[0]}")
    accepted = []

    def fill() -> None:
        while (answer := move(application, table, "x")) is not None:
            accepted.append(answer.version)

    with pytest.raises(StoreFull):
        fill()
    assert application.version(table) == accepted[-1] == len(list(sqlite.read(table)))
    application.forget()
    assert application.version(table) == accepted[-1]


def test_a_store_without_tables_says_what_to_run(file: Path) -> None:
    with pytest.raises(StoreNotMigrated, match="guildhall migrate"):
        Application(sqlite_log(file)).open_table(OPENER, "macht", 2)


def test_a_file_that_is_no_database_is_named(file: Path) -> None:
    file.write_bytes(b"not a database at all, " * 100)
    with pytest.raises(StoreDamaged):
        sqlite_log(file).migrate()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(StoreUnavailable):
        open_log(Settings.from_environment({"GUILDHALL_DATA": str(tmp_path / "data")}))


def test_a_writer_that_holds_the_file_too_long_is_named(
    sqlite: EventLog, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.log.LOCK_TIMEOUT_SECONDS", "1")
    table = people_at_a_table(Application(sqlite))
    hasty = Application(sqlite_log(file))
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        move(hasty, table, "x")
    holder.execute("ROLLBACK")
    holder.close()
    assert move(hasty, table, "x") is not None


def damage(file: Path, statement: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(statement)


@pytest.mark.parametrize(
    ("statement", "fault", "said"),
    [
        ("UPDATE stored_events SET topic='macht.Nonsense/9' WHERE originator_version=9", UnknownTopic, "Nonsense"),
        ("UPDATE stored_events SET state='{' WHERE originator_version=9", DamagedEvent, "does not read"),
        ("UPDATE stored_events SET state=x'fffe00' WHERE originator_version=9", DamagedEvent, "does not read"),
        ("DELETE FROM stored_events WHERE originator_version=9", DamagedEvent, "missing"),
        (
            "UPDATE stored_events SET state=replace(state, '\"seat\":1', '\"seat\":2') WHERE originator_version=9",
            DamagedEvent,
            "not chained",
        ),
        (
            "UPDATE stored_events SET topic='macht.RoundStarted/1' WHERE originator_version=9",
            DamagedEvent,
            "does not read",
        ),
    ],
)
def test_a_damaged_log_is_named_by_event_and_nothing_is_added_to_it(
    sqlite: EventLog, file: Path, statement: str, fault: type[Exception], said: str
) -> None:
    table = people_at_a_table(Application(sqlite))
    damage(file, statement)
    before = rows(file)
    later = Application(sqlite)
    with pytest.raises(fault, match=rf"Event 9 of table {table}.*{said}"):
        move(later, table, "x")
    assert rows(file) == before


def test_a_changed_secret_no_longer_fits_its_seal(sqlite: EventLog, file: Path) -> None:
    table = people_at_a_table(Application(sqlite))
    damage(
        file,
        "UPDATE stored_events SET state=replace(state, 'gold-A-site-1', 'gold-A-site-2') "
        "WHERE topic='macht.GameStarted/1'",
    )
    with pytest.raises(DamagedEvent, match="seal"):
        Application(sqlite).state(table)


@pytest.mark.postgres
def test_a_read_only_postgres_can_be_read_but_a_command_is_refused(postgres_url: str) -> None:
    log = postgres_log(postgres_url)
    log.migrate()
    table = people_at_a_table(Application(log))
    log.close()
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        name = postgres_url.rpartition("/")[2]
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    reading = postgres_log(postgres_url)
    application = Application(reading)
    version = application.version(table)
    with pytest.raises(StoreReadOnly):
        move(application, table, "x")
    assert application.version(table) == version
    reading.close()


@pytest.mark.postgres
def test_a_postgres_without_tables_says_what_to_run(postgres_url: str) -> None:
    log = postgres_log(postgres_url)
    with pytest.raises(StoreNotMigrated, match="guildhall migrate"):
        Application(log).open_table(OPENER, "macht", 2)
    log.close()


@pytest.mark.postgres
def test_who_was_there_before_the_tables_writes_when_they_are(postgres_url: str) -> None:
    early, late = postgres_log(postgres_url), postgres_log(postgres_url)
    application = Application(early)
    with pytest.raises(StoreNotMigrated):
        application.open_table(OPENER, "macht", 2)
    late.migrate()
    assert application.open_table(OPENER, "macht", 2).version == 1
    for log in (early, late):
        log.close()


def test_a_postgres_that_is_not_there_is_named() -> None:
    with pytest.raises(StoreUnavailable):
        postgres_log("postgresql://nobody@127.0.0.1:1/nothing").migrate()


def test_an_address_that_is_none_is_named() -> None:
    with pytest.raises(StoreUnavailable, match="DATABASE_URL"):
        postgres_log("mysql://somewhere/else")


def test_an_interrupted_writer_acknowledges_nobodys_commit() -> None:
    """Three commits wait for one pen; the writer is interrupted before anything is on disk."""
    begun, go_on = Event(), Event()

    def write(_: list[Commit]) -> None:
        begun.set()
        go_on.wait(10)
        raise KeyboardInterrupt

    group = GroupCommit(write)
    batch = [Commit([]) for _ in range(3)]
    group._waiting.extend(batch[1:])
    with ThreadPoolExecutor(1) as pool:
        writer = pool.submit(group.submit, batch[0])
        begun.wait(10)
        go_on.set()
        assert isinstance(writer.exception(10), KeyboardInterrupt)
    assert all(commit.error is not None for commit in batch)


def test_commits_that_wait_share_a_transaction_and_each_is_told_its_own_fate() -> None:
    """While the first is written the others come; they are written together, and one of them is refused."""
    begun, go_on, written = Event(), Event(), []

    def write(batch: list[Commit]) -> None:
        written.append([commit.rows for commit in batch])
        begun.set()
        go_on.wait(10)
        for commit in batch:
            commit.error = ValueError("too late") if commit.rows == 3 else None

    group = GroupCommit(write)
    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(group.submit, Commit(0))
        begun.wait(10)
        others = [pool.submit(group.submit, Commit(number)) for number in range(1, 9)]
        until(lambda: len(group._waiting) == 8)
        go_on.set()
        fates = [type(each.exception(10)) for each in (first, *others)]
    assert fates == [ValueError if number == 3 else type(None) for number in range(9)]
    assert written[0] == [0]
    assert sorted(number for batch in written[1:] for number in batch) == list(range(1, 9))
    assert len(written) == 2


def test_a_commit_is_written_after_a_writer_was_interrupted() -> None:
    begun, go_on, is_first = Event(), Event(), [True]

    def write(_: list[Commit]) -> None:
        if is_first.pop() if is_first else False:
            begun.set()
            go_on.wait(10)
            raise KeyboardInterrupt

    group = GroupCommit(write)
    with ThreadPoolExecutor(2) as pool:
        interrupted = pool.submit(group.submit, Commit([]))
        begun.wait(10)
        next_one = pool.submit(group.submit, Commit([]))
        until(lambda: len(group._waiting) == 1)
        go_on.set()
        assert isinstance(interrupted.exception(10), KeyboardInterrupt)
        assert next_one.exception(10) is None


@pytest.mark.postgres
def test_every_part_of_a_postgres_address_is_honoured(postgres_url: str) -> None:
    log = postgres_log(postgres_url + "?application_name=the-guildhall")
    log.migrate()
    with psycopg.connect(postgres_url) as connection:
        names = connection.execute("SELECT application_name FROM pg_stat_activity").fetchall()
    assert ("the-guildhall",) in names
    log.close()


def test_a_password_is_never_shown() -> None:
    for address in (
        "postgresql://me:secret@there/db",
        "postgresql://there/db?password=secret",
        "host=there password=secret dbname=db",
    ):
        assert "secret" not in Settings.from_environment({"DATABASE_URL": address}).where


def test_nobody_waits_long_for_a_postgres_that_is_away() -> None:
    begun = time.monotonic()
    with pytest.raises(StoreUnavailable):
        postgres_log("postgresql://nobody@127.0.0.1:1/nothing").newest()
    assert time.monotonic() - begun < 3 * CONNECT_SECONDS


@pytest.mark.postgres
def test_those_who_migrate_at_the_same_moment_take_turns(postgres_url: str) -> None:
    logs = [postgres_log(postgres_url) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(EventLog.migrate, logs))
    assert logs[0].newest() == 0
    for log in logs:
        log.close()
