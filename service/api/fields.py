"""Marshmallow schemas derived from the structs that define a command: one definition, two readers."""

from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin, get_type_hints

import msgspec
from marshmallow import Schema, fields, validate

LONGEST_TEXT = 200


class StrictBoolean(fields.Boolean):
    """Marshmallow's own takes "on" and 1 for true; the document says boolean, and so do we."""

    truthy: ClassVar[set[Any]] = {True}
    falsy: ClassVar[set[Any]] = {False}

    def _deserialize(self, value: Any, *arguments: Any, **options: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, *arguments, **options)


def schema_of(struct: type[msgspec.Struct]) -> type[Schema]:
    """A schema with the struct's fields by their names in JSON; `type` is a constant."""
    hints = get_type_hints(struct, include_extras=True)
    tag = struct.__struct_config__.tag
    members: dict[str, Any] = {"type": fields.Constant(tag, metadata={"enum": [tag]}, required=True)}
    for field in msgspec.structs.fields(struct):
        members[field.encode_name] = _field(hints[field.name], required=field.required)
    members["Meta"] = type("Meta", (), {"description": (struct.__doc__ or "").strip()})
    return type(struct.__name__, (Schema,), members)


def _field(hint: Any, *, required: bool) -> fields.Field:
    bounds: list[Any] = []
    if get_origin(hint) is Annotated:
        hint, *bounds = get_args(hint)
    nullable = False
    if get_origin(hint) in (Union, UnionType):
        parts = [part for part in get_args(hint) if part is not NoneType]
        nullable = len(parts) < len(get_args(hint))
        inner = _field(parts[0], required=required)
        inner.allow_none = nullable
        return inner
    if hint is int:
        lowest = next((bound.ge for bound in bounds if bound.ge is not None), None)
        highest = next((bound.le for bound in bounds if bound.le is not None), 2**31)
        return fields.Integer(strict=True, required=required, validate=validate.Range(min=lowest, max=highest))
    if hint is bool:
        return StrictBoolean(required=required)
    if hint is str:
        longest = next((bound.max_length for bound in bounds if bound.max_length is not None), LONGEST_TEXT)
        return fields.String(required=required, validate=validate.Length(max=longest))
    return fields.Dict(keys=fields.String(), required=required)
