"""Events of a table, page by page or live as server-sent events."""

import queue
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
from flask import Response, request
from flask.views import MethodView

from domain.table import Table
from service.api.answers import about_table
from service.api.bodies import Blueprint
from service.api.caller import bearer_token, may_know, seen_table, viewer_for, viewer_of
from service.api.here import house
from service.api.hub import Hub, TooManyStreams, hub
from service.api.problems import Problem
from service.api.schemas import EventQuerySchema, EventsSchema, ProblemSchema
from service.api.shown import shown_events
from service.house import House

routes = Blueprint("events", __name__, description="The log of a table.")

LIVE = "text/event-stream"
HEARTBEAT_SECONDS = 10.0
"""So often the stream looks into the log even if nothing was announced: Redis may have lost the note."""
DEAF_SECONDS = 1.0
"""So often while Redis is away."""
BATCH = 200
OVER = ("ended", "abandoned")


@routes.route("/tables/<uuid:table_id>/events")
class Events(MethodView):
    @routes.arguments(EventQuerySchema, location="query")
    @routes.response(200, EventsSchema)
    @routes.alt_response(204, description="Live: the game is over and everything has been seen.")
    @routes.alt_response(404, schema=ProblemSchema)
    @routes.alt_response(503, schema=ProblemSchema, description="Live: too many streams; try again.")
    def get(self, query: dict[str, Any], table_id: UUID) -> Response:
        """The events after a version as the caller may see them. With `Accept: text/event-stream` they come live,
        and a broken stream goes on where it was by `Last-Event-ID`."""
        version, table = seen_table(table_id)
        if _is_wanted_live():
            return _live(table_id, version, table, _last_seen(query["after"]), query["public"])
        limit = max(0, min(query["limit"], version - query["after"]))
        events = house().application.events(table_id, viewer_of(table), query["after"], limit)
        shown = lambda: {"version": version, "events": shown_events(table, events, query["public"])}  # noqa: E731
        answer = about_table(version, shown)
        answer.vary.add("Accept")
        return answer


def _is_wanted_live() -> bool:
    """Named, and not liked less than JSON."""
    liked = request.accept_mimetypes
    is_named = LIVE in request.headers.get("Accept", "")
    return is_named and liked.quality(LIVE) > 0 and liked.quality(LIVE) >= liked.quality("application/json")


def _last_seen(after: int) -> int:
    header = request.headers.get("Last-Event-ID", "")
    return int(header) if header.isdecimal() and len(header) < 12 else after


def _is_over(table: Table) -> bool:
    """Nothing more is to come, unless somebody raises a dispute later."""
    return table.status in OVER and not table.open_disputes


def _live(table_id: UUID, version: int, table: Table, after: int, with_public: bool) -> Response:
    if _is_over(table) and after >= version:
        return Response(status=204, headers={"ETag": f'"{version}"'})
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Authorization, Accept"}
    if request.method == "HEAD":
        return Response(headers=headers, mimetype=LIVE)
    try:
        announced = hub().listen(table_id)
    except TooManyStreams as full:
        raise Problem(503, "tooManyStreams", str(full), {"Retry-After": "5"}) from full
    frames = _frames(house(), hub(), bearer_token(), table_id, after, with_public, announced)
    return Response(frames, headers=headers, mimetype=LIVE)


def _frames(
    here: House,
    source: Hub,
    token: str | None,
    table_id: UUID,
    after: int,
    with_public: bool,
    announced: "queue.Queue[int]",
) -> Iterator[bytes]:
    """Everything since `after`, then whatever is announced; each event once, in order."""
    try:
        yield b": welcome\n\n"
        while not here.closed.is_set():
            version, table = here.application.snapshot(table_id)
            found = None if token is None else here.accounts.authenticate(token)
            if (token is not None and found is None) or not may_know(found, table, "read"):
                return
            # The seat of this moment: whoever has left one sees nothing of who sits there next.
            while after < version:
                limit = min(BATCH, version - after)
                events = here.application.events(table_id, viewer_for(found, table), after, limit)
                for document in shown_events(table, events, with_public):
                    after = document["version"]
                    yield _frame(document)
            if _is_over(table):
                return
            try:
                alone = source.is_deaf or here.bell.is_degraded
                announced.get(timeout=DEAF_SECONDS if alone else HEARTBEAT_SECONDS)
            except queue.Empty:
                yield b": still here\n\n"
    finally:
        source.leave(table_id, announced)


def _frame(document: dict[str, Any]) -> bytes:
    data = msgspec.json.encode(document)
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (document["version"], document["topic"].encode(), data)
