"""Disputes over HTTP, examined by a worker of its own process, settled by the arbiter, corrected for all to see."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.macht.events import FinalResult, TownScored
from domain.table import EXAMINER, ExamineDispute, RaiseDispute
from projections import Views
from service.api import create_app
from service.database import sqlite_engine
from tests.api_house import API, UNLIMITED, Guest
from tests.keeping import catch_up, kept
from tests.playing import move, play_to_the_end
from tests.stack import Stack, guildhall, running, until
from tests.tampering import Change, rewrite

SEED = "disputed"
MORE = 7


@dataclass
class Court:
    """Two players, and an arbiter who does not play."""

    stack: Stack
    anna: Guest
    bert: Guest
    judge: Guest
    table: UUID

    @property
    def path(self) -> str:
        return f"/tables/{self.table}"

    @property
    def log(self) -> list[Any]:
        return list(self.stack.house.log.read(self.table))

    def disputes(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.judge.reads(f"{self.path}/disputes")["disputes"]
        return found

    def examined(self, number: int = 1) -> dict[str, Any]:
        def found() -> dict[str, Any] | None:
            dispute = self.disputes()[number - 1]
            return None if dispute["status"] == "raised" else dispute

        return until(found, what=f"The examination of dispute {number}")

    def await_inbox(self, guest: Guest, *kinds: str) -> list[dict[str, Any]]:
        def found() -> list[dict[str, Any]] | None:
            inbox = guest.reads("/me/inbox")["awaited"]
            return inbox if [item["kind"] for item in inbox] == list(kinds) else None

        self.stack.await_view(self.table)
        found_all = found()
        assert found_all is not None, guest.reads("/me/inbox")
        return found_all


def court(stack: Stack, **wishes: Any) -> Court:
    app = create_app(stack.house)

    def guest(name: str) -> Guest:
        account, token = stack.house.accounts.register(name)
        return Guest(app, token, account.id)

    anna, bert, judge = guest("Anna"), guest("Bert"), guest("Jan")
    opened = anna.does("/tables", {"game": "macht", "seats": 2, "arbiter": judge.account} | wishes)
    table = UUID(opened["table"])
    assert (opened["arbiter"], opened["disputes"]) == (judge.account, [])
    for person in (anna, bert):
        person.does(f"/tables/{table}/seats", {"invite": opened["invite"]} if "invite" in opened else {})
    anna.does(f"/tables/{table}/start")
    return Court(stack, anna, bert, judge, table)


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with running(tmp_path, workers=0, rate_limit=UNLIMITED) as stack:
        yield stack


def doubt(guest: Guest, court: Court, key: str | None = None, **about: Any) -> Any:
    headers = {} if key is None else {"Idempotency-Key": key}
    return guest.post(f"{court.path}/disputes", {"reason": "I doubt it."} | (about or {"version": 1}), headers)


def settle(guest: Guest, court: Court, key: str | None = None, number: int = 1, **verdict: Any) -> Any:
    headers = {} if key is None else {"Idempotency-Key": key}
    body = {"verdict": "rejected", "text": "It is right."} | verdict
    return guest.post(f"{court.path}/disputes/{number}/settlement", body, headers)


def examined_court(stack: Stack, **wishes: Any) -> Court:
    """A dispute that was examined, without a worker."""
    found = court(stack, **wishes)
    application = stack.house.application
    application.submit(found.table, found.bert.account, RaiseDispute("Hm.", version=2))
    application.submit(found.table, EXAMINER, ExamineDispute(1, ()))
    return found


# A wrong score


def test_a_planted_error_is_found_upheld_and_corrected_for_all_to_see(stack: Stack, tmp_path: Path) -> None:
    found = court(stack)
    application = stack.house.application
    play_to_the_end(application, found.table, SEED)
    true, guild = next(
        (recorded, ranked.coat)
        for recorded in found.log
        if isinstance(recorded.event, TownScored)
        for ranked in recorded.event.ranking
        if ranked.coat != "grey"
    )
    result = next(recorded for recorded in found.log if isinstance(recorded.event, FinalResult))
    change = _more_for(guild, true.event.town, application.state(found.table).state)
    rewrite(stack.settings.events_file, found.table, change)
    application.forget()
    stack.start_worker()
    town = true.event.town
    assert doubt(found.bert, found, town=town).status_code == 201

    dispute = found.examined()
    # The result follows from what was written: the event that does not is the one that is named.
    disputed, *wrong = [finding for finding in dispute["findings"] if not finding["ok"]]
    assert {finding["check"] for finding in wrong} == {"signatures", "replay", "recount"}
    assert {finding["event"] for finding in wrong if finding["check"] != "signatures"} == {true.originator_version}
    assert min(finding["event"] for finding in wrong) == true.originator_version
    assert (disputed["check"], disputed["event"]) == ("disputed", true.originator_version)
    (wait,) = found.await_inbox(found.judge, "settleDispute")
    assert (wait["table"], wait["seat"]) == (str(found.table), None)
    assert stack.house.views.results()[0][0]["seats"] != seats_of(result.event, found)

    settled = settle(found.judge, found, verdict="upheld", text="Somebody wrote it anew.", corrections={guild: -MORE})
    assert settled.status_code == 201, settled.text
    assert [event["topic"] for event in settled.get_json()["events"]] == [
        "table.DisputeSettled/1",
        "table.ScoreCorrected/1",
    ]
    stack.await_view(found.table)
    until(lambda: stack.house.views.position() == stack.house.log.newest(), what="The results")
    assert found.judge.reads("/me/inbox")["awaited"] == []
    told = [line["text"] for line in found.anna.reads(f"{found.path}/log?after={dispute_version(found)}")["lines"]]
    assert told[1].startswith(f"The house has examined dispute 1: Event {true.originator_version}: ")
    assert told[3].startswith(f"After dispute 1 the score is corrected: {guild} -{MORE}. The result is now")
    view = found.anna.reads(f"{found.path}/board")["view"]
    assert view["points"] == result.event.guilds
    assert (tuple(view["ending"]["totals"]), tuple(view["ending"]["winners"])) == (
        result.event.totals,
        result.event.winners,
    )
    track = found.anna.reads(f"{found.path}/scoring")["track"]
    assert track["points"] == track["history"][-1]["points"] == result.event.guilds
    assert track["winners"] == list(result.event.winners)
    assert stack.house.views.results()[0][0]["seats"] == seats_of(result.event, found)
    leaders = {leader["account"]: leader for leader in found.anna.reads("/games/macht/leaderboard")["leaders"]}
    for seat, person in enumerate((found.anna, found.bert)):
        leader = leaders[person.account]
        assert (leader["games"], leader["points"]) == (1, result.event.totals[seat])
        assert leader["wins"] == (1 if seat in result.event.winners else 0) / len(result.event.winners)
    assert found.bert.reads(found.path)["disputes"] == found.disputes()

    listed = guildhall(stack.settings, "disputes", str(found.table))
    assert listed.returncode == 0
    assert f"1. upheld: seat 1 about {town}: I doubt it." in listed.stdout
    assert f"WRONG disputed: Event {true.originator_version}: " in listed.stdout
    assert f"WRONG replay: Event {true.originator_version}: TownScored." in listed.stdout
    rebuilt = Views(sqlite_engine(tmp_path / "rebuilt.sqlite"))
    rebuilt.migrate()
    catch_up(rebuilt, application, found.table)
    assert kept(rebuilt) == kept(stack.house.views)
    rebuilt.close()
    assert "Traceback" not in stack.worker_log


def _more_for(guild: str, town: str, state: Any) -> Change:
    """What a careful attacker writes: more for a guild in a town, and a result that fits."""
    coat = state.plan.coat_number[guild]
    seat = next(n for n, player in enumerate(state.seats) if coat in (player.guild, player.influenced))

    def change(topic: str, event: dict[str, Any]) -> None:
        if topic == "macht.TownScored/1" and event["town"] == town:
            next(ranked for ranked in event["ranking"] if ranked["coat"] == guild)["points"] += MORE
        if topic == "macht.FinalResult/1":
            event["guilds"][guild] += MORE
            event["totals"][seat] += MORE
            best = max(event["totals"])
            event["winners"] = [n for n, total in enumerate(event["totals"]) if total == best]

    return change


def dispute_version(found: Court) -> int:
    return next(r.originator_version for r in found.log if r.topic == "table.DisputeRaised/1") - 1


def seats_of(result: FinalResult, found: Court) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "account": person.account,
            "bot": None,
            "points": result.totals[seat],
            "won": (1 if seat in result.winners else 0) / len(result.winners),
        }
        for seat, person in enumerate((found.anna, found.bert))
    ]


# Workers


def test_what_was_raised_while_no_worker_ran_and_redis_forgot_is_examined_when_one_starts(stack: Stack) -> None:
    found = court(stack)
    assert doubt(found.bert, found).status_code == 201
    stack.house.redis.flushall()
    stack.start_worker()
    dispute = found.examined()
    assert [(finding["check"], finding["ok"]) for finding in dispute["findings"]] == [
        (check, True) for check in ("disputed", "form", "chain", "signatures", "seals", "shuffle", "replay", "recount")
    ]
    found.await_inbox(found.judge, "settleDispute")


def test_three_workers_examine_a_dispute_once(stack: Stack) -> None:
    found = court(stack)
    for _ in range(3):
        stack.start_worker()
    for person in (found.anna, found.bert):
        assert doubt(person, found).status_code == 201
        stack.house.redis.flushall()
    found.examined(1)
    found.examined(2)
    stack.await_view(found.table)
    assert [r.topic for r in found.log].count("table.DisputeExamined/1") == 2


def test_without_redis_a_dispute_is_examined_all_the_same(stack: Stack) -> None:
    found = court(stack)
    stack.start_worker()
    stack.await_view(found.table)
    stack.valkey.end()
    assert doubt(found.bert, found).status_code == 201
    assert found.examined()["status"] == "examined"
    stack.valkey.start()


# Waiting


def test_a_table_that_waits_awaits_its_arbiter_alone_and_its_bots_sit_still(stack: Stack) -> None:
    found = court(stack, waitForDisputes=True)
    found.bert.does(f"{found.path}/seats/1/bot", {"strategy": "random"}, "PUT")
    application = stack.house.application
    while 1 in application.state(found.table).awaited or 0 not in application.state(found.table).awaited:
        move(application, found.table, SEED)
    assert doubt(found.anna, found).status_code == 201
    stack.start_worker()
    found.examined()
    found.await_inbox(found.anna)
    (wait,) = found.await_inbox(found.judge, "settleDispute")
    assert wait["seat"] is None
    table = found.anna.reads(found.path)
    assert (table["awaited"], table["view"]["awaited"], table["waitForDisputes"]) == ([], {}, True)
    moves = found.anna.reads(f"{found.path}/moves")
    assert (moves["moves"], moves["reason"]) == ([], "The table waits until a dispute has been settled.")
    refused = found.anna.post(f"{found.path}/moves", {"type": "DrawInfluenceCard"})
    assert (refused.status_code, refused.get_json()["code"], refused.get_json()["rule"]) == (409, "disputeOpen", "T6.6")

    assert settle(found.judge, found).status_code == 201
    while 0 in application.state(found.table).awaited:
        move(application, found.table, SEED)
    until(lambda: 0 in application.state(found.table).awaited, what="The bot's answer")
    assert found.log[-1].actor == "bot:1"


# Sent twice, sent at once, sent by the wrong people


def test_the_same_key_gives_the_same_answer_and_no_second_dispute(stack: Stack) -> None:
    found = court(stack)
    first, second = (doubt(found.bert, found, "once") for _ in range(2))
    assert (first.status_code, first.get_data()) == (second.status_code, second.get_data())
    assert first.headers["ETag"] == f'"{len(found.log)}"'
    assert len(found.disputes()) == 1
    other = doubt(found.bert, found, "once", town="gent")
    assert (other.status_code, other.get_json()["code"]) == (422, "commandIdReused")
    again = doubt(found.bert, found, "twice")
    assert (again.status_code, again.get_json()["code"]) == (409, "alreadyDisputing")
    stale = found.anna.post(f"{found.path}/disputes", {"reason": "Hm.", "version": 1}, {"If-Match": '"1"'})
    assert stale.status_code == 412
    answer = found.anna.get(f"{found.path}/disputes", {"If-None-Match": first.headers["ETag"]})
    assert answer.status_code == 304


def test_of_settlements_at_the_same_time_one_holds(stack: Stack) -> None:
    found = examined_court(stack)
    verdicts = [{"verdict": "upheld", "text": str(n), "corrections": {"red": n + 1}} for n in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda verdict: settle(found.judge, found, **verdict), verdicts))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7
    assert {a.get_json()["code"] for a in answers if a.status_code == 409} == {"alreadySettled"}
    assert [r.topic for r in found.log].count("table.ScoreCorrected/1") == 1
    (dispute,) = found.disputes()
    held = int(dispute["verdict"])
    assert dispute["corrections"] == {"red": held + 1}
    assert found.anna.reads(found.path)["view"]["points"]["red"] == held + 1


def test_the_same_settlement_sent_at_once_with_one_key_has_one_answer(stack: Stack) -> None:
    found = examined_court(stack)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: settle(found.judge, found, "mine"), range(8)))
    assert {(answer.status_code, answer.get_data()) for answer in answers} == {(201, answers[0].get_data())}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"reason": "", "version": 1}, 422),
        ({"reason": "x" * 2001, "version": 1}, 422),
        ({"reason": "x"}, 422),
        ({"reason": "x", "version": 1, "town": "gent"}, 422),
        ({"reason": "x", "version": 0}, 422),
        ({"reason": "x", "version": "1"}, 422),
        ({"reason": "x", "version": 10**9}, 404),
        ({"reason": "x", "town": "paris"}, 404),
        ({"reason": "\u0007", "town": "gent"}, 422),
        ({"reason": "x", "town": "gent", "more": 1}, 422),
    ],
)
def test_what_is_no_dispute_is_refused(stack: Stack, body: dict[str, Any], status: int) -> None:
    found = court(stack)
    assert found.bert.post(f"{found.path}/disputes", body).status_code == status


def test_what_is_no_settlement_is_refused(stack: Stack) -> None:
    found = examined_court(stack)
    for changes, status, code in (
        ({"verdict": "perhaps"}, 422, "malformed"),
        ({"text": ""}, 422, "malformed"),
        ({"corrections": {"red": 1}}, 422, "badCorrection"),
        ({"verdict": "upheld", "corrections": {"red": 0}}, 422, "badCorrection"),
        ({"verdict": "upheld", "corrections": {"red": 10**6}}, 422, "malformed"),
        ({"verdict": "upheld", "corrections": {"red": "1"}}, 422, "malformed"),
        ({"verdict": "upheld", "corrections": {"pink": 1}}, 422, "unknownGuild"),
        ({"verdict": "upheld", "corrections": {"red": -1}}, 422, "badCorrection"),
    ):
        answer = settle(found.judge, found, **changes)
        assert (answer.status_code, answer.get_json()["code"]) == (status, code), changes
    for number in (0, 2, 10**12):
        assert settle(found.judge, found, number=number).status_code == 404
    assert settle(found.bert, found).get_json()["code"] == "notTheArbiter"
    sneaked = found.bert.post(f"{found.path}/moves", {"type": "ExamineDispute", "dispute": 1, "findings": []})
    assert sneaked.status_code == 422


def test_the_arbiter_must_be_somebody(stack: Stack) -> None:
    found = court(stack)
    for nobody in (str(uuid4()), EXAMINER, "bot:0", ""):
        answer = found.anna.post("/tables", {"game": "macht", "seats": 2, "arbiter": nobody})
        assert answer.status_code == 422


def test_the_arbiter_of_a_private_table_is_one_of_its_members(stack: Stack) -> None:
    found = examined_court(stack, private=True)
    stack.house.catch_up(found.table)
    assert [item["table"] for item in found.judge.reads("/tables?mine=true")["tables"]] == [str(found.table)]
    assert settle(found.judge, found).status_code == 201
    stranger = Guest(found.anna.app)
    assert stranger.get(f"{API}{found.path}/disputes").status_code == 404
