"""Liveness, readiness and figures, for whoever operates the house."""

from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Response
from flask.views import MethodView
from marshmallow import Schema, fields
from prometheus_client import CONTENT_TYPE_LATEST
from redis import RedisError
from rq import Queue
from rq.utils import utcparse
from rq.worker_registration import get_keys
from sqlalchemy.exc import SQLAlchemyError

from service.api.answers import encoded
from service.api.bodies import Blueprint
from service.api.figures import written_figures
from service.api.here import house
from service.bell import QUEUE
from service.store import StoreFault

FRESH = timedelta(seconds=60)
"""A worker that was not heard of for so long is dead. It speaks every 15 seconds."""
MOST_LAG = 1_000
"""Events. Read models that are further behind are not kept, or not kept up with."""

routes = Blueprint("health", __name__, description="For operators.")


class ReadySchema(Schema):
    status = fields.String(required=True, metadata={"enum": ["ready", "degraded", "unavailable"]})
    store = fields.Boolean(required=True)
    redis = fields.Boolean(required=True)
    workers = fields.Integer(required=True, metadata={"description": "Workers that are at work."})
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
        return {"status": "unavailable", "store": False, "redis": _redis_answers(), "workers": _workers(), "lag": None}
    redis, workers, lag = _redis_answers(), _workers(), _lag(newest)
    is_well = redis and workers and lag is not None and lag <= MOST_LAG
    return {
        "status": "ready" if is_well else "degraded",
        "store": True,
        "redis": redis,
        "workers": workers,
        "lag": lag,
    }


def _lag(newest: int) -> int | None:
    """None where the read models cannot be asked: then everything is read from the log."""
    try:
        return max(0, newest - house().views.position())
    except SQLAlchemyError:
        return None


def _workers() -> int:
    """Those that Redis has heard of lately: who is killed does not say goodbye."""
    try:
        beats = house().redis.pipeline(transaction=False)
        for key in get_keys(queue=Queue(QUEUE, connection=house().redis)):
            beats.hget(key, "last_heartbeat")
        last = [utcparse(beat.decode()) for beat in beats.execute() if beat is not None]
    except RedisError:
        return 0
    return sum(datetime.now(UTC) - beat < FRESH for beat in last)


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
        return Response(written_figures(readiness()), content_type=CONTENT_TYPE_LATEST)
