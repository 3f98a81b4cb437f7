"""Browsers for the tests, each of which fails if the page did anything wrong behind its back."""

import os
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import VARIABLE, chromium
from tests.browser.hall import PEOPLE, OpenHouse, Person, open_house
from tests.browser.visitor import Visitor

NO_CHROMIUM = "no Chromium: scripts/test finds or installs one where it may"
LONG = 500
PATIENCE_MS = 20_000
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if VARIABLE not in os.environ:
        pytest.skip(NO_CHROMIUM)
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="package")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    del browser  # Without one there is nobody to open the house for.
    with open_house(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture
def visit(browser: Browser, house: OpenHouse) -> Iterator[Callable[..., Visitor]]:
    """Lets somebody in with a new browser: `visit(locale="nl-NL")`."""
    visitors: list[Visitor] = []

    def let_in(**wishes: Any) -> Visitor:
        context = browser.new_context(**{"locale": "en-GB", "viewport": {"width": 1280, "height": 900}} | wishes)
        visitors.append(Visitor(context, context.new_page(), house.address, bool(wishes.get("has_touch"))))
        return visitors[-1]

    yield let_in
    faults = [fault for visitor in visitors for fault in visitor.faults()]
    for visitor in visitors:
        visitor.context.close()
    assert faults == []


@pytest.fixture
def visitor(visit: Callable[..., Visitor]) -> Visitor:
    return visit()


@pytest.fixture(scope="package")
def people(house: OpenHouse) -> list[Person]:
    return [house.person(name) for name in PEOPLE]


@pytest.fixture(scope="package")
def finished(house: OpenHouse, people: list[Person]) -> UUID:
    """A whole game between people, so long that no reader gets all of it in one answer."""
    while True:
        table = house.table_of(people)
        house.play(table, strategy="random")
        if len(house.topics(table)) > LONG:
            return table


@pytest.fixture
def scored(house: OpenHouse, people: list[Person]) -> UUID:
    """A game in which a town has just been scored."""
    table = house.table_of(people)
    house.play(table, until=lambda name: name == "TownScored")
    return table
