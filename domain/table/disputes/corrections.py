"""What has become of a scoring since: corrections that rest on a dispute about it."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.rules import Happened
from domain.table.disputes.events import DisputeRaised, DisputeSettled, ScoreCorrected
from domain.table.disputes.text import differences


def correction_lines(history: Iterable[Happened], town: str, scored_in: int | None) -> Iterator[dict[str, Any]]:
    """Lines for the explanation of a town, each resting on the raising, the settlement and the correction."""
    about: dict[int, list[int]] = {}
    for number, event in history:
        if isinstance(event, DisputeRaised) and (event.town == town or event.version in {scored_in} - {None}):
            about[event.dispute] = [number]
        elif isinstance(event, DisputeSettled) and event.dispute in about:
            about[event.dispute].append(number)
        elif isinstance(event, ScoreCorrected) and event.dispute in about:
            text = f"After dispute {event.dispute} about it event {number} corrects the score: {differences(event)}"
            yield line(text, "T6.5", [*about[event.dispute], number])


def line(text: str, rule: str, events: list[int]) -> dict[str, Any]:
    return {"part": "correction", "text": text, "rule": rule, "spaces": [], "events": events}
