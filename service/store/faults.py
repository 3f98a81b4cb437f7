"""What can go wrong with the store, by name. After any of these nothing was written."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from eventsourcing.persistence import IntegrityError, PersistenceError


class StoreFault(Exception):
    code = "storeFault"
    sentence = "The store did not answer as it should."

    def __init__(self, detail: object = "") -> None:
        super().__init__(f"{self.sentence} {detail}".strip())


class Conflict(StoreFault):
    code = "conflict"
    sentence = "Another command was faster."


class StoreReadOnly(StoreFault):
    code = "storeReadOnly"
    sentence = "The store can be read but not written to."


class StoreFull(StoreFault):
    code = "storeFull"
    sentence = "The store is full."


class StoreBusy(StoreFault):
    code = "storeBusy"
    sentence = "The store is held by another writer."


class StoreNotMigrated(StoreFault):
    code = "storeNotMigrated"
    sentence = "The store has no tables yet: run `guildhall migrate`."


class StoreDamaged(StoreFault):
    code = "storeDamaged"
    sentence = "The store's file is damaged."


class StoreUnavailable(StoreFault):
    code = "storeUnavailable"
    sentence = "The store cannot be reached."


_SQLITE: dict[int, type[StoreFault]] = {
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_BUSY: StoreBusy,
    sqlite3.SQLITE_LOCKED: StoreBusy,
    sqlite3.SQLITE_CORRUPT: StoreDamaged,
    sqlite3.SQLITE_NOTADB: StoreDamaged,
    sqlite3.SQLITE_CANTOPEN: StoreUnavailable,
    sqlite3.SQLITE_IOERR: StoreUnavailable,
}
_POSTGRES: dict[str, type[StoreFault]] = {
    "25006": StoreReadOnly,
    "42501": StoreReadOnly,
    "53100": StoreFull,
    "55P03": StoreBusy,
    "42P01": StoreNotMigrated,
    "3F000": StoreNotMigrated,
}


def fault_of(error: BaseException) -> StoreFault:
    """The named fault behind a database error, however deeply the library has wrapped it."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, sqlite3.Error):
            if "no such table" in str(cause):
                return StoreNotMigrated()
            code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
            return _SQLITE.get(code, StoreUnavailable)(cause)
        if isinstance(cause, psycopg.Error) and cause.sqlstate is not None:
            return _POSTGRES.get(cause.sqlstate, StoreUnavailable)(cause)
        cause = cause.__cause__ or cause.__context__
    if "Composite type" in str(error):
        return StoreNotMigrated()
    return StoreUnavailable(error)


@contextmanager
def named_faults() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise Conflict from error
    except (PersistenceError, sqlite3.Error, psycopg.Error, OSError) as error:
        raise fault_of(error) from error
