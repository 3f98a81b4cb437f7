"""Reading what is sent: strict JSON, so that nothing comes in that could not be written down or sent back."""

from typing import Any

import flask
import flask_smorest
import msgspec
from webargs.core import missing
from webargs.flaskparser import FlaskParser, is_json_request

from service.api.problems import Problem


class BodyParser(FlaskParser):
    """webargs' own reader takes NaN and half surrogate pairs, and fails on deep nesting and very long numbers."""

    def _raw_load_json(self, req: flask.Request) -> Any:
        data = req.get_data(cache=True)
        most = req.max_content_length
        if most is not None and len(data) >= most:
            # A body that comes in pieces has no length to refuse it by.
            raise Problem(413, "tooLarge", "The body is too large.")
        if not data:
            return missing
        if not is_json_request(req):
            raise Problem(415, "unsupportedMediaType", "The body must be JSON, sent as application/json.")
        try:
            return msgspec.json.decode(data)
        except (ValueError, RecursionError) as error:
            raise Problem(400, "badRequest", "The body does not read as JSON.") from error


class Blueprint(flask_smorest.Blueprint):
    ARGUMENTS_PARSER = BodyParser()

    def arguments(self, schema: Any, **options: Any) -> Any:
        """A schema is made once, not for each request."""
        return super().arguments(schema() if isinstance(schema, type) else schema, **options)
