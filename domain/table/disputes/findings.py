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
    "disputedUnscored": "{which} had not been scored when it was disputed.",
    "disputedAlike": "Event {event}: {name} was scored and recounted alike: value {worth}, points {gained}.",
    "disputedUnlike": "Event {event}: {name} was scored with value {worth}, points {gained}; recounted it "
    "comes to value {due}, points {deserved}.",
    "disputedUncountable": "{which} cannot be counted again: event {event} does not fit what is left.",
    "disputedMissing": "Event {event} is missing, or cannot be read.",
    "disputedFails": "Event {event} ({topic}) does not hold: {checks}.",
    "disputedRests": "Event {event} ({topic}) rests on event {before} of the same command, which does not hold.",
    "disputedUnplayable": "Event {event} ({topic}) cannot be played again while others are damaged or missing.",
    "disputedFollows": "Event {event} ({topic}) follows from its command by the rules.",
    "disputedFollowsFrom": "Event {event} ({topic}) follows from the command of event {before} by the rules.",
    "formed": "{number} events read as what their topics say.",
    "linked": "{number} events are chained without a gap; the head is {head}.",
    "unlinked": "Event {event} is not what was chained here: its head does not follow from it and the head before.",
    "sealed": "All {number} secrets are what was sealed.",
    "dealt": "{number} sealed seeds and piles were drawn again from seed and nonces.",
    "replayed": "{number} commands were carried out again and led to the same events.",
    "unplayable": "The game cannot be played again while events are damaged or missing.",
    "signed": "{number} receipts are signed by {keys}.",
    "unsigned": "The commit that ends with event {event} is not signed.",
    "forged": "The signature beside event {event} is not the house's.",
}
_PARTS: Mapping[str, tuple[str, str]] = {
    "differences": ("difference", r"(?P<field>\w+) is (?P<there>.+?), and should be (?P<due>.+?)(?:; (?=\w+ is )|$)"),
    "gained": ("gain", r"(?P<coat>\S+) (?P<points>-?\d+)(?:, |$)"),
    "deserved": ("gain", r"(?P<coat>\S+) (?P<points>-?\d+)(?:, |$)"),
    "shares": ("share", r"(?P<coat>\S+) (?P<due>-?\d+), not (?P<there>-?\d+)(?:, |$)"),
}
"""Those that consist of several: how one of them is called, and how it reads."""
_VALUES = {"events": r"\d+", "commands": r"\d+", "event": r"\d+", "topic": r"[^()]+", "fields": r"[\w, ]+"}
_VALUES |= {"number": r"\d+", "before": r"\d+", "worth": r"\d+", "which": r"\w+", "gained": r"[^;]+"}
_NUMBERS = ("events", "commands", "event", "number", "before", "worth")


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
