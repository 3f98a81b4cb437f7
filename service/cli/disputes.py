"""`guildhall disputes`: what has been doubted at a table, what was found, how it was settled."""

import json
from collections.abc import Iterator
from uuid import UUID

import click

from domain.table import Dispute
from service.cli.house import opened
from service.settings import Settings


@click.command()
@click.argument("table", type=click.UUID)
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def disputes(table: UUID, as_json: bool) -> None:
    """List the disputes of TABLE."""
    with opened(Settings.from_environment()) as application:
        version, found = application.as_it_stands(table)
    if as_json:
        documents = [dispute.document() for dispute in found.disputes]
        click.echo(json.dumps({"version": version, "disputes": documents}))
        return
    for dispute in found.disputes:
        for line in _lines(dispute):
            click.echo(line)
    if not found.disputes:
        click.echo("Nobody has disputed anything.")


def _lines(dispute: Dispute) -> Iterator[str]:
    about = f"event {dispute.version}" if dispute.town is None else dispute.town
    yield f"{dispute.number}. {dispute.status}: seat {dispute.seat} about {about}: {' '.join(dispute.reason.split())}"
    for finding in dispute.findings:
        yield f"   {'ok   ' if finding.ok else 'WRONG'} {finding.check}: {finding.text}"
    if dispute.verdict is not None:
        yield f"   {dispute.status} by the arbiter: {' '.join(dispute.verdict.split())}"
    for guild, difference in dispute.corrections.items():
        yield f"   {guild} {difference:+}"
