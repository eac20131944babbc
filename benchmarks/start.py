"""How long `htl play siege` takes to be on the screen, with everything warm and with nothing warm."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.measure import in_turns, ratio

SHOWN = b"Reinforce"
TIMEOUT = 60.0


def seconds_until_shown(environment: dict[str, str]) -> float:
    """Start the game in a terminal of its own and wait for the prompt."""
    began = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(environment, TERM="xterm-256color", COLUMNS="100", LINES="32")
        os.execv(sys.executable, [sys.executable, "-m", "holdtheline", "play", "siege"])
    seen = b""
    while SHOWN not in seen:
        if time.perf_counter() - began > TIMEOUT:
            raise TimeoutError(f"the game was not shown within {TIMEOUT:.0f} s")
        if select.select([terminal], [], [], 0.01)[0]:
            seen += os.read(terminal, 65536)
    taken = time.perf_counter() - began
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(terminal)
    return taken


def warm() -> float:
    with tempfile.TemporaryDirectory() as folder:
        return seconds_until_shown({"HTL_HOME": folder})


def cold() -> float:
    """No compiled rules, no compiled Python files: as after an installation."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        return seconds_until_shown(
            {
                "HTL_HOME": str(home / "data"),
                "HTL_CACHE": str(home / "cache"),
                "PYTHONPYCACHEPREFIX": str(home / "python"),
            }
        )


def report() -> None:
    figures = in_turns({"warm": warm, "cold": cold}, rounds=5)
    print("Start of `htl play siege` until the prompt is on the screen, seconds (5 rounds in turns)")
    for name, rounds in figures.items():
        print(f"  {name:5} {median(rounds):.2f} (rounds: {min(rounds):.2f} to {max(rounds):.2f})")
    print(f"  cold : warm  {ratio(figures, 'cold', 'warm')}")
