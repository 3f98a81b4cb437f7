"""The deal as docs/record-format.md tells it, by somebody who has read that page and none of our code."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.record_games import FOLDER


def words(seed: str, nonces: list[str | None], deck: str) -> Iterator[int]:
    name = json.dumps([nonces, deck], separators=(",", ":"), ensure_ascii=False).encode()
    counter = 0
    while True:
        text = b"guildhall/chance/1" + hashlib.sha256(name).digest() + counter.to_bytes(8, "big")
        block = hmac.new(bytes.fromhex(seed), text, "sha256").digest()
        yield from (int.from_bytes(block[n : n + 4], "big") for n in range(0, 32, 4))
        counter += 1


def below(stream: Iterator[int], bound: int) -> int:
    return next(word for word in stream if word < 2**32 // bound * bound) % bound


def shuffled(seed: str, nonces: list[str | None], deck: str, cards: list[str]) -> list[str]:
    stream, cards = words(seed, nonces, deck), list(cards)
    for place in range(len(cards) - 1, 0, -1):
        other = below(stream, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_piles_of_a_record_are_dealt_from_the_documented_decks(players: int) -> None:
    record = json.loads((Path(FOLDER) / f"record-v1-{players}p.json").read_bytes())
    board, events = record["board"], record["events"]

    def told(topic: str) -> list[dict[str, Any]]:
        return [event for event in events if event["topic"] == topic]

    seed = told("table.TableEnded/1")[0]["public"]["event"]["seed"]
    seats: dict[int, dict[str, Any]] = {}
    for event in (*told("table.SeatTaken/1"), *told("table.SeatGivenToBot/1")):
        fields = event["public"]["event"]
        seats[fields["seat"]] = {"nonce": seats.get(fields["seat"], {}).get("nonce")} | fields
    nonces = [seats[seat].get("nonce") for seat in range(players)]
    taken = [seats[seat].get("guild") for seat in range(players)]
    free = [guild["id"] for guild in board["components"]["guilds"] if guild["id"] not in taken]
    guilds = [guild or free.pop(0) for guild in taken]
    out = [guild["id"] for guild in board["components"]["guilds"] if guild["id"] not in guilds]
    started = told("macht.GameStarted/1")[0]
    if players == 2:
        silver = board["components"]["silverCards"]
        deck = [card["id"] for card in silver if card["guild"] in out and card["type"] in ("town", "site")]
        pile = shuffled(seed, nonces, "influence/0", deck)
    else:
        towns = [town["id"] for town in board["towns"] if town["owner"] not in out]
        golden = [card for card in board["components"]["goldenCards"] if card.get("town") in (None, *towns)]
        pile = [
            card
            for back in "AB"
            for card in shuffled(seed, nonces, f"gold/{back}", [card["id"] for card in golden if card["pile"] == back])
        ]
    assert pile == started["openings"]["pile"]["value"]
    assert below(words(seed, nonces, "starting-seat"), players) == started["public"]["event"]["startingSeat"]
    since: list[str] = []
    again = 0
    for event in events:
        fields = event["public"]["event"]
        if event["topic"] == "macht.InfluenceCardDrawn/1":
            since.append(fields["card"])
        elif event["topic"] == "macht.InfluenceCardRemoved/1":
            since.remove(fields["card"])
        elif event["topic"] == "macht.InfluencePileReshuffled/1":
            again += 1
            order = shuffled(seed, nonces, f"influence/{again}", sorted(since))
            assert order == event["openings"]["order"]["value"]
            since = []
    assert bool(again) == (players == 2)
