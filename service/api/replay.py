"""Looking back at a table, as the caller was entitled to see each moment then; trying out what might have been."""

from typing import Any
from uuid import UUID

from flask import Response
from flask.views import MethodView

from domain.errors import require
from domain.redact import Viewer
from domain.table import Table
from domain.table.replay import frames, viewpoint
from service.api.answers import about_table, expected_version, idempotency_key
from service.api.bodies import Blueprint
from service.api.caller import account, caller, needs, seen_table
from service.api.compressed import compressed
from service.api.here import house
from service.api.replay_schemas import FramesQuerySchema, FramesSchema, NewSandboxSchema, SandboxSchema
from service.api.schemas import ProblemSchema

routes = Blueprint("replay", __name__, description="Looking back, and trying out.")


def looking_back(table: Table, query: dict[str, Any]) -> Viewer:
    """From where the caller looks, by `seat` and `open` of the query."""
    found = caller()
    reader = None if found is None or "read" not in found.scopes else found.account_id
    return viewpoint(table, reader, query.get("seat"), everything_open=query["open"])


@routes.route("/tables/<uuid:table_id>/frames")
class Frames(MethodView):
    @routes.arguments(FramesQuerySchema, location="query")
    @routes.response(200, FramesSchema)
    @routes.alt_response(403, schema=ProblemSchema, description="Another's seat, while the game goes on.")
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="`open` before the game is over.")
    def get(self, query: dict[str, Any], table_id: UUID) -> Response:
        """The game event by event: the view after event `after`, then what each event changed in it."""
        version, table = seen_table(table_id)
        viewer, after = looking_back(table, query), query["after"]
        require(after <= version, "unknownVersion", "T4.3", f"The table has versions 1 to {version}.")
        answer = about_table(version, lambda: _frames(table_id, version, after, query["limit"], viewer))
        # The reasons of disputes are texts of somebody's choosing, and one's own hand stands beside them.
        return answer if table.disputes and table.status == "running" else compressed(answer)


def _frames(table_id: UUID, version: int, after: int, limit: int, viewer: Viewer) -> dict[str, Any]:
    events = list(house().log.read(table_id, upto=min(version, after + limit)))
    base, found = frames(events, after, viewer)
    return {"version": version, "after": after, "base": base, "frames": found}


@routes.route("/tables/<uuid:table_id>/sandbox")
class Sandbox(MethodView):
    @needs("play")
    @needs("read")
    @routes.arguments(NewSandboxSchema, required=False)
    @routes.response(201, SandboxSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="The game had not begun then.")
    def post(self, wanted: dict[str, Any], table_id: UUID) -> Response:
        """Copy a position to a private table of my own: all of a game that is over; of one that goes on what I know of
        it, the rest dealt anew."""
        version, _ = seen_table(table_id)
        expected = expected_version()
        require(expected in (None, version), "staleVersion", "T4.3", f"The table is at version {version}.")
        accepted = house().application.open_sandbox(account(), table_id, wanted.get("at"), idempotency_key())
        copied = house().application.remembered(accepted.table).copied
        assert copied is not None
        document = {"table": accepted.table, "version": accepted.version, "source": table_id, "at": copied.version}
        answer = about_table(accepted.version, document, 201)
        answer.headers["Location"] = f"/api/v1/tables/{accepted.table}"
        return answer
