"""What is to be done in a moment."""

import threading
import time
from uuid import UUID, uuid4

from tests.stack import until
from workers.later import Later

FAR = 3600.0


def test_it_is_done_in_its_time_and_the_earlier_first() -> None:
    done: list[tuple[UUID, float]] = []
    later = Later(lambda table: done.append((table, time.monotonic())))
    begun = time.monotonic()
    slow, quick = uuid4(), uuid4()
    later.call(slow, 0.1)
    later.call(quick, 0.05)
    until(lambda: len(done) == 2, what="Both")
    assert [table for table, _ in done] == [quick, slow]
    assert done[0][1] - begun >= 0.05
    assert done[1][1] - begun >= 0.1
    later.close()


def test_a_table_that_waits_already_is_neither_doubled_nor_put_off() -> None:
    done: list[UUID] = []
    later = Later(done.append)
    table = uuid4()
    later.call(table, 0.05)
    later.call(table, FAR)
    until(lambda: done, what="The call")
    later.call(table, FAR)
    later.close()
    assert done == [table, table]


def test_closing_does_at_once_what_still_waits() -> None:
    done: list[UUID] = []
    later = Later(done.append)
    tables = [uuid4() for _ in range(3)]
    for seconds, table in enumerate(tables):
        later.call(table, FAR + seconds)
    later.close()
    assert done == tables
    later.call(uuid4(), 0)
    assert done == tables


def test_what_fails_does_not_stop_what_follows() -> None:
    followed = threading.Event()
    bad = uuid4()

    def do(table: UUID) -> None:
        if table == bad:
            raise ValueError("This one cannot be done.")
        followed.set()

    later = Later(do)
    later.call(bad, 0)
    later.call(uuid4(), 0.01)
    assert followed.wait(10)
    later.close()
