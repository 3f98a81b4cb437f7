"""Checking stored tables from the rows of the log, one or all of them, by one process or several."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from uuid import UUID

from domain.audit import check_disputes, guarded
from domain.audit.finding import wrong
from service.application import now
from service.database import accounts_engine
from service.keys import SigningKeys
from service.proof.history import HouseKeys, check_stored
from service.proof.report import Report, report
from service.settings import Settings
from service.store import EventLog, open_log

_AT_ONCE = 5000
_WAITING_PER_JOB = 4


@dataclass(frozen=True)
class Auditor:
    log: EventLog
    keys: HouseKeys

    @classmethod
    def open(cls, settings: Settings) -> "Auditor":
        with closing(SigningKeys(accounts_engine(settings), now)) as keys:
            known = HouseKeys.of(keys)
        return cls(open_log(settings), known)

    def audit(self, table: UUID, tick: Callable[[int], None] = lambda _: None) -> Report:
        """Whatever stands in the rows of a table is told as a finding: the next table is to have its turn."""
        raw = self.log.rows(table)
        try:
            found, events, _ = check_stored(table, raw, self.keys, tick)
            return report(table, len(raw), [*found, *guarded("disputes", lambda: check_disputes(events, found))])
        except Exception as error:
            text = f"This table could not be examined: {type(error).__name__}: {error}"
            return report(table, len(raw), [wrong("form", None, text)])


@dataclass(frozen=True)
class Opened:
    """A table, and the number of its first event among those of all tables: how far an audit has come."""

    position: int
    table: UUID


def tables_after(log: EventLog, position: int) -> Iterator[Opened]:
    """Every table whose first event came after a position, oldest first; also one that has lost its opening since."""
    seen: set[str] = set()
    start = 0
    while rows := log.notifications(start + 1, _AT_ONCE):
        for row in rows:
            table = str(row.originator_id)
            if table not in seen:
                seen.add(table)
                if row.id > position and (found := _table(table)) is not None:
                    yield Opened(row.id, found)
        start = rows[-1].id


def _table(name: str) -> UUID | None:
    """None for a row of no table: whoever put it there has harmed nobody's."""
    try:
        return UUID(name)
    except ValueError:
        return None


def audit_all(settings: Settings, tables: Iterable[Opened], jobs: int) -> Iterator[tuple[Opened, Report]]:
    """In the order of the tables, whatever the number of jobs."""
    if jobs == 1:
        auditor = Auditor.open(settings)
        with closing(auditor.log):
            for opened in tables:
                yield opened, auditor.audit(opened.table)
        return
    waiting: list[tuple[Opened, Future[Report]]] = []
    rest = iter(tables)
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (settings,)) as pool:
        try:
            while True:
                for opened in islice(rest, jobs * _WAITING_PER_JOB - len(waiting)):
                    waiting.append((opened, pool.submit(_audit, opened.table)))
                if not waiting:
                    return
                opened, answer = waiting.pop(0)
                yield opened, answer.result()
        finally:
            pool.shutdown(cancel_futures=True)


_auditor: Auditor


def _begin(settings: Settings) -> None:
    global _auditor
    _auditor = Auditor.open(settings)


def _audit(table: UUID) -> Report:
    return _auditor.audit(table)
