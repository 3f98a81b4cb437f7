"""What the workers remember for themselves, on both stores."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from service.database import views_engine
from service.settings import Settings
from workers.ledger import Ledger

TABLE = uuid4()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    ledger = Ledger(views_engine(Settings(data=tmp_path, database_url=url)))
    ledger.migrate()
    yield ledger
    ledger.close()


def test_a_letter_is_wanted_once_for_each_wait(ledger: Ledger) -> None:
    wanted = [ledger.want_letter(TABLE, 0, version) for version in (5, 5, 4, 9, 9)]
    assert wanted == [True, False, False, True, False]
    assert ledger.begin_letter(TABLE, 0, 9, now=1_000_000_000)
    assert not ledger.begin_letter(TABLE, 0, 9, now=1_000_000_000)
    ledger.finish_letter(TABLE, 0, 9, is_sent=True)
    assert ledger.unsent_letters() == []


def test_an_examination_is_wanted_once(ledger: Ledger) -> None:
    assert [ledger.want_examination(TABLE, 1, at) for at in (1, 2)] == [True, False]
    assert ledger.examinations() == [(TABLE, 1, 1)]
    ledger.finish_examination(TABLE, 1)
    assert ledger.want_examination(TABLE, 1, 3)
