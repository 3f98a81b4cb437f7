"""`guildhall simulate`: many games between bots, and what they come to."""

import json
from collections.abc import Iterable
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from domain.games import latest, names
from service.simulation import simulate as run


@click.command()
@click.option("--game", type=click.Choice(names()), default="macht", show_default=True)
@click.option("--players", type=click.IntRange(min=1), default=4, show_default=True)
@click.option("--bots", help="A strategy for each seat, or one for all.", default="greedy", show_default=True)
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(game: str, players: int, bots: str, games: int, seed: int, as_json: bool) -> None:
    """Play whole games between bots on the pure core."""
    rules = latest(game)
    if players not in rules.seats:
        raise click.BadParameter(f"{rules.title} is for {_list(rules.seats)} players.", param_hint="--players")
    strategies = read_strategies(bots, players, rules.bots)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Playing", total=games)
        figures = run(rules, strategies, games, seed, lambda: progress.advance(task))
    if as_json:
        click.echo(json.dumps(figures.as_document()))
    else:
        Console().print(_table(rules.title, strategies, figures.as_document()))


def read_strategies(bots: str, players: int, known: Iterable[str]) -> list[str]:
    """One name for all seats, or one for each, separated by commas."""
    strategies = [name.strip() for name in bots.split(",")]
    if len(strategies) == 1:
        strategies *= players
    unknown = [name for name in strategies if name not in known]
    if unknown:
        raise click.BadParameter(
            f"There is no bot {unknown[0]!r}; there is {_list(sorted(known))}.", param_hint="--bots"
        )
    if len(strategies) != players:
        raise click.BadParameter(f"{len(strategies)} bots for {players} seats.", param_hint="--bots")
    return strategies


def _list(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))


def _table(title: str, strategies: list[str], figures: dict[str, Any]) -> Table:
    table = Table("figure", "value", title=f"{title}: {_list(strategies)}")
    games = figures["games"]
    for name, value in figures.items():
        if name == "ends":
            shown = ", ".join(f"{reason} {number / games:.0%}" for reason, number in value.items())
        elif name == "wins_by_seat":
            shown = " - ".join(f"{wins / games:.1%}" for wins in value)
        else:
            shown = f"{value:g}"
        table.add_row(name.replace("_mean", ", mean").replace("_", " "), shown)
    return table
