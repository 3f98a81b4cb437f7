"""Logs altered where they lie, on SQLite and on PostgreSQL, and what an audit says of them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import msgspec
import psycopg
import pytest

from domain.macht.events import TownScored
from domain.recorded import Recorded, encode
from service.house import House
from service.proof.audit import Auditor
from service.settings import Settings
from tests.playing import people_at_a_table, play_to_the_end
from tests.proving import first_of, forged
from tests.stack import guildhall


@dataclass
class Kept:
    """A finished game in a store that somebody can write to behind our back."""

    house: House
    table: UUID

    @property
    def events(self) -> list[Recorded]:
        return list(self.house.log.read(self.table))

    def overwrite(self, version: int, state: bytes) -> None:
        settings = self.house.settings
        if settings.database_url is None:
            with closing(sqlite3.connect(settings.events_file)) as connection, connection:
                where = "originator_id=? AND originator_version=?"
                values = (state, self.table.hex, version)
                assert connection.execute(f"UPDATE stored_events SET state=? WHERE {where}", values).rowcount == 1
        else:
            with psycopg.connect(settings.database_url) as connection:
                name = connection.execute(
                    "SELECT table_name FROM information_schema.columns WHERE column_name='originator_version'"
                ).fetchone()
                assert name is not None
                connection.execute(
                    f"UPDATE {name[0]} SET state=%s WHERE originator_id=%s AND originator_version=%s",
                    (state, self.table, version),
                )

    def wrong(self) -> dict[str, set[int | None]]:
        """Checks that found something wrong, with the events they name."""
        found: dict[str, set[int | None]] = {}
        auditor = Auditor.open(self.house.settings)
        with closing(auditor.log):
            for finding in auditor.audit(self.table).wrong:
                found.setdefault(finding.check, set()).add(finding.event)
        return found


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    with closing(House.open(Settings(data=tmp_path, database_url=url))) as house:
        house.migrate()
        table = people_at_a_table(house.application, 2)
        play_to_the_end(house.application, table, "kept")
        yield Kept(house, table)


def more_points(event: TownScored) -> TownScored:
    first, *others = event.ranking
    return msgspec.structs.replace(event, ranking=(msgspec.structs.replace(first, points=first.points + 5), *others))


def test_an_honest_log_is_sound(kept: Kept) -> None:
    assert kept.wrong() == {}
    audited = guildhall(kept.house.settings, "audit", str(kept.table))
    assert audited.returncode == 0, audited.stdout


def test_an_event_altered_in_place_breaks_the_chain_there(kept: Kept) -> None:
    scored = first_of(kept.events, TownScored)
    kept.overwrite(scored.originator_version, encode(scored).replace(b'"points":', b'"points":1', 1))
    found = kept.wrong()
    assert scored.originator_version in found["chain"]
    audited = guildhall(kept.house.settings, "audit", "--all")
    assert audited.returncode == 1
    assert f"event {scored.originator_version}" in audited.stdout.lower()


def test_a_history_chained_anew_lacks_the_houses_signature_and_does_not_follow_from_the_rules(kept: Kept) -> None:
    events = kept.events
    version = first_of(events, TownScored).originator_version
    for recorded in forged(events, version, more_points, pen=None):  # type: ignore[arg-type]
        if recorded.originator_version >= version:
            kept.overwrite(recorded.originator_version, encode(recorded))
    found = kept.wrong()
    assert "chain" not in found
    assert version in found["replay"]
    assert version in found["recount"]
    assert min(event for event in found["signatures"] if event is not None) >= version
