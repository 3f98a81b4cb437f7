"""Two people in two browsers: neither's holds anything that is the other's alone."""

import json
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

from playwright.sync_api import expect

from tests.browser.pages import Hall, Table
from tests.browser.visitor import Visitor

A_MOMENT_MS = 300


def objects(document: Any) -> Iterator[dict[str, Any]]:
    if isinstance(document, dict):
        yield document
    for part in document.values() if isinstance(document, dict) else document if isinstance(document, list) else ():
        yield from objects(part)


def seat_of(visitor: Visitor) -> int:
    return next(
        int(document["mySeat"]) for document in reversed(visitor.documents()) if document.get("mySeat") is not None
    )


def own_secrets(visitor: Visitor, seat: int) -> set[str]:
    """The salts of what only this seat may see yet, from its own answers."""
    opened = {
        str(each["salt"])
        for document in visitor.documents()
        for each in objects(document)
        if "seal" in each and "salt" in each and each.get("owner") == seat
    }
    revealed = {
        str(play["salt"])
        for document in visitor.documents()
        for each in objects(document)
        for play in each.get("plays", [])
    }
    shown = {
        str(each["salt"])
        for document in visitor.documents()
        for each in objects(document)
        if "salt" in each and "card" in each and "seal" not in each
    }
    return opened - revealed - shown


def assert_that_nothing_leaks(secrets: set[str], owner: int, other: Visitor) -> None:
    held = other.everything()
    assert not [secret for secret in secrets if secret in held]
    for document in other.documents():
        for each in objects(document):
            if each.get("owner") == owner and "seal" in each:
                assert not {"value", "salt"} & each.keys()
            if each.get("seat") == owner and "hasChosen" in each and each.get("choice") is not None:
                raise AssertionError(f"The other's choice is shown: {json.dumps(each)}")


def commit_and_look(first: Table, second: Table) -> None:
    """The first chooses; while the second has not, nothing of it may be in the second's browser."""
    while first.await_turn() != "cards":
        first.move()
    first.choose_card()
    first.confirm()
    seat = seat_of(first.visitor)
    expect(second.find(f'[data-seat="{seat}"] .tag-done')).to_be_visible()
    secrets = own_secrets(first.visitor, seat)
    assert secrets
    assert_that_nothing_leaks(secrets, seat, second.visitor)


def test_neither_page_nor_network_nor_storage_ever_holds_the_others_secret(visit: Callable[..., Visitor]) -> None:
    anna, bert = visit(), visit()
    for visitor in (anna, bert):
        visitor.overhears_streams()
    hall = Hall(anna)
    hall.arrive("Anna")
    link = hall.open_for_a_friend(bots=1)
    second = Hall(bert).accept(link, "Bert")
    first = hall.at_the_table()

    commit_and_look(first, second)
    second.move()
    play_the_round(first, second)
    commit_and_look(second, first)
    assert any("macht.CardsRevealed" in frame for frame in anna.streamed + bert.streamed)


def play_the_round(first: Table, second: Table) -> None:
    """Whoever is to act does, until cards are chosen again: what is asked of whom is for chance and the rules."""
    for table in cycle((first, second)):
        if all(each.title.inner_text() == each.say("table.round", round=2) for each in (first, second)):
            return
        if table.is_to_build_within(A_MOMENT_MS):
            table.move()
