"""A tournament that is killed at any moment and restarted ends with the same table.

A study: HTL_MORE=10 kills ten times as often.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

from ...effort import MORE
from .killable_run import PAIRS, main

KILLS = 4 * MORE
TABLES = ("standings.csv", "crosstable.csv")


def begun(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "tests.arena.tournament.killable_run", str(folder)])


def lines_in(folder: Path) -> int:
    file = folder / "results.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_killed_at_random_moments_the_final_table_is_the_same(tmp_path: Path) -> None:
    main(tmp_path / "undisturbed", workers=1, seconds=0)
    chance = random.Random(1)
    folder, before = tmp_path / "killed", 0
    for number in range(KILLS):
        process = begun(folder)
        # Every other kill comes while games are played, the others at any time.
        until = time.monotonic() + 60
        while number % 2 and lines_in(folder) <= before and process.poll() is None and time.monotonic() < until:
            time.sleep(0.002)
        time.sleep(chance.uniform(0, 0.2) if number % 2 else chance.uniform(0, 1.5))
        process.kill()
        process.wait()
        assert lines_in(folder) >= before  # no saved result is lost
        before = lines_in(folder)
    process = begun(folder)
    assert process.wait() == 0
    keys = [json.loads(line)["key"] for line in (folder / "results.jsonl").read_text().splitlines()]
    assert sorted(keys) == sorted(job.key for pair in PAIRS for job in pair.jobs)  # each game exactly once
    for name in TABLES:
        assert (folder / name).read_bytes() == (tmp_path / "undisturbed" / name).read_bytes()
    records = {path.name for path in (folder / "games").iterdir() if not path.name.startswith(".")}
    assert records == {path.name for path in (tmp_path / "undisturbed" / "games").iterdir()}
