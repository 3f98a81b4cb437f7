"""What the answers of the read models look like."""

from marshmallow import Schema, fields

from service.api.pages import PageSchema
from service.api.said_schemas import SaysSchema


class BoardSchema(Schema):
    version = fields.Integer(required=True)
    view = fields.Dict(required=True, allow_none=True)


class StandingSchema(Schema):
    """Where a seat stands; games add what makes up its points."""

    class Meta:
        unknown = "include"

    seat = fields.Integer(required=True)
    points = fields.Integer(required=True)


class ScoringStepSchema(Schema):
    """One scoring: what it brought, and the points of every guild after it."""

    version = fields.Integer(required=True)
    at = fields.Integer(required=True)
    reason = fields.String(required=True)
    town = fields.String(required=True, allow_none=True)
    gained = fields.Dict(required=True, keys=fields.String(), values=fields.Integer())
    points = fields.Dict(required=True, keys=fields.String(), values=fields.Integer())


class TrackSchema(Schema):
    points = fields.Dict(required=True, keys=fields.String(), values=fields.Integer())
    standing = fields.List(fields.Nested(StandingSchema), required=True)
    winners = fields.List(fields.Integer(), required=True, allow_none=True)
    history = fields.List(fields.Nested(ScoringStepSchema), required=True)


class ScoringSchema(Schema):
    version = fields.Integer(required=True)
    track = fields.Nested(TrackSchema, required=True)


class LogLineSchema(Schema):
    version = fields.Integer(required=True)
    at = fields.Integer(required=True)
    text = fields.String(required=True)
    says = fields.Nested(SaysSchema, required=True, allow_none=True)


class LogSchema(Schema):
    version = fields.Integer(required=True)
    lines = fields.List(fields.Nested(LogLineSchema), required=True)


class WaitSchema(Schema):
    """A table that waits for me."""

    table = fields.UUID(required=True)
    game = fields.String(required=True)
    seat = fields.Integer(required=True, allow_none=True, metadata={"description": "None as an arbiter."})
    kind = fields.String(required=True)
    card = fields.String(required=True, allow_none=True)
    since = fields.Integer(required=True)
    due = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "By when I should have answered, in ms since 1970; none without a clock."},
    )
    since_version = fields.Integer(required=True, data_key="sinceVersion")
    version = fields.Integer(required=True)


class InboxSchema(PageSchema):
    awaited = fields.List(fields.Nested(WaitSchema), required=True)
