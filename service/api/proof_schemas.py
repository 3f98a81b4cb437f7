"""What receipts, keys and records look like."""

from marshmallow import Schema, fields


class ReceiptSchema(Schema):
    """The house's signature under the head of a table: keep it, and no history can be rewritten or cut unseen."""

    table = fields.UUID(required=True)
    version = fields.Integer(required=True)
    head = fields.String(required=True)
    key = fields.String(required=True, metadata={"description": "The id of the key; see /keys."})
    signature = fields.String(required=True, metadata={"description": "Ed25519, hexadecimal."})


class KeySchema(Schema):
    id = fields.String(required=True, metadata={"description": "Follows from the public key."})
    algorithm = fields.String(required=True, metadata={"enum": ["Ed25519"]})
    public_key = fields.String(required=True, data_key="publicKey", metadata={"description": "Hexadecimal."})
    created_at = fields.Integer(required=True, data_key="createdAt")
    retired_at = fields.Integer(required=True, allow_none=True, data_key="retiredAt")


class KeysSchema(Schema):
    keys = fields.List(fields.Nested(KeySchema), required=True)


class RecordSchema(Schema):
    """The form is defined, to the byte, in docs/record-format.md."""

    format = fields.String(required=True, metadata={"enum": ["guildhall.record/1"]})
    table = fields.UUID(required=True)
    game = fields.String(required=True)
    rules_version = fields.Integer(required=True, data_key="rulesVersion")
    keys = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    board = fields.Dict(required=True)
    events = fields.List(fields.Dict(), required=True)
