"""`guildhall migrate`: create what the store is missing."""

from contextlib import closing

import click

from service.settings import Settings
from service.store import open_log


@click.command()
def migrate() -> None:
    """Create the tables of the store. Safe to run again."""
    settings = Settings.from_environment()
    with closing(open_log(settings)) as log:
        log.migrate()
    click.echo(f"The store at {settings.where} is ready.")
