"""`guildhall record`: a table as one file that anyone can verify."""

from uuid import UUID

import click

from domain.redact import Viewer
from service.cli.house import opened, opened_keys
from service.proof.record import write_record
from service.settings import Settings


@click.command()
@click.argument("table", type=click.UUID)
@click.option("--seat", type=click.IntRange(min=0), help="With what this seat may open; by default as a spectator.")
def record(table: UUID, seat: int | None) -> None:
    """Print the record of TABLE: `guildhall record TABLE > game.json`. Once the game has ended all is open."""
    settings = Settings.from_environment()
    with opened(settings) as application, opened_keys(settings) as keys:
        seats = len(application.as_it_stands(table)[1].chairs)
        if seat is not None and seat >= seats:
            raise click.BadParameter(f"The table has seats 0 to {seats - 1}.", param_hint="--seat")
        _, text = write_record(application, keys, table, Viewer(seat))
    click.get_binary_stream("stdout").write(text)
