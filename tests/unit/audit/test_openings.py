"""What events open: the seals of this round and of these seats, once, and of given-up games what the seed deals."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
import pytest

from domain.audit import Finding, encode_record, examine
from domain.event import Event
from domain.macht.events import CardCommitted, CardsRevealed, GameStarted, GoldenCardRevealed, InfluenceCardDrawn
from domain.recorded import Recorded
from domain.redact import AFTER_THE_END, SPECTATOR, Viewer, redact
from domain.table.events import TableAbandoned
from service.application import Application
from service.proof.verify import verify
from tests.playing import PEOPLE, move, play_to_the_end
from tests.proving import FORGER, at_a_table, finished_events, first_of, forged, recorded_for, running, written


def all_of(events: Sequence[Recorded], kind: type[Event]) -> list[Recorded]:
    return [recorded for recorded in events if isinstance(recorded.event, kind)]


def wrong(events: Sequence[Recorded]) -> dict[tuple[str, int | None], Finding]:
    found = verify(encode_record(written(events, FORGER))).wrong
    return {(finding.check, finding.event): finding for finding in found}


# A running game


def test_an_old_opening_cannot_be_shown_again() -> None:
    application, table = running(3, 60)
    events = application.events(table, SPECTATOR)
    first, second, *_ = all_of(events, CardsRevealed)
    number = second.originator_version
    again = forged(events, number, lambda event: msgspec.structs.replace(event, plays=first.event.plays))
    assert ("seals", number) in wrong(again)


def test_a_seat_cannot_show_what_another_has_sealed() -> None:
    application, table = running(3, 60)
    events = application.events(table, SPECTATOR)
    number = first_of(events, CardsRevealed).originator_version

    def swapped(event: Event) -> Event:
        one, other, third = event.plays
        plays = (msgspec.structs.replace(other, seat=0), msgspec.structs.replace(one, seat=1), third)
        return msgspec.structs.replace(event, plays=plays)

    assert ("seals", number) in wrong(forged(events, number, swapped))
    for fewer in (
        lambda plays: plays[:2],
        lambda plays: (plays[0], plays[0], plays[2]),
        lambda plays: (*plays, plays[0]),
    ):
        left_out = lambda event, fewer=fewer: msgspec.structs.replace(event, plays=fewer(event.plays))  # noqa: E731
        assert ("seals", number) in wrong(forged(events, number, left_out))


def test_an_old_golden_card_cannot_be_shown_again() -> None:
    application, table = running(4, 120)
    events = application.events(table, SPECTATOR)
    first, second, *_ = all_of(events, GoldenCardRevealed)
    number = second.originator_version
    old = {"card": first.event.card, "salt": first.event.salt}
    assert ("seals", number) in wrong(forged(events, number, lambda event: msgspec.structs.replace(event, **old)))


# A game that was given up


def given_up(players: int, moves: int) -> tuple[Application, UUID]:
    application, table = running(players, moves)
    for person in PEOPLE[:players]:
        application.abandon(table, person)
    return application, table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deal_of_a_game_that_was_given_up_is_dealt_again(players: int) -> None:
    application, table = given_up(players, 40)
    for viewer in (SPECTATOR, Viewer(1)):
        report = verify(encode_record(recorded_for(application, table, viewer)))
        assert report.ok, report.lines()
        assert [finding.checked for finding in report.findings if finding.check == "shuffle"] == [True]
    public = application.events(table, SPECTATOR)
    assert first_of(public, GameStarted).event.pile.is_open
    assert not any(e.event.choice.is_open for e in all_of(public, CardCommitted))
    opened = msgspec.structs.replace(public[-1], event=first_of(public, TableAbandoned).event)
    assert opened == public[-1]


@pytest.mark.parametrize("closes", [False, True], ids=["as it is written now", "as it was written before"])
@pytest.mark.parametrize(
    ("players", "kind", "change"),
    [
        pytest.param(3, GameStarted, {"starting_seat": 1}, id="starting seat"),
        pytest.param(2, InfluenceCardDrawn, {"card": "green-site"}, id="a card that was drawn"),
    ],
)
def test_what_the_seed_does_not_deal_is_found_in_a_game_that_was_given_up(
    players: int, kind: type[Event], change: dict[str, object], closes: bool
) -> None:
    application, table = given_up(players, 40)
    events = application.events(table, SPECTATOR)
    if closes:
        events = [redact(recorded, SPECTATOR) for recorded in events]
    number = first_of(events, kind).originator_version
    true = first_of(events, kind).event
    assert any(getattr(true, name) != value for name, value in change.items())
    assert ("replay", number) in wrong(forged(events, number, lambda event: msgspec.structs.replace(event, **change)))


# A sandbox


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ended", [False, True], ids=["of a running game", "of a finished game"])
def test_a_sandbox_that_was_played_to_its_end_is_sound(players: int, ended: bool) -> None:
    application, table = at_a_table(players)
    for _ in range(60):
        move(application, table, "proof")
    if ended:
        play_to_the_end(application, table, "proof")
    sandbox = application.open_sandbox(PEOPLE[1], table, 60 if ended else None).table
    play_to_the_end(application, sandbox, "sandbox")
    assert application.state(sandbox).status == "ended"
    report = verify(encode_record(recorded_for(application, sandbox, SPECTATOR)))
    assert report.ok, report.lines()
    stored = examine(sandbox, list(application.log.read(sandbox)))
    assert all(finding.ok and finding.checked for finding in stored), stored


def test_a_secret_of_a_sandbox_that_fits_no_seal_of_its_position_is_found() -> None:
    application, table = running(3, 30)
    sandbox = application.open_sandbox(PEOPLE[1], table).table
    play_to_the_end(application, sandbox, "sandbox")
    events = [redact(recorded, AFTER_THE_END) for recorded in application.log.read(sandbox)]
    number = next(e.originator_version for e in events if e.topic == "table.PositionCopied/1")

    def emptied(event: Event) -> Event:
        return msgspec.structs.replace(event, position=event.position | {"gold": None})

    assert ("seals", number) in wrong(forged(events, number, emptied))


# Times


@pytest.mark.parametrize("at", [-1, 1_000])
def test_time_does_not_run_backwards(at: int) -> None:
    events = list(finished_events(2))
    number = next(e.originator_version for e in events[50:] if e.opens_commit)
    dated = [msgspec.structs.replace(e, at=at) if e.originator_version == number else e for e in events]
    found = wrong(forged(dated, 0, lambda event: event))
    assert f"dated {at}" in found["replay", number].text
