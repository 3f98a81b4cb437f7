"""The form of a question about a space that cannot be chosen, and of its answer."""

from marshmallow import Schema, fields, validate


class WhyQuerySchema(Schema):
    space = fields.String(required=True, validate=validate.Length(min=1, max=80))


class ReasonSchema(Schema):
    coat = fields.String(
        required=True, allow_none=True, metadata={"description": "Where it holds for districts of one coat alone."}
    )
    code = fields.String(required=True, metadata={"description": "As in a refusal of the game, or as in `/moves`."})
    rule = fields.String(required=True, allow_none=True)
    detail = fields.String(required=True)


class WhySchema(Schema):
    version = fields.Integer(required=True)
    space = fields.String(required=True)
    reasons = fields.List(fields.Nested(ReasonSchema), required=True)
