"""Read models for the tests, on SQLite and on PostgreSQL, each new and empty."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from projections import Views
from service.database import sqlite_engine, views_engine
from service.settings import Settings


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def open_views(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Views]]:
    """Opens the same read models again and again, as several processes would."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    settings = Settings(data=tmp_path, database_url=url)
    opened: list[Views] = []

    def open_one() -> Views:
        opened.append(Views(views_engine(settings)))
        return opened[-1]

    open_one().migrate()
    yield open_one
    for views in opened:
        views.close()


@pytest.fixture
def views(open_views: Callable[[], Views]) -> Views:
    return open_views()


@pytest.fixture
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Views]:
    """Read models that nobody else touches, to compare with."""
    views = Views(sqlite_engine(tmp_path_factory.mktemp("undisturbed") / "views.sqlite"))
    views.migrate()
    yield views
    views.close()
