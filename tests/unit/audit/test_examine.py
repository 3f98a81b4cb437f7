"""`examine` on events of the log, as the examination of a dispute calls it."""

import dataclasses

import msgspec
import pytest

from domain import games
from domain.audit import Finding, examine
from domain.event import Event
from domain.games import latest
from domain.macht.events import DistrictBuilt, TownScored
from tests.proving import at_a_table, finished_events, first_of, forged


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sound_table_has_one_finding_for_each_check(players: int) -> None:
    events = finished_events(players)
    findings = examine(events[0].originator_id, events)
    assert [finding.check for finding in findings] == ["chain", "form", "seals", "shuffle", "replay", "recount"]
    assert all(finding.ok and finding.checked for finding in findings)


def test_the_log_of_a_running_table_is_examined_whole() -> None:
    """The house knows the seed of its own tables."""
    application, table = at_a_table(4)
    findings = examine(table, list(application.log.read(table)))
    assert all(finding.ok and finding.checked for finding in findings)


def test_it_tells_of_the_events_it_has_played() -> None:
    events = finished_events(3)
    played: list[int] = []
    examine(events[0].originator_id, events, played.append)
    assert sum(played) == len(events)


def test_a_command_that_the_rules_refuse_is_named() -> None:
    events = finished_events(2)
    number = next(e.originator_version for e in events if isinstance(e.event, DistrictBuilt) and e.opens_commit)
    elsewhere = [
        msgspec.structs.replace(e, cause=e.cause | {"space": "nowhere-1"}) if e.originator_version == number else e
        for e in events
    ]
    findings = examine(events[0].originator_id, forged(elsewhere, 0, lambda event: event))
    wrong = next(finding for finding in findings if finding.check == "replay" and not finding.ok)
    assert wrong.event == number
    assert "unknownSpace" in wrong.text


def test_events_that_fit_nowhere_end_the_replay_and_nothing_else() -> None:
    events = finished_events(2)
    scrambled = [*events[:10], *events[200:210]]
    findings = examine(events[0].originator_id, scrambled)
    assert {finding.check for finding in findings if not finding.ok} >= {"chain", "replay"}


def test_no_event_is_no_table() -> None:
    assert [finding.ok for finding in examine(finished_events(2)[0].originator_id, [])] == [False]


def test_a_second_opinion_on_scorings_is_asked_where_a_game_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    events = finished_events(4)
    scored = first_of(events, TownScored)

    def recount(state: object, event: Event) -> str | None:
        assert state is not None
        return "I count otherwise." if event == scored.event else None

    asked = dataclasses.replace(latest("macht"), recount=recount)
    monkeypatch.setitem(games._GAMES, "macht", (asked,))
    games.pinned.cache_clear()
    findings = examine(events[0].originator_id, events)
    games.pinned.cache_clear()
    wrong = [finding for finding in findings if not finding.ok]
    number = scored.originator_version
    assert wrong == [Finding("recount", False, number, f"Event {number}: I count otherwise.")]
