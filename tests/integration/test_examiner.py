"""The examiner on logs that somebody has rewritten, chain and all."""

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domain.macht.events import InfluenceCardDrawn, TownScored
from domain.table import RaiseDispute, SettleDispute
from domain.table.disputes.findings import read
from domain.table.text import describe
from projections import scoring_track
from service.application import Application
from service.examiner import examine, findings
from service.store import EventLog, memory_log, sqlite_log
from tests.playing import OPENER, move, people_at_a_table, play_to_the_end, steady_application
from tests.tampering import Change, more_for_the_first, rewrite

SEED = "examined"
DOUBT = RaiseDispute("I do not believe it.", version=2)


def events_of(application: Application, table: UUID, kind: type) -> list[Any]:
    return [recorded for recorded in application.log.read(table) if isinstance(recorded.event, kind)]


def play_until(application: Application, table: UUID, kind: type) -> Any:
    while not events_of(application, table, kind):
        move(application, table, SEED)
    return events_of(application, table, kind)[0]


class Rewritten:
    """A game in a file that is played up to an event, and whose log is then rewritten."""

    def __init__(self, folder: Path, kind: type, change: Change) -> None:
        self.file = folder / "events.sqlite"
        self.log: EventLog = sqlite_log(self.file)
        self.log.migrate()
        self.application = steady_application(self.log, SEED)
        self.table = people_at_a_table(self.application, 2)
        self.true = play_until(self.application, self.table, kind)
        rewrite(self.file, self.table, change)
        self.application.forget()

    def findings(self, doubt: RaiseDispute = DOUBT) -> list[Any]:
        self.application.submit(self.table, "bert", doubt)
        examine(self.application, self.table, len(self.application.state(self.table).disputes))
        return [finding for finding in self.application.state(self.table).disputes[-1].findings if not finding.ok]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_an_honest_game_every_command_leads_to_the_same_events_again(players: int) -> None:
    application = steady_application(memory_log(), SEED)
    table = people_at_a_table(application, players)
    play_to_the_end(application, table, SEED)
    found = findings(table, application.log.rows(table), None, None)
    assert [(finding.check, finding.ok, finding.event) for finding in found] == [
        (check, True, None) for check in ("form", "chain", "seals", "shuffle", "replay", "recount")
    ]


@pytest.mark.parametrize("doubt", [DOUBT, RaiseDispute("Why?", version=60), RaiseDispute("Why?", town="gent")])
@pytest.mark.parametrize("ends", [False, True])
def test_what_is_found_in_an_honest_game_can_be_said_in_other_languages(doubt: RaiseDispute, ends: bool) -> None:
    application = steady_application(memory_log(), SEED)
    table = people_at_a_table(application, 4)
    while application.version(table) < 80 or ends:
        if move(application, table, SEED) is None:
            break
    application.submit(table, "bert", doubt)
    examine(application, table, 1)
    texts = [finding.text for finding in application.state(table).disputes[0].findings]
    assert [text for text in texts if read(text) is None] == []


def test_a_score_that_was_rewritten_is_found_and_corrected_while_the_game_goes_on(tmp_path: Path) -> None:
    game = Rewritten(tmp_path, TownScored, more_for_the_first(5))
    application, table = game.application, game.table
    first = game.true.event.ranking[0]
    disputed, finding, recounted = game.findings(RaiseDispute("Too much.", town=game.true.event.town))
    assert (disputed.check, disputed.event) == ("disputed", game.true.originator_version)
    assert f"{first.coat} {first.points + 5}" in disputed.text.partition("recounted")[0]
    assert f"{first.coat} {first.points}" in disputed.text.partition("recounted")[2]
    assert (recounted.check, recounted.event) == ("recount", game.true.originator_version)
    assert f"{first.coat} {first.points}, not {first.points + 5}" in recounted.text
    assert finding.event == game.true.originator_version
    assert f"TownScored.ranking.0.points is {first.points + 5}; by the rules it is {first.points}." in finding.text
    application.submit(table, OPENER, SettleDispute(1, "upheld", "Rewritten.", {first.coat: -5}))
    state = application.state(table)
    expected = {ranked.coat: ranked.points for ranked in game.true.event.ranking}
    right = {guild: expected.get(guild, 0) for guild in state.rules.points(state.state)}
    assert state.rules.points(state.state) == right
    track = scoring_track(state, list(application.log.read(table)))
    assert track["points"] == track["history"][-1]["points"] == right
    assert (track["history"][-1]["reason"], track["history"][-1]["gained"]) == ("scoreCorrected", {first.coat: -5})
    game.log.close()


def test_while_the_game_runs_a_finding_tells_nothing_of_what_is_sealed(tmp_path: Path) -> None:
    def change(topic: str, event: dict[str, Any]) -> None:
        if topic == InfluenceCardDrawn.topic:
            event["card"] = "another"

    game = Rewritten(tmp_path, InfluenceCardDrawn, change)
    # Up to the card: what comes after one that does not exist cannot be told by anybody.
    rows = game.log.rows(game.table)[: game.true.originator_version]
    found = [finding for finding in findings(game.table, rows, None, None) if not finding.ok]
    assert game.true.originator_version in [finding.event for finding in found]
    assert "InfluenceCardDrawn.card is not what the rules give." in found[0].text
    assert all(game.true.event.card not in finding.text for finding in found)
    game.log.close()


def test_examining_twice_records_once() -> None:
    application = steady_application(memory_log(), SEED)
    table = people_at_a_table(application, 2)
    move(application, table, SEED)
    application.submit(table, "bert", DOUBT)
    accepted = examine(application, table, 1)
    assert accepted is not None
    move(application, table, SEED)
    assert examine(application, table, 1) is None
    command = accepted.events[0].cause
    assert command is not None
    again = application.submit(table, "house:examiner", command, command_id="examine 1")
    assert (again.version, again.head) == (accepted.version, accepted.head)
    assert describe(application.state(table), again.events[0].event).endswith("nothing is wrong with the log.")
