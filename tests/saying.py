"""The page's way of saying a sentence that comes as data (said.js), for tests that need no browser."""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import service.web
from domain.macht import RULES

LANG = Path(service.web.__file__).parent / "static" / "lang"
PARTS = ("", ".story")
BETWEEN = {"choices": "; ", "ranks": "; ", "differences": "; ", "ties": " ", "findings": " "}
PAIRED = ("winners", "holders", "twins")


def part_of(language: str, part: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((LANG / f"{language}{part}.json").read_text())
    return found


@cache
def catalogue(language: str) -> dict[str, Any]:
    """With all its parts."""
    return {key: text for part in PARTS for key, text in part_of(language, part).items()}


@dataclass(frozen=True)
class Tongue:
    language: str

    def say(self, says: dict[str, Any]) -> str:
        values = says["values"]
        said = {name: value if name == "count" else self._value(name, value) for name, value in values.items()}
        return self._text(f"said.{says['id']}", said)

    def _text(self, key: str, values: dict[str, Any]) -> str:
        text = catalogue(self.language)[key]
        if isinstance(text, dict):
            text = text["one" if values["count"] in self._singular else "other"]
        assert set(re.findall(r"\{(\w+)\}", text)) <= values.keys(), (key, values)
        return re.sub(r"\{(\w+)\}", lambda place: str(values[place[1]]), text)

    @property
    def _singular(self) -> tuple[int, ...]:
        return (0, 1) if self.language == "fr" else (1,)

    def _value(self, name: str, value: Any) -> str:
        if not isinstance(value, list):
            return self._one(name, value)
        said = [self._one(name, each) for each in value]
        if name in PAIRED:
            first, *rest = said
            for last in rest:
                first = self._both(first, last)
            return first
        if name == "guilds" and len(said) > 1:
            return self._both(", ".join(said[:-1]), said[-1])
        return BETWEEN.get(name, ", ").join(said)

    def _both(self, some: str, last: str) -> str:
        return self._text("said.and", {"some": some, "last": last})

    def _one(self, name: str, value: Any) -> str:
        assert value is not None, name
        words = catalogue(self.language)
        if isinstance(value, dict):
            return self.say(value)
        if isinstance(value, int):
            key = f"said.count.{name}"
            return self._text(key, {"count": value}) if key in words else str(value)
        match name:
            case "guild" | "guilds" | "owner" | "holders" | "winners":
                return f"{_coats()[value]['names'][self.language]} ({words[f'table.colour.{value}']})"
            case "coat":
                return str(words[f"table.colour.{value}"])
            case "shape":
                return str(words[f"table.shape.{value}"])
            case "town" | "towns":
                return _towns()[value]
            case "space" | "spaces" | "twins":
                town, _, number = value.partition("-")
                return f"{_towns()[town]} {number}"
            case "card":
                card = _cards()[value]
                key = f"said.card.{'golden.' if 'pile' in card else ''}{card['type']}"
                return self._text(key, {"town": _towns().get(card.get("town", ""), "")})
            case "game":
                return str(words[f"game.{value}"])
            case "strategy":
                return str(words[f"bot.{value}"])
            case _:
                return str(value)


@cache
def _board() -> dict[str, Any]:
    board: dict[str, Any] = RULES.board({"board": "standard"})
    return board


def _towns() -> dict[str, str]:
    return {town["id"]: town["names"]["nl"] for town in _board()["towns"]}


def _coats() -> dict[str, dict[str, Any]]:
    parts = _board()["components"]
    return {coat["id"]: coat for coat in [*parts["guilds"], parts["neutral"], parts["church"]]}


@cache
def _cards() -> dict[str, dict[str, Any]]:
    parts = _board()["components"]
    return {card["id"]: card for card in [*parts["silverCards"], *parts["goldenCards"]]}
