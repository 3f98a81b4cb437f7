"""Proof from the command line and over HTTP: with the server stopped, a downloaded record is checked."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from service.examiner import examine
from service.proof.verify import verify
from service.settings import Settings
from tests.api_house import Guest, Hall, open_hall
from tests.playing import move
from tests.stack import guildhall


@pytest.fixture
def hall(tmp_path: Path) -> Any:
    with open_hall(tmp_path) as hall:
        yield hall


def seated(people: list[Guest]) -> UUID:
    opened = people[0].post("/tables", {"game": "macht", "seats": len(people)})
    table = UUID(opened.get_json()["table"])
    for person in people:
        person.does(f"/tables/{table}/seats", {})
    people[0].does(f"/tables/{table}/start", {})
    return table


def awaited(people: list[Guest], table: UUID) -> tuple[Guest, dict[str, Any]]:
    """Whoever may move, and the first move they are offered."""
    for person in people:
        for offered in person.reads(f"/tables/{table}/moves")["moves"]:
            return person, offered["command"]
    raise AssertionError("Nobody is awaited.")


def finished(hall: Hall, people: list[Guest]) -> UUID:
    table = seated(people)
    while move(hall.house.application, table, "proof") is not None:
        pass
    return table


def some_people(hall: Hall, number: int = 2) -> list[Guest]:
    return [hall.guest(name) for name in ("Anna", "Bert", "Cora", "Dirk")[:number]]


def checked(settings: Settings, file: Path, *words: str) -> tuple[int, dict[str, Any]]:
    done = guildhall(settings, "verify", str(file), "--json", *words)
    return done.returncode, json.loads(done.stdout)


def test_every_accepted_command_has_a_receipt_and_again_the_same(hall: Hall) -> None:
    people = some_people(hall)
    table = seated(people)
    mover, offered = awaited(people, table)
    once, again = (
        mover.post(f"/tables/{table}/moves", offered, {"Idempotency-Key": "once"}).get_json() for _ in range(2)
    )
    assert once == again
    receipt = once["receipt"]
    assert (receipt["table"], receipt["version"], receipt["head"]) == (str(table), once["version"], once["head"])
    keys = hall.nobody.get("/keys").get_json()["keys"]
    assert receipt["key"] in [key["id"] for key in keys]


def test_a_downloaded_record_is_verified_without_the_house_and_an_altered_one_names_the_event(
    hall: Hall, tmp_path: Path
) -> None:
    people = some_people(hall)
    table = finished(hall, people)
    file, keys = tmp_path / "game.json", tmp_path / "keys.json"
    file.write_bytes(hall.nobody.get(f"/tables/{table}/record").get_data())
    keys.write_bytes(hall.nobody.get("/keys").get_data())
    nowhere = Settings(data=tmp_path / "nowhere")
    code, report = checked(nowhere, file, "--keys", str(keys))
    assert (code, report["ok"]) == (0, True)
    lines = file.read_bytes().split(b"\n")
    scored = next(n for n, line in enumerate(lines) if b"TownScored" in line)
    lines[scored] = lines[scored].replace(b'"points":', b'"points":1', 1)
    file.write_bytes(b"\n".join(lines))
    code, report = checked(nowhere, file)
    number = json.loads(lines[scored].rstrip(b","))["version"]
    assert (code, report["ok"]) == (1, False)
    assert number in [finding["event"] for finding in report["findings"] if not finding["ok"]]
    words = guildhall(nowhere, "verify", str(file))
    assert f"see event {number}" in words.stdout


def test_a_cut_tail_is_seen_against_a_receipt(hall: Hall, tmp_path: Path) -> None:
    people = some_people(hall)
    table = seated(people)
    before = people[0].get(f"/tables/{table}/record").get_data()
    mover, offered = awaited(people, table)
    answer = mover.does(f"/tables/{table}/moves", offered)
    file, receipt = tmp_path / "game.json", tmp_path / "receipt.json"
    file.write_bytes(before)
    receipt.write_text(json.dumps(answer))
    code, report = checked(Settings(data=tmp_path), file, "--receipt", str(receipt))
    assert code == 1
    assert {finding["check"] for finding in report["findings"] if not finding["ok"]} == {"receipt"}


def test_records_of_disputed_and_corrected_tables_and_of_sandboxes_are_sound(hall: Hall) -> None:
    people = some_people(hall)
    table = finished(hall, people)
    people[1].does(f"/tables/{table}/disputes", {"town": "gent", "reason": "I doubt it."})
    examine(hall.house.application, table, 1)
    guild = next(iter(hall.house.application.state(table).rules.points(hall.house.application.state(table).state)))
    settled = {"verdict": "upheld", "text": "So it is.", "corrections": {guild: 1}}
    people[0].does(f"/tables/{table}/disputes/1/settlement", settled)
    disputed = verify(people[0].get(f"/tables/{table}/record").get_data())
    assert disputed.ok, disputed.wrong
    sandbox = people[1].does(f"/tables/{table}/sandbox", {"at": 100})["table"]
    for _ in range(5):
        assert move(hall.house.application, UUID(sandbox), "sandbox") is not None
    tried = verify(people[1].get(f"/tables/{sandbox}/record").get_data())
    assert tried.ok, tried.wrong


def test_keys_change_and_old_receipts_stay_valid(hall: Hall) -> None:
    people = some_people(hall)
    table = seated(people)
    assert guildhall(hall.house.settings, "keys", "rotate").returncode == 0
    keys = hall.nobody.get("/keys").get_json()["keys"]
    assert [key["retiredAt"] is None for key in keys] == [False, True]
    assert verify(
        people[0].get(f"/tables/{table}/record").get_data(), trusted={key["id"]: key["publicKey"] for key in keys}
    ).ok


def test_the_record_of_a_table_from_the_command_line_is_that_of_the_api(hall: Hall) -> None:
    table = finished(hall, some_people(hall))
    printed = guildhall(hall.house.settings, "record", str(table)).stdout
    assert printed.encode() == hall.nobody.get(f"/tables/{table}/record").get_data()


def test_an_audit_of_all_tables_works_in_parallel_and_goes_on_where_it_was(hall: Hall, tmp_path: Path) -> None:
    people = some_people(hall)
    for _ in range(2):
        finished(hall, people)
    seated(people)
    position = tmp_path / "position"
    first = guildhall(hall.house.settings, "audit", "--all", "--jobs", "2", "--position", str(position))
    assert first.returncode == 0, first.stdout + first.stderr
    assert first.stdout.startswith("3 tables,")
    assert not position.exists()
    second = next(iter(hall.house.log.notifications(1, 1)))
    position.write_text(json.dumps({"position": second.id, "tables": 1, "events": 7, "wrong": []}))
    rest = guildhall(hall.house.settings, "audit", "--all", "--position", str(position))
    assert rest.stdout.startswith("3 tables,")


def test_what_is_no_verdict_is_told_apart_from_an_unsound_record(hall: Hall, tmp_path: Path) -> None:
    file, broken, empty = (tmp_path / name for name in ("game.json", "broken.json", "empty.json"))
    file.write_bytes(hall.nobody.get(f"/tables/{seated(some_people(hall))}/record").get_data())
    broken.write_text("{")
    empty.write_text("{}")
    settings = hall.house.settings
    for bad in (broken, empty):
        for option in ("--receipt", "--keys"):
            done = guildhall(settings, "verify", str(file), "--json", option, str(bad))
            assert (done.returncode, done.stdout) == (2, "")
            assert str(bad) in done.stderr
    for words in (["--all", "--position", str(tmp_path / "no" / "position")], [str(UUID(int=7))]):
        done = guildhall(settings, "audit", *words)
        assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (2, "", False)
        assert words[-1] in done.stderr
    lines = file.read_bytes().split(b"\n")
    file.write_bytes(b"\n".join([*lines[:7], b"", *lines[-2:]]))
    code, report = checked(settings, file)
    assert (code, report["ok"]) == (1, False)
    assert "There is no event." in {finding["text"] for finding in report["findings"]}


def test_a_key_that_was_retired_before_is_not_trusted_for_what_came_later(hall: Hall, tmp_path: Path) -> None:
    file, shown = tmp_path / "game.json", tmp_path / "keys.json"
    table = seated(some_people(hall))
    file.write_bytes(hall.nobody.get(f"/tables/{table}/record").get_data())
    (key,) = hall.nobody.get("/keys").get_json()["keys"]
    shown.write_text(json.dumps({"keys": [key | {"retiredAt": key["createdAt"] - 3_600_000}]}))
    code, report = checked(hall.house.settings, file, "--keys", str(shown))
    signed = {finding["event"] for finding in report["findings"] if not finding["ok"]}
    assert (code, 1 in signed) == (1, True)
