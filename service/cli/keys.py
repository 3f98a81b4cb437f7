"""`guildhall keys`: the keys that sign receipts."""

from datetime import UTC, datetime

import click

from service.cli.house import opened_keys
from service.settings import Settings


@click.group()
def keys() -> None:
    """The keys that sign receipts: list them, take a new one into use."""


@keys.command("list")
def list_keys() -> None:
    """Print every key with its dates, oldest first."""
    with opened_keys(Settings.from_environment()) as signing:
        for key in signing.all():
            until = "in use" if key.retired is None else f"retired {_date(key.retired)}"
            click.echo(f"{key.id}  public {key.public.hex()}  made {_date(key.created)}, {until}")


@keys.command()
def rotate() -> None:
    """Take a new key into use. What the old ones have signed stays valid."""
    with opened_keys(Settings.from_environment()) as signing:
        click.echo(f"From now on {signing.rotate().id} signs.")


def _date(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
