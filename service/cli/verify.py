"""`guildhall verify`: a record checked without server or network."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from domain.receipt import Hash, Receipt, fingerprint
from service.proof.report import Report
from service.proof.signatures import Span
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
    """Check the record FILE: form, chain, signatures, seals, shuffle, and every command again by the rules.

    The exit code is 0 for a sound record, 1 for one that is not, and 2 where there is no verdict: a file that does not
    exist, or keys or a receipt that do not read as such.
    """
    text = file.read_bytes()
    kept = [read_receipt(path) for path in receipts]
    trusted, spans = (None, {}) if keys is None else _read_keys(keys)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Playing again", total=text.count(b"\n") - 8)
        found = run(text, kept, trusted, lambda events: progress.advance(task, events), spans=spans)
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
        raise click.UsageError(f"{file} is not a receipt: {error}") from error


class ShownKey(msgspec.Struct, rename="camel"):
    """A key as the house shows it; where no dates are known of it, it may have signed at any time."""

    public_key: Hash
    created_at: int | None = None
    retired_at: int | None = None


class ShownKeys(msgspec.Struct):
    keys: list[ShownKey]


def _read_keys(file: Path) -> tuple[dict[str, str], dict[str, Span]]:
    """By the ids that follow from the keys themselves."""
    try:
        keys = msgspec.convert(_read(file), ShownKeys).keys
    except msgspec.ValidationError as error:
        raise click.UsageError(f"{file} does not read as the keys of a house: {error}") from error
    shown = {fingerprint(bytes.fromhex(key.public_key)): key for key in keys}
    spans = {name: Span(key.created_at, key.retired_at) for name, key in shown.items()}
    return {name: key.public_key for name, key in shown.items()}, spans


def _read(file: Path) -> Any:
    try:
        return msgspec.json.decode(file.read_bytes())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise click.UsageError(f"{file} is not JSON: {error}") from error
