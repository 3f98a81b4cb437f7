"""Another board file draws itself, and the board goes where fingers draw it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.hall import OpenHouse, Person
from tests.browser.other_board import COLOURS, other_board
from tests.browser.pages import Fingers, Hall, Table
from tests.browser.visitor import Visitor
from tests.stack import guildhall

INSIDE_THE_PICTURE = """(board) => [...board.querySelectorAll('[data-space]')].every((node) => {
    const {left, top, right, bottom} = node.getBoundingClientRect();
    const edge = board.getBoundingClientRect();
    return left >= edge.left && top >= edge.top && right <= edge.right && bottom <= edge.bottom;
})"""
OVERLAPPING = """(towns) => {
    const boxes = towns.map((town) => town.getBoundingClientRect());
    return boxes.some((a, at) => boxes.slice(at + 1).some((b) => (
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    )));
}"""


def at_other_board(visitor: Visitor, house: OpenHouse, people: list[Person]) -> tuple[Table, dict[str, Any]]:
    board = other_board()
    table = house.table_of(people[:1], bots=3, options={"board": board})
    Hall(visitor).come_back(people[0].token)
    visitor.go(f"/tables/{table}")
    page = Table(visitor)
    page.await_board()
    return page, board


def test_the_other_board_is_sound(house: OpenHouse, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text(json.dumps(other_board()))
    checked = guildhall(house.stack.settings, "board", "check", str(file))
    assert checked.returncode == 0, checked.stderr


def test_a_table_on_another_board_draws_itself_and_is_played(
    visitor: Visitor, house: OpenHouse, people: list[Person]
) -> None:
    page, board = at_other_board(visitor, house, people)
    drawn = {space for space, *_ in page.spaces()}
    assert drawn == {
        place["id"] for town in board["towns"] for place in [town["centre"], *town["spaces"], *town["plots"]]
    }
    assert page.find("svg.board").evaluate(INSIDE_THE_PICTURE)
    assert not page.find("svg.board [data-town]").evaluate_all(OVERLAPPING)
    for town in board["towns"]:
        expect(page.find(f'[data-look="{town["id"]}"]')).to_have_text(town["names"]["nl"])
    page.await_turn()
    painted = page.find(".table-page").evaluate("(page) => page.innerHTML")
    assert all(colour in painted for colour in COLOURS.values())

    wanted = [page.move() for _ in range(6)]
    assert {"cards", "space"} <= set(wanted)
    replay = page.open_replay()
    replay.press("first")
    replay.await_moment(1)


def test_a_mouse_holds_what_it_drags(visitor: Visitor, house: OpenHouse, people: list[Person]) -> None:
    page, _ = at_other_board(visitor, house, people)
    page.press(page.find('[data-look="damme"]'))
    held = page.find('[data-space="damme-0"]')
    before, mouse = held.bounding_box(), visitor.page.mouse
    assert before is not None
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 90, y - 60, steps=6)
    mouse.up()
    after = held.bounding_box()
    assert after is not None
    assert abs(after["x"] - before["x"] + 90) < 2
    assert abs(after["y"] - before["y"] + 60) < 2


def test_on_a_phone_two_fingers_draw_the_board_nearer_and_one_moves_it(
    visit: Callable[..., Visitor], house: OpenHouse, people: list[Person]
) -> None:
    visitor = visit(**PHONE)
    page, _ = at_other_board(visitor, house, people)
    page.await_turn()
    board = page.find("svg.board")
    board.evaluate("(board) => board.scrollIntoView()")
    fingers = Fingers(visitor, board)
    whole = fingers.picture
    fingers.spread(40, 120)
    near = fingers.picture
    assert near.width < whole.width / 2

    fingers.drag(60, 30)
    moved = fingers.picture
    assert abs(moved.width - near.width) < 1
    assert moved.x < near.x
    assert moved.y < near.y

    fingers.spread(120, 40)
    assert fingers.picture.width > near.width * 2
    expect(page.find(".reasons")).to_have_count(0)
