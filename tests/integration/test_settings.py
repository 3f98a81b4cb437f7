"""Settings that cannot be: refused in a sentence before anything starts, by every command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.checked import checked
from service.settings import BadSetting, Settings

NOWHERE = "postgresql://nobody@127.0.0.1:1/none"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "garbage"),
        ("DATABASE_URL", "mysql://host/name"),
        ("REDIS_URL", "garbage"),
        ("GUILDHALL_BIND", "127.0.0.1:99999"),
        ("GUILDHALL_BIND", "here"),
        ("GUILDHALL_URL", "ftp:/x y"),
        ("GUILDHALL_URL", "guild.example"),
        ("CORS_ORIGINS", "not-a-url *"),
        ("CORS_ORIGINS", "https://front.example/path"),
        ("RATE_LIMIT", "often"),
        ("REGISTRATION", "invite"),
    ],
)
def test_a_setting_that_cannot_be_is_named(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=name):
        checked(Settings.from_environment({"GUILDHALL_DATA": str(tmp_path), name: value}))


@pytest.mark.parametrize("address", ["postgres://user:word@host/name", "postgresql://host:5433/name?sslmode=require"])
def test_usual_addresses_are_taken(tmp_path: Path, address: str) -> None:
    settings = {
        "GUILDHALL_DATA": str(tmp_path),
        "DATABASE_URL": address,
        "CORS_ORIGINS": "https://front.example:8080 *",
    }
    assert checked(Settings.from_environment(settings)).database_url == address


@pytest.mark.parametrize(
    ("command", "name", "value"),
    [
        ("serve", "DATABASE_URL", NOWHERE),
        ("serve", "GUILDHALL_DATA", "/dev/null/data"),
        ("failed", "REDIS_URL", "garbage"),
        ("failed", "DATABASE_URL", NOWHERE),
        ("demo", "REDIS_URL", "garbage"),
        ("rebuild", "GUILDHALL_DATA", "/dev/null/data"),
        ("worker", "DATABASE_URL", "garbage"),
    ],
)
def test_no_command_answers_with_a_traceback(tmp_path: Path, command: str, name: str, value: str) -> None:
    variables = os.environ | {"GUILDHALL_DATA": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": "", name: value}
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "service.cli", command],
        env=variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stderr.startswith("Error: ")
    assert "Traceback" not in ran.stderr


def test_failures_cannot_be_listed_before_there_is_a_store(tmp_path: Path) -> None:
    """No Redis and no tables yet."""
    variables = os.environ | {"GUILDHALL_DATA": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "service.cli", "failed"],
        env=variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("Error: Redis does not answer")
