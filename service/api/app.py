"""The Flask application of a house."""

from typing import Any

from flask import Flask
from flask_cors import CORS
from flask_smorest import Api
from flask_swagger_ui import get_swaggerui_blueprint

from service.api import (
    accounts,
    disputes,
    explained,
    games,
    health,
    hub,
    me,
    moves,
    outbox,
    proof,
    replay,
    seats,
    stream,
    tables,
    views,
)
from service.api.document import complete_document
from service.api.figures import count_requests
from service.api.here import EXTENSION
from service.api.limits import limit_rates
from service.api.openapi import OPTIONS, CommandsAsOneOf
from service.api.problems import answer_with_problems
from service.api.versions import tell_versions
from service.house import House
from service.web import routes as page

LARGEST_BODY = 512 * 1024
"""Bytes: a board file of one's own is the largest thing anyone sends."""


class _App(Flask):
    def ensure_sync(self, func: Any) -> Any:
        """No view of ours is a coroutine: nothing has to be looked at a dozen times for each request."""
        return func


def create_app(house: House) -> Flask:
    app = _App(__name__, static_folder=None)
    app.config.update(OPTIONS)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.extensions[EXTENSION] = house
    app.extensions[hub.EXTENSION] = hub.Hub(house.redis, house.closed)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    count_requests(app)
    api = Api(app)
    CommandsAsOneOf.install(api)
    answer_with_problems(app)
    tell_versions(app)
    for part in (accounts, me, games, tables, seats, moves, stream, views, explained, disputes, replay, proof):
        api.register_blueprint(part.routes, url_prefix="/api/v1")
    api.register_blueprint(health.routes)
    for name in ("healthz", "readyz", "metrics"):
        app.add_url_rule(f"/api/v1/{name}", endpoint=f"health.{name.title()}")
    complete_document(api)
    app.register_blueprint(page)
    if house.settings.shows_outbox:
        app.register_blueprint(outbox.routes)
    limit_rates(app, house.settings)
    if house.settings.cors_origins:
        shown = ["ETag", "Location", "Preference-Applied", "Retry-After"]
        CORS(app, resources=r"/api/*", origins=list(house.settings.cors_origins), expose_headers=shown)
    docs = {"app_name": "Guildhall", "validatorUrl": None}
    app.register_blueprint(get_swaggerui_blueprint("/api/docs", "/api/v1/openapi.json", config=docs))
    return app
