"""What has become of a scoring since: corrections that rest on a dispute about it."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.rules import Happened
from domain.said import Said
from domain.table.disputes.events import DisputeRaised, DisputeSettled, ScoreCorrected
from domain.table.disputes.said import tell
from domain.table.disputes.text import describe


def correction_lines(history: Iterable[Happened], town: str, scored_in: int | None) -> Iterator[dict[str, Any]]:
    """Lines for the explanation of a town, each resting on the raising, the settlement and the correction."""
    about: dict[int, list[int]] = {}
    for number, event in history:
        if isinstance(event, DisputeRaised) and (event.town == town or event.version in {scored_in} - {None}):
            about[event.dispute] = [number]
        elif isinstance(event, DisputeSettled) and event.dispute in about:
            about[event.dispute].append(number)
        elif isinstance(event, ScoreCorrected) and event.dispute in about:
            yield line(describe(event), tell(event), "T6.5", [*about[event.dispute], number])


def line(text: str, says: Said | None, rule: str, events: list[int]) -> dict[str, Any]:
    document = None if says is None else says.document()
    return {"part": "correction", "text": text, "says": document, "rule": rule, "spaces": [], "events": events}
