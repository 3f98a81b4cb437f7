"""`guildhall migrate`: create what the stores are missing."""

import click

from service.house import House
from service.settings import Settings


@click.command()
def migrate() -> None:
    """Create the tables of the stores. Safe to run again."""
    settings = Settings.from_environment()
    house = House.open(settings)
    try:
        house.migrate()
    finally:
        house.close()
    click.echo(f"The store at {settings.where} is ready.")
