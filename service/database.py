"""Databases of accounts and of read models: one definition by SQLAlchemy, on SQLite files or on PostgreSQL.

Read models have a file of their own, so that keeping them never holds the lock that a command needs.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DisconnectionError

from service.settings import Settings
from service.store.postgres import CONNECT_SECONDS

Synchronous = Literal["FULL", "NORMAL"]
_AT_COMMIT: dict[Synchronous, str] = {"FULL": "on", "NORMAL": "off"}
"""The same on PostgreSQL: NORMAL may lose the last moments when the machine dies, never what was whole before."""
BUSY_SECONDS = 5.0


def accounts_engine(settings: Settings) -> Engine:
    return _engine(settings, settings.accounts_file, "FULL")


def views_engine(settings: Settings) -> Engine:
    """A read model that loses its last second is caught up from the log: NORMAL is enough."""
    return _engine(settings, settings.views_file, "NORMAL")


def _engine(settings: Settings, file: Path, synchronous: Synchronous) -> Engine:
    if settings.database_url is not None:
        _, _, rest = settings.database_url.partition("://")
        return create_engine(
            f"postgresql+psycopg://{rest}",
            pool_size=10,
            max_overflow=20,
            pool_pre_ping=True,
            pool_timeout=CONNECT_SECONDS,
            connect_args={
                "connect_timeout": CONNECT_SECONDS,
                "options": f"-c synchronous_commit={_AT_COMMIT[synchronous]}",
            },
        )
    file.parent.mkdir(parents=True, exist_ok=True)
    return sqlite_engine(file, synchronous)


def sqlite_engine(file: Path, synchronous: Synchronous = "NORMAL") -> Engine:
    engine = create_engine(f"sqlite:///{file}", connect_args={"timeout": BUSY_SECONDS}, pool_size=10, max_overflow=60)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        _use_write_ahead_log(connection)
        connection.execute(f"PRAGMA synchronous={synchronous}")

    @event.listens_for(engine, "checkout")
    def check(_: Any, record: Any, __: Any) -> None:
        """A file that was taken away and made anew is another file, whatever the connection remembers."""
        if record.info.setdefault("file", _identity(file)) != _identity(file):
            raise DisconnectionError(f"{file.name} is not the file that it was.")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def set_aside_if_damaged(file: Path) -> bool:
    """Read models that no longer read as a database are put beside, for whoever wants to look; new ones can be made."""
    if not file.exists() or _reads_well(file):
        return False
    file.replace(file.with_suffix(".damaged"))
    for rest in ("-wal", "-shm"):
        file.with_name(file.name + rest).unlink(missing_ok=True)
    return True


def _reads_well(file: Path) -> bool:
    with closing(sqlite3.connect(file, timeout=BUSY_SECONDS)) as connection:
        try:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
        except sqlite3.DatabaseError as error:
            return error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _use_write_ahead_log(connection: Any) -> None:
    """SQLite does not wait for others who do the same to a new file, whatever the busy timeout: so we do."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


@contextmanager
def begin_write(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes from its first statement: a reader that turns writer fails when another commits."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection
