"""Seats: take one, leave it, give it to a bot."""

import hmac
from typing import Any
from uuid import UUID

from flask import Response
from flask.views import MethodView

from service.api.answers import about_table, expected_version, idempotency_key
from service.api.bodies import Blueprint
from service.api.caller import account, caller, is_member, needs, require_known
from service.api.here import house
from service.api.schemas import AcceptedSchema, BotSchema, ProblemSchema, TakeSeatSchema
from service.api.shown import shown_accepted
from service.application import Accepted, UnknownTable

routes = Blueprint("seats", __name__, description="Seats of a table.")


def _answer(accepted: Accepted, status: int = 201) -> Response:
    return about_table(accepted.version, shown_accepted(accepted), status)


@routes.route("/tables/<uuid:table_id>/seats")
class Seats(MethodView):
    @needs("play")
    @routes.arguments(TakeSeatSchema, required=False)
    @routes.response(201, AcceptedSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="The seat or the guild is taken.")
    def post(self, wanted: dict[str, Any], table_id: UUID) -> Response:
        """Sit down, with a guild and a nonce if wished; at a private table with its invite."""
        _check_invite(table_id, wanted.get("invite"))
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


def _check_invite(table_id: UUID, invite: str | None) -> None:
    """Without the right invite a private table does not exist."""
    table = house().application.state(table_id)
    if not table.private or is_member(caller(), table, "play"):
        return
    if not hmac.compare_digest(table.invite.encode(), (invite or "").encode()):
        raise UnknownTable(table_id)


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
