"""A dispute as it stands: what is doubted, what the house has found, how the arbiter has decided."""

from typing import Any, Literal

import msgspec

from domain.event import Seat
from domain.table.disputes.findings import read

HOUSE = "house:"
EXAMINER = f"{HOUSE}examiner"
"""Who examines disputes. No account has such a name, as none has that of a bot."""

Status = Literal["raised", "examined", "upheld", "rejected"]
Verdict = Literal["upheld", "rejected"]


class Finding(msgspec.Struct, frozen=True):
    """What one check of the log has shown, and the event it is about; public whatever it says."""

    check: str
    ok: bool
    event: int | None
    text: str


class Dispute(msgspec.Struct, frozen=True):
    number: int
    seat: Seat
    reason: str
    town: str | None = None
    version: int | None = None
    status: Status = "raised"
    findings: tuple[Finding, ...] = ()
    verdict: str | None = None
    corrections: dict[str, int] = {}

    @property
    def is_open(self) -> bool:
        return self.status in ("raised", "examined")

    def document(self) -> dict[str, Any]:
        """For everybody: there is no secret in it."""
        return {
            "dispute": self.number,
            "seat": self.seat,
            "town": self.town,
            "version": self.version,
            "reason": self.reason,
            "status": self.status,
            "findings": [_found(finding) for finding in self.findings],
            "verdict": self.verdict,
            "corrections": dict(self.corrections),
        }


def _found(finding: Finding) -> dict[str, Any]:
    says = read(finding.text)
    return msgspec.structs.asdict(finding) | {"says": None if says is None else says.document()}
