"""The command line: `guildhall COMMAND`."""

from typing import Any

import click
from sqlalchemy.exc import SQLAlchemyError

from domain.errors import DamagedEvent, Rejected
from domain.macht.board import BoardError
from service.application import UnknownTable
from service.cli.audit import audit
from service.cli.board import board
from service.cli.demo import demo
from service.cli.disputes import disputes
from service.cli.explain import explain
from service.cli.failed import failed
from service.cli.keys import keys
from service.cli.migrate import migrate
from service.cli.play import play
from service.cli.rebuild import rebuild
from service.cli.record import record
from service.cli.replay import replay
from service.cli.sandbox import sandbox
from service.cli.serve import serve
from service.cli.simulate import simulate
from service.cli.up import up
from service.cli.verify import verify
from service.cli.worker import worker
from service.settings import BadSetting
from service.store import StoreFault
from service.store.faults import fault_of

_SAID_CLEARLY = (Rejected, DamagedEvent, BoardError, UnknownTable, StoreFault, BadSetting, OSError)


class _Guildhall(click.Group):
    """What we refuse is told in a sentence, not in a traceback."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except _SAID_CLEARLY as error:
            raise click.ClickException(str(error)) from error
        except SQLAlchemyError as error:
            raise click.ClickException(str(fault_of(error))) from error


@click.group(cls=_Guildhall, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="guildhall")
def main() -> None:
    """Guild board games at a distance, every action an event that can be replayed and audited."""


COMMANDS = (
    up,
    demo,
    play,
    replay,
    explain,
    disputes,
    sandbox,
    simulate,
    board,
    serve,
    worker,
    migrate,
    rebuild,
    failed,
    record,
    verify,
    audit,
    keys,
)
for command in COMMANDS:
    main.add_command(command)
