"""The page as the service gives it out: its addresses, its guards, its files, and how much of them there is."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

import service.web
from domain.chain import GENESIS, link
from service.mail.texts import awaited_mail, sign_in_mail
from service.web.assets import assets
from tests.api_house import Hall, open_hall

FOLDER = Path(service.web.__file__).parent
TABLE = "5f0c7d5e-7f0b-4b3c-9f3e-2b8f3f1a9c11"
ADDRESSES = ("/", "/open", "/profile", "/sign-in?code=x", f"/tables/{TABLE}?at=3", f"/join/{TABLE}?invite=x")
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
SERVERS_OWN = 100
"""Bytes of each answer that the server adds: its first line and what it says of itself."""
FIRST_VIEW = 150_000
"""Bytes, as they travel."""
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HARMLESS = ("http://www.w3.org/2000/svg",)
"""A name, not an address."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with open_hall(tmp_path_factory.mktemp("hall"), rate_limit="5 per minute") as hall:
        yield hall


def ask(hall: Hall, path: str, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return hall.app.test_client().get(path, headers=named)


@pytest.mark.parametrize("path", ADDRESSES)
def test_the_page_opens_at_each_of_its_addresses(hall: Hall, path: str) -> None:
    answer = ask(hall, path)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert answer.get_data() == ask(hall, "/").get_data()


@pytest.mark.parametrize("path", ["/", "/tables/some", "/static/favicon.svg"])
def test_what_opens_as_a_page_is_guarded(hall: Hall, path: str) -> None:
    headers = ask(hall, path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_there_is_nothing_inline_that_the_policy_would_refuse() -> None:
    index = (FOLDER / "index.html").read_text()
    assert "<style" not in index
    assert not re.search(r"<script(?![^>]*\bsrc=)", index)
    assert not re.search(r"\s(style|on\w+)=", index)
    for name, asset in assets().files.items():
        text = asset.content.decode()
        assert not re.search(r"innerHTML|insertAdjacentHTML|\beval\(|new Function\(", text), name


def test_a_file_is_kept_for_ever_under_the_digest_of_its_release_and_asked_for_again_elsewhere(hall: Hall) -> None:
    script = re.search(r'src="(/static/@\w+/main\.js)"', ask(hall, "/").text)
    assert script is not None
    answer = ask(hall, script[1])
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    for path in ("/", "/static/main.js", "/static/@000000000000/main.js"):
        assert ask(hall, path).headers["Cache-Control"] == "no-cache"
    assert ask(hall, "/static/main.js").get_data() == answer.get_data()


@pytest.mark.parametrize("path", ["/", "/static/main.js"])
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_what_is_known_already_is_not_sent_again(hall: Hall, path: str, encoding: str) -> None:
    first = ask(hall, path, Accept_Encoding=encoding)
    again = ask(hall, path, Accept_Encoding=encoding, If_None_Match=first.headers["ETag"])
    assert (again.status_code, again.get_data()) == (304, b"")
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
    assert ask(hall, path, If_None_Match='"other"').status_code == 200


def test_it_is_packed_for_those_who_can_unpack(hall: Hall) -> None:
    plain, packed = ask(hall, "/static/main.js"), ask(hall, "/static/main.js", Accept_Encoding="br, gzip")
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.get_data()) == plain.get_data()
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert "Accept-Encoding" in packed.headers["Vary"]
    refused = ask(hall, "/static/main.js", Accept_Encoding="gzip;q=0")
    assert "Content-Encoding" not in refused.headers


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/static/", "/static/none.js", "/static/../routes.py", "/static/@abc/", "/static/%2e%2e/index.html"],
)
def test_what_is_not_there_is_a_problem_as_everywhere(hall: Hall, path: str) -> None:
    answer = ask(hall, path)
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


@pytest.mark.parametrize("path", ["/nothing", "/tables/", "/open/more"])
def test_a_browser_at_an_address_that_is_not_there_gets_the_page(hall: Hall, path: str) -> None:
    answer = ask(hall, path, Accept=BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert answer.get_data() == ask(hall, "/").get_data()
    assert answer.headers["Content-Security-Policy"] == ask(hall, "/").headers["Content-Security-Policy"]
    for other in ("/api/nothing", "/api/v1/nothing", f"/api/v1/tables/{TABLE}"):
        assert ask(hall, other, Accept=BROWSER).mimetype == "application/problem+json"


def test_who_asks_for_an_icon_without_looking_gets_ours(hall: Hall) -> None:
    answer = ask(hall, "/favicon.ico")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")


def test_looking_at_the_page_does_not_use_up_the_measure_of_requests(hall: Hall) -> None:
    assert {ask(hall, path).status_code for path in ("/", "/static/main.js") for _ in range(10)} == {200}


def references() -> Iterator[tuple[str, str]]:
    """Every file of the page and each address that it names, as a file under /static/."""
    for found in re.findall(r'(?:href|src)="([^"]+)"', (FOLDER / "index.html").read_text()):
        yield "index.html", found
    for name, asset in assets().files.items():
        text, folder = asset.content.decode(), (Path("/static") / name).parent
        found: list[str] = []
        if name.endswith(".js"):
            found = re.findall(r"'(\.\.?/[^']+\.js)'", text)
        elif name.endswith(".css"):
            found = re.findall(r"url\(([^)]+)\)", text)
        elif name.endswith(".webmanifest"):
            found = [icon["src"] for icon in json.loads(text)["icons"]]
        for address in found:
            yield name, str((Path("/") / folder / address).resolve())


def test_every_file_that_is_named_is_there() -> None:
    named = [(name, address) for name, address in references() if not address.startswith("#")]
    assert len(named) > 40
    there = {f"/static/{name}" for name in assets().files}
    assert [(name, address) for name, address in named if address not in there] == []


def test_nothing_refers_to_another_host() -> None:
    whole = {"index.html": assets().index.content} | {name: asset.content for name, asset in assets().files.items()}
    for name, content in whole.items():
        text = content.decode()
        for harmless in HARMLESS:
            text = text.replace(harmless, "")
        assert not re.search(r"\b(?:https?|wss?):|[\"'(]//\w", text), name


def test_the_first_view_is_small_enough(hall: Hall) -> None:
    """What a newcomer loads: the document, what it names, and what those modules import, in one language."""
    wanted, seen = {"main.js"}, set()
    wanted |= {address.removeprefix("/static/") for name, address in references() if name == "index.html"} - {"#main"}
    while wanted - seen:
        name = (wanted - seen).pop()
        seen.add(name)
        wanted |= {address.removeprefix("/static/") for source, address in references() if source == name}
    paths = ["/", *(f"/static/{name}" for name in sorted(seen)), "/static/lang/fr.json"]
    answers = {path: ask(hall, path, Accept_Encoding="gzip") for path in paths}
    sizes = {path: len(answer.get_data()) + len(str(answer.headers)) for path, answer in answers.items()}
    assert sum(sizes.values()) + SERVERS_OWN * len(paths) < FIRST_VIEW, sizes


def test_the_links_of_the_mails_open_the_page(hall: Hall) -> None:
    anna = hall.guest("Anna", "anna@example.org")
    account = hall.house.accounts.account(anna.account)
    assert account is not None
    settings, table = hall.house.settings, uuid4()
    wait = {"table": table, "seat": 0, "game": "macht", "kind": "build", "sinceVersion": 9, "due": None}
    mails = sign_in_mail(settings, "anna@example.org", "secret"), awaited_mail(settings, account, wait)
    links = [re.findall(rf"{settings.public_url}(/\S+)", mail.text) for mail in mails]
    assert links == [["/sign-in?code=secret"], [f"/tables/{table}"]]
    for (address,) in links:
        assert ask(hall, address).mimetype == "text/html"


def test_the_lobby_names_who_sits_there(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        anna = hall.guest("Anna")
        hall.house.catch_up(hall.table(anna, anna))
        (listed,) = hall.nobody.reads("/tables")["tables"]
        assert [seat["name"] for seat in listed["seats"]] == ["Anna", None]


def test_the_text_that_the_chain_covers_is_there_for_the_asking_and_hides_every_secret(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        anna, bert = hall.guest("Anna"), hall.guest("Bert")
        table = hall.table(anna, anna, bert, seats=3)
        (move, *_) = anna.reads(f"/tables/{table}/moves")["moves"]
        anna.does(f"/tables/{table}/moves", move["command"])
        events = bert.reads(f"/tables/{table}/events?public=true&limit=500")["events"]
        head = GENESIS
        for event in events:
            head = link(head, table, event["version"], event["topic"], event["public"].encode())
            assert head == event["head"]
        assert "macht.CardCommitted/1" in [event["topic"] for event in events]
        assert not [event for event in events if '"salt"' in event["public"] or '"value"' in event["public"]]
        own = anna.reads(f"/tables/{table}/events?public=true&limit=500")["events"]
        assert [event["public"] for event in own] == [event["public"] for event in events]
        assert "public" not in bert.reads(f"/tables/{table}/events")["events"][0]
