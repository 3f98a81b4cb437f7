"""The tables of the read models: one definition for SQLite and PostgreSQL.

Rows of every model carry the generation they belong to. `generations` names the one that readers see; a rebuild fills
another one beside it. `positions` says how far a table has got in a model, with what the model must remember to go on.
"""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, Table, Text, Uuid

METADATA = MetaData()


def _generation() -> Column[int]:
    return Column("generation", Integer, primary_key=True, autoincrement=False)


def _table_id(*, is_key: bool = True) -> Column[object]:
    return Column("table_id", Uuid, primary_key=is_key, nullable=False)


def _number(name: str, *, is_key: bool = False) -> Column[int]:
    return Column(name, BigInteger, primary_key=is_key, autoincrement=False, nullable=False)


def _text(name: str, *, is_key: bool = False, nullable: bool = False) -> Column[str]:
    return Column(name, Text, primary_key=is_key, nullable=nullable)


generations = Table(
    "view_generations",
    METADATA,
    _text("model", is_key=True),
    _number("current"),
    Column("building", BigInteger),
    _number("newest"),
)

positions = Table(
    "view_positions",
    METADATA,
    _table_id(),
    _text("model", is_key=True),
    _generation(),
    _number("version"),
    _text("memory"),
    Index("view_positions_by_model", "model", "generation"),
)

cursors = Table("view_cursors", METADATA, _generation(), _number("position"))

boards = Table("view_boards", METADATA, _generation(), _table_id(), _text("viewer", is_key=True), _text("document"))

story = Table(
    "view_story",
    METADATA,
    _generation(),
    _table_id(),
    _number("version", is_key=True),
    _text("lines"),
    sqlite_with_rowid=False,
)

lobby = Table(
    "view_lobby",
    METADATA,
    _generation(),
    _table_id(),
    _text("game"),
    _text("status"),
    Column("private", Boolean, nullable=False),
    _text("opener"),
    _number("free"),
    _text("seats"),
    _number("created"),
    _number("updated"),
    Index("view_lobby_by_age", "generation", "created", "table_id"),
)

members = Table("view_members", METADATA, _generation(), _text("account", is_key=True), _table_id())

waits = Table(
    "view_waits",
    METADATA,
    _generation(),
    _table_id(),
    _number("seat", is_key=True),
    _text("account"),
    _text("game"),
    _text("kind"),
    _text("card", nullable=True),
    _number("since"),
    _number("since_version"),
    Index("view_waits_by_account", "generation", "account"),
)

seatings = Table("view_seatings", METADATA, _generation(), _table_id(), _text("document"))

results = Table(
    "view_results",
    METADATA,
    _generation(),
    _table_id(),
    _text("game"),
    Column("private", Boolean, nullable=False),
    _text("opener"),
    _number("ended"),
    _text("seats"),
    Index("view_results_by_age", "generation", "ended", "table_id"),
)

players = Table("view_players", METADATA, _generation(), _text("account", is_key=True), _table_id())

leaders = Table(
    "view_leaders",
    METADATA,
    _generation(),
    _text("game", is_key=True),
    _text("account", is_key=True),
    _number("games"),
    _number("win_parts"),
    _number("points"),
)

faults = Table(
    "view_faults",
    METADATA,
    _table_id(),
    _number("version"),
    _text("error"),
    _number("since"),
)

skipped = Table(
    "view_skipped",
    METADATA,
    _generation(),
    _table_id(),
    _number("number"),
    _number("version"),
    _text("error"),
    _number("since"),
)
