"""What the explanation of a scoring looks like."""

from marshmallow import Schema, fields, validate

from service.api.said_schemas import SaysSchema


class MomentQuerySchema(Schema):
    at = fields.Integer(validate=validate.Range(min=1, max=2**31))


class _RestingSchema(Schema):
    """Something that applies a rule and rests on spaces and events."""

    rule = fields.String(required=True)
    spaces = fields.List(fields.String(), required=True)
    events = fields.List(fields.Integer(), required=True, metadata={"description": "Numbers of events of the table."})


class ExplainedSpaceSchema(Schema):
    space = fields.String(required=True)
    shape = fields.String(required=True)
    state = fields.String(required=True, validate=validate.OneOf(["free", "built", "covered", "merged"]))
    district = fields.String(required=True, allow_none=True)
    coat = fields.String(required=True, allow_none=True)
    special = fields.String(required=True, allow_none=True)
    laid_by = fields.Integer(
        required=True,
        allow_none=True,
        data_key="laidBy",
        metadata={"description": "The seat that laid it; null for a centre."},
    )
    event = fields.Integer(required=True, allow_none=True, metadata={"description": "The event that laid it."})
    finished = fields.Boolean(required=True)
    finished_in = fields.Integer(required=True, allow_none=True, data_key="finishedIn")
    printed_masters = fields.Integer(required=True, data_key="printedMasters")
    placed_masters = fields.Integer(required=True, data_key="placedMasters")
    cathedral = fields.Boolean(required=True)
    covered = fields.Boolean(required=True)
    events = fields.List(fields.Integer(), required=True)


class TermSchema(_RestingSchema):
    what = fields.String(required=True)
    says = fields.Nested(SaysSchema, required=True)
    amount = fields.Integer(required=True)


class ValueSchema(Schema):
    terms = fields.List(fields.Nested(TermSchema), required=True)
    total = fields.Integer(required=True)


class PlaceSchema(_RestingSchema):
    """A place in the ranking, and all who share it."""

    place = fields.Integer(required=True)
    guilds = fields.List(fields.String(), required=True)
    districts = fields.Integer(required=True)
    masters = fields.Integer(required=True)
    tie = fields.String(required=True, allow_none=True, metadata={"description": "How a tie was broken or shared."})


class PointsSchema(_RestingSchema):
    guild = fields.String(required=True)
    points = fields.Integer(required=True)
    place = fields.Integer(required=True, allow_none=True)


class LineSchema(_RestingSchema):
    part = fields.String(
        required=True,
        validate=validate.OneOf(["heading", "space", "value", "ranking", "points", "record", "correction"]),
    )
    text = fields.String(required=True)
    says = fields.Nested(SaysSchema, required=True, allow_none=True)


class ExplanationSchema(Schema):
    """Why a town scored as it did; a forecast where it is not scored yet."""

    version = fields.Integer(required=True)
    town = fields.String(required=True)
    name = fields.String(required=True)
    is_in_play = fields.Boolean(required=True, data_key="isInPlay")
    is_scored = fields.Boolean(required=True, data_key="isScored")
    scored_at = fields.Integer(
        required=True,
        allow_none=True,
        data_key="scoredAt",
        metadata={"description": "The event that scored it; what is explained is the moment before it."},
    )
    spaces = fields.List(fields.Nested(ExplainedSpaceSchema), required=True)
    value = fields.Nested(ValueSchema, required=True)
    ranking = fields.List(fields.Nested(PlaceSchema), required=True)
    points = fields.List(fields.Nested(PointsSchema), required=True)
    lines = fields.List(fields.Nested(LineSchema), required=True)
