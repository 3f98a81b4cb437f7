"""How the API describes itself."""

from typing import Any, Union, get_args

import msgspec
from flask_smorest import Api
from marshmallow_oneofschema import OneOfSchema

from domain.games import latest, names
from domain.table import AbandonTable
from service.api.fields import LONGEST_TEXT, schema_of

OPTIONS = {
    "API_TITLE": "Guildhall",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": "/api/v1",
    "OPENAPI_JSON_PATH": "openapi.json",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "Guild board games at a distance. Every action is an immutable event.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{}, {"token": []}],
    },
}


_COMMANDS = (AbandonTable, *(struct for game in names() for struct in get_args(latest(game).command)))
"""Every command that can be sent as a move, of every game of the house."""
_ANY_COMMAND = Union[_COMMANDS]  # noqa: UP007  a union of what is in a tuple


class CommandSchema(OneOfSchema):
    """A move: one of the commands of the table's game, told apart by `type`."""

    type_field = "type"
    type_field_remove = False
    type_schemas = {struct.__struct_config__.tag: schema_of(struct)() for struct in _COMMANDS}  # noqa: RUF012

    def load(self, data: Any, **options: Any) -> Any:
        """What reads as one of the structs is a command; the schemas say what is wrong with anything else."""
        return data if _is_command(data) else super().load(data, **options)

    def get_obj_type(self, obj: Any) -> str:
        return str(obj["type"])


def _is_command(data: Any) -> bool:
    try:
        msgspec.convert(data, _ANY_COMMAND)
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError):
        return False
    return all(len(value) <= LONGEST_TEXT for value in data.values() if isinstance(value, str))


class CommandsAsOneOf:
    """Shows a OneOfSchema as `oneOf` with a discriminator; apispec by itself knows only its empty shell."""

    @staticmethod
    def install(api: Api) -> None:
        spec = api.spec
        plugin = next(plugin for plugin in spec.plugins if hasattr(plugin, "converter"))
        original = plugin.converter.schema2jsonschema

        def convert(schema: Any) -> dict[str, Any]:
            if not isinstance(schema, OneOfSchema):
                return original(schema)
            refs = {name: plugin.converter.resolve_nested_schema(kind) for name, kind in schema.type_schemas.items()}
            mapping = {name: ref["$ref"] for name, ref in refs.items()}
            discriminator = {"propertyName": schema.type_field, "mapping": mapping}
            return {"oneOf": list(refs.values()), "discriminator": discriminator}

        plugin.converter.schema2jsonschema = convert
