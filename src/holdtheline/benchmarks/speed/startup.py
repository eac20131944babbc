"""Measure how long `htl play siege` takes until its prompt is on the screen.

Warm: everything is compiled. Cold: neither the rules nor Python's files are, as after an installation.
"""

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

from ..measure import benchmark_parser, describe_ratio, measure_in_rounds

PROMPT = b"Reinforce"
TIMEOUT = 60.0
ROUNDS = 5


def seconds_until_prompt(environment: dict[str, str]) -> float:
    """Start the game in a new terminal and wait for the prompt."""
    began = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(environment, TERM="xterm-256color", COLUMNS="100", LINES="32")
        os.execv(sys.executable, [sys.executable, "-m", "holdtheline", "play", "siege"])
    output = b""
    while PROMPT not in output:
        if time.perf_counter() - began > TIMEOUT:
            raise TimeoutError(f"the game was not on the screen within {TIMEOUT:.0f} s")
        if select.select([terminal], [], [], 0.01)[0]:
            output += os.read(terminal, 65536)
    seconds = time.perf_counter() - began
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(terminal)
    return seconds


def measure_warm() -> float:
    with tempfile.TemporaryDirectory() as folder:
        return seconds_until_prompt({"HTL_HOME": folder})


def measure_cold() -> float:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        return seconds_until_prompt(
            {
                "HTL_HOME": str(home / "data"),
                "HTL_CACHE": str(home / "cache"),
                "PYTHONPYCACHEPREFIX": str(home / "python"),
            }
        )


def main() -> int:
    args = benchmark_parser("speed.startup", __doc__).parse_args()
    rounds = 1 if args.quick else ROUNDS
    figures = measure_in_rounds({"warm": measure_warm, "cold": measure_cold}, rounds)
    print(f"`htl play siege` until the prompt is on the screen, seconds ({rounds} rounds)")
    for name, measured in figures.items():
        print(f"  {name:5} {median(measured):.2f} (rounds: {min(measured):.2f} to {max(measured):.2f})")
    print(f"  cold : warm  {describe_ratio(figures, 'cold', 'warm')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
