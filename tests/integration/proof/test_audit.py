"""An audit of all tables comes to its end whatever stands in the store, and goes on where it was killed."""

import json
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from service.house import House
from service.proof.audit import Auditor
from service.settings import Settings
from tests.playing import OPENER, move, people_at_a_table
from tests.stack import GUILDHALL, environment, guildhall

TABLES = 400


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with closing(House.open(Settings(data=tmp_path))) as house:
        house.migrate()
        yield house


def begun(house: House) -> UUID:
    """A table in the midst of a game of three."""
    table = people_at_a_table(house.application, 3)
    for _ in range(8):
        move(house.application, table, "audited")
    return table


def change(house: House, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(house.settings.events_file)) as connection, connection:
        assert connection.execute(statement, values).rowcount >= 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE stored_events SET state='hello' WHERE originator_id=? AND originator_version=9",
        "UPDATE stored_events SET state=7 WHERE originator_id=? AND originator_version=9",
        "UPDATE stored_events SET state=x'fffe' WHERE originator_id=? AND originator_version=1",
        "UPDATE stored_events SET topic=x'00ff' WHERE originator_id=? AND originator_version=9",
        "UPDATE stored_events SET originator_version='nine' WHERE originator_id=? AND originator_version=9",
        "UPDATE stored_events SET originator_version=-9 WHERE originator_id=? AND originator_version=9",
        'UPDATE stored_events SET state=replace(state, \'"salt":"\', \'"salt":"g\') WHERE originator_id=?',
        'UPDATE stored_events SET state=replace(state, \'"head":"\', \'"head":"g\') WHERE originator_id=?',
        "DELETE FROM stored_events WHERE originator_id=? AND originator_version=1",
    ],
)
def test_one_bad_row_is_a_finding_and_the_audit_goes_on(house: House, tmp_path: Path, damage: str) -> None:
    bad = begun(house)
    other = house.application.open_table(OPENER, "macht", 3).table
    change(house, damage, bad.hex)
    position = tmp_path / "position"
    done = guildhall(house.settings, "audit", "--all", "--position", str(position))
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert f"Table {bad}:" in done.stdout
    assert str(other) not in done.stdout
    assert done.stdout.splitlines()[-1].startswith("2 tables,")
    assert done.stdout.splitlines()[-1].endswith("1 tables are not sound.")
    assert not position.exists()


def test_a_state_that_is_null_is_a_finding_where_a_store_lets_it_be(house: House) -> None:
    table = begun(house)
    auditor = Auditor.open(house.settings)
    true = auditor.log.rows
    auditor.log.rows = lambda table: [(v, t, None if v == 9 else s) for v, t, s in true(table)]  # type: ignore[method-assign]
    with closing(auditor.log):
        assert 9 in {finding.event for finding in auditor.audit(table).wrong}


@pytest.mark.parametrize("which", ["all of them", "the first ones"])
def test_receipts_that_were_taken_away_are_missed(house: House, which: str) -> None:
    table = begun(house)
    rows = house.log.rows(table)
    for version, _, state in rows:
        stored = msgspec.json.decode(state)
        if "receipt" in stored and (which == "all of them" or version < 5):
            stripped = msgspec.json.encode(
                msgspec.json.decode(state, type=dict[str, msgspec.Raw]) | {"receipt": msgspec.Raw(b"null")}
            )
            where = "originator_id=? AND originator_version=?"
            change(house, f"UPDATE stored_events SET state=? WHERE {where}", stripped, table.hex, version)
    auditor = Auditor.open(house.settings)
    with closing(auditor.log):
        found = {(finding.check, finding.event) for finding in auditor.audit(table).wrong}
    assert ("signatures", 1) in found
    assert (("signatures", len(rows)) in found) == (which == "all of them")


def test_an_audit_that_was_killed_goes_on_where_it_was(house: House, tmp_path: Path) -> None:
    for _ in range(TABLES):
        house.application.open_table(OPENER, "macht", 3)
    position = tmp_path / "position"
    command = [*GUILDHALL, "audit", "--all", "--position", str(position)]
    running = subprocess.Popen(
        command, env=environment(house.settings), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while not position.exists() and time.monotonic() < deadline:
        time.sleep(0.001)
    running.send_signal(signal.SIGKILL)
    running.wait()
    before = json.loads(position.read_text())
    assert 0 < before["tables"] < TABLES, "it was interrupted in its midst"
    rest = guildhall(house.settings, "audit", "--all", "--position", str(position))
    assert rest.returncode == 0, rest.stdout + rest.stderr
    assert rest.stdout.startswith(f"{TABLES} tables, {TABLES} events checked;")
    assert not position.exists()
