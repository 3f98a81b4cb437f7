"""PostgreSQL by its address. The library knows five parts of one; the others, such as sslmode, must not be lost."""

import json
from typing import Any

from eventsourcing.postgres import PostgresFactory
from psycopg.conninfo import conninfo_to_dict

from service.store.faults import StoreUnavailable

_PARTS = {"dbname": "postgres", "host": "localhost", "port": "5432", "user": "postgres", "password": ""}
_OTHERS = "POSTGRES_OTHER_PARTS"


def settings_of(address: str, lock_timeout: str) -> dict[str, str]:
    try:
        parts = {key: str(value) for key, value in conninfo_to_dict(address).items() if value is not None}
    except Exception as error:
        raise StoreUnavailable("DATABASE_URL is not the address of a PostgreSQL database.") from error
    known = {f"POSTGRES_{key.upper()}": parts.pop(key, default) for key, default in _PARTS.items()}
    return known | {
        _OTHERS: json.dumps(parts),
        "POSTGRES_LOCK_TIMEOUT": lock_timeout,
        "POSTGRES_CONNECT_TIMEOUT": "5",
    }


class PostgresAddressFactory(PostgresFactory):
    def __init__(self, env: Any) -> None:
        super().__init__(env)
        kwargs = self.datastore.pool.kwargs
        if not isinstance(kwargs, dict):
            raise TypeError("The pool of the library is not as we know it.")
        kwargs.update(json.loads(self.env[_OTHERS]))
