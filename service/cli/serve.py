"""`guildhall serve`: the API alone."""

import click

from service.settings import Settings


@click.command()
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    envvar="GUILDHALL_WORKERS",
    help="How many processes answer requests; also by GUILDHALL_WORKERS.",
)
def serve(processes: int) -> None:
    """Answer the API at GUILDHALL_BIND. Run `guildhall migrate` once before."""
    from service.serve import serve as run  # gunicorn and Flask are loaded by those who need them

    run(Settings.from_environment(), processes)
