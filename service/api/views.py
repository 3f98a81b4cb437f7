"""What the read models keep: the board, the scoring track, the story."""

from typing import Any
from uuid import UUID

from flask import Response
from flask.views import MethodView

from domain.errors import require
from domain.table import Table
from domain.table.view import game_view
from projections import scoring_track
from service.api.answers import about_table
from service.api.bodies import Blueprint
from service.api.caller import account, viewer_of
from service.api.compressed import compressed
from service.api.here import house
from service.api.replay import looking_back
from service.api.replay_schemas import BoardQuerySchema
from service.api.schemas import AtQuerySchema, LogQuerySchema, ProblemSchema
from service.api.shown import shown_events
from service.api.view_schemas import BoardSchema, LogSchema, ScoringSchema
from service.api.waiting import table_with_views

routes = Blueprint("views", __name__, description="Read models of a table, at any version.")


@routes.route("/tables/<uuid:table_id>/board")
class Board(MethodView):
    @routes.arguments(BoardQuerySchema, location="query")
    @routes.response(200, BoardSchema)
    @routes.alt_response(403, schema=ProblemSchema, description="Another's seat, while the game goes on.")
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="`open` before the game is over.")
    def get(self, query: dict[str, Any], table_id: UUID) -> Response:
        """The board as the caller may see it, now, or as it could be seen after event `at`."""
        version, table, is_kept = table_with_views(table_id, query.get("version"))
        viewer = looking_back(table, query)
        if "at" in query or "seat" in query or query["open"]:
            at = query.get("at", version)
            then = house().application.state(table_id, at=at)
            return about_table(at, {"version": at, "view": game_view(then, viewer)})
        key = "public" if viewer.seat is None else str(viewer.seat)
        kept = house().views.board(table_id, key) if is_kept else None
        if kept is not None:
            return about_table(kept[0], {"version": kept[0], "view": kept[1]["game"]})
        return about_table(version, {"version": version, "view": game_view(table, viewer)})


@routes.route("/tables/<uuid:table_id>/scoring")
class Scoring(MethodView):
    @routes.arguments(AtQuerySchema, location="query")
    @routes.response(200, ScoringSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    def get(self, query: dict[str, Any], table_id: UUID) -> Response:
        """The scoring track: the points of every guild, and each scoring that brought them."""
        version, _, is_kept = table_with_views(table_id, query.get("version"))
        kept = house().views.scoring(table_id) if is_kept and "at" not in query else None
        if kept is not None:
            return about_table(kept[0], {"version": kept[0], "track": kept[1]})
        version = query.get("at", version)
        newest = house().application.version(table_id)
        require(version <= newest, "unknownVersion", "T4.3", f"The table has versions 1 to {newest}.")
        events = list(house().log.read(table_id, upto=version))
        table: Table = house().application.state(table_id, at=version)
        return about_table(version, {"version": version, "track": scoring_track(table, events)})


@routes.route("/tables/<uuid:table_id>/log")
class Log(MethodView):
    @routes.arguments(LogQuerySchema, location="query")
    @routes.response(200, LogSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    def get(self, query: dict[str, Any], table_id: UUID) -> Response:
        """The story in sentences, from a version on or since my own last move."""
        version, table, is_kept = table_with_views(table_id, query.get("version"))
        after = query.get("after", 0)
        if query.get("since") == "mine":
            after = max(after, house().application.last_move(table_id, account()))
        if is_kept:
            kept = house().views.log_lines(table_id, after, query["limit"])
            lines = [line for line in kept if line["version"] <= version]
        else:
            events = house().application.events(table_id, viewer_of(table), after, query["limit"])
            lines = [
                {"version": line["version"], "at": line["at"], "text": line["text"], "says": line["says"]}
                for line in shown_events(table, events)
            ]
        return compressed(about_table(version, {"version": version, "lines": lines}))
