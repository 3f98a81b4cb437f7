"""The durable log of events, on SQLite, PostgreSQL or in memory. Nothing else knows the library underneath."""

from service.store.faults import (
    Conflict,
    StoreBusy,
    StoreDamaged,
    StoreFault,
    StoreFull,
    StoreNotMigrated,
    StoreReadOnly,
    StoreUnavailable,
)
from service.store.log import EventLog, memory_log, open_log, postgres_log, sqlite_log

__all__ = [
    "Conflict",
    "EventLog",
    "StoreBusy",
    "StoreDamaged",
    "StoreFault",
    "StoreFull",
    "StoreNotMigrated",
    "StoreReadOnly",
    "StoreUnavailable",
    "memory_log",
    "open_log",
    "postgres_log",
    "sqlite_log",
]
