"""A table's history, checked the one way in which all check it: a record, an audit, the examination of a dispute."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any
from uuid import UUID

from domain.audit import Examined, Row, check_nothing_more, examine_rows, guarded, parse_rows
from service.keys import SigningKeys
from service.proof.signatures import Span, check_signatures


@dataclass(frozen=True)
class HouseKeys:
    public: Mapping[str, str]
    """Every public key (hex) that the house has ever had, by id."""
    since: int | None
    """When it had its first one."""
    spans: Mapping[str, Span] = field(default_factory=dict)
    """When each was in use."""

    @classmethod
    def of(cls, keys: SigningKeys) -> "HouseKeys":
        known = keys.all()
        spans = {key.id: Span(key.created, key.retired) for key in known}
        since = min((key.created for key in known), default=None)
        return cls({key.id: key.public.hex() for key in known}, since, spans)


def check_history(
    table: UUID,
    rows: Sequence[Row],
    keys: Mapping[str, str],
    tick: Callable[[int], None] = lambda _: None,
    *,
    partly: bool = False,
    replay: bool = True,
    signed_since: int | None = None,
    spans: Mapping[str, Span] = MappingProxyType({}),
    lost: bool = False,
) -> Examined:
    """Form, chain, seals, shuffle, every command again, the recount, and the signatures."""
    examined = examine_rows(table, rows, tick, partly=partly, replay=replay, lost=lost)
    signatures = guarded(
        "signatures",
        lambda: check_signatures(table, examined.rows, examined.events, keys, signed_since=signed_since, spans=spans),
    )
    return examined._replace(findings=[*examined.findings, *signatures])


def check_stored(
    table: UUID,
    raw: Sequence[tuple[Any, Any, Any]],
    keys: HouseKeys | None,
    tick: Callable[[int], None] = lambda _: None,
) -> Examined:
    """The same for rows of the log; None for a house that has never signed."""
    rows, unreadable = parse_rows(table, raw)
    if keys is None:
        examined = examine_rows(table, rows, tick, lost=bool(unreadable))
    else:
        used = {row.stored.receipt.key for row in rows if row.stored.receipt is not None}
        known = {key: public for key, public in keys.public.items() if key in used}
        examined = check_history(
            table, rows, known, tick, signed_since=keys.since, spans=keys.spans, lost=bool(unreadable)
        )
    return examined._replace(findings=[*unreadable, *check_nothing_more(raw), *examined.findings])
