"""Front ends of other origins: admitted where the operator has named them, and nowhere else."""

from pathlib import Path

from tests.api_house import open_hall


def test_other_front_ends_are_admitted_where_they_are_named(tmp_path: Path) -> None:
    with open_hall(tmp_path, cors_origins=("https://front.example",)) as hall:
        table = hall.table(hall.guest("Anna"), start=False)
        for path in ("/games", f"/tables/{table}", "/tables/none"):
            answer = hall.nobody.get(path, {"Origin": "https://front.example"})
            assert answer.headers["Access-Control-Allow-Origin"] == "https://front.example"
            exposed = answer.headers["Access-Control-Expose-Headers"]
            assert all(name in exposed for name in ("ETag", "Location", "Retry-After"))
            other = hall.nobody.get(path, {"Origin": "https://evil.example"})
            assert "Access-Control-Allow-Origin" not in other.headers
        asked = "authorization, content-type, if-match, idempotency-key, last-event-id, prefer"
        preflight = hall.nobody.ask(
            "OPTIONS",
            f"/tables/{table}/moves",
            {
                "Origin": "https://front.example",
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": asked,
            },
        )
        assert preflight.status_code == 200
        assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
        allowed = preflight.headers["Access-Control-Allow-Headers"].lower().replace(" ", "").split(",")
        assert set(allowed) >= set(asked.replace(" ", "").split(","))


def test_no_other_front_end_is_admitted_where_none_is_named(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        for method in ("GET", "OPTIONS"):
            answer = hall.nobody.ask(method, "/games", {"Origin": "https://front.example"})
            assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


def test_no_front_end_reads_the_outbox_whatever_it_calls_itself(tmp_path: Path) -> None:
    with open_hall(tmp_path, cors_origins=("*",)) as hall:
        mails = hall.nobody.get("/dev/outbox", {"Origin": "https://front.example"})
        assert not [name for name, _ in mails.headers if name.startswith("Access-Control")]
        for name in ("evil.example", "evil.example:8000", "127.0.0.1.evil.example", "["):
            assert hall.nobody.get("/dev/outbox", {"Host": name}).status_code in (400, 404)
        for name in ("127.0.0.1:8000", "localhost", "[::1]:8000"):
            assert hall.nobody.get("/dev/outbox", {"Host": name}).status_code == 200
