"""Seats: take one, leave it, give it to a bot."""

import hmac
from typing import Any
from uuid import UUID

from flask import Response
from flask.views import MethodView

from domain.table import Table
from service.accounts import Caller
from service.api.answers import about_table, expected_version, idempotency_key
from service.api.bodies import Blueprint
from service.api.caller import account, caller, is_member, needs, require_known, viewer_of
from service.api.here import house
from service.api.schemas import (
    AcceptedSchema,
    BotSchema,
    InvitationSchema,
    InviteQuerySchema,
    ProblemSchema,
    TakeSeatSchema,
)
from service.api.shown import shown_accepted
from service.application import Accepted, UnknownTable

routes = Blueprint("seats", __name__, description="Seats of a table.")


def _answer(accepted: Accepted, status: int = 201) -> Response:
    return about_table(accepted.version, shown_accepted(accepted), status)


@routes.route("/tables/<uuid:table_id>/seats")
class Seats(MethodView):
    @routes.arguments(InviteQuerySchema, location="query")
    @routes.response(200, InvitationSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    def get(self, query: dict[str, Any], table_id: UUID) -> Response:
        """Where one could sit down, before one does; at a private table with its invite."""
        found = caller()
        version, table = house().application.snapshot(table_id)
        _check_invite(found, table, query.get("invite"), "read")
        return about_table(version, lambda: _invitation(version, table))

    @needs("play")
    @routes.arguments(TakeSeatSchema, required=False)
    @routes.response(201, AcceptedSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="The seat or the guild is taken.")
    def post(self, wanted: dict[str, Any], table_id: UUID) -> Response:
        """Sit down, with a guild and a nonce if wished; at a private table with its invite."""
        _check_invite(caller(), house().application.state(table_id), wanted.get("invite"), "play")
        accepted = house().application.take_seat(
            table_id,
            account(),
            wanted.get("seat"),
            wanted.get("guild"),
            wanted.get("nonce"),
            idempotency_key(),
            expected_version(),
        )
        return _answer(accepted)


def _check_invite(found: Caller | None, table: Table, invite: str | None, scope: str) -> None:
    """Without the right invite a private table does not exist."""
    if not table.private or is_member(found, table, scope):
        return
    if not hmac.compare_digest(table.invite.encode(), (invite or "").encode()):
        raise UnknownTable(table.id)


def _invitation(version: int, table: Table) -> dict[str, Any]:
    return {
        "table": str(table.id),
        "version": version,
        "game": table.game,
        "status": table.status,
        "private": table.private,
        "clock": table.clock,
        "mySeat": viewer_of(table).seat,
        "seats": [
            {"seat": seat, "isFree": chair.is_free, "guild": chair.guild} for seat, chair in enumerate(table.chairs)
        ],
    }


@routes.route("/tables/<uuid:table_id>/seats/<int:seat>")
class Seat(MethodView):
    @needs("play")
    @routes.response(200, AcceptedSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="The game has begun.")
    def delete(self, table_id: UUID, seat: int) -> Response:
        """Leave my seat before the start."""
        require_known(table_id)
        left = house().application.leave_seat(table_id, account(), idempotency_key(), expected_version(), seat)
        return _answer(left, 200)


@routes.route("/tables/<uuid:table_id>/seats/<int:seat>/bot")
class SeatedBot(MethodView):
    @needs("play")
    @routes.arguments(BotSchema)
    @routes.response(200, AcceptedSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="The seat is taken.")
    def put(self, wanted: dict[str, Any], table_id: UUID, seat: int) -> Response:
        """Give a seat to a bot: the opener a free one, a player their own."""
        require_known(table_id)
        accepted = house().application.seat_bot(
            table_id, account(), seat, wanted["strategy"], wanted.get("guild"), idempotency_key(), expected_version()
        )
        return _answer(accepted, 200)
