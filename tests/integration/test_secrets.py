"""Two worlds that differ only in one seat's secret look the same to everybody else."""

import re
from typing import Any

import msgspec
import pytest

from domain.chain import GENESIS
from domain.macht.commands import CommitCards
from domain.macht.events import GameStarted, GoldenCardDrawn
from domain.recorded import record
from domain.redact import SPECTATOR, Viewer
from domain.sealed import seal
from domain.table.view import view
from service.application import Application, Signer
from service.store import memory_log
from tests.playing import PEOPLE, move, people_at_a_table, steady_application

SEAL = re.compile(r"[0-9a-f]{64}")


def shown(application: Application, table: Any, viewer: Viewer) -> str:
    """Everything a viewer can get, seals aside."""
    version, state = application.snapshot(table)
    events = [
        {"version": e.originator_version, "at": e.at, "actor": e.actor, "topic": e.topic, "event": e.event}
        | {"cause": e.cause, "sealedCause": e.sealed_cause, "commandId": e.command_id, "public": e.public.decode()}
        for e in application.events(table, viewer)
    ]
    document = [events, view(state, version, viewer)]
    if viewer.seat is not None:
        document.append(state.rules.legal(state.state, viewer.seat))
    return SEAL.sub("*", msgspec.json.encode(document).decode())


def world(players: int, moves: int, seed: str) -> tuple[Application, Any]:
    """A game in a choosing phase, the same in every world."""
    application = steady_application(memory_log(), seed)
    table = people_at_a_table(application, players)
    for _ in range(moves):
        move(application, table, seed)
    while application.state(table).state.stage != "choosing" or any(application.state(table).state.choices):
        move(application, table, seed)
    return application, table


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("moves", [0, 40, 90])
def test_nobody_learns_a_choice_before_the_reveal(players: int, moves: int) -> None:
    chooser = moves % players
    worlds = []
    for number in range(2):
        application, table = world(players, moves, f"{players} {moves}")
        player = application.state(table).state.seats[chooser]
        card = player.hand[number]
        command = CommitCards(card, player.influence if number else 0)
        application.submit(table, PEOPLE[chooser], command, command_id=f"I play {card}")
        worlds.append((application, table))
    for viewer in [SPECTATOR, *(Viewer(seat) for seat in range(players) if seat != chooser)]:
        assert shown(*worlds[0], viewer) == shown(*worlds[1], viewer)
    assert shown(*worlds[0], Viewer(chooser)) != shown(*worlds[1], Viewer(chooser))


def test_the_last_choice_reveals_all_and_only_then() -> None:
    application, table = world(4, 0, "reveal")
    secrets = {}
    for seat in range(4):
        secrets[seat] = application.state(table).state.seats[seat].hand[seat + 1]
    for seat in range(3):
        application.submit(table, PEOPLE[seat], CommitCards(secrets[seat]))
    public = [e for e in application.events(table, SPECTATOR) if e.topic == "macht.CardCommitted/1"]
    assert len(public) == 3
    assert not any(e.event.choice.is_open or e.sealed_cause.is_open for e in public)
    application.submit(table, PEOPLE[3], CommitCards(secrets[3]))
    revealed = next(e for e in application.events(table, SPECTATOR) if e.topic == "macht.CardsRevealed/1")
    assert {play.seat: play.action_card for play in revealed.event.plays} == secrets


def with_another_pile(
    application: Application, table: Any, swap: tuple[int, int], signer: Signer | None = None
) -> tuple[Application, Any]:
    """The same table with two golden cards of one back in each other's place: the log written anew, seals and all."""
    log = memory_log()
    head, order = GENESIS, list[str]()
    for old in application.log.read(table):
        event = old.event
        if isinstance(event, GameStarted):
            order = list(event.pile.read())
            order[swap[0]], order[swap[1]] = order[swap[1]], order[swap[0]]
            event = msgspec.structs.replace(event, pile=seal(tuple(order), None, "cd" * 32))
        if isinstance(event, GoldenCardDrawn):
            event = msgspec.structs.replace(event, card=seal(order[0], event.seat, "ef" * 32))
        new = record(head, table, old.originator_version, old.at, old.actor, event, cause=old.cause)
        if signer is not None and old.signed is not None:
            new = msgspec.structs.replace(new, signed=signer.sign(table, new.originator_version, new.head))
        log.append([new])
        head = new.head
    return steady_application(log, "other pile"), table


@pytest.mark.parametrize("swap", [(0, 1), (2, 9), (0, 13), (14, 20)])
def test_nobody_learns_the_pile_and_only_the_starting_player_the_card_before_him(swap: tuple[int, int]) -> None:
    one = world(4, 0, "pile")
    other = with_another_pile(*one, swap)
    start = one[0].state(one[1]).state.starting_seat
    for viewer in [SPECTATOR, *(Viewer(seat) for seat in range(4) if seat != start)]:
        assert shown(*one, viewer) == shown(*other, viewer)
    same_for_him = shown(*one, Viewer(start)) == shown(*other, Viewer(start))
    assert same_for_him == (swap[0] != 0)


def test_the_influence_pile_of_two_players_is_nobodys_to_see() -> None:
    application = steady_application(memory_log(), "duel")
    table = people_at_a_table(application, 2)
    for viewer in (SPECTATOR, Viewer(0), Viewer(1)):
        assert view(application.state(table), 1, viewer)["game"]["influencePile"]["pile"] is None
        assert not any("order" in e.public.decode() for e in application.events(table, viewer))


def test_after_the_end_everything_is_open() -> None:
    application = steady_application(memory_log(), "end")
    table = people_at_a_table(application, 3)
    while move(application, table, "end") is not None:
        pass
    events = application.events(table, SPECTATOR)
    assert all(e.event.choice.is_open for e in events if e.topic == "macht.CardCommitted/1")
    assert next(e.event.seed for e in events if e.topic == "table.TableOpened/1").is_open


def test_a_command_id_is_its_senders_own() -> None:
    application, table = world(4, 0, "ids")
    application.submit(table, "anna", CommitCards("red-pickup"), command_id="red-pickup")
    for viewer in (SPECTATOR, Viewer(0), Viewer(1)):
        assert all(e.command_id is None for e in application.events(table, viewer))


def test_the_answer_to_a_command_shows_its_sender_no_more_than_they_may_see() -> None:
    application = steady_application(memory_log(), "answer")
    table = people_at_a_table(application, 4, start=False)
    started = application.start(table, "anna", command_id="start")
    for answer in (started, application.start(table, "anna", command_id="start")):
        shown_to_anna = {type(e.event).__name__: e.event for e in answer.events}
        assert not shown_to_anna["GameStarted"].pile.is_open
        drawn = shown_to_anna["GoldenCardDrawn"]
        assert drawn.card.is_open == (drawn.seat == 0)
