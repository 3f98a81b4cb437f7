"""A board of one's own: the standard one lying on its side, with other names, colours and places."""

import json
import re
from pathlib import Path
from typing import Any

import domain.macht

STANDARD = Path(domain.macht.__file__).parent / "data" / "board.json"
NAMES = {"brugge": "damme", "gent": "aalst", "red": "ruby", "blue": "teal"}
COLOURS = {"ruby": "#7b1f5c", "teal": "#0f7c7c"}
COLUMN, ROW = 620, 460


def other_board() -> dict[str, Any]:
    text = re.sub(r"\b(" + "|".join(NAMES) + r")\b", lambda found: NAMES[found[1]], STANDARD.read_text())
    board: dict[str, Any] = json.loads(text)
    board["meta"] |= {"name": "On its side", "version": 7, "width": 1300, "height": 1500}
    for number, town in enumerate(board["towns"]):
        town["origin"] = [140 + number % 2 * COLUMN, 130 + number // 2 * ROW]
        town["names"] = {"nl": town["id"].capitalize() + "zijde"}
        for place in [town["centre"], *town["spaces"], *town["plots"]]:
            place["cells"] = [[y, x] for x, y in place["cells"]]
    for guild in board["components"]["guilds"]:
        guild["colour"] = COLOURS.get(guild["id"], guild["colour"])
    return board
