"""Keys that sign receipts. One is in use; those before it are retired, and stay known for the receipts they signed."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import BigInteger, Column, Connection, Engine, LargeBinary, Table, Text, insert, select, update

from domain.receipt import Signed, fingerprint, message
from service.accounts.schema import metadata, migrate
from service.accounts.transactions import named_faults, reading, writing
from service.keys.ed25519 import new_private_key, public_of, sign
from service.store.faults import StoreFault, StoreNotMigrated

REFRESH_SECONDS = 30.0
"""So long after a rotation another process may still sign with the key before."""

signing_keys = Table(
    "signing_keys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("private", LargeBinary, nullable=False),
    Column("public", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("retired", BigInteger),
)


@dataclass(frozen=True)
class Key:
    """What anyone may know of a key."""

    id: str
    public: bytes
    created: int
    retired: int | None


class SigningKeys:
    """Signs for the application (see `service.application.Signer`)."""

    def __init__(self, engine: Engine, now: Callable[[], int], *, clock: Callable[[], float] = time.monotonic) -> None:
        """`now` in milliseconds since 1970; `clock` in seconds, which nobody sets back."""
        self._engine = engine
        self._now = now
        self._clock = clock
        self._in_use: tuple[str, bytes] | None = None
        self._due = 0.0

    def migrate(self) -> None:
        """The first key, if there is none."""
        with named_faults():
            migrate(self._engine)
        with writing(self._engine) as connection:
            _take_turns(connection)
            if connection.execute(_IN_USE).first() is None:
                self._make(connection)

    def rotate(self) -> Key:
        """A new key; what the others have signed stays valid."""
        with writing(self._engine) as connection:
            _take_turns(connection)
            retire = update(signing_keys).where(signing_keys.c.retired.is_(None)).values(retired=self._now())
            connection.execute(retire)
            made = self._make(connection)
        self._due = 0.0
        return made

    def all(self) -> list[Key]:
        """Oldest first."""
        columns = (signing_keys.c.id, signing_keys.c.public, signing_keys.c.created, signing_keys.c.retired)
        with reading(self._engine) as connection:
            rows = connection.execute(select(*columns).order_by(signing_keys.c.created, signing_keys.c.id)).all()
        return [Key(row.id, bytes(row.public), row.created, row.retired) for row in rows]

    def public(self, ids: Iterable[str]) -> dict[str, str]:
        """Public keys (hex) by their ids, of those that are known."""
        wanted = set(ids)
        return {key.id: key.public.hex() for key in self.all() if key.id in wanted}

    def sign(self, table: UUID, version: int, head: str) -> Signed:
        key, private = self._current()
        return Signed(key, sign(private, message(table, version, head)).hex())

    def close(self) -> None:
        self._engine.dispose()

    def _current(self) -> tuple[str, bytes]:
        known = self._in_use
        if known is not None and self._clock() < self._due:
            return known
        try:
            with reading(self._engine) as connection:
                row = connection.execute(_IN_USE).first()
        except StoreFault:
            if known is None:
                raise
            return known
        if row is None:
            raise StoreNotMigrated("There is no key to sign with.")
        self._in_use, self._due = (row.id, bytes(row.private)), self._clock() + REFRESH_SECONDS
        return self._in_use

    def _make(self, connection: Connection) -> Key:
        private = new_private_key()
        public = public_of(private)
        key = Key(fingerprint(public), public, self._now(), None)
        row = {"id": key.id, "private": private, "public": public, "created": key.created}
        connection.execute(insert(signing_keys).values(row))
        return key


_IN_USE = (
    select(signing_keys.c.id, signing_keys.c.private)
    .where(signing_keys.c.retired.is_(None))
    .order_by(signing_keys.c.created.desc(), signing_keys.c.id)
)


def _take_turns(connection: Connection) -> None:
    """SQLite's writers do already; on PostgreSQL two that find no key would each make one."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("LOCK TABLE signing_keys IN EXCLUSIVE MODE")
