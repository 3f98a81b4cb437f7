"""What the examiner finds, in sentences. A finding is stored as its sentence for ever, so each can be read back."""

import re
from collections.abc import Mapping

from domain.said import Said, said

SENTENCES: Mapping[str, str] = {
    "chained": "All {events} events are chained, and what is sealed fits its seal.",
    "redone": "All {commands} commands after the opening lead to the same events again.",
    "recounted": "Every scoring was counted a second time, by other code, to the same points.",
    "refused": "Event {event} ({topic}) follows from a command that the rules refuse.",
    "notRedone": "Event {event} ({topic}) follows from a command that cannot be redone.",
    "tooManyOrFew": "The command of event {event} ({topic}) does not lead to as many events as are there.",
    "otherNumber": "The command of event {event} ({topic}) does not lead to as many events as are there: "
    "{there} instead of {due}.",
    "otherKind": "Event {event} ({topic}) is not what the rules give.",
    "otherKindTold": "Event {event} ({topic}) is not what the rules give. They give {due}.",
    "differs": "Event {event} ({topic}) is not what the rules give: {fields} differ.",
    "differsTold": "Event {event} ({topic}) is not what the rules give: {fields} differ. {differences}.",
    "miscountedValue": "Event {event} ({topic}): {name} is worth {due}, not {there}.",
    "miscountedPoints": "Event {event} ({topic}): in {name} the points are {shares}.",
}
_PARTS: Mapping[str, tuple[str, str]] = {
    "differences": ("difference", r"(?P<field>\w+) is (?P<there>.+?), and should be (?P<due>.+?)(?:; (?=\w+ is )|$)"),
    "shares": ("share", r"(?P<coat>\S+) (?P<due>-?\d+), not (?P<there>-?\d+)(?:, |$)"),
}
"""Those that consist of several: how one of them is called, and how it reads."""
_VALUES = {"events": r"\d+", "commands": r"\d+", "event": r"\d+", "topic": r"[^()]+", "fields": r"[\w, ]+"}
_NUMBERS = ("events", "commands", "event")


def _pattern(sentence: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", sentence)
    named = (
        f"(?P<{piece}>{_VALUES.get(piece, '.+')})" if n % 2 else re.escape(piece) for n, piece in enumerate(pieces)
    )
    return re.compile("".join(named), re.DOTALL)


_PATTERNS = {name: _pattern(sentence) for name, sentence in SENTENCES.items()}


def sentence(name: str, /, **values: object) -> str:
    return SENTENCES[name].format(**values)


def read(text: str) -> Said | None:
    """The sentence behind a finding's text; None for one that this release does not know."""
    for name in reversed(_PATTERNS):  # those that tell more come after those that they begin like
        if (found := _PATTERNS[name].fullmatch(text)) is not None:
            return Said(f"finding.{name}", {key: _value(key, value) for key, value in found.groupdict().items()})
    return None


def _value(key: str, text: str) -> object:
    if key in _PARTS:
        name, form = _PARTS[key]
        return [said(f"finding.{name}", **part.groupdict()) for part in re.finditer(form, text)]
    return int(text) if key in _NUMBERS else text
