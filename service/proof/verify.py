"""Verifying a record: nothing is asked of a server, a store or a network."""

from collections.abc import Callable, Collection, Sequence

from domain.audit import Finding, NotARecord, Record, examine_rows, parse_record, record_rows
from domain.audit.finding import holds, unchecked, wrong
from domain.audit.record import check_frame
from domain.errors import Rejected
from domain.receipt import Receipt
from service.proof.report import Report, report
from service.proof.signatures import check_receipt, check_signatures


def verify(
    text: bytes,
    receipts: Sequence[Receipt] = (),
    trusted: Collection[str] | None = None,
    tick: Callable[[int], None] = lambda _: None,
    *,
    replay: bool = True,
) -> Report:
    """`trusted` are ids of keys that the house is known by; None where the caller knows of none."""
    try:
        record = parse_record(text)
    except NotARecord as error:
        return report(None, 0, [wrong("form", error.event, str(error))])
    rows = record_rows(record)
    examined = examine_rows(record.table, rows, tick, partly=True, replay=replay)
    findings = list(examined.findings)
    try:
        findings += check_frame(record, examined.events)
    except Rejected as error:
        findings.append(wrong("form", 1, str(error)))
    findings += check_signatures(record.table, rows, examined.events, record.keys)
    findings += _check_keys(record, trusted)
    for receipt in receipts:
        findings += check_receipt(receipt, record.table, rows)
    return report(record.table, len(rows), findings)


def _check_keys(record: Record, trusted: Collection[str] | None) -> list[Finding]:
    used = {event.receipt.key for event in record.events if event.receipt is not None}
    found = [
        wrong("signatures", None, f"The key {key} has signed nothing here.") for key in record.keys if key not in used
    ]
    if found:
        return found
    if trusted is None:
        text = "Whose keys these are was not checked: compare them with those the house shows (--keys)."
        return [unchecked("signatures", text)]
    strange = sorted(set(record.keys) - set(trusted))
    if strange:
        return [wrong("signatures", None, f"The key {key} is not one of the house's.") for key in strange]
    return [holds("signatures", "The keys are the house's.")]
