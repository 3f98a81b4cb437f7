"""What disputes look like."""

from marshmallow import Schema, fields, validate

from domain.table.disputes.commands import LARGEST_DIFFERENCE, LONGEST_TEXT
from service.api.pages import PageSchema
from service.api.said_schemas import SaysSchema

_WORDS = validate.Length(min=1, max=LONGEST_TEXT)


class NewDisputeSchema(Schema):
    """About a town or about a version, not both."""

    town = fields.String(allow_none=True, validate=validate.Length(min=1, max=60))
    version = fields.Integer(strict=True, allow_none=True, validate=validate.Range(min=1, max=2**31))
    reason = fields.String(required=True, validate=_WORDS)


class SettlementSchema(Schema):
    verdict = fields.String(required=True, validate=validate.OneOf(["upheld", "rejected"]))
    text = fields.String(required=True, validate=_WORDS)
    corrections = fields.Dict(
        keys=fields.String(validate=validate.Length(max=60)),
        values=fields.Integer(
            strict=True, validate=validate.Range(min=-LARGEST_DIFFERENCE, max=LARGEST_DIFFERENCE, error="Too far off.")
        ),
        validate=validate.Length(max=16),
        metadata={"description": "Differences to the points of guilds; only where the dispute is upheld."},
    )


class FindingSchema(Schema):
    check = fields.String(required=True)
    ok = fields.Boolean(required=True)
    event = fields.Integer(required=True, allow_none=True)
    text = fields.String(required=True)
    says = fields.Nested(SaysSchema, required=True, allow_none=True)


class DisputeSchema(Schema):
    dispute = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    town = fields.String(required=True, allow_none=True)
    version = fields.Integer(required=True, allow_none=True)
    reason = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["raised", "examined", "upheld", "rejected"]))
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    verdict = fields.String(required=True, allow_none=True, metadata={"description": "What the arbiter has said."})
    corrections = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)


class DisputesSchema(PageSchema):
    version = fields.Integer(required=True)
    disputes = fields.List(fields.Nested(DisputeSchema), required=True)
