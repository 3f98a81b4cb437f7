"""Lobby, table, replay and scoring as a person sees them, for the README. Called by scripts/screenshots."""

import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

from PIL import Image
from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.hall import PEOPLE, OpenHouse, Person, open_house
from tests.browser.pages import Hall, Replay, Table
from tests.browser.visitor import Visitor

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
LARGEST = 300_000
COLOURS = 200
SIZE = {"width": 1280, "height": 860}
PHONE = {"width": 360, "height": 740}


def visiting(browser: Browser, house: OpenHouse, person: Person, **wishes: Any) -> Visitor:
    context = browser.new_context(**{"locale": "en-GB", "viewport": SIZE, "reduced_motion": "reduce"} | wishes)
    visitor = Visitor(context, context.new_page(), house.address, bool(wishes.get("has_touch")))
    Hall(visitor).come_back(person.token)
    return visitor


def keep(visitor: Visitor, name: str) -> None:
    file = FOLDER / f"{name}.png"
    picture = Image.open(BytesIO(visitor.page.screenshot(animations="disabled", scale="css")))
    picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.relative_to(FOLDER.parents[1])}: {file.stat().st_size / 1000:.0f} kB")
    assert file.stat().st_size < LARGEST, f"{file} is too large for a README."
    assert visitor.faults() == [], visitor.faults()


def in_the_middle(house: OpenHouse, people: list[Person]) -> UUID:
    """A game after its first scoring, at the moment when the first seat is to build."""
    application = house.stack.house.application
    table = house.table_of(people)
    house.play(table, until=lambda name: name == "TownScored")
    while (state := application.state(table)).status == "running":
        wanted = state.rules.to_act(state.state).get(0)
        if wanted is not None and wanted.kind == "build":
            return table
        house.play(table, until=lambda _: True)
    return in_the_middle(house, people)  # it ended before; another goes otherwise


def draw(browser: Browser, house: OpenHouse) -> None:
    people = [house.person(name) for name in PEOPLE]
    ended = house.table_of(people)
    house.play(ended)
    house.table_of(people[:1], bots=2)
    table = in_the_middle(house, people)

    anna = visiting(browser, house, people[0])
    Hall(anna).show("running")
    anna.page.wait_for_load_state("networkidle")
    keep(anna, "lobby")

    for name, visitor in (
        ("table", anna),
        ("table-dark", visiting(browser, house, people[0], color_scheme="dark")),
        ("phone", visiting(browser, house, people[0], viewport=PHONE, has_touch=True)),
    ):
        visitor.go(f"/tables/{table}")
        page = Table(visitor)
        page.await_turn()
        page.choose_space()
        visitor.page.evaluate("() => window.scrollTo(0, 0)")
        keep(visitor, name)

    anna.go(f"/tables/{ended}?at={len(house.topics(ended)) * 3 // 5}")
    Replay(anna).await_moment()
    keep(anna, "replay")

    anna.go(f"/tables/{ended}")
    page = Table(anna)
    page.await_board()
    scoring = page.open_scoring()
    scoring.explain(house.scored_town(ended))
    anna.page.evaluate("() => document.querySelector('details[open]').scrollIntoView({block: 'nearest'})")
    anna.page.evaluate("() => window.scrollTo(0, 0)")
    scoring.point_at_a_term()
    scoring.lit.first.wait_for(state="attached")
    keep(anna, "scoring")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, open_house(Path(folder)) as house:
        draw(browser, house)


if __name__ == "__main__":
    main()
