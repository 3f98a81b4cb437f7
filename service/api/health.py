"""Liveness, readiness and figures, for whoever operates the house."""

from typing import Any

from flask import Response
from flask.views import MethodView
from marshmallow import Schema, fields
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from redis import RedisError

from service.api.answers import encoded
from service.api.bodies import Blueprint
from service.api.caller import house
from service.store import StoreFault

routes = Blueprint("health", __name__, description="For operators.")


class ReadySchema(Schema):
    status = fields.String(required=True, metadata={"enum": ["ready", "degraded", "unavailable"]})
    store = fields.Boolean(required=True)
    redis = fields.Boolean(required=True)
    lag = fields.Integer(required=True, allow_none=True, metadata={"description": "Events not yet in the read models."})


@routes.route("/healthz")
class Healthz(MethodView):
    @routes.response(200)
    def get(self) -> Response:
        """Whether the process is alive."""
        return encoded({"status": "alive"})


@routes.route("/readyz")
class Readyz(MethodView):
    @routes.response(200, ReadySchema)
    @routes.alt_response(503, schema=ReadySchema, description="The store cannot be reached.")
    def get(self) -> Response:
        """Whether store, Redis and read models are well. Without Redis the house is degraded, not closed."""
        document = readiness()
        return encoded(document, 503 if document["status"] == "unavailable" else 200)


def readiness() -> dict[str, Any]:
    try:
        newest = house().log.newest()
    except StoreFault:
        return {"status": "unavailable", "store": False, "redis": _redis_answers(), "lag": None}
    redis = _redis_answers()
    lag = max(0, newest - house().views.position())
    return {"status": "ready" if redis else "degraded", "store": True, "redis": redis, "lag": lag}


def _redis_answers() -> bool:
    try:
        return bool(house().redis.ping())
    except RedisError:
        return False


@routes.route("/metrics")
class Metrics(MethodView):
    @routes.response(200, content_type="text/plain")
    def get(self) -> Response:
        """Figures for Prometheus."""
        return Response(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)
