"""Disputes: who may raise, examine and settle one, and what a correction does (T6)."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.errors import Rejected
from domain.macht.commands import CommitCards
from domain.redact import SPECTATOR, Viewer, redact
from domain.rules import Standing
from domain.table import (
    EXAMINER,
    AbandonTable,
    ExamineDispute,
    Finding,
    OpenTable,
    RaiseDispute,
    SeatBot,
    SettleDispute,
    StartTable,
    Table,
    TakeSeat,
    decide,
    fold,
    open_table,
)
from domain.table.disputes.events import DisputeExamined, DisputeRaised, DisputeSettled, ScoreCorrected
from domain.table.events import TableOpened
from domain.table.text import describe
from domain.table.view import view
from service.commands import parse

from .test_table import ANNA, BERT, CONTEXT, CORA, ID, after, ended, play_a_move, refused, running, seated

FINE = (Finding("chain", True, None, "All is well."),)
DOUBT = RaiseDispute("Red has too much.", town="gent")
EXAMINATION = ExamineDispute(1, FINE)
UPHELD, REJECTED = SettleDispute(1, "upheld", "So it is."), SettleDispute(1, "rejected", "It is not.")


def doubted(of: Callable[[], Table] = running) -> Table:
    return after(of(), (BERT, DOUBT))


def examined(of: Callable[[], Table] = running) -> Table:
    return after(doubted(of), (EXAMINER, EXAMINATION))


def judged(arbiter: str | None = CORA, *, waits: bool = False) -> Table:
    """A running table with an arbiter who does not sit at it."""
    opening = OpenTable("macht", 2, arbiter=arbiter, wait_for_disputes=waits)
    table = fold(None, open_table(opening, ANNA, CONTEXT), ID)
    return after(table, (ANNA, TakeSeat()), (BERT, TakeSeat()), (ANNA, StartTable()))


def waiting() -> Table:
    return after(judged(waits=True), (BERT, DOUBT))


# Raised, examined, settled


@pytest.mark.parametrize("of", [running, ended])
def test_a_dispute_goes_from_seat_to_examiner_to_arbiter(of):
    assert decide(of(), BERT, DOUBT, CONTEXT) == [DisputeRaised(1, 1, "Red has too much.", "gent")]
    assert decide(doubted(of), EXAMINER, EXAMINATION, CONTEXT) == [DisputeExamined(1, FINE)]
    assert decide(examined(of), ANNA, REJECTED, CONTEXT) == [DisputeSettled(1, "rejected", "It is not.")]
    (dispute,) = after(examined(of), (ANNA, REJECTED)).disputes
    assert dispute.document() == {
        "dispute": 1,
        "seat": 1,
        "town": "gent",
        "version": None,
        "reason": "Red has too much.",
        "status": "rejected",
        "findings": [{"check": "chain", "ok": True, "event": None, "text": "All is well.", "says": None}],
        "verdict": "It is not.",
        "corrections": {},
    }


def test_a_dispute_may_be_about_a_version_and_the_next_one_has_the_next_number():
    table = after(doubted(), (ANNA, RaiseDispute("This?", version=9)))
    assert [(d.number, d.seat, d.town, d.version) for d in table.disputes] == [(1, 1, "gent", None), (2, 0, None, 9)]


def test_a_seat_whose_dispute_was_settled_may_raise_another():
    table = after(examined(), (ANNA, REJECTED), (BERT, DOUBT))
    assert [dispute.status for dispute in table.disputes] == ["rejected", "raised"]


def test_the_opener_is_the_arbiter_unless_another_is_named():
    assert running().arbiter == ANNA
    assert judged().arbiter == CORA
    assert judged(None).arbiter == ANNA


def test_a_table_opened_by_a_former_release_goes_on_during_disputes_and_its_opener_is_the_arbiter():
    stored = msgspec.to_builtins(running().seed)
    old = {"game": "macht", "rulesVersion": 1, "seats": 2, "options": {}, "opener": ANNA, "seed": stored}
    event = msgspec.convert(old, TableOpened)
    assert msgspec.to_builtins(event) == old
    assert (fold(None, [event], ID).arbiter, fold(None, [event], ID).wait_for_disputes) == (ANNA, False)


REFUSALS: dict[str, tuple[Callable[[], Table], str, Any, str]] = {
    "doubting before the start": (seated, BERT, DOUBT, "wrongPhase T6.1"),
    "doubting what was given up": (
        lambda: after(running(), (ANNA, AbandonTable()), (BERT, AbandonTable())),
        BERT,
        DOUBT,
        "wrongPhase T6.1",
    ),
    "a stranger's doubt": (running, CORA, DOUBT, "notSeated T6.1"),
    "the doubt of an arbiter without a seat": (judged, CORA, DOUBT, "notSeated T6.1"),
    "the examiner's own doubt": (running, EXAMINER, DOUBT, "notSeated T6.1"),
    "doubt about nothing": (running, BERT, RaiseDispute("Hm."), "malformed T6.1"),
    "doubt about two things": (running, BERT, RaiseDispute("Hm.", "gent", 3), "malformed T6.1"),
    "an empty reason": (running, BERT, RaiseDispute(" \n", "gent"), "malformed T6.1"),
    "a reason that steers the terminal": (running, BERT, RaiseDispute("\x1b[2J", "gent"), "malformed T6.1"),
    "a town unheard of": (running, BERT, RaiseDispute("Hm.", "paris"), "unknownTown T6.1"),
    "a second doubt": (doubted, BERT, RaiseDispute("And this?", version=3), "alreadyDisputing T6.2"),
    "a second doubt after the examination": (examined, BERT, DOUBT, "alreadyDisputing T6.2"),
    "an examination by a player": (doubted, BERT, EXAMINATION, "notTheExaminer T6.3"),
    "an examination by the arbiter": (doubted, ANNA, EXAMINATION, "notTheExaminer T6.3"),
    "an examination of nothing": (running, EXAMINER, EXAMINATION, "unknownDispute T6.3"),
    "a second examination": (examined, EXAMINER, EXAMINATION, "alreadyExamined T6.3"),
    "settling what was not examined": (doubted, ANNA, UPHELD, "notExamined T6.4"),
    "settling what was not raised": (running, ANNA, UPHELD, "unknownDispute T6.3"),
    "settling a dispute before the first": (examined, ANNA, SettleDispute(0, "upheld", "So."), "unknownDispute T6.3"),
    "settling as a player": (examined, BERT, UPHELD, "notTheArbiter T6.4"),
    "settling as the opener where another is the arbiter": (judged, ANNA, UPHELD, "notTheArbiter T6.4"),
    "settling as the examiner": (examined, EXAMINER, UPHELD, "notTheArbiter T6.4"),
    "settling twice": (lambda: after(examined(), (ANNA, REJECTED)), ANNA, UPHELD, "alreadySettled T6.4"),
    "correcting what was rejected": (
        examined,
        ANNA,
        SettleDispute(1, "rejected", "No.", {"red": 1}),
        "badCorrection T6.5",
    ),
    "correcting by nothing": (examined, ANNA, SettleDispute(1, "upheld", "Yes.", {"red": 0}), "badCorrection T6.5"),
    "taking what a guild does not have": (
        examined,
        ANNA,
        SettleDispute(1, "upheld", "Yes.", {"red": -1}),
        "badCorrection T6.5",
    ),
    "a guild unheard of": (examined, ANNA, SettleDispute(1, "upheld", "Yes.", {"pink": 1}), "unknownGuild T6.5"),
    "a move while the table waits": (waiting, ANNA, CommitCards("red-site"), "disputeOpen T6.6"),
}


@pytest.mark.parametrize(("table", "actor", "command", "said"), REFUSALS.values(), ids=REFUSALS)
def test_the_host_refuses_with_a_code_a_rule_and_a_sentence(table, actor, command, said):
    refusal = refused(table(), actor, command)
    assert f"{refusal.code} {refusal.rule}" == said
    assert refusal.message[0].isupper()
    assert refusal.message.endswith(".")


@pytest.mark.parametrize(
    "document",
    [
        {"type": "RaiseDispute", "reason": "", "town": "gent"},
        {"type": "RaiseDispute", "reason": "x" * 2001, "town": "gent"},
        {"type": "RaiseDispute", "reason": "x", "version": 0},
        {"type": "SettleDispute", "dispute": 1, "verdict": "perhaps", "text": "x"},
        {"type": "SettleDispute", "dispute": 1, "verdict": "upheld", "text": "x", "corrections": {"red": 1001}},
        {"type": "SettleDispute", "dispute": 0, "verdict": "upheld", "text": "x"},
    ],
)
def test_what_has_not_the_form_of_a_command_is_none(document):
    with pytest.raises(Rejected, match="malformed"):
        parse("macht", 1, document)


@pytest.mark.parametrize("name", [EXAMINER, "house:", "bot:0"])
def test_no_account_has_a_name_of_the_house_or_of_a_bot(name):
    with pytest.raises(Rejected, match="notAPerson"):
        open_table(OpenTable("macht", 2), name, CONTEXT)
    with pytest.raises(Rejected, match="notAPerson"):
        open_table(OpenTable("macht", 2, arbiter=name), ANNA, CONTEXT)
    assert refused(after(fold(None, open_table(OpenTable("macht", 2), ANNA, CONTEXT), ID)), name, TakeSeat()).code == (
        "notAPerson"
    )


# Waiting


def test_a_table_that_waits_awaits_no_seat_until_the_dispute_is_settled():
    table = judged(waits=True)
    assert table.awaited
    for event in (*decide(table, BERT, DOUBT, CONTEXT), DisputeExamined(1, FINE)):
        table = fold(table, [event], ID)
        assert table.is_halted
        assert not table.awaited
        document = view(table, 9, SPECTATOR)
        assert (document["awaited"], document["game"]["awaited"]) == ([], {})
    assert table.is_arbiter_awaited
    settled = after(table, (CORA, REJECTED))
    assert settled.awaited == judged(waits=True).awaited
    assert not settled.is_arbiter_awaited
    assert fold(settled, play_a_move(settled), ID).state != settled.state


def test_a_table_that_goes_on_goes_on():
    table = doubted()
    assert table.awaited
    assert fold(table, play_a_move(table), ID).state != table.state
    assert not table.is_arbiter_awaited
    assert examined().is_arbiter_awaited


def test_those_who_wait_may_still_leave():
    assert after(waiting(), (BERT, SeatBot(1, "random"))).chairs[1].bot == "random"
    given_up = after(waiting(), (ANNA, AbandonTable()), (BERT, AbandonTable()))
    assert given_up.status == "abandoned"
    assert given_up.open_disputes == ()


# Corrected


def test_a_correction_in_mid_game_moves_the_guilds_on_the_track():
    table = after(examined(), (ANNA, SettleDispute(1, "upheld", "Yes.", {"red": 3, "blue": 2})))
    assert table.rules.points(table.state)["red"] == 3
    assert table.rules.points(table.state)["blue"] == 2
    assert table.rules.standing(table.state) is None
    assert table.disputes[0].corrections == {"red": 3, "blue": 2}


def test_a_correction_after_the_end_changes_totals_and_winners():
    table = examined(ended)
    before = table.rules.standing(table.state)
    (loser,) = {0, 1} - set(before.winners)
    guild = table.rules.view(table.state, SPECTATOR)["seats"][loser]["guild"]
    settled, corrected = decide(table, ANNA, SettleDispute(1, "upheld", "Yes.", {guild: 500}), CONTEXT)
    totals = tuple(total + (500 if seat == loser else 0) for seat, total in enumerate(before.totals))
    assert corrected == ScoreCorrected(1, {guild: 500}, Standing(totals, (loser,)))
    table = fold(table, [settled, corrected], ID)
    assert table.rules.standing(table.state) == Standing(totals, (loser,))
    assert view(table, 9, SPECTATOR)["game"]["ending"]["winners"] == [loser]


# Told


def test_everything_is_told_in_sentences():
    wrong = Finding("reexecution", False, 57, "Event 57 (macht.TownScored/1) is not what the rules give.")
    told = [
        describe(running(), event)
        for event in (
            DisputeRaised(1, 1, "Two\nlines.", "gent"),
            DisputeRaised(2, 0, "What?", version=57),
            DisputeExamined(1, FINE),
            DisputeExamined(2, (*FINE, wrong)),
            DisputeSettled(1, "upheld", "So it is."),
            ScoreCorrected(1, {"red": -3, "blue": 2}),
            ScoreCorrected(1, {"red": -3}, Standing((30, 30), (0, 1))),
        )
    ]
    assert told == [
        "Seat 1 disputes the scoring of gent (dispute 1): \u201cTwo lines.\u201d",
        "Seat 0 disputes event 57 (dispute 2): \u201cWhat?\u201d",
        "The house has examined dispute 1: nothing is wrong with the log.",
        "The house has examined dispute 2: Event 57 (macht.TownScored/1) is not what the rules give.",
        "Dispute 1 is upheld: \u201cSo it is.\u201d",
        "After dispute 1 the score is corrected: red -3, blue +2.",
        "After dispute 1 the score is corrected: red -3. "
        "The result is now seat 0 30, seat 1 30; seat 0 and seat 1 won.",
    ]


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer(0), Viewer(1)])
def test_a_dispute_is_public(viewer):
    table = examined()
    assert redact(table, viewer).disputes == table.disputes
    assert view(table, 9, viewer)["disputes"] == [table.disputes[0].document()]
