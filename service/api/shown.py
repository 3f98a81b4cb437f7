"""Tables and events as documents for one caller."""

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.recorded import Recorded
from domain.table import Table
from domain.table.said import tell
from domain.table.text import describe
from domain.table.view import game_view
from service.api.caller import caller, is_member, viewer_of
from service.api.figures import ACCEPTED
from service.api.here import house
from service.application import Accepted
from service.clock import deadlines


def shown_table(version: int, table: Table) -> dict[str, Any]:
    viewer = viewer_of(table)
    due = deadlines(house(), version, table)
    document: dict[str, Any] = {
        "table": str(table.id),
        "version": version,
        "game": table.game,
        "rulesVersion": table.rules_version,
        "status": table.status,
        "private": table.private,
        "autostart": table.autostart,
        "opener": table.opener,
        "arbiter": table.arbiter,
        "waitForDisputes": table.wait_for_disputes,
        "clock": table.clock,
        "options": table.options,
        "seats": shown_seats(table),
        "awaited": [
            {"seat": seat, "kind": what.kind, "card": what.card, "source": what.source, "due": due.get(seat)}
            for seat, what in sorted(table.awaited.items())
        ],
        "mySeat": viewer.seat,
        "sandbox": None if table.copied is None else msgspec.to_builtins(table.copied),
        "view": game_view(table, viewer),
        "disputes": [dispute.document() for dispute in table.disputes],
    }
    if table.private and is_member(caller(), table, "read"):
        document["invite"] = table.invite
    return document


def shown_seats(table: Table) -> list[dict[str, Any]]:
    names = house().accounts.names(chair.account for chair in table.chairs if chair.account)
    return [
        {
            "seat": seat,
            "account": chair.account,
            "name": names.get(chair.account) if chair.account else None,
            "bot": chair.bot,
            "guild": chair.guild,
        }
        for seat, chair in enumerate(table.chairs)
    ]


def with_names(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tables of the lobby, which knows opaque ids alone, with the names of who sits there."""
    seats = [seat for table in listed for seat in table["seats"]]
    names = house().accounts.names(seat["account"] for seat in seats if seat["account"])
    for seat in seats:
        seat["name"] = names.get(seat["account"]) if seat["account"] else None
    return listed


def shown_events(table: Table, events: Iterable[Recorded], with_public: bool = False) -> list[dict[str, Any]]:
    """Events that have been redacted already, and if wished the text that the chain covers: it hides every secret."""
    return [
        {
            "version": recorded.originator_version,
            "at": recorded.at,
            "actor": recorded.actor,
            "topic": recorded.topic,
            "text": describe(table, recorded.event),
            "says": msgspec.to_builtins(tell(table, recorded.event)),
            "event": msgspec.to_builtins(recorded.event),
            "head": recorded.head,
        }
        | ({"public": recorded.public.decode()} if with_public else {})
        for recorded in events
    ]


def shown_accepted(accepted: Accepted) -> dict[str, Any]:
    """What a command has led to, as its sender may see it."""
    ACCEPTED.inc()
    table = house().application.remembered(accepted.table)
    return {
        "table": str(accepted.table),
        "version": accepted.version,
        "head": accepted.head,
        "events": shown_events(table, accepted.events),
        "receipt": msgspec.to_builtins(accepted.receipt),
    }
