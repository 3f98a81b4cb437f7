"""`guildhall explain`: why a town scored as it did, or how it would."""

import json
from itertools import groupby
from uuid import UUID

import click

from service.cli.house import opened
from service.explaining import explained
from service.settings import Settings

_TITLES = {
    "space": "Spaces",
    "value": "Value",
    "ranking": "Ranking",
    "points": "Points",
    "record": "Record",
    "correction": "Corrected",
}


@click.command()
@click.argument("table", type=click.UUID)
@click.argument("town")
@click.option("--at", type=click.IntRange(min=1), help="After this many events; by default after all of them.")
@click.option("--json", "as_json", is_flag=True, help="Print the explanation as JSON.")
def explain(table: UUID, town: str, at: int | None, as_json: bool) -> None:
    """Say why TOWN (its id, such as brugge) of TABLE scored as it did; a forecast where it is not scored yet."""
    with opened(Settings.from_environment()) as application:
        document = explained(application, table, town, at)
    if as_json:
        click.echo(json.dumps(document))
        return
    for part, lines in groupby(document["lines"], key=lambda line: line["part"]):
        if part in _TITLES:
            click.echo(f"\n{_TITLES[part]}")
        for line in lines:
            events = f"  [{', '.join(map(str, line['events']))}]" if line["events"] else ""
            click.echo(f"  {line['rule']:6} {line['text']}{events}")
