"""`guildhall serve`: the API alone."""

import os
import tempfile

import click

from service.checked import checked
from service.house import House
from service.settings import Settings


@click.command()
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    show_default="one for each core, 2 at the most",
    help="How many processes answer requests; also by GUILDHALL_WORKERS.",
)
def serve(processes: int | None) -> None:
    """Answer the API at GUILDHALL_BIND. Run `guildhall migrate` once before."""
    settings = checked(Settings.from_environment())
    House.open(settings).close()  # what cannot be opened is said here, in one sentence
    click.echo(f"The API answers at {settings.bind}; events are kept in {settings.where}.")
    with tempfile.TemporaryDirectory(prefix="guildhall-figures-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # read when the library is loaded: figures of all processes
        from service.serve import serve as run  # gunicorn and Flask are loaded by those who need them

        run(settings, processes or settings.processes)
