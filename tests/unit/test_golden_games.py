"""Games recorded by former releases replay, event by event, to the result they had."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domain import recorded as recording
from domain.chain import GENESIS
from domain.errors import UnknownTopic
from domain.event import TOPICS
from domain.macht.events import FinalResult, GameEnded
from domain.recorded import Recorded, decode, encode, follows
from domain.table import decide, fold
from service.commands import parse
from tests import invariants
from tests.record_games import ENDS, FOLDER, file_of

GAMES = sorted(FOLDER.glob("macht-*.jsonl"))
SAMPLES = [json.loads(row) for row in (FOLDER / "topics.jsonl").read_text().splitlines()]


def read(row: dict[str, Any]) -> Recorded:
    return decode(UUID(row["table"]), row["version"], row["topic"], row["stored"].encode())


def rows_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(row) for row in file.read_text().splitlines()]


def test_every_way_of_ending_is_recorded_for_every_number_of_players() -> None:
    assert {file_of(players, end) for players, ends in ENDS.items() for end in ends} == set(GAMES)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_recorded_game_replays_to_its_result(file: Path) -> None:
    events = [read(row) for row in rows_of(file)]
    head = GENESIS
    for recorded in events:
        assert follows(recorded, head)
        head = recorded.head
    table = fold(None, [recorded.event for recorded in events], events[0].originator_id)
    invariants.check(table.state)
    ended = next(e.event for e in events if isinstance(e.event, GameEnded))
    result = next(e.event for e in events if isinstance(e.event, FinalResult))
    assert ended.reason == file.stem.rpartition("-")[2] == table.state.ending.reason
    assert table.rules.standing(table.state).totals == result.totals
    assert table.rules.standing(table.state).winners == result.winners


class Salts:
    """The salts that were drawn then, by the seals they made: re-execution must not need fresh ones."""

    def __init__(self, commit: list[Recorded]) -> None:
        self.now = commit[0].at
        self._salts = [
            getattr(recorded.event, name).salt
            for recorded in commit
            for name, _, _ in recording.sealed_fields(type(recorded.event))
        ]

    def salt(self, _: str) -> str:
        return self._salts.pop(0)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_every_command_of_a_recorded_game_leads_to_the_same_events_again(file: Path) -> None:
    events = [read(row) for row in rows_of(file)]
    starts = [n for n, recorded in enumerate(events) if recorded.opens_commit]
    table = None
    for start, stop in zip(starts, [*starts[1:], len(events)], strict=True):
        commit = events[start:stop]
        first = commit[0]
        if table is not None:
            cause = first.cause or first.sealed_cause.read()
            command = parse(table.game, table.rules_version, cause)
            assert decide(table, first.actor, command, Salts(commit)) == [e.event for e in commit]  # type: ignore[arg-type]
        table = fold(table, [e.event for e in commit], first.originator_id)


def test_there_is_a_stored_sample_of_every_topic() -> None:
    assert {row["topic"] for row in SAMPLES} == set(TOPICS) | set(recording.UPCASTERS)


@pytest.mark.parametrize("row", SAMPLES, ids=lambda row: row["topic"])
def test_a_stored_sample_is_read_and_would_be_stored_the_same(row: dict[str, Any]) -> None:
    recorded = read(row)
    if row["topic"] in TOPICS:
        assert encode(recorded).decode() == row["stored"]


def test_an_old_form_is_read_through_its_upcaster_and_its_chain_still_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(file_of(4, "both"))
    at = next(n for n, row in enumerate(rows) if row["topic"] == "macht.CardCommitted/1")
    before, now = read(rows[at - 1]), read(rows[at])
    monkeypatch.setitem(TOPICS, "macht.CardCommitted/2", type(now.event))
    monkeypatch.delitem(TOPICS, "macht.CardCommitted/1")

    def upcaster(event: dict[str, Any]) -> dict[str, Any]:
        return event | {"round": event["round"] + 100}

    monkeypatch.setitem(recording.UPCASTERS, "macht.CardCommitted/1", ("macht.CardCommitted/2", upcaster))
    old = read(rows[at])
    assert old.event.round == now.event.round + 100
    assert old.event.choice == now.event.choice
    assert old.sealed_cause == now.sealed_cause
    assert follows(old, before.head)


def test_a_topic_of_a_later_release_is_named() -> None:
    row = SAMPLES[0] | {"topic": "macht.FireBrokeOut/1"}
    with pytest.raises(UnknownTopic, match="FireBrokeOut"):
        read(row)
