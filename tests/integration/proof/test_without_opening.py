"""A table whose first event cannot be read: its disputes are examined, and its record tells what is left."""

from contextlib import closing
from pathlib import Path

import pytest

from domain.redact import Viewer
from domain.table import RaiseDispute
from service.application import Application
from service.examiner import examine
from service.house import House
from service.proof.record import write_record
from service.proof.verify import verify
from service.settings import Settings
from tests.integration.proof.test_audit import begun, change
from tests.playing import PEOPLE

DAMAGE = {
    "not even JSON": "state='hello'",
    "seats without end": "state=replace(state, '\"seats\":3', '\"seats\":3000000')",
}


@pytest.mark.parametrize("warm", [True, False], ids=["who remembers the table", "who remembers nothing"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_its_disputes_are_examined_and_its_record_tells_what_is_left(tmp_path: Path, damage: str, warm: bool) -> None:
    with closing(House.open(Settings(data=tmp_path))) as house:
        house.migrate()
        table = begun(house)
        where = "originator_id=? AND originator_version=1"
        change(house, f"UPDATE stored_events SET {DAMAGE[damage]} WHERE {where}", table.hex)
        cold = Application(house.log, signer=house.keys)
        (house.application if warm else cold).submit(table, PEOPLE[0], RaiseDispute("What is this?", version=3))
        assert examine(Application(house.log, signer=house.keys), table, 1, house.keys) is not None
        _, left = cold.as_it_stands(table)
        (dispute,) = left.disputes
        assert dispute.status == "examined"
        assert 1 in {finding.event for finding in dispute.findings if not finding.ok}
        assert left.private
        assert [chair.account for chair in left.chairs] == list(PEOPLE[:3])
        for viewer in (Viewer(), Viewer(0)):
            _, text = write_record(cold, house.keys, table, viewer)
            report = verify(text)
            assert 1 in {finding.event for finding in report.wrong}
            assert report.events >= len(house.log.rows(table)) - 1
