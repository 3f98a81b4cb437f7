"""What a verification comes to, in lines and as JSON."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec

from domain.audit import CHECKS, Finding


@dataclass(frozen=True)
class Report:
    table: UUID | None
    events: int
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        return all(finding.ok for finding in self.findings)

    @property
    def wrong(self) -> list[Finding]:
        return [finding for finding in self.findings if not finding.ok]

    def as_document(self) -> dict[str, Any]:
        findings = [msgspec.to_builtins(finding) | {"checked": finding.checked} for finding in self.findings]
        table = None if self.table is None else str(self.table)
        return {"ok": self.ok, "table": table, "events": self.events, "findings": findings}

    def lines(self) -> list[str]:
        marks = {(True, True): "ok", (True, False): "not checked", (False, True): "WRONG"}
        return [
            f"{marks.get((finding.ok, finding.checked), 'WRONG'):11}  {finding.check:10}  {finding.text}"
            for finding in self.findings
        ]


def report(table: UUID | None, events: int, findings: list[Finding]) -> Report:
    """In the order of the checks."""
    return Report(table, events, tuple(sorted(findings, key=lambda finding: CHECKS.index(finding.check))))
