"""Saying no clearly: a stable code, the rule's number, and a sentence a player understands."""


class Rejected(Exception):
    """A command that the rules do not allow. Nothing has happened."""

    def __init__(self, code: str, rule: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} ({self.code}, {self.rule})"


class DamagedEvent(Exception):
    """A stored event that cannot be what was once written: it does not parse, or its seal or chain is broken."""

    def __init__(self, table: object, version: int, reason: str) -> None:
        super().__init__(f"Event {version} of table {table} is damaged: {reason}")
        self.version = version
        self.reason = reason


class UnknownTopic(DamagedEvent):
    """A stored event of a kind this release does not know."""


def require(condition: object, code: str, rule: str, message: str) -> None:
    if not condition:
        raise Rejected(code, rule, message)
