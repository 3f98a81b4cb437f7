"""What holds for every operation, written into the OpenAPI document in one place: problems, headers, who may."""

from copy import deepcopy
from typing import Any

from flask_smorest import Api

Document = dict[str, Any]

PROBLEM = "application/problem+json"
LIVE = "text/event-stream"
_PROBLEM_SCHEMA = {"$ref": "#/components/schemas/Problem"}
_EVERYWHERE = {
    "401": "The token is missing or not valid.",
    "403": "The token lacks a scope, or this is not yours to do.",
    "404": "There is no such thing, or it is not for you.",
    "405": "The address does not know this method.",
    "429": "Too many requests; see `Retry-After`.",
    "503": "The store does not answer or takes no writes; see `Retry-After`. Nothing was written.",
}
_WITH_BODY = {
    "400": "The body does not read as JSON.",
    "409": "The rules do not allow it now: see `code` and `rule`.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "422": "The body does not have the form asked for.",
}
_TABLE = "/tables/{table_id}"
_COMMANDS = ("post", "put", "delete")


def _header(name: str, description: str, schema: Document | None = None) -> Document:
    return {"name": name, "in": "header", "description": description, "schema": schema or {"type": "string"}}


_IF_NONE_MATCH = _header("If-None-Match", "304 if the table is still at this version.")
_IF_MATCH = _header("If-Match", "412 if the table is no longer at this version.")
_IDEMPOTENCY_KEY = _header(
    "Idempotency-Key",
    "The same key again gives the same answer and never a second event.",
    {"type": "string", "minLength": 1, "maxLength": 200},
)
_PREFER = _header("Prefer", "`wait=<seconds>` with `?version=`: wait until it has been reached.")
_PREFER_REPRESENTATION = _header(
    "Prefer", "`return=representation`: the answer carries the table and my moves in `now`."
)
_LAST_EVENT_ID = _header("Last-Event-ID", "Live: go on after this version.")

_TEXT = {"type": "string"}
_ETAG = {"description": "The version of the table, in quotation marks.", "schema": _TEXT}
_LOCATION = {"description": "Where the new table is.", "schema": _TEXT}
_PREFERENCE_APPLIED = {"description": "`return=representation` where it was asked for.", "schema": _TEXT}
_RETRY_AFTER = {"description": "Seconds to wait.", "schema": {"type": "integer"}}
_CHALLENGE = {"description": "How to say who one is.", "schema": _TEXT}


def complete_document(api: Api) -> None:
    """From now on the document is given out with all of it."""
    written = api.spec.to_dict

    def to_dict() -> Document:
        document: Document = deepcopy(written())
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                if method in ("get", "post", "put", "patch", "delete"):
                    _complete(path, method, operation)
                    operation["operationId"] = _operation_id(path, method)
        return document

    api.spec.to_dict = to_dict  # type: ignore[method-assign]


def _operation_id(path: str, method: str) -> str:
    """A name for generated clients, such as `postTablesSeats` or `getTablesScoringTown`."""
    parts = path.removeprefix("/api/v1").strip("/").split("/")
    named = [part for part in parts[:-1] if not part.startswith("{")] + parts[-1:]
    return method + "".join(word.strip("{}").replace("_id", "").title().replace("_", "") for word in named)


def _complete(path: str, method: str, operation: Document) -> None:
    responses = operation["responses"]
    responses.pop("default", None)
    statuses = dict(_EVERYWHERE)
    if "requestBody" in operation or method in _COMMANDS:
        statuses |= _WITH_BODY
    elif operation.get("parameters"):
        statuses["422"] = "The query does not have the form asked for."
    if _TABLE in path:
        statuses.setdefault("409", "What was stored of this table has been altered since (`damagedEvent`).")
    if _TABLE in path and method in _COMMANDS:
        statuses["412"] = "The table has moved on since the version of If-Match."
    for status, description in statuses.items():
        responses.setdefault(status, {"description": description})
    for status, response in responses.items():
        if status.isdecimal() and int(status) >= 400 and not _is_readiness(path, status):
            response.pop("$ref", None)
            response.setdefault("description", statuses.get(status, "See `code`."))
            response["content"] = {PROBLEM: {"schema": _PROBLEM_SCHEMA}}
    if path.startswith("/api/v1/me") or ("/tables" in path and method in _COMMANDS):
        operation["security"] = [{"token": []}]
    _add_headers(path, method, operation)


def _sent_back(path: str, status: str) -> Document:
    """Headers of an answer."""
    if status in ("429", "503"):
        return {"Retry-After": _RETRY_AFTER}
    if status == "401":
        return {"WWW-Authenticate": _CHALLENGE}
    if status in ("200", "201") and _TABLE in path:
        return {"ETag": _ETAG}
    if status == "201" and path.endswith("/tables"):
        return {"ETag": _ETAG, "Location": _LOCATION}
    return {}


def _is_readiness(path: str, status: str) -> bool:
    """Whether a 503 is an answer of its own kind, and no problem."""
    return path == "/readyz" and status == "503"


def _add_headers(path: str, method: str, operation: Document) -> None:
    parameters = operation.setdefault("parameters", [])
    if method in _COMMANDS and ("/tables" in path):
        parameters.append(_IDEMPOTENCY_KEY)
    for status, response in operation["responses"].items():
        response.setdefault("headers", {}).update(_sent_back(path, status))
    if _TABLE not in path:
        return
    if method in _COMMANDS:
        parameters.append(_IF_MATCH)
        if path.endswith("/moves"):
            parameters.append(_PREFER_REPRESENTATION)
            operation["responses"]["201"]["headers"]["Preference-Applied"] = _PREFERENCE_APPLIED
        return
    parameters.append(_IF_NONE_MATCH)
    operation["responses"]["304"] = {"description": "Nothing has happened since.", "headers": {"ETag": _ETAG}}
    if path.endswith((_TABLE, "/board", "/scoring", "/log")):
        parameters.append(_PREFER)
    if path.endswith("/events"):
        parameters.append(_LAST_EVENT_ID)
        operation["responses"]["200"]["content"][LIVE] = {"schema": {"type": "string"}}
