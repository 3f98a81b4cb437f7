"""`guildhall play`: a person against bots in the terminal. Every move is logged, so a game can be left and resumed."""

import secrets
from pathlib import Path
from uuid import UUID

import click
import msgspec
from click.core import ParameterSource

from domain.errors import Rejected
from domain.event import Seat
from domain.games import latest, names
from domain.redact import Viewer
from domain.rules import Command
from domain.table import Table
from service.application import Application
from service.bots import move_one_bot
from service.cli.house import opened
from service.cli.menu import Left, choose
from service.cli.replay import board_text, story
from service.cli.simulate import read_strategies
from service.settings import Settings

_OF_A_NEW_TABLE = ("game", "players", "guild", "bots", "board_file")
PERSON = "terminal"
"""The account of whoever sits at this terminal."""


@click.command()
@click.option("--game", type=click.Choice(names()), default="macht", show_default=True)
@click.option("--players", type=click.IntRange(2, 4), default=4, show_default=True)
@click.option("--guild", help="The guild you play; by default the first of the board.")
@click.option("--bots", default="greedy", show_default=True, help="A strategy for all other seats, or one for each.")
@click.option("--board", "board_file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Own board.")
@click.option("--table", type=click.UUID, help="Go on with this table.")
def play(game: str, players: int, guild: str | None, bots: str, board_file: Path | None, table: UUID | None) -> None:
    """Play against bots in the terminal."""
    context = click.get_current_context()
    given = [name for name in _OF_A_NEW_TABLE if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if table is not None and given:
        raise click.UsageError("--table goes on with a table as it is: its game, seats and board are settled.")
    settings = Settings.from_environment()
    with opened(settings) as application:
        if table is None:
            options = {} if board_file is None else {"board": _read_board(board_file)}
            strategies = read_strategies(bots, players - 1, latest(game).bots)
            table = _open(application, game, players, guild, strategies, options)
        click.echo(f"Table {table}, kept in {settings.where}.")
        try:
            _play(application, table)
        except Left:
            click.echo(f"\nNothing is lost. Go on with: guildhall play --table {table}")
        click.echo(f"Look back with: guildhall replay {table}")


def _read_board(file: Path) -> object:
    try:
        return msgspec.json.decode(file.read_bytes())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise click.ClickException(f"{file} is not JSON: {error}") from error


def _open(
    application: Application,
    game: str,
    players: int,
    guild: str | None,
    strategies: list[str],
    options: dict[str, object],
) -> UUID:
    if guild is not None and guild not in (guilds := latest(game).guilds(options)):
        raise click.BadParameter(f"There is no guild {guild!r}; there is {', '.join(guilds)}.", param_hint="--guild")
    table = application.open_table(PERSON, game, players, options).table
    application.take_seat(table, PERSON, 0, guild, nonce=secrets.token_hex(16))
    for seat, strategy in enumerate(strategies, start=1):
        application.seat_bot(table, PERSON, seat, strategy)
    application.start(table, PERSON)
    return table


def _play(application: Application, table_id: UUID) -> None:
    """Bots move, what happened is told, the person is asked; until the game is over."""
    told = 0
    while True:
        while move_one_bot(application, table_id) is not None:
            pass
        version, table = application.snapshot(table_id)
        seat = table.seat_of(PERSON)
        if seat is None:
            raise click.ClickException("You do not sit at this table.")
        for _, line in story(application, table_id, Viewer(seat), after=told):
            click.echo(line)
        told = version
        if table.status != "running":
            click.echo("\n" + board_text(table, Viewer(seat)))
            return
        _move(application, table, seat, version)


def _move(application: Application, table: Table, seat: Seat, version: int) -> None:
    rules = table.rules
    click.echo("\n" + board_text(table, Viewer(seat)) + "\n")
    moves = [(command, rules.name_move(table.state, seat, command)) for command in rules.legal(table.state, seat)]
    command: Command = choose(moves, lambda: click.echo(board_text(table, Viewer(seat))))
    try:
        application.submit(table.id, PERSON, command, expected_version=version)
    except Rejected as refused:
        click.echo(f"Not allowed: {refused}")
