"""Every error is application/problem+json (RFC 9457): a stable code, the rule where one was broken, a sentence."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Flask, Response, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from domain.errors import DamagedEvent, Rejected
from service.accounts import AccountError
from service.api.figures import REFUSED
from service.api.here import house
from service.application import UnknownTable
from service.store import StoreFault
from service.store.faults import fault_of

_STATUS = {
    "malformed": 422,
    "unknownCommand": 422,
    "unknownGame": 422,
    "unknownOption": 422,
    "wrongNumberOfSeats": 422,
    "badBoard": 422,
    "unknownGuild": 422,
    "unknownStrategy": 422,
    "unknownSeat": 404,
    "unknownTown": 404,
    "unknownVersion": 404,
    "notSeated": 403,
    "notTheOpener": 403,
    "notTheArbiter": 403,
    "notTheExaminer": 403,
    "unknownDispute": 404,
    "badCorrection": 422,
    "notYourSeat": 403,
    "commandIdReused": 422,
    "staleVersion": 412,
}
"""What the rules refuse is a conflict with the state of the table, 409, unless it is listed here."""
SECONDS_BEFORE_A_RETRY = "1"


class Problem(Exception):
    """Something the API itself refuses."""

    def __init__(self, status: int, code: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers or {}


def problem(
    status: int, code: str, detail: str, *, rule: str | None = None, errors: Any = None, headers: Any = None
) -> Response:
    REFUSED.labels(code).inc()
    body = {"type": "about:blank", "title": _title(status), "status": status, "code": code, "detail": detail}
    if rule is not None:
        body["rule"] = rule
    if errors is not None:
        body["errors"] = errors
    return Response(msgspec.json.encode(body), status, headers, mimetype="application/problem+json")


def _title(status: int) -> str:
    return HTTPStatus(status).phrase


def answer_with_problems(app: Flask) -> None:
    app.register_error_handler(Problem, lambda e: problem(e.status, e.code, e.detail, headers=e.headers))
    app.register_error_handler(Rejected, _rejected)
    app.register_error_handler(AccountError, lambda e: problem(e.status, e.code, str(e)))
    app.register_error_handler(UnknownTable, lambda _: no_table())
    app.register_error_handler(StoreFault, _store_fault)
    app.register_error_handler(SQLAlchemyError, lambda error: _store_fault(fault_of(error)))
    app.register_error_handler(DamagedEvent, _damaged)
    app.register_error_handler(HTTPException, _http)


def no_table() -> Response:
    """The same for a table that does not exist and for one that is not for this caller."""
    return problem(404, "unknownTable", "There is no such table.")


def _rejected(error: Rejected) -> Response:
    """Whoever was refused by a table learns at which version it is: they had a right to know of it to come so far."""
    table = (request.view_args or {}).get("table_id")
    headers = {} if table is None else {"ETag": f'"{house().application.remembered_version(table)}"'}
    return problem(_STATUS.get(error.code, 409), error.code, error.message, rule=error.rule, headers=headers)


def _store_fault(error: StoreFault) -> Response:
    """What a player needs to know; the store's own words are for the operator's log."""
    return problem(503, error.code, error.sentence, headers={"Retry-After": SECONDS_BEFORE_A_RETRY})


def _damaged(error: DamagedEvent) -> Response:
    """It is no fault of this request: what was written has been altered since."""
    detail = f"{error} The table takes no moves. Its record can be had, and disputes raised, examined and settled."
    return problem(409, "damagedEvent", detail, rule="T6.7")


_CODES = {
    400: "badRequest",
    401: "unauthorized",
    404: "notFound",
    405: "methodNotAllowed",
    413: "tooLarge",
    415: "unsupportedMediaType",
    422: "malformed",
}


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    messages = getattr(error, "data", {}).get("messages") if status == 422 else None
    detail = "This does not have the form that is asked for." if messages else (error.description or _title(status))
    return problem(status, _CODES.get(status, "error"), detail, errors=messages, headers=headers)
