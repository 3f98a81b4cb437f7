"""A bot that takes any legal command, each as likely as the other."""

from collections.abc import Sequence

from domain.event import Seat
from domain.macht.commands import Command
from domain.macht.state import State


def random(_: State, __: Seat, legal: Sequence[Command], die: int) -> Command:
    return legal[die % len(legal)]
