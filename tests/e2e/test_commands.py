"""The commands of the README, as a newcomer types them."""

import json
import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUILDHALL = ROOT / ".venv" / "bin" / "guildhall"
BOARD = ROOT / "domain" / "macht" / "data" / "board.json"

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a command in an empty folder with a store of its own."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    environment["GUILDHALL_DATA"] = str(tmp_path / "data")

    def run(*command: str | Path, stdin: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(part) for part in command],
            input=stdin,
            env=environment | extra,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


def table_of(output: str) -> str:
    found = re.search(r"Table ([0-9a-f-]{36})", output)
    assert found, output
    return found[1]


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_a_person_plays_a_whole_game_leaves_and_goes_on(run: Run, players: str) -> None:
    begun = run(GUILDHALL, "play", "--players", players, "--bots", "random", stdin="1\n" * 20 + "b\nnonsense\nq\n")
    assert begun.returncode == 0, begun.stderr
    assert "Nothing is lost" in begun.stdout
    assert "A number chooses" in begun.stdout
    table = table_of(begun.stdout)
    ended = run(GUILDHALL, "play", "--table", table, stdin="1\n" * 2000)
    assert ended.returncode == 0, ended.stderr
    assert "Final result" in ended.stdout
    replayed = run(GUILDHALL, "replay", table)
    assert "The table is closed; its seed is opened." in replayed.stdout
    assert "Brugge" in replayed.stdout


def test_replay_shows_a_moment_as_a_seat_may_see_it(run: Run) -> None:
    table = table_of(run(GUILDHALL, "play", stdin="1\n1\n").stdout)
    whole = json.loads(run(GUILDHALL, "replay", table, "--json").stdout)
    for seat in range(4):
        seen = json.loads(run(GUILDHALL, "replay", table, "--at", "21", "--seat", str(seat), "--json").stdout)
        assert seen["version"] == 21
        assert (seen["game"]["gold"]["inFront"]["card"] is not None) == (seat == seen["game"]["startingSeat"])
    spectator = whole["game"]["gold"]["inFront"]
    assert spectator is None or spectator["card"] is None
    text = run(GUILDHALL, "replay", table, "--at", "21")
    assert text.returncode == 0
    assert "draw a golden card" in text.stdout


def test_what_cannot_be_replayed_is_said_in_a_sentence(run: Run) -> None:
    table = table_of(run(GUILDHALL, "play", stdin="").stdout)
    for arguments, said in (
        (("no-table",), "not a valid UUID"),
        (("00000000-0000-4000-8000-000000000000",), "There is no table"),
        ((table, "--at", "99999"), "versions 1 to"),
        ((table, "--seat", "7"), "seats 0 to 3"),
    ):
        refused = run(GUILDHALL, "replay", *arguments)
        assert refused.returncode != 0
        assert said in refused.stderr
        assert "Traceback" not in refused.stderr


def test_a_scoring_is_explained_in_words_and_as_json(run: Run) -> None:
    table = table_of(run(GUILDHALL, "play", "--players", "2", "--bots", "random", stdin="1\n" * 2000).stdout)
    words = run(GUILDHALL, "explain", table, "brugge")
    assert words.returncode == 0, words.stderr
    document = json.loads(run(GUILDHALL, "explain", table, "brugge", "--json").stdout)
    assert document["isScored"]
    assert f"Brugge was scored in event {document['scoredAt']}." in words.stdout
    assert all(f"{line['rule']:6} {line['text']}" in words.stdout for line in document["lines"])
    before = json.loads(
        run(GUILDHALL, "explain", table, "brugge", "--at", str(document["scoredAt"] - 1), "--json").stdout
    )
    assert not before["isScored"]
    assert before["value"]["total"] <= document["value"]["total"]
    for arguments, said in (
        ((table, "paris"), "There is no town 'paris'"),
        ((table, "brugge", "--at", "1"), "has not started yet"),
        ((table, "brugge", "--at", "99999"), "versions 1 to"),
        (("00000000-0000-4000-8000-000000000000", "brugge"), "There is no table"),
    ):
        refused = run(GUILDHALL, "explain", *arguments)
        assert refused.returncode == 1
        assert said in refused.stderr
        assert "Traceback" not in refused.stderr


def test_a_finished_game_is_opened_and_tried_out_from_the_middle(run: Run) -> None:
    table = table_of(run(GUILDHALL, "play", "--players", "3", "--bots", "random", stdin="1\n" * 9).stdout)
    refused = run(GUILDHALL, "replay", table, "--open")
    assert refused.returncode != 0
    assert "gameNotOver, T7.2" in refused.stderr
    run(GUILDHALL, "play", "--table", table, stdin="1\n" * 2000)
    closed, everything = (
        json.loads(run(GUILDHALL, "replay", table, "--at", "60", "--json", *more).stdout)["game"]
        for more in ((), ("--open",))
    )
    assert closed["gold"]["pile"] is None
    assert len(everything["gold"]["pile"]) > 20
    copied = run(GUILDHALL, "sandbox", table, "--at", "60", "--bot", "2", "greedy")
    assert copied.returncode == 0, copied.stderr
    sandbox = table_of(copied.stdout)
    played = run(GUILDHALL, "play", "--table", sandbox, stdin="1\n" * 2000)
    assert played.returncode == 0, played.stderr
    assert "Final result" in played.stdout
    too_far = run(GUILDHALL, "sandbox", table, "--at", "99999")
    assert too_far.returncode != 0
    assert "versions 1 to" in too_far.stderr


def test_simulate_prints_a_table_or_one_object(run: Run) -> None:
    command = ("simulate", "--game", "macht", "--players", "3", "--bots", "greedy,random,random", "--games", "3")
    table = run(GUILDHALL, *command, "--seed", "5")
    assert "wins by seat" in table.stdout
    figures = json.loads(run(GUILDHALL, *command, "--seed", "5", "--json").stdout)
    assert set(figures) == {
        "games",
        "players",
        "rounds_mean",
        "events_mean",
        "covers_mean",
        "score_mean",
        "ends",
        "wins_by_seat",
        "games_per_second",
    }
    assert figures["games"] == 3
    assert sum(figures["ends"].values()) == 3
    assert sum(figures["wins_by_seat"]) == pytest.approx(3)
    again = json.loads(run(GUILDHALL, *command, "--seed", "5", "--json").stdout)
    assert {**again, "games_per_second": 0} == {**figures, "games_per_second": 0}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "5"), "for 2, 3, 4 players"),
        (("--bots", "clever"), "There is no bot 'clever'"),
        (("--bots", "greedy,random"), "2 bots for 4 seats"),
        (("--games", "0"), "--games"),
    ],
)
def test_simulate_refuses_what_cannot_be(run: Run, arguments: tuple[str, ...], said: str) -> None:
    refused = run(GUILDHALL, "simulate", *arguments)
    assert refused.returncode == 2
    assert said in refused.stderr


def test_a_board_is_checked_drawn_and_played_on(run: Run, tmp_path: Path) -> None:
    sound = run(GUILDHALL, "board", "check", BOARD)
    assert "78 spaces" in sound.stdout
    ElementTree.fromstring(run(GUILDHALL, "board", "draw", BOARD).stdout)
    ElementTree.fromstring(run(GUILDHALL, "board", "draw").stdout)
    played = run(GUILDHALL, "play", "--board", BOARD, stdin="1\n1\n")
    assert "Brugge" in played.stdout
    document = json.loads(BOARD.read_text())
    document["towns"][0]["spaces"][0]["long"].remove("brugge-2")
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(document))
    for command in (("board", "check", broken), ("board", "draw", broken), ("play", "--board", broken)):
        refused = run(GUILDHALL, *command)
        assert refused.returncode == 1
        assert "brugge-2 borders brugge-1, but brugge-1 does not border brugge-2" in refused.stderr


def test_migrate_can_be_run_again(run: Run) -> None:
    for _ in range(2):
        migrated = run(GUILDHALL, "migrate")
        assert migrated.returncode == 0
        assert "events.sqlite is ready" in migrated.stdout


@pytest.mark.postgres
def test_a_game_is_played_on_postgres_after_an_explicit_migrate(run: Run, postgres_url: str) -> None:
    refused = run(GUILDHALL, "play", DATABASE_URL=postgres_url)
    assert refused.returncode == 1
    assert "guildhall migrate" in refused.stderr
    assert run(GUILDHALL, "migrate", DATABASE_URL=postgres_url).returncode == 0
    played = run(GUILDHALL, "play", stdin="1\n1\n", DATABASE_URL=postgres_url)
    assert "Round 1" in played.stdout


def test_every_command_of_the_readme_exists(run: Run) -> None:
    commands = re.findall(r"^\.venv/bin/guildhall (.+?)(?:\s+#.*)?$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert commands
    for command in commands:
        words = command.split()
        shown = run(GUILDHALL, *words[: 2 if words[0] == "board" else 1], "--help")
        assert shown.returncode == 0
        for option in re.findall(r"--[a-z]+", command):
            assert option in shown.stdout
