"""Each way to cheat with a record, from a text editor to a forger who writes the whole history anew."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.audit import Finding, encode_record
from domain.chain import link
from domain.event import Event
from domain.macht.events import CardCommitted, Choice, FinalResult, GameStarted, GoldenCardDrawn, TownScored
from domain.receipt import Receipt
from domain.recorded import Recorded
from domain.sealed import seal
from domain.table.events import TableEnded, TableOpened
from service.proof.report import Report
from service.proof.verify import verify
from tests.proving import (
    FIRST_EVENT_LINE,
    FORGER,
    HOUSE,
    finished,
    finished_events,
    first_of,
    forged,
    with_lines,
    written,
)

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
SALT = "ab" * 32


def named(report: Report, check: str) -> set[int | None]:
    """The events in which a check has found something wrong."""
    return {finding.event for finding in report.wrong if finding.check == check}


@PLAYERS
def test_a_finished_game_is_sound_and_everything_was_checked(players: int) -> None:
    report = verify(finished(players), trusted=HOUSE.known)
    assert report.ok
    assert report.events == len(finished_events(players))
    assert all(finding.checked for finding in report.findings)
    assert {finding.check for finding in report.findings} == {
        "form", "chain", "signatures", "seals", "shuffle", "replay", "recount", "disputes",
    }  # fmt: skip


# With a text editor


@PLAYERS
@pytest.mark.parametrize("number", [2, 40, 100])
def test_a_dropped_event_is_named(players: int, number: int) -> None:
    report = verify(with_lines(finished(players), lambda lines: [*lines[: number - 1], *lines[number:]]))
    assert number in named(report, "chain")


@PLAYERS
def test_a_dropped_event_is_named_also_when_the_others_are_numbered_anew(players: int) -> None:
    def drop(lines: list[bytes]) -> list[bytes]:
        kept = [*lines[:39], *lines[40:]]
        return [re.sub(rb'"version":\d+}$', b'"version":%d}' % number, line) for number, line in enumerate(kept, 1)]

    assert 40 in named(verify(with_lines(finished(players), drop)), "chain")


@PLAYERS
def test_swapped_events_are_named(players: int) -> None:
    def swap(lines: list[bytes]) -> list[bytes]:
        return [*lines[:49], lines[50], lines[49], *lines[51:]]

    assert 50 in named(verify(with_lines(finished(players), swap)), "chain")


@PLAYERS
def test_an_added_event_is_named(players: int) -> None:
    report = verify(with_lines(finished(players), lambda lines: [*lines[:60], lines[59], *lines[60:]]))
    assert 61 in named(report, "chain")


@PLAYERS
def test_a_score_changed_in_a_text_editor_is_named(players: int) -> None:
    text = finished(players)
    scored = first_of(finished_events(players), TownScored)
    line = text.split(b"\n")[FIRST_EVENT_LINE - 2 + scored.originator_version]
    changed = re.sub(rb'"points":\d+', b'"points":99', line, count=1)
    assert changed != line
    report = verify(text.replace(line, changed))
    assert named(report, "chain") == {scored.originator_version}
    assert scored.originator_version in named(report, "replay")


@pytest.mark.parametrize("what", ["value", "salt"])
@pytest.mark.parametrize(
    ("players", "kind", "field"),
    [
        pytest.param(4, CardCommitted, "choice", id="a chosen card"),
        pytest.param(3, GoldenCardDrawn, "card", id="a golden card"),
        pytest.param(2, GameStarted, "pile", id="a pile"),
        pytest.param(4, TableOpened, "seed", id="the seed"),
        pytest.param(4, CardCommitted, "sealedCause", id="a secret command"),
    ],
)
def test_a_changed_secret_does_not_fit_its_seal(players: int, kind: type[Event], field: str, what: str) -> None:
    number = first_of(finished_events(players), kind).originator_version

    def change(lines: list[bytes]) -> list[bytes]:
        event = msgspec.json.decode(lines[number - 1])
        secret = event["openings"][field]
        secret[what] = "cd" * 32 if what == "salt" else other_value(secret["value"])
        return [*lines[: number - 1], msgspec.json.encode(event, order="sorted"), *lines[number:]]

    report = verify(with_lines(finished(players), change))
    assert number in named(report, "seals")
    assert named(report, "chain") == set()


def other_value(value: Any) -> Any:
    if isinstance(value, dict):
        return value | {"actionCard": "red-pickup", "influence": 1}
    return value[::-1]


# Cutting


@PLAYERS
def test_a_cut_tail_is_seen_against_a_receipt_and_in_the_record_itself(players: int) -> None:
    events = finished_events(players)
    kept = [e.receipt for e in events if e.receipt is not None]
    ends = [e.originator_version for e in events if e.signed is not None]
    cut = encode_record(written(events[: ends[-4]], HOUSE))
    last = kept[-1]
    assert last is not None
    report = verify(cut, [last])
    assert named(report, "receipt") == {ends[-4]}
    assert named(report, "seals") == {None}, "secrets are open though the game has not ended"


def test_a_record_cut_within_a_commit_lacks_its_last_signature() -> None:
    events = finished_events(4)
    last = max(e.originator_version for e in events[:-1] if e.signed is None)
    report = verify(encode_record(written(events[:last], HOUSE)))
    assert last in named(report, "signatures")


def test_a_record_without_any_receipt_is_nobodys_word() -> None:
    bare = [msgspec.structs.replace(e, signed=None) for e in finished_events(2)]
    assert len(bare) in named(verify(encode_record(written(bare))), "signatures")


def test_receipts_may_begin_in_the_middle_of_a_game_but_not_stop() -> None:
    events = finished_events(2)
    old = [msgspec.structs.replace(e, signed=None) if e.originator_version < 90 else e for e in events]
    report = verify(encode_record(written(old, HOUSE)))
    assert report.ok
    first = next(e.originator_version for e in old if e.signed is not None)
    assert any(f"Receipts begin at event {first}." in line for line in report.lines())
    assert not any("Receipts begin" in line for line in verify(finished(2)).lines())
    number = [e.originator_version for e in events if e.signed is not None][60]
    gap = [msgspec.structs.replace(e, signed=None) if e.originator_version == number else e for e in events]
    assert named(verify(encode_record(written(gap, HOUSE))), "signatures") == {number}


def test_receipts_that_were_kept_hold() -> None:
    events = finished_events(3)
    receipts = [e.receipt for e in events if e.receipt is not None]
    report = verify(finished(3), receipts)
    assert report.ok
    assert sum(finding.check == "receipt" for finding in report.findings) == len(receipts)


# A forger with a key of his own, who chains and signs everything anew


def rescored(event: Event) -> Event:
    assert isinstance(event, TownScored)
    first, *others = event.ranking
    return msgspec.structs.replace(event, ranking=(msgspec.structs.replace(first, points=99), *others))


def repiled(event: Event) -> Event:
    assert isinstance(event, GameStarted)
    pile = event.pile.read()
    return msgspec.structs.replace(event, pile=seal((pile[1], pile[0], *pile[2:]), None, SALT))


def reseeded(event: Event) -> Event:
    assert isinstance(event, TableOpened)
    return msgspec.structs.replace(event, seed=seal("12" * 32, None, SALT))


def rechosen(event: Event) -> Event:
    assert isinstance(event, CardCommitted)
    other = Choice(event.choice.read().action_card, event.choice.read().influence + 1)
    return msgspec.structs.replace(event, choice=seal(other, event.seat, SALT))


def redrawn(event: Event) -> Event:
    assert isinstance(event, GoldenCardDrawn)
    return msgspec.structs.replace(event, card=seal("gold-A-town-gent", event.seat, SALT))


def rewon(event: Event) -> Event:
    assert isinstance(event, FinalResult)
    return msgspec.structs.replace(event, winners=(0, 1))


def with_another_seed_shown(event: Event) -> Event:
    assert isinstance(event, TableEnded)
    return msgspec.structs.replace(event, seed="12" * 32)


@pytest.mark.parametrize(
    ("players", "kind", "change", "check"),
    [
        pytest.param(2, TownScored, rescored, "replay", id="a score of two"),
        pytest.param(4, TownScored, rescored, "replay", id="a score"),
        pytest.param(4, GameStarted, repiled, "shuffle", id="a golden pile"),
        pytest.param(2, GameStarted, repiled, "shuffle", id="an influence pile"),
        pytest.param(3, CardCommitted, rechosen, "replay", id="a chosen card"),
        pytest.param(3, GoldenCardDrawn, redrawn, "replay", id="a golden card"),
        pytest.param(4, FinalResult, rewon, "replay", id="the winner"),
        pytest.param(4, TableEnded, with_another_seed_shown, "seals", id="the seed at the end"),
    ],
)
def test_a_forged_event_does_not_follow_from_the_rules(
    players: int, kind: type[Event], change: Callable[[Event], Event], check: str
) -> None:
    events = finished_events(players)
    number = first_of(events, kind).originator_version
    text = encode_record(written(forged(events, number, change), FORGER))
    report = verify(text, trusted=HOUSE.known)
    assert number in named(report, check), report.lines()
    assert named(report, "chain") == set()
    assert named(report, "signatures") == {None}, "the forger's key is not the house's"


def test_a_forged_seed_deals_other_piles() -> None:
    events = finished_events(4)
    report = verify(encode_record(written(forged(events, 1, reseeded), FORGER)))
    assert first_of(events, GameStarted).originator_version in named(report, "shuffle") | named(report, "replay")


def test_with_the_signatures_there_were_a_forged_history_is_not_the_houses() -> None:
    events = finished_events(4)
    number = first_of(events, TownScored).originator_version
    report = verify(encode_record(written(forged(events, number, rescored, None), HOUSE)))
    ends = [e.originator_version for e in events if e.signed is not None and e.originator_version >= number]
    assert ends[0] in named(report, "signatures")


def test_a_receipt_proves_that_history_was_rewritten() -> None:
    events = finished_events(4)
    number = first_of(events, TownScored).originator_version
    kept = next(e.receipt for e in events if e.originator_version >= number and e.receipt is not None)
    assert isinstance(kept, Receipt)
    text = encode_record(written(forged(events, number, rescored), FORGER))
    assert named(verify(text, [kept], trusted=HOUSE.known), "receipt") == {kept.version}
    (unknown,) = [finding for finding in verify(text, [kept]).wrong if finding.check == "receipt"]
    assert (unknown.event, "is unknown" in unknown.text) == (None, True), "without the house's keys it proves nothing"


def test_a_receipt_that_the_house_has_not_signed_accuses_nobody() -> None:
    true = next(e.receipt for e in finished_events(4) if e.receipt is not None)
    assert isinstance(true, Receipt)
    other = FORGER.sign(true.table, true.version, "ab" * 32)
    for forgery, said in (
        (msgspec.structs.replace(true, head="ab" * 32), "not the house's"),
        (msgspec.structs.replace(true, signature="cd" * 64), "not the house's"),
        (msgspec.structs.replace(true, version=-7), "not the house's"),
        (msgspec.structs.replace(true, head="ab" * 32, key=other.key, signature=other.signature), "is unknown"),
    ):
        for trusted in (None, HOUSE.known):
            report = verify(finished(4), [forgery], trusted=trusted)
            (found,) = report.wrong
            assert (found.check, found.event, said in found.text) == ("receipt", None, True)


def test_another_key_under_the_id_of_the_houses_is_seen() -> None:
    text = finished(2).replace(HOUSE.public.hex().encode(), FORGER.public.hex().encode())
    assert None in named(verify(text), "signatures")


def test_a_key_that_signed_nothing_has_no_place_in_a_record() -> None:
    assert named(verify(encode_record(written(finished_events(2), HOUSE, FORGER))), "signatures") == {None}


def test_another_board_is_not_the_tables() -> None:
    text = finished(2)
    assert b'"cathedrals":' in text
    changed = re.sub(rb'"cathedrals":\d+', b'"cathedrals":77', text, count=1)
    assert named(verify(changed), "form") == {1}


def test_something_more_in_an_event_is_seen_though_it_is_chained_and_signed() -> None:
    events = list(finished_events(2))
    events[-1] = with_more(events[-1], events[-2].head)
    assert named(verify(encode_record(written(events, HOUSE, FORGER))), "form") == {len(events)}


def with_more(recorded: Recorded, previous: str) -> Recorded:
    document = msgspec.json.decode(recorded.public)
    document["event"]["note"] = "hello"
    public = msgspec.json.encode(document, order="sorted")
    head = link(previous, recorded.originator_id, recorded.originator_version, recorded.topic, public)
    signed = FORGER.sign(recorded.originator_id, recorded.originator_version, head)
    return msgspec.structs.replace(recorded, public=public, head=head, signed=signed)


def test_findings_name_no_secret() -> None:
    """A dispute may show them to the whole table while the game goes on."""
    events = finished_events(3)
    number = first_of(events, CardCommitted).originator_version
    findings: list[Finding] = verify(encode_record(written(forged(events, number, rechosen), FORGER))).wrong
    first = next(finding for finding in findings if finding.event == number)
    assert "silver" not in first.text
    assert first_of(events, CardCommitted).event.choice.read().action_card not in first.text
