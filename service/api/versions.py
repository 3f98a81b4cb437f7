"""Every answer about a table carries its version: those that say no, too."""

from contextlib import suppress

from flask import Flask, Response, request
from sqlalchemy.exc import SQLAlchemyError

from domain.errors import DamagedEvent
from service.api.caller import seen_table
from service.api.problems import Problem
from service.application import UnknownTable
from service.store import StoreFault


def tell_versions(app: Flask) -> None:
    app.after_request(_with_version)


def _with_version(answer: Response) -> Response:
    """Whoever may know of a table learns its version, whatever is wrong with what they sent."""
    table_id = (request.view_args or {}).get("table_id")
    if answer.status_code >= 400 and table_id is not None and "ETag" not in answer.headers:
        with suppress(Problem, UnknownTable, DamagedEvent, StoreFault, SQLAlchemyError):
            version, _ = seen_table(table_id)
            answer.headers["ETag"] = f'"{version}"'
    return answer
