"""`guildhall up`: the whole house on this machine."""

import click

from service.checked import checked
from service.settings import Settings
from service.supervisor import CannotOpen, Supervisor
from service.valkey import NoValkey


@click.command()
def up() -> None:
    """Start API, worker and Valkey, restart what dies, close all of them on Ctrl-C. Needs nothing else."""
    settings = checked(Settings.from_environment())
    try:
        Supervisor(settings, click.echo).run()
    except (CannotOpen, NoValkey) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"The folder {settings.data} cannot be used: {error.strerror}.") from error
