"""Transactions on the accounts' database; whatever it does wrong is named like a fault of the log."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from service.database import begin_write
from service.store.faults import fault_of


@contextmanager
def named_faults() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        raise fault_of(error) from error


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    with named_faults(), engine.connect() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    with named_faults(), begin_write(engine) as connection:
        yield connection
