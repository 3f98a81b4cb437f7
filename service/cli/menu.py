"""Choosing a move in the terminal: by number; long lists first by their space or card, then in full."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from domain.rules import Command

LONGEST_LIST = 20
HELP = "A number chooses; b shows the board again; q leaves, and the game is kept."


class Left(Exception):
    """The person has left the terminal."""


def choose(moves: Sequence[tuple[Command, str]], show_board: Callable[[], None]) -> Command:
    if not moves:
        raise click.ClickException("It is nobody's move here; the table waits for others.")
    groups = _groups(moves)
    if len(moves) <= LONGEST_LIST or len(groups) == 1:
        picked = _ask([text for _, text in moves], show_board, can_go_back=False)
        return moves[picked][0]
    while True:
        names = list(groups)
        group = groups[names[_ask([_title(name, groups[name]) for name in names], show_board, can_go_back=False)]]
        if len(group) == 1:
            return group[0][0]
        picked = _ask([text for _, text in group], show_board, can_go_back=True)
        if picked >= 0:
            return group[picked][0]


def _groups(moves: Sequence[tuple[Command, str]]) -> dict[str, list[tuple[Command, str]]]:
    groups: dict[str, list[tuple[Command, str]]] = {}
    for command, text in moves:
        key: Any = getattr(command, "space", None) or getattr(command, "action_card", None) or text
        groups.setdefault(key, []).append((command, text))
    return groups


def _title(name: str, group: list[tuple[Command, str]]) -> str:
    command, text = group[0]
    if len(group) == 1:
        return text
    return f"{name if hasattr(command, 'space') else text} ({len(group)} ways)"


def _ask(lines: Sequence[str], show_board: Callable[[], None], *, can_go_back: bool) -> int:
    """The index of the line chosen, or -1 for going back."""
    _show(lines)
    while True:
        try:
            answer = input("> ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            raise Left from None
        if answer == "q":
            raise Left
        if answer == "b":
            show_board()
            _show(lines)
        elif answer.isdecimal() and len(answer) < 5 and 1 <= int(answer) <= len(lines):
            return int(answer) - 1
        elif answer == "0" and can_go_back:
            return -1
        else:
            click.echo(HELP + (" 0 goes back." if can_go_back else ""))


def _show(lines: Sequence[str]) -> None:
    width = len(str(len(lines)))
    for number, line in enumerate(lines, start=1):
        click.echo(f"  {number:{width}}  {line}")
