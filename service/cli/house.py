"""The application as the settings describe it, for commands that need one."""

from collections.abc import Iterator
from contextlib import contextmanager

from service.application import Application
from service.settings import Settings
from service.store import open_log


@contextmanager
def opened(settings: Settings) -> Iterator[Application]:
    """The embedded store makes its own tables; a shared one is migrated by `guildhall migrate` alone."""
    log = open_log(settings)
    try:
        if settings.database_url is None:
            log.migrate()
        yield Application(log)
    finally:
        log.close()
