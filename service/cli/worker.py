"""`guildhall worker`: one worker. It is a package above this one, so this process becomes it."""

import os
import sys

import click

from service.checked import checked
from service.settings import Settings


@click.command()
@click.option("--burst", is_flag=True, help="Do what is queued now, then end.")
def worker(burst: bool) -> None:
    """Keep read models, move bots, send mail. Any number of workers, on any number of machines."""
    settings = checked(Settings.from_environment())
    click.echo(f"A worker for the house with its events in {settings.where}.")
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-P", "-m", "workers", *(["--burst"] if burst else [])])
