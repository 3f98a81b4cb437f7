"""`guildhall serve`: the API alone."""

import os

import click

from service.settings import Settings

MOST_BY_ITSELF = 2
"""Processes unless more are asked for: one writer of SQLite at a time is enough to keep a small machine busy."""


@click.command()
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=lambda: min(MOST_BY_ITSELF, os.cpu_count() or 1),
    show_default="one for each core, 2 at the most",
    envvar="GUILDHALL_WORKERS",
    help="How many processes answer requests; also by GUILDHALL_WORKERS.",
)
def serve(processes: int) -> None:
    """Answer the API at GUILDHALL_BIND. Run `guildhall migrate` once before."""
    from service.serve import serve as run  # gunicorn and Flask are loaded by those who need them

    run(Settings.from_environment(), processes)
