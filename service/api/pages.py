"""Lists come page by page."""

from typing import Any

from marshmallow import Schema, fields, validate

PER_PAGE = 200


class PageQuerySchema(Schema):
    page = fields.Integer(load_default=1, validate=validate.Range(min=1, max=10_000))


class PageSchema(Schema):
    page = fields.Integer(required=True)
    total = fields.Integer(required=True)


def one_page(name: str, items: list[Any], page: int) -> dict[str, Any]:
    """A page of a list that is short enough to be made whole."""
    begins = (page - 1) * PER_PAGE
    return {name: items[begins : begins + PER_PAGE], "page": page, "total": len(items)}
