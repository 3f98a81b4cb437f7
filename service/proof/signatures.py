"""Receipts in a history: each signature holds, each key is what its id says, and the last word is signed."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID

from domain.audit import Finding, Row
from domain.audit.finding import capped, holds, wrong
from domain.receipt import Receipt, Signed, fingerprint, message
from domain.recorded import Recorded
from service.keys import verifies

GRACE = 60_000
"""Milliseconds by which an event may be dated outside the time of its key: clocks differ, and for a while after a
rotation other processes sign with the key before."""


class Span(NamedTuple):
    """When a key was made, and when it was retired (ms since 1970); None where that is not known, or has not been."""

    created: int | None
    retired: int | None

    def covers(self, at: int) -> bool:
        begun = self.created is None or at >= self.created - GRACE
        return begun and (self.retired is None or at <= self.retired + GRACE)


def check_signatures(
    table: UUID,
    rows: Sequence[Row],
    events: Sequence[Recorded],
    keys: Mapping[str, str],
    *,
    signed_since: int | None = None,
    spans: Mapping[str, Span] = MappingProxyType({}),
) -> list[Finding]:
    """`keys` are public keys (hex) by id.

    From the time `signed_since` on the house has signed every commit; None where nobody knows since when. `spans` are
    the times in which keys were in use, as far as they are known.
    """
    found = [
        wrong("signatures", None, f"The key {key} is not the one its id was made of.")
        for key, public in keys.items()
        if not is_key(key, public)
    ]
    signed = [row.version for row in rows if row.stored.receipt is not None]
    for version, _, stored in rows:
        if stored.receipt is None:
            continue
        if not _holds(table, version, stored.head, stored.receipt, keys):
            found.append(wrong("signatures", version, f"The signature beside event {version} is not the house's."))
    found += _out_of_time(events, spans)
    if [e.originator_version for e in events] == list(range(1, len(rows) + 1)):
        found += _misplaced(rows, events, signed_since)
    return capped(found) or [holds("signatures", _told(signed, keys, events))]


def _out_of_time(events: Sequence[Recorded], spans: Mapping[str, Span]) -> list[Finding]:
    """A retired key vouches for what it signed while it was in use: whoever has got hold of it since proves nothing."""
    return [
        wrong(
            "signatures",
            e.originator_version,
            f"Event {e.originator_version} is dated {e.at}, when the key {e.signed.key[:16]} beside it was not in use.",
        )
        for e in events
        if e.signed is not None and e.signed.key in spans and not spans[e.signed.key].covers(e.at)
    ]


def is_key(key: str, public: str) -> bool:
    """Whether a key's id was made of it."""
    return fingerprint(bytes.fromhex(public)) == key


def _told(signed: Sequence[int], keys: Mapping[str, str], events: Sequence[Recorded]) -> str:
    told = f"{len(signed)} receipts are signed by {_names(keys)}."
    late = [e.originator_version for e in events if signed and e.opens_commit and e.originator_version <= signed[0]]
    return told if len(late) <= 1 else f"{told} Receipts begin at event {signed[0]}."


def _holds(table: UUID, version: int, head: str, signed: Signed, keys: Mapping[str, str]) -> bool:
    if signed.key not in keys:
        return False
    try:
        text = message(table, version, head)
    except (ValueError, OverflowError):
        return False
    return verifies(bytes.fromhex(keys[signed.key]), text, bytes.fromhex(signed.signature))


def _misplaced(rows: Sequence[Row], events: Sequence[Recorded], signed_since: int | None) -> list[Finding]:
    """Every commit's last event is signed, but those from before the first key: there is no gap after a receipt."""
    found = []
    has_begun = False
    for number, row in enumerate(rows):
        last_of_all = number + 1 == len(events)
        ends_commit = last_of_all or events[number + 1].opens_commit
        is_signed = row.stored.receipt is not None
        has_begun = has_begun or is_signed
        if is_signed and not ends_commit:
            found.append(wrong("signatures", row.version, f"Event {row.version} is signed in the midst of its commit."))
        since = last_of_all if signed_since is None else events[number].at >= signed_since
        if ends_commit and not is_signed and (has_begun or since):
            text = f"The commit that ends with event {row.version} is not signed."
            found.append(wrong("signatures", row.version, text))
    return found


def _names(keys: Mapping[str, str]) -> str:
    return ", ".join(f"key {key[:16]}" for key in sorted(keys)) or "nobody"


def check_receipt(receipt: Receipt, table: UUID, rows: Sequence[Row], keys: Mapping[str, str]) -> list[Finding]:
    """A receipt that somebody kept, against the history that is shown now.

    `keys` are those that may be the house's. A receipt of nobody's proves nothing against anybody.
    """
    version = receipt.version
    if receipt.table != table:
        return [wrong("receipt", None, f"The receipt is for table {receipt.table}, not for this one.")]
    if receipt.key not in keys:
        text = f"The key {receipt.key} of the receipt is unknown: it proves nothing unless the house shows that key."
        return [wrong("receipt", None, text)]
    if not _holds(table, version, receipt.head, receipt.signed, keys):
        return [wrong("receipt", None, f"The receipt for event {version} is not the house's: its signature is false.")]
    if version < 1 or version > len(rows):
        text = f"The receipt knows of event {version}; here the history ends with event {len(rows)}: its end was cut."
        return [wrong("receipt", len(rows), text)]
    stored = rows[version - 1].stored
    if stored.head != receipt.head:
        text = f"At event {version} the receipt has another head: history up to it was rewritten."
        return [wrong("receipt", version, text)]
    if stored.receipt != receipt.signed:
        return [wrong("receipt", version, f"Event {version} does not carry the receipt's signature.")]
    return [holds("receipt", f"The receipt for event {version} is kept.")]
