"""The tables of accounts. Names and addresses are here and nowhere else; secrets are kept as hashes only."""

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Engine, ForeignKey, LargeBinary, MetaData, Table, Text, event

from service.database import begin_write

_MIGRATION_LOCK = 0x6768_6163
"""PostgreSQL: processes that migrate together take turns."""

metadata = MetaData()

accounts = Table(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("email", Text),
    Column("email_key", Text, unique=True),
    Column("language", Text, nullable=False),
    Column("wishes", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("gone", BigInteger),
)

tokens = Table(
    "account_tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("account_id", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("is_sign_in", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
)

sign_ins = Table(
    "account_sign_ins",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("account_id", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("expires_at", BigInteger, nullable=False),
)

confirmed = Table(
    "account_confirmed",
    metadata,
    Column("account_id", Text, ForeignKey("accounts.id"), primary_key=True),
    Column("email_key", Text, nullable=False),
)


def prepare(engine: Engine) -> None:
    """What is deleted from an SQLite file shall not be readable in its free pages."""
    if engine.dialect.name != "sqlite":
        return

    @event.listens_for(engine, "connect")
    def overwrite_what_is_deleted(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA secure_delete=ON")


def migrate(engine: Engine) -> None:
    """Create what is missing, also when several processes do so at once."""
    with begin_write(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
        metadata.create_all(connection)


def wipe(engine: Engine) -> None:
    """What has been deleted leaves SQLite's write-ahead log too, where older pages may still hold it."""
    if engine.dialect.name != "sqlite":
        return
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
