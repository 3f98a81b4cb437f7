"""Tables and events as documents for one caller."""

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.recorded import Recorded
from domain.table import Table
from domain.table.text import describe
from domain.table.view import game_view
from service.api.caller import caller, house, is_member, viewer_of
from service.application import Accepted


def shown_table(version: int, table: Table) -> dict[str, Any]:
    viewer = viewer_of(table)
    rules = table.rules
    awaited = rules.to_act(table.state) if table.status == "running" else {}
    document: dict[str, Any] = {
        "table": str(table.id),
        "version": version,
        "game": table.game,
        "rulesVersion": table.rules_version,
        "status": table.status,
        "private": table.private,
        "autostart": table.autostart,
        "opener": table.opener,
        "options": table.options,
        "seats": shown_seats(table),
        "awaited": [
            {"seat": seat, "kind": what.kind, "card": what.card, "source": what.source}
            for seat, what in sorted(awaited.items())
        ],
        "mySeat": viewer.seat,
        "view": game_view(table, viewer),
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


def shown_events(table: Table, events: Iterable[Recorded]) -> list[dict[str, Any]]:
    """Events that have been redacted already."""
    return [
        {
            "version": recorded.originator_version,
            "at": recorded.at,
            "actor": recorded.actor,
            "topic": recorded.topic,
            "text": describe(table, recorded.event),
            "event": msgspec.to_builtins(recorded.event),
            "head": recorded.head,
        }
        for recorded in events
    ]


def shown_accepted(accepted: Accepted) -> dict[str, Any]:
    """What a command has led to, as its sender may see it."""
    table = house().application.remembered(accepted.table)
    return {
        "table": str(accepted.table),
        "version": accepted.version,
        "head": accepted.head,
        "events": shown_events(table, accepted.events),
        "receipt": msgspec.to_builtins(accepted.receipt),
    }
