"""Checking stored tables from the rows of the log, one or all of them, by one process or several."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from uuid import UUID

from domain.audit import Row, examine_rows
from domain.audit.finding import wrong
from domain.errors import DamagedEvent
from domain.recorded import parse_stored
from service.application import now
from service.database import accounts_engine
from service.keys import SigningKeys
from service.proof.report import Report, report
from service.proof.signatures import check_signatures
from service.settings import Settings
from service.store import EventLog, open_log

_AT_ONCE = 5000
_WAITING_PER_JOB = 4


@dataclass(frozen=True)
class Auditor:
    log: EventLog
    keys: Mapping[str, str]
    """Every public key (hex) that the house has ever had, by id."""
    signed_since: int
    """When it had its first one."""

    @classmethod
    def open(cls, settings: Settings) -> "Auditor":
        with closing(SigningKeys(accounts_engine(settings), now)) as keys:
            known = keys.all()
        since = min((key.created for key in known), default=0)
        return cls(open_log(settings), {key.id: key.public.hex() for key in known}, since)

    def audit(self, table: UUID, tick: Callable[[int], None] = lambda _: None) -> Report:
        rows, findings = [], []
        for version, topic, state in self.log.rows(table):
            try:
                rows.append(Row(version, topic, parse_stored(table, version, topic, state)))
            except DamagedEvent as error:
                findings.append(wrong("form", version, f"Event {version}: {error.reason}"))
        examined = examine_rows(table, rows, tick)
        findings += examined.findings
        used = {row.stored.receipt.key for row in rows if row.stored.receipt is not None}
        keys = {key: public for key, public in self.keys.items() if key in used}
        findings += check_signatures(table, rows, examined.events, keys, signed_since=self.signed_since)
        return report(table, len(rows), findings)


@dataclass(frozen=True)
class Opened:
    """A table, and the number of the event of all tables that opened it: how far an audit has come."""

    position: int
    table: UUID


def tables_after(log: EventLog, position: int) -> Iterator[Opened]:
    """Every table that was opened after a position, oldest first."""
    while rows := log.notifications(position + 1, _AT_ONCE):
        yield from (Opened(row.id, UUID(str(row.originator_id))) for row in rows if row.originator_version == 1)
        position = rows[-1].id


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
