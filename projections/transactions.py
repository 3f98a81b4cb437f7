"""Transactions and statements that SQLite and PostgreSQL both understand."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy import Connection, Engine, Table
from sqlalchemy.dialects import postgresql, sqlite

POSTGRES = "postgresql"


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """All that is read in it is of one moment."""
    with engine.connect() as connection:
        if engine.dialect.name == POSTGRES:
            connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A writer from its first statement: on SQLite a reader that turns writer fails when another one commits."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


def insert_into(table: Table, dialect: str) -> Any:
    """An INSERT that can say what to do on a conflict: the two dialects agree on how that is written."""
    return postgresql.insert(table) if dialect == POSTGRES else sqlite.insert(table)


@cache
def put(table: Table, dialect: str) -> Any:
    """A row takes the place of the one with the same key."""
    insert = insert_into(table, dialect)
    changed = {column.name: insert.excluded[column.name] for column in table.columns if not column.primary_key}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=changed)


@cache
def put_if_absent(table: Table, dialect: str) -> Any:
    return insert_into(table, dialect).on_conflict_do_nothing(index_elements=list(table.primary_key))
