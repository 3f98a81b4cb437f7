"""`guildhall board`: check and draw board files."""

from pathlib import Path

import click

from domain.macht.board import Board, BoardError, load, standard
from service.drawing.svg import draw_board

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def board() -> None:
    """Board files of The Power of the Guilds: check one, draw one."""


@board.command()
@click.argument("file", type=_FILE)
def check(file: Path) -> None:
    """Say whether FILE can be played on, and if not, everything that is wrong with it."""
    sound = _load(file)
    spaces = sum(len(town.spaces) for town in sound.towns)
    plots = sum(len(town.plots) for town in sound.towns)
    click.echo(f"{sound.meta.name}: {len(sound.towns)} towns, {spaces} spaces and {plots} plots, all sound.")


@board.command()
@click.argument("file", type=_FILE, required=False)
def draw(file: Path | None) -> None:
    """Print FILE, or the standard board, as an SVG drawing."""
    click.echo(draw_board(standard() if file is None else _load(file)))


def _load(file: Path) -> Board:
    try:
        return load(file.read_bytes())
    except BoardError as error:
        lines = "\n".join(f"  - {problem}" for problem in error.problems)
        raise click.ClickException(f"{file} cannot be played on:\n{lines}") from error
