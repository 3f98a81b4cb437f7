"""`guildhall replay`: a table at any version, as a seat or a spectator saw it."""

import json
from uuid import UUID

import click

from domain.redact import Viewer, redact
from domain.table import Table
from domain.table.replay import viewpoint
from domain.table.text import describe
from domain.table.view import entitled, game_view, view
from service.application import Application
from service.cli.house import opened
from service.drawing.text import draw_text
from service.settings import Settings


@click.command()
@click.argument("table", type=click.UUID)
@click.option("--at", type=click.IntRange(min=1), help="After this many events; by default after all of them.")
@click.option("--seat", type=click.IntRange(min=0), help="As this seat could see it; by default as a spectator.")
@click.option("--open", "everything_open", is_flag=True, help="Everything open; for games that are over alone.")
@click.option("--json", "as_json", is_flag=True, help="Print the view as JSON.")
def replay(table: UUID, at: int | None, seat: int | None, everything_open: bool, as_json: bool) -> None:
    """Print the board of TABLE and its log in sentences, as they could be seen at that moment."""
    with opened(Settings.from_environment()) as application:
        shown = application.state(table, at)
        if seat is not None and seat >= len(shown.chairs):
            raise click.BadParameter(f"The table has seats 0 to {len(shown.chairs) - 1}.", param_hint="--seat")
        viewer = Viewer(seat)
        if everything_open:
            viewer = viewpoint(application.state(table), None, seat, everything_open=True)
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
    """The log in sentences, as the viewer could read it after event `upto`."""
    then = application.state(table_id, upto)
    seen_as = entitled(then, viewer)
    return [
        (recorded.originator_version, describe(then, redact(recorded.event, seen_as)))
        for recorded in application.log.read(table_id, upto=upto)
        if recorded.originator_version > after
    ]


def board_text(table: Table, viewer: Viewer) -> str:
    seen = game_view(table, viewer)
    return "The game has not started yet." if seen is None else draw_text(table.state.board, seen)
