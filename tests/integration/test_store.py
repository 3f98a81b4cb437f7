"""One suite for every store: memory, SQLite, PostgreSQL."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest

from domain.chain import GENESIS
from domain.recorded import Recorded, record
from domain.sealed import seal
from domain.table.events import SeatLeft, TableOpened
from service.store import Conflict, EventLog


def some_events(table: UUID, count: int, after: int = 0, head: str = GENESIS) -> list[Recorded]:
    events = []
    for version in range(after + 1, after + count + 1):
        event = SeatLeft(version) if version > 1 else TableOpened("macht", 1, 2, {}, "anna", seal("s", None, "ab" * 32))
        events.append(record(head, table, version, 5, "anna", event, cause={"type": "X"}, command_id=f"c{version}"))
        head = events[-1].head
    return events


def test_what_was_appended_is_read_back_as_it_was(log: EventLog) -> None:
    table = uuid4()
    events = some_events(table, 5)
    log.append(events)
    assert list(log.read(table)) == events


def test_a_part_of_a_table_can_be_read(log: EventLog) -> None:
    table = uuid4()
    events = some_events(table, 6)
    log.append(events)
    assert list(log.read(table, after=2, upto=4, head=events[1].head)) == events[2:4]


def test_tables_do_not_mix(log: EventLog) -> None:
    one, other = uuid4(), uuid4()
    log.append(some_events(one, 2))
    log.append(some_events(other, 3))
    assert len(list(log.read(one))) == 2
    assert list(log.read(uuid4())) == []


def test_a_version_can_be_written_only_once_and_then_nothing_of_the_commit_is(log: EventLog) -> None:
    table = uuid4()
    events = some_events(table, 4)
    log.append(events[:3])
    with pytest.raises(Conflict):
        log.append(events[2:])
    assert list(log.read(table)) == events[:3]


def test_what_one_process_has_written_another_reads(open_store: Callable[[], EventLog]) -> None:
    table = uuid4()
    events = some_events(table, 2)
    open_store().append(events)
    assert list(open_store().read(table)) == events


def test_migrating_again_keeps_everything(log: EventLog) -> None:
    table = uuid4()
    log.append(some_events(table, 2))
    log.migrate()
    assert len(list(log.read(table))) == 2


def test_of_many_writers_of_one_version_exactly_one_wins(open_store: Callable[[], EventLog]) -> None:
    table = uuid4()
    logs = [open_store() for _ in range(4)]

    def write(number: int) -> bool:
        try:
            logs[number % 4].append(some_events(table, 3))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(write, range(16)))
    assert sum(won) == 1
    assert len(list(logs[0].read(table))) == 3


def test_commits_of_many_tables_at_once_are_all_kept_and_numbered_without_a_gap(
    open_store: Callable[[], EventLog],
) -> None:
    tables = [uuid4() for _ in range(24)]
    logs = [open_store() for _ in range(2)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: logs[n % 2].append(some_events(tables[n], 4)), range(24)))
    assert all(len(list(logs[1].read(table))) == 4 for table in tables)
    notifications = logs[0].notifications(1, 1000)
    assert [note.id for note in notifications] == list(range(1, 97))
    for table in tables:
        assert [n.originator_version for n in notifications if UUID(str(n.originator_id)) == table] == [1, 2, 3, 4]
