"""What a sentence looks like that a front end may say in its own language."""

from marshmallow import Schema, fields


class SaysSchema(Schema):
    """A sentence as data, to be said in any language. See "Sentences in other languages" in docs/api.md."""

    id = fields.String(required=True, metadata={"description": "Which sentence it is, such as `macht.CardPlayed`."})
    values = fields.Dict(
        required=True,
        metadata={"description": "What it speaks of, by name: ids, numbers, and sentences again, alone or in a list."},
    )
