"""`guildhall worker`: one worker. It is a package above this one, so this process becomes it."""

import os
import sys

import click


@click.command()
@click.option("--burst", is_flag=True, help="Do what is queued now, then end.")
def worker(burst: bool) -> None:
    """Keep read models, move bots, send mail. Any number of workers, on any number of machines."""
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-P", "-m", "workers", *(["--burst"] if burst else [])])
