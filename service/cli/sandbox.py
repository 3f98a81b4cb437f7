"""`guildhall sandbox`: try what might have been from a position of a table."""

from uuid import UUID

import click

from service.cli.house import opened
from service.cli.play import PERSON
from service.settings import Settings


@click.command()
@click.argument("table", type=click.UUID)
@click.option("--at", type=click.IntRange(min=1), help="After this many events; by default where it was last decided.")
@click.option("--bot", "bots", type=(click.IntRange(min=0), str), multiple=True, help="SEAT STRATEGY: a bot plays it.")
def sandbox(table: UUID, at: int | None, bots: tuple[tuple[int, str], ...]) -> None:
    """Copy a position of TABLE to a table of your own, where you play every seat.

    Of a game that is over all is copied as it was; of one that goes on what you know of it, the rest dealt anew.
    """
    with opened(Settings.from_environment()) as application:
        tried = application.open_sandbox(PERSON, table, at).table
        for seat, strategy in bots:
            application.seat_bot(tried, PERSON, seat, strategy)
        copied = application.state(tried).copied
        assert copied is not None
        click.echo(f"Table {tried}: the position of {table} after event {copied.version}.")
        click.echo(f"Go on with: guildhall play --table {tried}")
