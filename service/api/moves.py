"""Moves: what I may do, and doing it."""

from typing import Any
from uuid import UUID

import msgspec
from flask import Response
from flask.views import MethodView

from domain.table import Table
from service.api.answers import about_table, expected_version, idempotency_key, prefers_representation
from service.api.bodies import Blueprint
from service.api.caller import account, may_read, needs, require_known, seen_table, viewer_of
from service.api.here import house
from service.api.openapi import CommandSchema
from service.api.schemas import MoveAcceptedSchema, MovesSchema, ProblemSchema
from service.api.shown import shown_accepted, shown_table
from service.api.why import WhyQuerySchema, WhySchema

routes = Blueprint("moves", __name__, description="Moves at a table.")

_WHY_NONE = {
    "notSeated": "You do not sit at this table.",
    "notStarted": "The game has not started yet.",
    "gameOver": "The game is over.",
    "disputeOpen": "The table waits until a dispute has been settled.",
    "notAwaited": "You are not awaited now.",
}


@routes.route("/tables/<uuid:table_id>/moves")
class Moves(MethodView):
    @routes.response(200, MovesSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    def get(self, table_id: UUID) -> Response:
        """My legal moves, each a ready command with a line of text; with the reason where there are none."""
        version, table = seen_table(table_id)
        return about_table(version, lambda: _moves(version, table))

    @needs("play")
    @routes.arguments(CommandSchema)
    @routes.response(201, MoveAcceptedSchema)
    @routes.alt_response(403, schema=ProblemSchema, description="You do not sit here.")
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="The rules do not allow it: see `code` and `rule`.")
    @routes.alt_response(412, schema=ProblemSchema, description="The table has moved on since the version of If-Match.")
    def post(self, command: dict[str, Any], table_id: UUID) -> Response:
        """Make a move. It is durable when the answer is there."""
        require_known(table_id)
        accepted = house().application.submit(table_id, account(), command, idempotency_key(), expected_version())
        answer = shown_accepted(accepted)
        if not (prefers_representation() and may_read()):
            return about_table(accepted.version, answer, 201)
        table = house().application.state(table_id, accepted.version)
        answer |= {"now": {"table": shown_table(accepted.version, table), "moves": _moves(accepted.version, table)}}
        response = about_table(accepted.version, answer, 201)
        response.headers["Preference-Applied"] = "return=representation"
        return response


@routes.route("/tables/<uuid:table_id>/moves/why")
class Why(MethodView):
    @routes.arguments(WhyQuerySchema, location="query")
    @routes.response(200, WhySchema)
    @routes.alt_response(404, schema=ProblemSchema)
    def get(self, query: dict[str, Any], table_id: UUID) -> Response:
        """Why I can do nothing on a space now; no reason where I can."""
        version, table = seen_table(table_id)
        return about_table(
            version, lambda: {"version": version, "space": query["space"], "reasons": _reasons(table, query["space"])}
        )


def _reasons(table: Table, space: str) -> list[dict[str, Any]]:
    seat = viewer_of(table).seat
    if (code := _why_none(table, seat)) is not None:
        return [{"coat": None, "code": code, "rule": None, "detail": _WHY_NONE[code]}]
    assert seat is not None
    reasons: list[dict[str, Any]] = msgspec.to_builtins(table.rules.why_not(table.state, seat, space))
    return reasons


def _moves(version: int, table: Table) -> dict[str, Any]:
    seat = viewer_of(table).seat
    if (code := _why_none(table, seat)) is not None:
        return {"version": version, "moves": [], "reason": _WHY_NONE[code], "code": code}
    assert seat is not None
    rules = table.rules
    return {
        "version": version,
        "moves": [
            {"command": msgspec.to_builtins(command), "text": rules.name_move(table.state, seat, command)}
            for command in rules.legal(table.state, seat)
        ],
        "reason": None,
        "code": None,
    }


def _why_none(table: Table, seat: int | None) -> str | None:
    """The code of the reason why nothing can be done at all."""
    if seat is None:
        return "notSeated"
    if table.status != "running":
        return "notStarted" if table.status == "open" else "gameOver"
    if table.is_halted:
        return "disputeOpen"
    return None if seat in table.awaited else "notAwaited"
