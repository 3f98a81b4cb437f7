"""`guildhall demo`: a few tables of bots to look at."""

from itertools import cycle, islice

import click

from domain.games import latest
from service.application import Application
from service.checked import checked
from service.house import House
from service.settings import Settings

OPENER = "demo"
GAME = "macht"


@click.command()
@click.option("--tables", type=click.IntRange(1, 100), default=4, show_default=True, help="How many.")
def demo(tables: int) -> None:
    """Open tables where bots play, for `guildhall up` to go on with."""
    settings = checked(Settings.from_environment())
    house = House.open(settings)
    try:
        if settings.database_url is None:
            house.migrate()
        for players in islice(cycle((4, 3, 2)), tables):
            click.echo(f"{settings.public_url}/tables/{_open(house.application, players)}")
        house.bell.flush()
        house.bell.flush()
        if house.bell.is_degraded:
            click.echo("No Redis answers: the bots begin when `guildhall up` runs.")
    finally:
        house.close()


def _open(application: Application, players: int) -> str:
    strategies = cycle(sorted(latest(GAME).bots))
    table = application.open_table(OPENER, GAME, players, autostart=True).table
    for seat in range(players):
        application.seat_bot(table, OPENER, seat, next(strategies))
    return str(table)
