"""What looking back and trying out look like: queries and answers."""

from marshmallow import Schema, fields, validate

from service.api.said_schemas import SaysSchema
from service.api.schemas import AtQuerySchema

MOST_FRAMES = 2000
_NEWEST = 2**31


class _ViewpointSchema(Schema):
    seat = fields.Integer(
        validate=validate.Range(min=0, max=15),
        metadata={"description": "As this seat saw it: one's own, or any once the game is over."},
    )
    open = fields.Boolean(
        load_default=False, metadata={"description": "Everything open; for games that are over alone."}
    )


class BoardQuerySchema(AtQuerySchema, _ViewpointSchema):
    pass


class FramesQuerySchema(_ViewpointSchema):
    after = fields.Integer(load_default=0, validate=validate.Range(min=0, max=_NEWEST))
    limit = fields.Integer(load_default=500, validate=validate.Range(min=1, max=MOST_FRAMES))


class NewSandboxSchema(Schema):
    at = fields.Integer(
        strict=True,
        validate=validate.Range(min=1, max=_NEWEST),
        metadata={"description": "The version to copy; by default the last at which somebody was awaited."},
    )


class SandboxSchema(Schema):
    table = fields.UUID(required=True, metadata={"description": "A private table of the caller's."})
    version = fields.Integer(required=True)
    source = fields.UUID(required=True)
    at = fields.Integer(
        required=True, metadata={"description": "The version copied: the last up to `at` when somebody was awaited."}
    )


class OperationSchema(Schema):
    """An operation of RFC 6902 on the view."""

    op = fields.String(required=True, validate=validate.OneOf(["add", "replace", "remove"]))
    path = fields.String(required=True, metadata={"description": "A JSON pointer; empty for the whole view."})
    value = fields.Raw(allow_none=True)


class FrameSchema(Schema):
    version = fields.Integer(required=True)
    at = fields.Integer(required=True)
    topic = fields.String(required=True)
    text = fields.String(required=True)
    says = fields.Nested(SaysSchema, required=True, allow_none=True)
    patch = fields.List(fields.Nested(OperationSchema), required=True)


class FramesSchema(Schema):
    version = fields.Integer(required=True, metadata={"description": "Of the table now."})
    after = fields.Integer(required=True)
    base = fields.Dict(
        required=True,
        allow_none=True,
        metadata={"description": "The view after event `after`; null before the game has begun."},
    )
    frames = fields.List(fields.Nested(FrameSchema), required=True)
