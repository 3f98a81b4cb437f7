"""`guildhall verify`: a record checked without server or network."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from domain.receipt import Receipt, fingerprint
from service.proof.report import Report
from service.proof.verify import verify as run

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
@click.option(
    "--receipt", "receipts", type=_FILE, multiple=True, help="A receipt, or an answer with one, that you kept."
)
@click.option("--keys", type=_FILE, help="The keys the house shows at /api/v1/keys: no other may have signed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def verify(file: Path, receipts: Sequence[Path], keys: Path | None, as_json: bool) -> None:
    """Check the record FILE: form, chain, signatures, seals, shuffle, and every command again by the rules."""
    text = file.read_bytes()
    kept = [read_receipt(path) for path in receipts]
    trusted = None if keys is None else _read_keys(keys)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Playing again", total=text.count(b"\n") - 8)
        found = run(text, kept, trusted, lambda events: progress.advance(task, events))
    if as_json:
        click.echo(json.dumps(found.as_document()))
    else:
        _tell(found)
    raise SystemExit(0 if found.ok else 1)


def _tell(found: Report) -> None:
    for line in found.lines():
        click.echo(line)
    click.echo()
    if found.ok:
        click.echo(f"Table {found.table}: {found.events} events verified.")
        return
    first = min((finding.event for finding in found.wrong if finding.event is not None), default=None)
    click.echo("This record is not sound." if first is None else f"This record is not sound: see event {first}.")


def read_receipt(file: Path) -> Receipt:
    document = _read(file)
    if isinstance(document, dict) and "receipt" in document:
        document = document["receipt"]
    try:
        return msgspec.convert(document, Receipt)
    except msgspec.ValidationError as error:
        raise click.ClickException(f"{file} is not a receipt: {error}") from error


def _read_keys(file: Path) -> dict[str, str]:
    """By the ids that follow from the keys themselves."""
    document = _read(file)
    try:
        keys = [bytes.fromhex(key["publicKey"]) for key in document["keys"]]
        return {fingerprint(key): key.hex() for key in keys}
    except (KeyError, TypeError, ValueError) as error:
        raise click.ClickException(f"{file} does not read as the keys of a house.") from error


def _read(file: Path) -> Any:
    try:
        return msgspec.json.decode(file.read_bytes())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise click.ClickException(f"{file} is not JSON: {error}") from error
