"""Server-sent events over a real socket: live, resumed, redacted, bounded, and closed when there is nothing to come."""

import json
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID

import pytest

from service.api import hub, stream
from tests.api_house import Guest, Hall, open_hall, served
from tests.listening import Frame, listening
from tests.playing import move
from tests.stack import until

Address = tuple[str, int]
COMMITTED = "macht.CardCommitted/1"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path) as hall:
        yield hall


@pytest.fixture
def address(hall: Hall) -> Iterator[Address]:
    with served(hall.app) as address:
        yield address


@pytest.fixture
def people(hall: Hall) -> list[Guest]:
    return [hall.guest(name) for name in ("Anna", "Bert", "Cora")]


def choose(guest: Guest, table: UUID) -> str:
    """The card chosen."""
    command = guest.reads(f"/tables/{table}/moves")["moves"][0]["command"]
    guest.does(f"/tables/{table}/moves", command)
    return str(command["actionCard"])


def version(hall: Hall, table: UUID) -> int:
    return hall.house.application.version(table)


def test_an_event_arrives_as_it_happens(hall: Hall, address: Address, people: list[Guest]) -> None:
    table = hall.table(people[0], *people, seats=3)
    seen = version(hall, table)
    with listening(address, table, hall.nobody, after=seen) as spectator:
        assert spectator.status == 200
        assert spectator.response.headers.get_content_type() == "text/event-stream"
        assert spectator.until_comment() == "welcome"
        choose(people[1], table)
        frame = spectator.next()
    assert (frame.id, frame.topic) == (seen + 1, COMMITTED)
    paged = hall.nobody.reads(f"/tables/{table}/events?after={seen}")["events"]
    assert paged == [frame.document]


def test_a_stream_begins_with_what_has_happened_before(hall: Hall, address: Address, people: list[Guest]) -> None:
    table = hall.table(people[0], *people, seats=3)
    last = version(hall, table)
    with listening(address, table, people[0]) as from_the_start:
        frames = from_the_start.take(last)
    assert [frame.document for frame in frames] == people[0].reads(f"/tables/{table}/events?limit=500")["events"]


def test_the_very_text_that_is_chained_comes_live_too(hall: Hall, address: Address, people: list[Guest]) -> None:
    table = hall.table(people[0], *people, seats=3)
    with listening(address, table, people[0], public=True) as listener:
        frames = listener.take(version(hall, table))
    paged = people[0].reads(f"/tables/{table}/events?limit=500&public=true")["events"]
    assert [frame.document for frame in frames] == paged


def test_who_likes_json_better_gets_json(hall: Hall, people: list[Guest]) -> None:
    table = hall.table(people[0], *people, seats=3)
    answer = people[0].get(f"/tables/{table}/events", {"Accept": "application/json, text/event-stream;q=0.1"})
    assert answer.mimetype == "application/json"
    assert {"Accept", "Authorization"} <= set(answer.vary)


def test_a_broken_stream_goes_on_with_no_event_missing_or_doubled(hall: Hall, address: Address) -> None:
    opener = hall.guest("Anna")
    table = hall.table(opener, seats=4)

    def play() -> None:
        for _ in range(60):
            move(hall.house.application, table, "broken")

    frames: list[Frame] = []
    breaks = 0
    with ThreadPoolExecutor(1) as other:
        playing = other.submit(play)
        while True:
            last = frames[-1].id if frames else 0
            until(lambda last=last: version(hall, table) > last or playing.done())
            if version(hall, table) == last:
                break
            with listening(address, table, hall.nobody, last=last) as listener:
                frames += listener.take(min(7, version(hall, table) - last))
            breaks += 1
        playing.result()
    assert breaks > 5
    assert [frame.id for frame in frames] == list(range(1, version(hall, table) + 1))


def test_last_event_id_counts_more_than_the_address_it_was_opened_with(hall: Hall, address: Address) -> None:
    table = hall.table(hall.guest("Anna"), seats=2)
    with listening(address, table, hall.nobody, after=1, last=4) as listener:
        assert listener.next().id == 5
    with listening(address, table, hall.nobody, after=2) as listener:
        assert listener.next().id == 3


def test_each_seat_gets_its_own_secrets_and_no_others(hall: Hall, address: Address, people: list[Guest]) -> None:
    table = hall.table(people[0], *people, seats=3)
    seen = version(hall, table)
    card = choose(people[1], table)
    shown = []
    for guest in (hall.nobody, *people, hall.guest("Stranger")):
        with listening(address, table, guest, after=seen) as listener:
            shown.append(json.dumps(listener.next().document["event"]))
    assert [card in event for event in shown] == [False, False, True, False, False]


@pytest.mark.parametrize("private", [False, True])
def test_who_has_left_a_seat_sees_nothing_more_of_it(
    hall: Hall, address: Address, people: list[Guest], private: bool
) -> None:
    """A stream that was opened from a seat is not a window into the hand of whoever sits there next."""
    anna, bert, cora = people
    table = hall.table(anna, anna, bert, seats=3, start=False, private=private)
    application = hall.house.application
    application.leave_seat(table, bert.account)
    application.take_seat(table, bert.account, 2)
    with listening(address, table, bert, after=version(hall, table)) as listener:
        assert listener.until_comment() == "welcome"
        application.leave_seat(table, bert.account)
        application.take_seat(table, cora.account, 2)
        application.seat_bot(table, anna.account, 1, "random")
        application.start(table, anna.account)
        card = choose(cora, table)
        last = version(hall, table)
        seen = []
        for frame in listener:
            seen.append(frame)
            if frame.id == last:
                break
    assert card not in json.dumps([frame.document["event"] for frame in seen if frame.topic == COMMITTED])
    if private:
        assert all(frame.topic == "table.SeatLeft/1" for frame in seen), "the table is gone for whoever has left it"


def test_a_stream_ends_when_its_token_is_revoked(
    hall: Hall, address: Address, people: list[Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.2)
    table = hall.table(people[0], *people, seats=3)
    lost = hall.with_scopes(people[1])
    with listening(address, table, lost, after=version(hall, table)) as listener:
        assert listener.until_comment() == "welcome"
        hall.house.accounts.revoke(lost.account, str(lost.token).split("_")[1])
        card = choose(people[1], table)
        for frame in listener:
            assert card not in json.dumps(frame.document)
            break


def test_nothing_is_to_come_when_the_game_is_over_and_all_is_seen(hall: Hall, address: Address) -> None:
    anna = hall.guest("Anna")
    table = hall.table(anna, anna, seats=2)
    anna.does(f"/tables/{table}/moves", {"type": "AbandonTable"})
    last = version(hall, table)
    with listening(address, table, anna, last=last) as listener:
        assert listener.status == 204
        assert listener.response.read() == b""
    with listening(address, table, anna, last=last - 1) as listener:
        assert [frame.id for frame in listener] == [last]


def test_the_end_of_the_game_closes_the_stream(hall: Hall, address: Address) -> None:
    table = hall.table(hall.guest("Anna"), seats=2)

    def play() -> None:
        while move(hall.house.application, table, "end") is not None:
            pass

    with listening(address, table, hall.nobody) as listener, ThreadPoolExecutor(1) as other:
        playing = other.submit(play)
        frames = list(listener)
        playing.result()
    assert frames[-1].topic == "table.TableEnded/1"
    assert [frame.id for frame in frames] == list(range(1, version(hall, table) + 1))


def test_too_many_streams_are_refused_until_one_is_left(
    hall: Hall, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_STREAMS", 2)
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.1)
    table = hall.table(hall.guest("Anna"), seats=2)
    with listening(address, table, hall.nobody), listening(address, table, hall.nobody):
        with listening(address, table, hall.nobody) as refused:
            assert refused.status == 503
            assert refused.response.headers["Retry-After"] == "5"
            assert refused.response.headers.get_content_type() == "application/problem+json"
            assert json.load(refused.response)["code"] == "tooManyStreams"
        assert hall.nobody.get(f"/tables/{table}/events").status_code == 200

    def admitted() -> bool:
        with listening(address, table, hall.nobody) as listener:
            return listener.status == 200

    until(admitted, seconds=5, what="A place among the streams")


def test_asking_for_the_headers_of_a_stream_takes_no_place(
    hall: Hall, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_STREAMS", 2)
    table = hall.table(hall.guest("Anna"), seats=2)
    for _ in range(3):
        with listening(address, table, hall.nobody, method="HEAD") as head:
            assert head.status == 200
    with listening(address, table, hall.nobody) as listener:
        assert listener.status == 200


def test_events_still_arrive_when_redis_is_killed(
    hall: Hall, address: Address, people: list[Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.3)
    table = hall.table(people[0], *people, seats=3)
    seen = version(hall, table)
    with listening(address, table, hall.nobody, after=seen) as listener:
        choose(people[0], table)
        assert listener.next().id == seen + 1
        hall.valkey.end(signal.SIGKILL)
        choose(people[1], table)
        assert listener.next().id == seen + 2


def test_streams_are_live_again_when_redis_is_back(hall: Hall, address: Address, people: list[Guest]) -> None:
    table = hall.table(people[0], *people, seats=3)
    seen = version(hall, table)
    with listening(address, table, hall.nobody, after=seen) as listener:
        choose(people[0], table)
        assert listener.next().id == seen + 1
        hall.valkey.end(signal.SIGKILL)
        choose(people[1], table)
        hall.valkey.start()
        assert listener.next().id == seen + 2
        until(lambda: not hall.house.bell.is_degraded, seconds=5)
        choose(people[2], table)
        assert listener.next().id == seen + 3


def test_nobody_goes_on_listening_to_redis_when_the_house_is_closed(tmp_path: Path) -> None:
    def hubs() -> set[threading.Thread]:
        return {thread for thread in threading.enumerate() if thread.name == "hub"}

    before = hubs()
    with open_hall(tmp_path) as hall, served(hall.app) as address:
        table = hall.table(hall.guest("Anna"), seats=2)
        with listening(address, table, hall.nobody) as listener:
            listener.next()
        assert len(hubs() - before) == 1
    until(lambda: not hubs() - before, seconds=3, what="The end of the thread")
