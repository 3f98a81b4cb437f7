"""Threads of a new process that all read at once: none of them may see a type that is half known."""

import subprocess
import sys
from pathlib import Path

import pytest

RECORD = Path(__file__).parents[1] / "games" / "record-v1-2p.json"

READ_AT_ONCE = f"""
import sys, threading
from uuid import UUID
import msgspec
from domain.games import latest
from domain.macht.position import restore
from domain.recorded import decode
from service.commands import parse

rows = msgspec.json.decode(open({str(RECORD)!r}, "rb").read())
sys.setswitchinterval(1e-6)
ready = threading.Barrier(8)
rules = latest("macht")

def read():
    ready.wait()
    for event in rows["events"]:
        row = {{"head": event["head"], "public": event["public"], "private": event.get("openings", {{}})}}
        decode(UUID(rows["table"]), event["version"], event["topic"], msgspec.json.encode(row))
    parse("macht", rules.version, {{"type": "DrawInfluenceCard"}})
    parse("macht", rules.version, b'{{"type": "AbandonTable"}}')

threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


@pytest.mark.parametrize("attempt", range(4))
def test_a_process_outlives_threads_that_read_everything_at_once(attempt: int) -> None:
    command = [sys.executable, "-X", "faulthandler", "-c", READ_AT_ONCE]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (ran.returncode, ran.stderr) == (0, ""), attempt
