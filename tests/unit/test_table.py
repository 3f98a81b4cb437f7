"""The table around a game: its life, and every way in which it says no (T1-T5)."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from domain.errors import Rejected
from domain.event import Event
from domain.macht.commands import CommitCards
from domain.macht.events import GameCreated, GuildChosen
from domain.rules import Standing
from domain.sealed import Context, Opened, canonical
from domain.table import (
    AbandonTable,
    LeaveSeat,
    OpenTable,
    SeatBot,
    StartTable,
    Table,
    TakeSeat,
    decide,
    fold,
    open_table,
)
from domain.table.events import (
    AbandonmentAgreed,
    SeatGivenToBot,
    SeatLeft,
    SeatTaken,
    TableAbandoned,
    TableEnded,
    TableOpened,
    TableStarted,
)
from domain.table.state import bot_actor

ID = UUID(int=7)
CONTEXT = Context(0, "c0" * 32)
ANNA, BERT, CORA = "anna", "bert", "cora"


def opened(seats: int = 2, **options: Any) -> Table:
    return fold(None, open_table(OpenTable("macht", seats, options), ANNA, CONTEXT), ID)


def after(table: Table, *said: tuple[str, Any]) -> Table:
    """The table after these people have said these things."""
    for actor, command in said:
        table = fold(table, decide(table, actor, command, CONTEXT), ID)
    return table


def seated(seats: int = 2) -> Table:
    """Anna, Bert and as many bots as there are seats left."""
    bots = [(ANNA, SeatBot(seat, "random")) for seat in range(2, seats)]
    return after(opened(seats), (ANNA, TakeSeat()), (BERT, TakeSeat()), *bots)


def running(seats: int = 2) -> Table:
    return after(seated(seats), (ANNA, StartTable()))


def play_a_move(table: Table) -> list[Event]:
    rules = table.rules
    seat = min(rules.to_act(table.state))
    actor = table.chairs[seat].account or bot_actor(seat)
    return decide(table, actor, rules.legal(table.state, seat)[0], CONTEXT)


def ended() -> Table:
    table = running()
    while table.status == "running":
        table = fold(table, play_a_move(table), ID)
    return table


def refused(table: Table, actor: str, command: Any) -> Rejected:
    before = canonical(table)
    with pytest.raises(Rejected) as refusal:
        decide(table, actor, command, CONTEXT)
    assert canonical(table) == before
    return refusal.value


# Opened


def test_a_table_is_opened_with_a_sealed_seed_before_anybody_has_sat_down():
    (event,) = open_table(OpenTable("macht", 3), ANNA, CONTEXT)
    assert isinstance(event, TableOpened)
    assert (event.game, event.seats, event.opener, event.options) == ("macht", 3, ANNA, {"board": "standard"})
    assert len(bytes.fromhex(event.seed.read())) == 32
    assert event.seed.owner is None


def test_the_rules_are_pinned_when_it_is_opened():
    assert opened().rules_version == opened().rules.version == 1


def test_all_its_seats_are_free():
    table = opened(4)
    assert [chair.is_free for chair in table.chairs] == [True] * 4
    assert table.status == "open"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        pytest.param(OpenTable("macht", 1), "wrongNumberOfSeats", id="alone"),
        pytest.param(OpenTable("macht", 5), "wrongNumberOfSeats", id="five"),
        pytest.param(OpenTable("chess", 2), "unknownGame", id="a game we do not have"),
        pytest.param(OpenTable("macht", 2, {"cheat": True}), "unknownOption", id="an option unheard of"),
        pytest.param(OpenTable("macht", 2, {"board": {}}), "badBoard", id="an empty board"),
        pytest.param(OpenTable("macht", 2, {"board": None}), "badBoard", id="no board"),
    ],
)
def test_what_cannot_be_played_is_not_opened(command, code):
    with pytest.raises(Rejected) as refusal:
        open_table(command, ANNA, CONTEXT)
    assert refusal.value.code == code
    assert refusal.value.message.endswith(".")


# Seats


def test_a_person_sits_down_on_the_first_free_seat():
    (event,) = decide(after(opened(), (ANNA, TakeSeat())), BERT, TakeSeat(), CONTEXT)
    assert event == SeatTaken(1, BERT)


def test_a_person_sits_down_with_a_guild_and_a_nonce():
    table = after(opened(), (ANNA, TakeSeat(1, "blue", "anna's nonce")))
    chair = table.chairs[1]
    assert (chair.account, chair.guild, chair.nonce) == (ANNA, "blue", "anna's nonce")
    assert table.chance.nonces == (None, "anna's nonce")
    assert table.seat_of(ANNA) == 1


def test_a_person_stands_up_again_and_leaves_nothing_behind():
    table = after(opened(), (ANNA, TakeSeat(0, "blue", "nonce")))
    assert decide(table, ANNA, LeaveSeat(), CONTEXT) == [SeatLeft(0)]
    assert after(table, (ANNA, LeaveSeat())).chairs == opened().chairs


def test_the_opener_gives_a_free_seat_to_a_bot():
    table = after(opened(), (ANNA, SeatBot(1, "greedy", "green")))
    assert (table.chairs[1].bot, table.chairs[1].guild) == ("greedy", "green")
    assert table.seat_of(bot_actor(1)) == 1
    assert table.people == ()


def test_a_player_gives_the_seat_to_a_bot_in_mid_game_and_the_shuffle_stays_as_it_was():
    table = after(
        opened(), (ANNA, TakeSeat(nonce="a")), (BERT, TakeSeat(guild="blue", nonce="b")), (ANNA, StartTable())
    )
    given = after(table, (BERT, SeatBot(1, "random")))
    assert decide(table, BERT, SeatBot(1, "random"), CONTEXT) == [SeatGivenToBot(1, "random", "blue")]
    assert given.chance == table.chance
    assert given.state == table.state
    assert given.seat_of(BERT) is None
    assert refused(given, BERT, CommitCards("blue-site")).code == "notSeated"


def test_a_bot_that_took_over_plays_on():
    table = after(running(), (ANNA, SeatBot(0, "random")), (BERT, SeatBot(1, "random")))
    assert fold(table, play_a_move(table), ID).state != table.state


REFUSALS: dict[str, tuple[Callable[[], Table], str, Any, str]] = {
    "twice at one table": (lambda: seated(3), ANNA, TakeSeat(), "alreadySeated T2.1"),
    "on somebody's lap": (lambda: after(opened(), (ANNA, TakeSeat())), BERT, TakeSeat(0), "seatTaken T2.1"),
    "a bot on somebody's lap": (seated, ANNA, SeatBot(1, "random"), "seatTaken T2.1"),
    "beside the table": (opened, ANNA, TakeSeat(2), "unknownSeat T2.1"),
    "a bot beside the table": (opened, ANNA, SeatBot(2, "random"), "unknownSeat T2.1"),
    "at a full table": (seated, CORA, TakeSeat(), "tableFull T2.1"),
    "with a guild that is taken": (
        lambda: after(opened(), (ANNA, TakeSeat(guild="red"))),
        BERT,
        TakeSeat(guild="red"),
        "guildTaken T2.4",
    ),
    "a bot of another guild": (
        lambda: after(opened(), (ANNA, TakeSeat(guild="red"))),
        ANNA,
        SeatBot(0, "random", "blue"),
        "guildTaken T2.3",
    ),
    "with a guild unheard of": (opened, ANNA, TakeSeat(guild="grey"), "unknownGuild T2.4"),
    "a bot that does not exist": (opened, ANNA, SeatBot(0, "genius"), "unknownStrategy T2.3"),
    "a bot, but not by the opener": (opened, BERT, SeatBot(0, "random"), "notTheOpener T2.3"),
    "leaving without having sat": (opened, BERT, LeaveSeat(), "notSeated T4.2"),
    "sitting down in mid-game": (running, CORA, TakeSeat(), "wrongPhase T3.2"),
    "leaving in mid-game": (running, ANNA, LeaveSeat(), "wrongPhase T3.2"),
    "somebody else's seat to a bot in mid-game": (running, ANNA, SeatBot(1, "random"), "wrongPhase T3.2"),
    "a bot after the end": (ended, ANNA, SeatBot(0, "random"), "wrongPhase T2.3"),
    "starting with free seats": (lambda: after(opened(4), (BERT, TakeSeat(2))), ANNA, StartTable(), "seatsFree T3.1"),
    "starting somebody else's table": (seated, BERT, StartTable(), "notTheOpener T3.1"),
    "starting twice": (running, ANNA, StartTable(), "wrongPhase T3.2"),
    "a move before the start": (seated, ANNA, CommitCards("red-site"), "wrongPhase T3.2"),
    "a move after the end": (ended, ANNA, CommitCards("red-site"), "wrongPhase T5.1"),
    "a move by a stranger": (running, CORA, CommitCards("red-site"), "notSeated T4.2"),
    "a command of no game": (running, ANNA, OpenTable("macht", 2), "unknownCommand T4.1"),
    "giving up somebody else's table": (seated, BERT, AbandonTable(), "notTheOpener T5.2"),
    "a stranger's wish to give up": (running, CORA, AbandonTable(), "notSeated T4.2"),
    "agreeing twice": (lambda: after(running(), (ANNA, AbandonTable())), ANNA, AbandonTable(), "alreadyAgreed T5.2"),
    "giving up what is over": (ended, ANNA, AbandonTable(), "wrongPhase T5.1"),
}


@pytest.mark.parametrize(("table", "actor", "command", "said"), REFUSALS.values(), ids=REFUSALS)
def test_the_host_refuses_with_a_code_a_rule_and_a_sentence(table, actor, command, said):
    refusal = refused(table(), actor, command)
    assert f"{refusal.code} {refusal.rule}" == said
    assert refusal.message[0].isupper()
    assert refusal.message.endswith(".")


def test_the_sentence_says_what_would_do():
    assert refused(opened(4), ANNA, StartTable()).message == "These seats are still free: 0, 1, 2, 3."
    unknown = refused(opened(), ANNA, TakeSeat(guild="grey"))
    assert unknown.message == "There is no guild 'grey'; there is red, green, yellow, blue."


# Started and ended


def test_the_opener_starts_the_game_with_the_guilds_chosen_and_the_first_ones_left():
    table = after(opened(3), (ANNA, TakeSeat(guild="green")), (BERT, TakeSeat()), (CORA, TakeSeat()))
    started, created, *events = decide(table, ANNA, StartTable(), CONTEXT)
    assert (type(started), type(created)) == (TableStarted, GameCreated)
    assert [event.guild for event in events if isinstance(event, GuildChosen)] == ["green", "red", "yellow"]
    assert running(3).status == "running"


def test_a_nonce_changes_the_deal():
    def deal(nonce: str) -> tuple[str, ...]:
        table = after(opened(), (ANNA, TakeSeat(nonce=nonce)), (BERT, TakeSeat()), (ANNA, StartTable()))
        return table.state.duel.piles[0].read()

    assert deal("a") == deal("a")
    assert deal("a") != deal("b")
    assert sorted(deal("a")) == sorted(deal("b"))


def test_when_the_game_is_over_the_seed_is_opened():
    table = running()
    while table.status == "running":
        events = play_a_move(table)
        table = fold(table, events, ID)
    last = events[-1]
    assert isinstance(last, TableEnded)
    assert Opened(last.seed, last.salt).seal == table.seed.seal
    assert isinstance(table.rules.standing(table.state), Standing)


# Given up


def test_before_the_start_the_opener_gives_the_table_up_and_the_seed_is_opened():
    (event,) = decide(seated(), ANNA, AbandonTable(), CONTEXT)
    assert isinstance(event, TableAbandoned)
    assert Opened(event.seed, event.salt).seal == seated().seed.seal
    assert after(seated(), (ANNA, AbandonTable())).status == "abandoned"


def test_after_the_start_all_the_people_must_agree_but_no_bot():
    table = running(4)
    assert decide(table, BERT, AbandonTable(), CONTEXT) == [AbandonmentAgreed(1)]
    table = after(table, (BERT, AbandonTable()))
    assert table.status == "running"
    agreed, given_up = decide(table, ANNA, AbandonTable(), CONTEXT)
    assert agreed == AbandonmentAgreed(0)
    assert isinstance(given_up, TableAbandoned)


def test_a_person_who_hands_over_to_a_bot_need_not_agree_any_more():
    table = after(running(3), (BERT, SeatBot(1, "random")), (ANNA, AbandonTable()))
    assert table.status == "abandoned"


def test_when_the_last_person_who_would_not_agree_hands_over_to_a_bot_the_table_is_given_up():
    table = after(running(3), (ANNA, AbandonTable()), (BERT, SeatBot(1, "random")))
    assert table.status == "abandoned"
