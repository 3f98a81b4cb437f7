"""`guildhall replay`: a table at any version, as a seat or a spectator saw it."""

import json
from uuid import UUID

import click

from domain.redact import Viewer
from domain.table import Table
from domain.table.text import describe
from domain.table.view import game_view, view
from service.application import Application
from service.cli.house import opened
from service.drawing.text import draw_text
from service.settings import Settings


@click.command()
@click.argument("table", type=click.UUID)
@click.option("--at", type=click.IntRange(min=1), help="After this many events; by default after all of them.")
@click.option("--seat", type=click.IntRange(min=0), help="As this seat may see it; by default as a spectator.")
@click.option("--json", "as_json", is_flag=True, help="Print the view as JSON.")
def replay(table: UUID, at: int | None, seat: int | None, as_json: bool) -> None:
    """Print the board of TABLE and its log in sentences."""
    with opened(Settings.from_environment()) as application:
        shown = application.state(table, at)
        if seat is not None and seat >= len(shown.chairs):
            raise click.BadParameter(f"The table has seats 0 to {len(shown.chairs) - 1}.", param_hint="--seat")
        viewer = Viewer(seat)
        if as_json:
            click.echo(json.dumps(view(shown, at or application.version(table), viewer)))
            return
        for version, line in story(application, table, viewer, at):
            click.echo(f"{version:5}  {line}")
        click.echo()
        click.echo(board_text(shown, viewer))


def story(
    application: Application, table_id: UUID, viewer: Viewer, upto: int | None = None, after: int = 0
) -> list[tuple[int, str]]:
    """The log in sentences, as the viewer may read it."""
    final = application.state(table_id)
    return [
        (recorded.originator_version, describe(final, recorded.event))
        for recorded in application.events(table_id, viewer, after, None if upto is None else upto - after)
    ]


def board_text(table: Table, viewer: Viewer) -> str:
    seen = game_view(table, viewer)
    return "The game has not started yet." if seen is None else draw_text(table.state.board, seen)
