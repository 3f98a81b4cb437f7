"""What every command of a table is."""

import msgspec


class TableCommandBase(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    tag=True,
    rename="camel",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    pass
