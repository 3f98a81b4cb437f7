"""The record of a running game: what can be checked is, what cannot is said, and nobody learns a secret from it."""

import re

import pytest

from domain.audit import encode_record
from domain.macht.commands import CommitCards
from domain.macht.events import GameStarted, GoldenCardDrawn
from domain.redact import SPECTATOR, Viewer
from service.application import Application
from service.proof.verify import verify
from tests.playing import PEOPLE, move
from tests.proving import HOUSE, at_a_table, first_of, recorded_for, running, written

SEAL = re.compile(r"[0-9a-f]{64}")


@pytest.mark.parametrize("moves", [0, 1, 7, 60, 100])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_viewers_record_is_sound_and_says_what_was_not_checked(players: int, moves: int) -> None:
    application, table = running(players, moves)
    for viewer in (SPECTATOR, *(Viewer(seat) for seat in range(players))):
        report = verify(encode_record(recorded_for(application, table, viewer)), trusted=HOUSE.known)
        assert report.ok, report.lines()
        assert {finding.check for finding in report.findings if not finding.checked} == {"seals", "shuffle", "replay"}


def test_a_table_that_was_given_up_opens_its_seed() -> None:
    application, table = running(3, 5)
    for person in PEOPLE[:3]:
        application.abandon(table, person)
    assert verify(encode_record(recorded_for(application, table, SPECTATOR))).ok


def test_the_secrets_of_two_seats_are_in_no_honest_record() -> None:
    application, table = running(3, 30)
    mine, yours = (application.events(table, Viewer(seat)) for seat in (0, 1))
    mixed = [b if not a.sealed_cause or not a.sealed_cause.is_open else a for a, b in zip(mine, yours, strict=True)]
    report = verify(encode_record(written(mixed, HOUSE)))
    assert [finding.check for finding in report.wrong] == ["seals"]


def test_an_opening_that_was_left_out_is_missed() -> None:
    application, table = running(3, 30)
    mine, public = application.events(table, Viewer(0)), application.events(table, SPECTATOR)
    number = next(n for n, e in enumerate(mine) if e.sealed_cause is not None and e.sealed_cause.is_open)
    report = verify(encode_record(written([*mine[:number], public[number], *mine[number + 1 :]], HOUSE)))
    assert [finding.check for finding in report.wrong] == ["seals"]


def chosen(players: int, moves: int, chooser: int, number: int) -> tuple[Application, object]:
    """A world in which one seat has chosen its card of this number, and nothing else is different."""
    application, table = running(players, moves)
    while application.state(table).state.stage != "choosing" or any(application.state(table).state.choices):
        move(application, table, "proof")
    card = application.state(table).state.seats[chooser].hand[number]
    application.submit(table, PEOPLE[chooser], CommitCards(card), command_id=f"I play {card}")
    return application, table


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("moves", [0, 40])
def test_two_worlds_that_differ_in_a_secret_have_the_same_record_for_everybody_else(players: int, moves: int) -> None:
    chooser = moves % players
    worlds = [chosen(players, moves, chooser, number) for number in (0, 1)]

    def seen(viewer: Viewer) -> list[str]:
        return [SEAL.sub("*", encode_record(recorded_for(*world, viewer)).decode()) for world in worlds]

    for viewer in (SPECTATOR, *(Viewer(seat) for seat in range(players) if seat != chooser)):
        one, other = seen(viewer)
        assert one == other
    one, other = seen(Viewer(chooser))
    assert one != other


def dealt(players: int, start: int) -> list[tuple[Application, object]]:
    """Two worlds with the same starting seat, in which seed, piles and the golden card drawn are different."""
    found: dict[object, tuple[Application, object]] = {}
    for seed in range(1000):
        application, table = at_a_table(players, f"deal {seed}")
        events = list(application.log.read(table))
        begun = first_of(events, GameStarted).event
        drawn = [e.event.card.read() for e in events if isinstance(e.event, GoldenCardDrawn)]
        if begun.starting_seat == start:
            found.setdefault(tuple(drawn) or begun.pile.read(), (application, table))
        if len(found) == 2:
            break
    return list(found.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_deals_have_the_same_record_for_all_but_who_has_drawn(players: int) -> None:
    worlds = dealt(players, 1)

    def seen(viewer: Viewer) -> list[str]:
        return [SEAL.sub("*", encode_record(recorded_for(*world, viewer)).decode()) for world in worlds]

    for viewer in (SPECTATOR, *(Viewer(seat) for seat in range(players))):
        one, other = seen(viewer)
        assert (one == other) == (players == 2 or viewer.seat != 1), viewer
