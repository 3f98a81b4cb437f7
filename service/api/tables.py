"""Tables: open one, list them, look at one."""

from typing import Any
from uuid import UUID

import msgspec
from flask import Response
from flask.views import MethodView

from domain.games import names
from service.api.answers import about_table, encoded, expected_version, idempotency_key
from service.api.bodies import Blueprint
from service.api.caller import account, caller, needs, require_known, require_scope
from service.api.here import house
from service.api.problems import Problem
from service.api.schemas import (
    AcceptedSchema,
    NewTableSchema,
    ProblemSchema,
    TableQuerySchema,
    TableSchema,
    TablesSchema,
    VersionQuerySchema,
)
from service.api.shown import shown_accepted, shown_table, with_names
from service.api.waiting import table_of_version

routes = Blueprint("tables", __name__, description="Tables: where a game is played.")

PER_PAGE = 20


@routes.route("/tables")
class Tables(MethodView):
    @routes.arguments(TableQuerySchema, location="query")
    @routes.response(200, TablesSchema)
    def get(self, query: dict[str, Any]) -> Response:
        """The tables that the caller may know of, newest first."""
        if query["mine"]:
            require_scope("read")
        if query.get("game") not in (None, *names()):
            return encoded({"tables": [], "page": query["page"], "total": 0})
        me = caller()
        mine = None if me is None or "read" not in me.scopes else me.account_id
        items, total = house().views.lobby(
            status=query.get("status"),
            game=query.get("game"),
            mine=(mine or "") if query["mine"] else None,
            viewer=mine,
            page=query["page"],
            per_page=PER_PAGE,
        )
        return encoded({"tables": with_names(items), "page": query["page"], "total": total})

    @needs("play")
    @routes.arguments(NewTableSchema)
    @routes.response(201, TableSchema)
    @routes.alt_response(422, schema=ProblemSchema, description="There is no such game, option or number of seats.")
    def post(self, wanted: dict[str, Any]) -> Response:
        """Open a table. The server commits to its seed at once."""
        accepted = house().application.open_table(
            account(),
            wanted["game"],
            wanted["seats"],
            wanted.get("options"),
            idempotency_key(),
            private=wanted.get("private", False),
            autostart=wanted.get("autostart", False),
            arbiter=_arbiter(wanted.get("arbiter")),
            wait_for_disputes=wanted.get("waitForDisputes", False),
            clock=wanted.get("clock"),
        )
        table = house().application.state(accepted.table, at=accepted.version)
        document = shown_table(accepted.version, table) | {"receipt": msgspec.to_builtins(accepted.receipt)}
        answer = about_table(accepted.version, document, 201)
        answer.headers["Location"] = f"/api/v1/tables/{accepted.table}"
        return answer


def _arbiter(wanted: str | None) -> str | None:
    """An account that exists now: nobody else could ever settle a dispute."""
    found = None if wanted is None else house().accounts.account(wanted)
    if wanted is not None and (found is None or found.is_gone):
        raise Problem(422, "unknownAccount", "The arbiter must be an account of this house.")
    return wanted


@routes.route("/tables/<uuid:table_id>")
class OneTable(MethodView):
    @routes.arguments(VersionQuerySchema, location="query")
    @routes.response(200, TableSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    def get(self, query: dict[str, Any], table_id: UUID) -> Response:
        """A table: status, seats, who is awaited for what, and the game as the caller may see it."""
        version, table = table_of_version(table_id, query.get("version"))
        return about_table(version, lambda: shown_table(version, table))


@routes.route("/tables/<uuid:table_id>/start")
class Start(MethodView):
    @needs("play")
    @routes.response(201, AcceptedSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="Seats are free, or the game has begun.")
    def post(self, table_id: UUID) -> Response:
        """Start the game, by the opener, when every seat is filled."""
        require_known(table_id)
        accepted = house().application.start(table_id, account(), idempotency_key(), expected_version())
        return about_table(accepted.version, shown_accepted(accepted), 201)
