"""A stored event altered in place, the chain left as it was: it can be disputed, examined, settled and corrected."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest

from domain.errors import DamagedEvent
from domain.macht.events import TownScored
from domain.recorded import Recorded
from domain.table import LeaveTable, RaiseDispute
from service.api import create_app
from service.application import Application
from service.examiner import examine
from service.proof.audit import Auditor
from service.proof.verify import verify
from service.settings import Settings
from tests.api_house import UNLIMITED, Guest
from tests.playing import move
from tests.proving import first_of
from tests.stack import Stack, guildhall, running, until

SEED = "damaged"
MORE = 7


@dataclass
class Court:
    """Two players, and an arbiter who does not play, at a table that waits for disputes."""

    stack: Stack
    anna: Guest
    bert: Guest
    judge: Guest
    table: UUID
    scored: Recorded
    """The scoring that is altered."""
    points: dict[str, int]
    """Of every guild, before anything was altered."""

    @property
    def path(self) -> str:
        return f"/tables/{self.table}"

    @property
    def guild(self) -> str:
        return str(self.scored.event.ranking[0].coat)

    def run(self, statement: str, *values: Any) -> None:
        settings: Settings = self.stack.settings
        if settings.database_url is None:
            with closing(sqlite3.connect(settings.events_file)) as connection, connection:
                assert connection.execute(f"{statement} AND originator_id=?", (*values, self.table.hex)).rowcount == 1
        else:
            with psycopg.connect(settings.database_url) as connection:
                name = connection.execute(
                    "SELECT table_name FROM information_schema.columns WHERE column_name='originator_version'"
                ).fetchone()
                assert name is not None
                statement = statement.replace("stored_events", name[0]).replace("?", "%s")
                done = connection.execute(f"{statement} AND originator_id=%s", (*values, self.table))
                assert done.rowcount == 1

    def alter(self) -> None:
        """The guild that was first gets more, and nothing else is touched."""
        number = self.scored.originator_version
        state = next(state for version, _, state in self.stack.house.log.rows(self.table) if version == number)
        points = self.scored.event.ranking[0].points
        old, new = f'"points":{points}'.encode(), f'"points":{points + MORE}'.encode()
        assert old in state
        self.run("UPDATE stored_events SET state=? WHERE originator_version=?", state.replace(old, new, 1), number)

    def cold(self) -> Application:
        """A process that remembers nothing."""
        house = self.stack.house
        return Application(house.log, signer=house.keys)

    def dispute(self) -> dict[str, Any]:
        found: dict[str, Any] = self.judge.reads(f"{self.path}/disputes")["disputes"][0]
        return found

    def examined(self) -> dict[str, Any]:
        return until(lambda: None if self.dispute()["status"] == "raised" else self.dispute(), what="The examination")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def court(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Court]:
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    with running(tmp_path, workers=0, rate_limit=UNLIMITED, **({} if url is None else {"database_url": url})) as stack:
        app = create_app(stack.house)

        def guest(name: str) -> Guest:
            account, token = stack.house.accounts.register(name)
            return Guest(app, token, account.id)

        anna, bert, judge = guest("Anna"), guest("Bert"), guest("Jan")
        wishes = {"game": "macht", "seats": 2, "arbiter": judge.account, "waitForDisputes": True}
        table = UUID(anna.does("/tables", wishes)["table"])
        for person in (anna, bert):
            person.does(f"/tables/{table}/seats", {})
        anna.does(f"/tables/{table}/start")
        application = stack.house.application
        while not any(isinstance(e.event, TownScored) for e in stack.house.log.read(table)):
            assert move(application, table, SEED) is not None
        state = application.state(table)
        scored = first_of(list(stack.house.log.read(table)), TownScored)
        yield Court(stack, anna, bert, judge, table, scored, state.rules.points(state.state))


@pytest.mark.parametrize("warm", [True, False], ids=["who remembers the table", "who remembers nothing"])
def test_an_altered_score_is_disputed_examined_settled_and_corrected(court: Court, warm: bool) -> None:
    number, town = court.scored.originator_version, court.scored.event.town
    application = court.stack.house.application
    court.alter()
    if not warm:
        application.forget()
    court.stack.start_worker()
    raised = court.bert.post(f"{court.path}/disputes", {"town": town, "reason": "Too much."})
    assert raised.status_code == 201, raised.text
    wrong = [finding for finding in court.examined()["findings"] if not finding["ok"]]
    assert {finding["event"] for finding in wrong} == {number}
    assert {finding["check"] for finding in wrong} >= {"disputed", "chain", "replay", "recount"}

    settlement = {"verdict": "upheld", "text": "Somebody altered it.", "corrections": {court.guild: -MORE}}
    settled = court.judge.post(f"{court.path}/disputes/1/settlement", settlement, {"Idempotency-Key": "mine"})
    assert settled.status_code == 201, settled.text
    again = court.judge.post(f"{court.path}/disputes/1/settlement", settlement, {"Idempotency-Key": "mine"})
    assert (again.status_code, again.get_data()) == (201, settled.get_data())
    assert (court.dispute()["status"], court.dispute()["corrections"]) == ("upheld", {court.guild: -MORE})
    _, table = court.cold().as_it_stands(court.table)
    assert table.rules.points(table.state) == court.points

    for person in (court.anna, court.bert):
        refused = person.post(f"{court.path}/moves", {"type": "DrawInfluenceCard"})
        assert (refused.status_code, refused.get_json()["code"]) == (409, "damagedEvent")
        assert f"Event {number} " in refused.get_json()["detail"]
    report = verify(court.anna.get(f"{court.path}/record").get_data())
    assert min(finding.event for finding in report.wrong if finding.event is not None) == number
    assert any("1 dispute: 1 upheld" in line for line in report.lines())
    printed = guildhall(court.stack.settings, "record", str(court.table))
    assert printed.returncode == 0
    assert f"Event {number} " in str(verify(printed.stdout.encode()).lines())
    assert "WRONG chain" in guildhall(court.stack.settings, "disputes", str(court.table)).stdout
    told = court.anna.reads(f"{court.path}/scoring/{town}")["lines"]
    assert any(f"Event {number} recorded something else" in line["text"] for line in told)
    corrections = [line for line in told if line["part"] == "correction"]
    (corrected,) = [line for line in corrections if line["rule"] == "T6.5"]
    assert f"{court.guild} -{MORE}" in corrected["text"]
    assert corrected["says"]["id"] == "table.ScoreCorrected"
    assert any(line["events"] == [number] and "damaged" in line["text"] for line in corrections)
    spoken = guildhall(court.stack.settings, "explain", str(court.table), town).stdout
    assert f"{court.guild} -{MORE}" in spoken


@pytest.mark.parametrize(
    ("statement", "readable"),
    [
        ("UPDATE stored_events SET state='hello' WHERE originator_version=?", False),
        ("DELETE FROM stored_events WHERE originator_version=?", False),
        ("UPDATE stored_events SET topic='macht.Nonsense/9' WHERE originator_version=?", True),
    ],
    ids=["not even JSON", "gone", "another topic"],
)
def test_an_event_that_cannot_be_read_can_be_disputed_too(court: Court, statement: str, readable: bool) -> None:
    number = court.scored.originator_version
    court.run(statement, number)
    cold = court.cold()
    for person in (court.anna, court.bert):
        with pytest.raises(DamagedEvent):
            cold.submit(court.table, person.account, {"type": "DrawInfluenceCard"})
    cold.submit(court.table, court.bert.account, RaiseDispute("What was there?", version=number))
    examine(court.cold(), court.table, 1, court.stack.house.keys)
    found = [finding for finding in court.dispute()["findings"] if not finding["ok"]]
    assert found[0]["text"] == f"Event {number} is missing, or cannot be read."
    assert {finding["event"] for finding in found} <= {number, None}
    settled = court.judge.post(f"{court.path}/disputes/1/settlement", {"verdict": "rejected", "text": "We shall see."})
    assert settled.status_code == 201, settled.text
    record = verify(court.anna.get(f"{court.path}/record").get_data())
    assert min(finding.event for finding in record.wrong if finding.event is not None) == number
    auditor = Auditor.open(court.stack.settings)
    with closing(auditor.log):
        audited = auditor.audit(court.table)
    assert min(finding.event for finding in audited.wrong if finding.event is not None) == number
    assert readable or "cannot be played again" in str(audited.lines())


def test_an_arbiter_who_leaves_the_house_hands_a_damaged_table_over_too(court: Court) -> None:
    court.alter()
    court.stack.house.application.forget()
    court.stack.house.catch_up(court.table)
    court.cold().submit(court.table, court.judge.account, LeaveTable())
    assert court.cold().as_it_stands(court.table)[1].arbiter == court.anna.account


def test_whoever_asks_after_a_damaged_table_is_told_and_gets_no_500(court: Court) -> None:
    court.alter()
    court.stack.house.application.forget()
    nobody = Guest(court.anna.app)
    for path in (
        "",
        "/board",
        "/log",
        "/events",
        "/moves",
        "/frames",
        "/scoring",
        "/record",
        "/disputes",
        "/scoring/gent",
    ):
        for guest in (court.anna, nobody):
            answer = guest.get(f"{court.path}{path}")
            assert answer.status_code < 500, (path, answer.text)
            if answer.status_code == 409:
                assert answer.get_json()["code"] == "damagedEvent"
    assert court.anna.get(f"{court.path}/record").status_code == 200
    done = guildhall(court.stack.settings, "replay", str(court.table), "--at", "400")
    assert "Traceback" not in done.stderr
    assert done.returncode == 1
