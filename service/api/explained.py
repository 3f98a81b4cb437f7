"""Why a town scored as it did."""

from typing import Any
from uuid import UUID

from flask import Response
from flask.views import MethodView

from service.api.answers import about_table
from service.api.bodies import Blueprint
from service.api.caller import doubted_table
from service.api.explained_schemas import ExplanationSchema, MomentQuerySchema
from service.api.here import house
from service.api.schemas import ProblemSchema
from service.explaining import explained

routes = Blueprint("explained", __name__, description="Scorings explained, line by line.")


@routes.route("/tables/<uuid:table_id>/scoring/<string:town>")
class Explanation(MethodView):
    @routes.arguments(MomentQuerySchema, location="query")
    @routes.response(200, ExplanationSchema)
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(409, schema=ProblemSchema, description="The game has not started yet.")
    def get(self, query: dict[str, Any], table_id: UUID, town: str) -> Response:
        """Why a town scored as it did, now or as seen after event `at`; a forecast where it is not scored yet."""
        doubted_table(table_id)
        document = explained(house().application, table_id, town, query.get("at"))
        return about_table(document["version"], document)
