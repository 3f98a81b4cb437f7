"""The README's section on the API, run as it is written there, against a house that `guildhall up` has opened."""

import os
import re
import signal
import subprocess
from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.serving import free_address

ROOT = Path(__file__).parents[2]
GUILDHALL = ROOT / ".venv" / "bin" / "guildhall"
HEADING = "## The API in five minutes\n"
LONG = 300
"""Seconds for a whole game by curl, on a slow machine."""
OURS = ("DATABASE_URL", "REDIS_URL", "SMTP_URL", "RATE_LIMIT", "REGISTRATION")


def blocks() -> list[str]:
    section = (ROOT / "README.md").read_text().partition(HEADING)[2].partition("\n## ")[0]
    return re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    """The address of a house as a newcomer opens it, but for its port, and bots that do not ponder."""
    address = free_address()
    environment = {name: value for name, value in os.environ.items() if name not in OURS}
    environment |= {
        "GUILDHALL_DATA": str(tmp_path / "data"),
        "GUILDHALL_BIND": address,
        "GUILDHALL_BOT_DELAY_MS": "0",
        "PYTHONUNBUFFERED": "1",
    }
    with subprocess.Popen([GUILDHALL, "up"], env=environment, stdout=subprocess.PIPE, text=True) as up:
        assert up.stdout is not None
        try:
            assert up.stdout.readline() == f"Guildhall is open at http://{address}\n"
            assert str(tmp_path / "data") in up.stdout.readline()
            yield f"http://{address}"
        finally:
            up.send_signal(signal.SIGINT)
            said = up.stdout.read()
    assert (up.returncode, said.splitlines()[-1]) == (0, "Closing ...")


def test_the_commands_of_the_readme_play_a_whole_game(house: str, tmp_path: Path) -> None:
    script = "set -euo pipefail\n" + "echo '--'\n".join(blocks())
    run = subprocess.run(
        ["bash", "-c", script],
        env=os.environ | {"API": f"{house}/api/v1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    begun, moved, ended = (part.splitlines() for part in run.stdout.split("--\n"))
    assert begun[0] == "Seat 0 is taken for blue."
    assert moved[1] == "Dyers (blue) have chosen their cards."
    assert [seat["points"] for seat in literal_eval(ended[0])] == totals_of_the_only_table(f"{house}/api/v1")


def totals_of_the_only_table(api: str) -> list[int]:
    [table] = requests.get(f"{api}/tables?status=ended", timeout=10).json()["tables"]
    totals: list[int] = requests.get(f"{api}/tables/{table['table']}", timeout=10).json()["view"]["ending"]["totals"]
    return totals
