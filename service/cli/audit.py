"""`guildhall audit`: stored tables checked in bulk, as a record of them would be."""

from contextlib import closing
from pathlib import Path
from uuid import UUID

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from service.application import UnknownTable
from service.proof.audit import Auditor, audit_all, tables_after
from service.proof.report import Report
from service.settings import BadSetting, Settings
from service.store import StoreFault, open_log


class Progressed(msgspec.Struct):
    """How far an audit has come: everything up to this event of all tables."""

    position: int = 0
    tables: int = 0
    events: int = 0
    wrong: list[UUID] = []


@click.command()
@click.argument("table", type=click.UUID, required=False)
@click.option("--all", "all_tables", is_flag=True, help="Every table of the store.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that work at once.")
@click.option(
    "--position",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file that remembers how far it has come: called again with it, the audit goes on from there.",
)
def audit(table: UUID | None, all_tables: bool, jobs: int, position: Path | None) -> None:
    """Check the stored TABLE, or all: chain, signatures, seals, and every command again by this release's rules.

    The exit code is 0 where all is sound, 1 where something is not, and 2 where there is no verdict: no such table, no
    store, no place for the position.
    """
    if (table is None) != all_tables:
        raise click.UsageError("Name a table, or say --all.")
    try:
        _audit(table, jobs, position)
    except (StoreFault, BadSetting) as error:
        raise click.UsageError(str(error)) from error


def _audit(table: UUID | None, jobs: int, position: Path | None) -> None:
    settings = Settings.from_environment()
    if table is not None:
        found = _audit_one(settings, table)
        for line in found.lines():
            click.echo(line)
        raise SystemExit(0 if found.ok else 1)
    so_far = _audit_all(settings, jobs, position)
    click.echo(f"{so_far.tables} tables, {so_far.events} events checked; {len(so_far.wrong)} tables are not sound.")
    raise SystemExit(1 if so_far.wrong else 0)


def _audit_one(settings: Settings, table: UUID) -> Report:
    auditor = Auditor.open(settings)
    with closing(auditor.log), Progress(console=Console(stderr=True), transient=True) as progress:
        events = len(auditor.log.rows(table))
        if not events:
            raise click.BadParameter(str(UnknownTable(table)), param_hint="TABLE")
        task = progress.add_task("Playing again", total=events)
        return auditor.audit(table, lambda played: progress.advance(task, played))


def _audit_all(settings: Settings, jobs: int, file: Path | None) -> Progressed:
    so_far = _read(file)
    _check(file)
    with closing(open_log(settings)) as log, Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Auditing", total=log.newest(), completed=so_far.position)
        for opened, found in audit_all(settings, tables_after(log, so_far.position), jobs):
            so_far.position = opened.position
            so_far.tables += 1
            so_far.events += found.events
            if not found.ok:
                so_far.wrong.append(opened.table)
                click.echo(f"Table {opened.table}:")
                for finding in found.wrong:
                    click.echo(f"  {finding.check}: {finding.text}")
            _write(file, so_far)
            progress.update(task, completed=opened.position)
    if file is not None:
        file.unlink(missing_ok=True)
    return so_far


def _read(file: Path | None) -> Progressed:
    if file is None or not file.exists():
        return Progressed()
    try:
        return msgspec.json.decode(file.read_bytes(), type=Progressed)
    except msgspec.DecodeError as error:
        raise click.BadParameter(f"{file} does not remember an audit: {error}", param_hint="--position") from error
    except OSError as error:
        raise _unusable(file, error) from error


def _check(file: Path | None) -> None:
    """Whoever cannot be remembered is told so before an hour's work, not after its first table."""
    if file is None:
        return
    beside = file.with_name(f"{file.name}.new")
    try:
        beside.touch()
        beside.unlink()
    except OSError as error:
        raise _unusable(file, error) from error


def _write(file: Path | None, so_far: Progressed) -> None:
    """All of it or nothing, whenever the audit is interrupted."""
    if file is None:
        return
    beside = file.with_name(f"{file.name}.new")
    try:
        beside.write_bytes(msgspec.json.encode(so_far))
        beside.replace(file)
    except OSError as error:
        raise _unusable(file, error) from error


def _unusable(file: Path, error: OSError) -> click.BadParameter:
    return click.BadParameter(
        f"{file} cannot keep how far the audit has come: {error.strerror}.", param_hint="--position"
    )
