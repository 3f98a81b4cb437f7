"""All settings come from the environment; the table of them is in docs/operating.md."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

import psycopg
from psycopg.conninfo import conninfo_to_dict

MOST_BY_ITSELF = 2
"""Processes of the API unless more are asked for."""
MOST_PROCESSES = 64

Registration = Literal["open", "invite", "closed"]


class BadSetting(ValueError):
    """A variable of the environment that cannot be understood."""


@dataclass(frozen=True)
class Settings:
    data: Path
    """The folder of the embedded stores."""
    database_url: str | None = None
    """A PostgreSQL address that takes the place of the embedded SQLite files."""
    redis_url: str | None = None
    """A Redis address that takes the place of the embedded Valkey."""
    bind: str = "127.0.0.1:8000"
    public_url: str = "http://127.0.0.1:8000"
    registration: Registration = "open"
    registration_code: str | None = None
    smtp_url: str | None = None
    mail_from: str = "guildhall@localhost"
    cors_origins: tuple[str, ...] = ()
    rate_limit: str = "600 per minute"
    bot_delay: float = 0.3
    """Seconds a bot waits before it moves."""
    processes: int = 1
    """Of the API."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        home = Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
        bind = environment.get("GUILDHALL_BIND") or "127.0.0.1:8000"
        return cls(
            data=Path(environment.get("GUILDHALL_DATA") or home / "guildhall").expanduser().absolute(),
            database_url=environment.get("DATABASE_URL") or None,
            redis_url=environment.get("REDIS_URL") or None,
            bind=bind,
            public_url=(environment.get("GUILDHALL_URL") or f"http://{bind}").rstrip("/"),
            registration=_registration(environment.get("REGISTRATION") or "open"),
            registration_code=environment.get("REGISTRATION_CODE") or None,
            smtp_url=environment.get("SMTP_URL") or None,
            mail_from=environment.get("MAIL_FROM") or "guildhall@localhost",
            cors_origins=tuple(environment.get("CORS_ORIGINS", "").split()),
            rate_limit=environment.get("RATE_LIMIT") or "600 per minute",
            bot_delay=_milliseconds(environment.get("GUILDHALL_BOT_DELAY_MS") or "300"),
            processes=_processes(environment.get("GUILDHALL_WORKERS")),
        )

    @property
    def events_file(self) -> Path:
        return self.data / "events.sqlite"

    @property
    def accounts_file(self) -> Path:
        return self.data / "accounts.sqlite"

    @property
    def views_file(self) -> Path:
        return self.data / "views.sqlite"

    @property
    def outbox(self) -> Path:
        return self.data / "outbox"

    @property
    def valkey_socket(self) -> Path:
        return self.data / "valkey.sock"

    @property
    def redis_address(self) -> str:
        return self.redis_url or f"unix://{self.valkey_socket}"

    @property
    def shows_outbox(self) -> bool:
        """Mails hold sign-in codes: they are shown only where nobody but this machine can look."""
        return self.smtp_url is None and self.bind.rpartition(":")[0] in ("127.0.0.1", "localhost", "[::1]")

    @property
    def where(self) -> str:
        """Where the events are kept, for people; a password in the address is not shown."""
        if self.database_url is None:
            return str(self.events_file)
        try:
            parts = conninfo_to_dict(self.database_url)
        except psycopg.ProgrammingError:
            return "DATABASE_URL"
        return f"PostgreSQL {parts.get('host', 'localhost')}, database {parts.get('dbname', 'postgres')}"


def _registration(value: str) -> Registration:
    if value not in ("open", "invite", "closed"):
        raise BadSetting(f"REGISTRATION is {value!r}; it must be open, invite or closed.")
    return cast(Registration, value)


def _processes(value: str | None) -> int:
    """One writer of SQLite at a time is enough to keep a small machine busy."""
    if not value:
        return min(MOST_BY_ITSELF, os.cpu_count() or 1)
    if not value.isdecimal() or not 1 <= int(value) <= MOST_PROCESSES:
        raise BadSetting(f"GUILDHALL_WORKERS is {value!r}; it must be a number from 1 to {MOST_PROCESSES}.")
    return int(value)


def _milliseconds(value: str) -> float:
    if not value.isdecimal():
        raise BadSetting(f"GUILDHALL_BOT_DELAY_MS is {value!r}; it must be a number of milliseconds.")
    return int(value) / 1000
