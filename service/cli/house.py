"""The application as the settings describe it, for commands that need one."""

from collections.abc import Iterator
from contextlib import contextmanager

from service.application import Application, now
from service.database import accounts_engine
from service.keys import SigningKeys
from service.settings import Settings
from service.store import open_log


@contextmanager
def opened(settings: Settings) -> Iterator[Application]:
    """The embedded store makes its own tables; a shared one is migrated by `guildhall migrate` alone."""
    log = open_log(settings)
    keys = SigningKeys(accounts_engine(settings), now)
    try:
        if settings.database_url is None:
            log.migrate()
            keys.migrate()
        yield Application(log, signer=keys)
    finally:
        log.close()
        keys.close()


@contextmanager
def opened_keys(settings: Settings) -> Iterator[SigningKeys]:
    keys = SigningKeys(accounts_engine(settings), now)
    try:
        if settings.database_url is None:
            keys.migrate()
        yield keys
    finally:
        keys.close()
