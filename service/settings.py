"""All settings come from the environment; the table of them is in docs/operating.md."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    data: Path
    """The folder of the embedded stores."""
    database_url: str | None
    """A PostgreSQL address that takes the place of the embedded SQLite file."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        home = Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
        data = Path(environment.get("GUILDHALL_DATA") or home / "guildhall").expanduser()
        return cls(data=data, database_url=environment.get("DATABASE_URL") or None)

    @property
    def events_file(self) -> Path:
        return self.data / "events.sqlite"

    @property
    def where(self) -> str:
        """Where the events are kept, for people; a password in the address is not shown."""
        if self.database_url is None:
            return str(self.events_file)
        scheme, _, rest = self.database_url.partition("://")
        return f"{scheme}://{rest.rpartition('@')[2]}"
