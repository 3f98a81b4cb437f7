"""What readers see: the rows of the current generation, and the version they have reached."""

from sqlalchemy import ColumnElement, Table, select

from projections.schema import generations, positions


def is_current(model: str, rows: Table) -> ColumnElement[bool]:
    """Pointer and rows are read by one statement, so a reader never sees a mixture of two generations."""
    current = select(generations.c.current).where(generations.c.model == model).scalar_subquery()
    return rows.c.generation == current


def is_position_of(model: str, rows: Table) -> ColumnElement[bool]:
    return (
        (positions.c.model == model)
        & (positions.c.generation == rows.c.generation)
        & (positions.c.table_id == rows.c.table_id)
    )
