"""Verifying a record: nothing is asked of a server, a store or a network."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from domain.audit import (
    Finding,
    NotARecord,
    Record,
    check_disputes,
    guarded,
    parse_record,
    record_rows,
)
from domain.audit.finding import holds, unchecked, wrong
from domain.audit.record import check_frame
from domain.errors import Rejected
from domain.receipt import Receipt
from domain.recorded import Recorded
from service.proof.history import check_history
from service.proof.report import Report, report
from service.proof.signatures import Span, check_receipt, is_key


def verify(
    text: bytes,
    receipts: Sequence[Receipt] = (),
    trusted: Mapping[str, str] | None = None,
    tick: Callable[[int], None] = lambda _: None,
    *,
    replay: bool = True,
    spans: Mapping[str, Span] = MappingProxyType({}),
) -> Report:
    """`trusted` are the public keys (hex) that the house is known by, by id; None where the caller knows of none.

    `spans` are the times in which they were in use.
    """
    try:
        record = parse_record(text)
    except NotARecord as error:
        return report(None, 0, [wrong("form", error.event, str(error))])
    found, events, rows = check_history(
        record.table, record_rows(record), record.keys, tick, partly=True, replay=replay, spans=spans
    )
    findings = [*found, *guarded("form", lambda: _check_frame(record, events))]
    findings += _check_keys(record, trusted)
    keys = {key: public for key, public in (trusted or record.keys).items() if is_key(key, public)}
    for receipt in receipts:
        findings += guarded("receipt", lambda kept=receipt: check_receipt(kept, record.table, rows, keys))  # type: ignore[misc]
    findings += guarded("disputes", lambda: check_disputes(events, findings))
    return report(record.table, len(rows), findings)


def _check_frame(record: Record, events: Sequence[Recorded]) -> list[Finding]:
    try:
        return check_frame(record, events)
    except Rejected as error:
        return [wrong("form", 1, str(error))]


def _check_keys(record: Record, trusted: Mapping[str, str] | None) -> list[Finding]:
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
