"""Schemathesis over openapi.json: however odd a request is, it gets an answer that the document describes."""

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import ChecksConfig, GenerationConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig

from service.api import create_app
from service.house import House
from service.settings import Settings
from tests.api_house import API, Guest, Hall, open_hall
from tests.playing import play_to_the_end

DOCUMENT = f"{API}/openapi.json"
IS_FULL = bool(os.environ.get("GUILDHALL_FULL"))
EXAMPLES = 600 if IS_FULL else 60
"""Besides those that schemathesis makes for every bound in the document."""
SEATS = 2
METHODS = {"get", "put", "post", "patch", "delete"}


@dataclass(frozen=True)
class Visited:
    """A house with tables in every stage, and people who may do more or less with them."""

    hall: Hall
    guests: list[Guest]
    tables: list[UUID]

    def ask(self, case: schemathesis.Case) -> None:
        """Send a case, by somebody, mostly about a table that there is; every answer is checked."""
        dice = Random(repr(case))
        self._place(case, dice)
        # Somebody new leaves each time: whoever has erased an account cannot ask again.
        is_leaving = case.operation.label == f"DELETE {API}/me"
        guest = self.hall.guest("Leaver") if is_leaving else dice.choice(self.guests)
        # Its way into a WSGI application announces gzip and does not read it.
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {guest.token}"} if guest.token else {})
        # Checks ask again, without a token and the like, and find the application by the document.
        case.operation.schema.app = case.operation.app = self.hall.app
        case.call_and_validate(headers=headers, excluded_checks=UNFIT)

    def _place(self, case: schemathesis.Case, dice: Random) -> None:
        """A number or an id that was made up names nothing; what is none is left as it is."""
        parameters = case.path_parameters
        if _is_uuid(parameters.get("table_id")) and dice.random() < 0.9:
            parameters["table_id"] = str(dice.choice(self.tables))
        if isinstance(parameters.get("seat"), int) and parameters["seat"] >= 0:
            parameters["seat"] %= SEATS + 1
        if isinstance(parameters.get("game"), str) and dice.random() < 0.5:
            parameters["game"] = "macht"
        if isinstance(parameters.get("town"), str) and dice.random() < 0.5:
            parameters["town"] = "brugge"
        if case.operation.label == f"POST {API}/tables" and _opens_a_table(case.body) and dice.random() < 0.5:
            case.body |= {"game": "macht", "seats": SEATS}
        if "Prefer" in case.headers:
            case.headers["Prefer"] = "wait=0"


def _opens_a_table(body: object) -> bool:
    return isinstance(body, dict) and type(body.get("game")) is str and type(body.get("seats")) is int


def _is_uuid(value: object) -> bool:
    try:
        return bool(UUID(str(value)))
    except ValueError:
        return False


load_all_checks()
UNFIT = CHECKS.get_by_names(["positive_data_acceptance"])
"""That what has the right form is accepted does not hold: rules and people refuse."""


def _contents() -> Any:
    """The document by itself: it names the tests before any house is open."""
    with TemporaryDirectory() as folder, closing(House.open(Settings(data=Path(folder)))) as house:
        return create_app(house).test_client().get(DOCUMENT).get_json()


def _described() -> schemathesis.BaseSchema:
    generation = GenerationConfig(max_examples=EXAMPLES, database="none", with_security_parameters=False)
    refused = {"expected-statuses": [400, 401, 403, 404, 405, 409, 412, 413, 415, 422]}
    project = ProjectConfig(generation=generation, checks=ChecksConfig.from_dict({"negative_data_rejection": refused}))
    config = SchemathesisConfig(seed=None if IS_FULL else 1, projects=ProjectsConfig(default=project))
    return schemathesis.openapi.from_dict(_contents(), config=config)


document = _described()


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visited]:
    with open_hall(tmp_path_factory.mktemp("visited")) as hall:
        anna, bert = hall.guest("Anna", "anna@example.org"), hall.guest("Bert")
        tables = [
            hall.table(anna, anna, seats=SEATS, start=False),
            hall.table(anna, anna, seats=SEATS),
            hall.table(anna, anna, bert, seats=SEATS),
            hall.table(anna, seats=SEATS, start=False, private=True),
            hall.table(bert, bert, seats=SEATS),
        ]
        play_to_the_end(hall.house.application, tables[-1], "the end")
        for table in tables[1:]:
            hall.house.catch_up(table)
        yield Visited(hall, [anna, anna, bert, hall.nobody, hall.with_scopes(anna, "read")], tables)


@document.parametrize()
def test_whatever_is_asked_the_answer_is_documented(case: schemathesis.Case, visited: Visited) -> None:
    visited.ask(case)


def test_the_document_is_sound_and_tells_of_every_error_as_a_problem() -> None:
    contents = _contents()
    OpenAPIV31SpecValidator(contents).validate()
    for path, item in contents["paths"].items():
        for method in METHODS & set(item):
            errors = {status: said for status, said in item[method]["responses"].items() if status[0] in "45d"}
            assert errors
            for status, said in errors.items():
                kinds = set(said["content"])
                assert kinds == {"application/problem+json"} or (path, status) == ("/readyz", "503"), (method, path)


def test_the_document_is_the_same_whenever_it_is_asked_for(visited: Visited) -> None:
    assert visited.hall.nobody.reads(DOCUMENT) == visited.hall.nobody.reads(DOCUMENT)


@pytest.mark.postgres
def test_a_character_that_postgres_cannot_hold_is_no_fault_of_the_server(postgres_url: str, tmp_path: Path) -> None:
    with open_hall(tmp_path, database_url=postgres_url) as hall:
        anna = hall.guest("Anna")
        table = hall.table(anna, seats=SEATS, start=False)
        answers = [
            anna.get("/tables?game=%00"),
            anna.get("/games/%00"),
            anna.get("/games/macht%00/leaderboard"),
            anna.ask("DELETE", "/me/tokens/%00"),
            anna.ask("PATCH", "/me", json={"name": "A\0", "email": "a\0@example.org"}),
            anna.post("/accounts", {"name": "A\0"}),
            anna.post("/auth/link", {"email": "a\0@example.org"}),
            anna.post("/auth/token", {"code": "\0"}),
            anna.post("/tables", {"game": "macht", "seats": SEATS, "options": {"board": "\0"}}),
            anna.post(f"/tables/{table}/seats", {"guild": "\0", "nonce": "\0", "invite": "\0"}),
            anna.post(f"/tables/{table}/seats", {"nonce": "\0"}),
            anna.post(f"/tables/{table}/moves", {"type": "BuildDistrict", "space": "\0"}),
        ]
        assert [answer.status_code for answer in answers if answer.status_code >= 500] == []
