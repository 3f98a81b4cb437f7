"""`guildhall rebuild`: read models anew from the log, while everything goes on."""

from collections.abc import Iterable
from uuid import UUID

import click
from rich.console import Console
from rich.progress import Progress

from projections import MODELS, Overtaken
from service.checked import checked
from service.house import House
from service.settings import Settings
from service.store import EventLog

_AT_ONCE = 5000


@click.command()
@click.argument("model", required=False, type=click.Choice(MODELS))
def rebuild(model: str | None) -> None:
    """Make MODEL, or all read models, anew. Readers see the old one until the new one has reached it."""
    house = House.open(checked(Settings.from_environment()))
    try:
        house.views.migrate()
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("Rebuilding", total=None)
            rebuilt = house.views.rebuild(
                model,
                tables_in(house.log),
                house.application.news,
                house.log.notifications,
                lambda done, total: progress.update(task, completed=done, total=total),
            )
    except Overtaken as error:
        raise click.ClickException(f"Another rebuild has begun since; this one is given up. {error}".strip()) from error
    finally:
        house.close()
    click.echo(f"Rebuilt {model or 'all read models'}: {rebuilt.tables} tables, {rebuilt.events} events.")
    for table in rebuilt.poisoned:
        click.echo(f"Table {table} cannot be read; see `guildhall failed`.")


def tables_in(log: EventLog) -> Iterable[UUID]:
    """Every table that has ever been opened, oldest first."""
    position = 0
    while rows := log.notifications(position + 1, _AT_ONCE):
        yield from (UUID(str(row.originator_id)) for row in rows if row.originator_version == 1)
        position = rows[-1].id
