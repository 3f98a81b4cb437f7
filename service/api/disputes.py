"""Disputes: raise one, read them, settle one."""

from typing import Any
from uuid import UUID

from flask import Response
from flask.views import MethodView

from domain.table import RaiseDispute, SettleDispute
from domain.table.command import TableCommandBase
from service.api.answers import about_table, expected_version, idempotency_key
from service.api.bodies import Blueprint
from service.api.caller import account, doubted_table, needs, require_known
from service.api.dispute_schemas import DisputesSchema, NewDisputeSchema, SettlementSchema
from service.api.here import house
from service.api.pages import PageQuerySchema, one_page
from service.api.schemas import AcceptedSchema, ProblemSchema
from service.api.shown import shown_accepted

routes = Blueprint("disputes", __name__, description="Disputes over what happened at a table.")


@routes.route("/tables/<uuid:table_id>/disputes")
class Disputes(MethodView):
    @routes.arguments(PageQuerySchema, location="query")
    @routes.response(200, DisputesSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    def get(self, query: dict[str, int], table_id: UUID) -> Response:
        """Every dispute of a table, with what the house has found and how it was settled."""
        version, table = doubted_table(table_id)
        disputes = [dispute.document() for dispute in table.disputes]
        return about_table(version, {"version": version} | one_page("disputes", disputes, query["page"]))

    @needs("play")
    @routes.arguments(NewDisputeSchema)
    @routes.response(201, AcceptedSchema)
    @routes.alt_response(403, schema=ProblemSchema, description="You do not sit here.")
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(
        409, schema=ProblemSchema, description="Your last dispute is still open, or nothing is played."
    )
    @routes.alt_response(412, schema=ProblemSchema, description="The table has moved on since the version of If-Match.")
    def post(self, wanted: dict[str, Any], table_id: UUID) -> Response:
        """Doubt the scoring of a town, or what happened at a version. The house examines it a moment later."""
        return _said(table_id, RaiseDispute(wanted["reason"], wanted.get("town"), wanted.get("version")))


@routes.route("/tables/<uuid:table_id>/disputes/<int:dispute>/settlement")
class Settlement(MethodView):
    @needs("play")
    @routes.arguments(SettlementSchema)
    @routes.response(201, AcceptedSchema)
    @routes.alt_response(403, schema=ProblemSchema, description="You are not the arbiter.")
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="It is not examined yet, or settled already.")
    @routes.alt_response(412, schema=ProblemSchema, description="The table has moved on since the version of If-Match.")
    def post(self, wanted: dict[str, Any], table_id: UUID, dispute: int) -> Response:
        """Settle an examined dispute, by the arbiter; where it is upheld, with corrections to the score."""
        settled = SettleDispute(dispute, wanted["verdict"], wanted["text"], wanted.get("corrections", {}))
        return _said(table_id, settled)


def _said(table_id: UUID, command: TableCommandBase) -> Response:
    require_known(table_id)
    accepted = house().application.submit(table_id, account(), command, idempotency_key(), expected_version())
    return about_table(accepted.version, shown_accepted(accepted), 201)
