"""Kill a study at random moments and continue it: `python -m tests.lab.study.kills FILE 20`."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from holdtheline.lab.study import read_study, run_study

CODE = """
import os, signal, sys
from pathlib import Path
from holdtheline.lab.study import read_study, run_study
left = int(sys.argv[3])
def report(progress):
    global left
    left -= 1
    if left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
run_study(read_study(Path(sys.argv[1])), Path(sys.argv[2]), report)
"""
"""Runs a study and kills itself with SIGKILL after some slices."""


def killed_and_resumed(study: Path, folder: Path, lines: int) -> dict[str, Any]:
    """Kill a study after some slices, damage the end of its file as a kill in a write would, and continue it."""
    words = [sys.executable, "-c", CODE, str(study), str(folder), str(lines)]
    ended = subprocess.run(words, env=os.environ, capture_output=True, text=True)
    assert ended.returncode in (-9, 0), ended.stderr
    with (folder / "games.jsonl").open("ab") as file:
        file.write(b'{"variant": 0, "arr')
    return run_study(read_study(study), folder).to_json()


def main() -> None:
    path, times = Path(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        whole = run_study(read_study(path), Path(folder) / "whole").to_json()
        for number in range(times):
            lines = random.randint(1, 30)
            same = killed_and_resumed(path, Path(folder) / str(number), lines) == whole
            print(f"killed after {lines} slices: {'the same result' if same else 'ANOTHER RESULT'}", flush=True)
            assert same


if __name__ == "__main__":
    main()
