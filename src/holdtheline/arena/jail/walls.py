"""Which walls this machine has: each is tried, none is believed."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cache

from .keeper import JailFailed, environment

TRIALS = "holdtheline.arena.jail.trials"
SECONDS = 120.0

KEEPS = {
    "system": "all walls are made for Linux on x86_64",
    "files": "a bot reads only its own folder, the interpreter and libraries, and writes nothing (Landlock)",
    "calls": "a bot asks the kernel only for what is on a list (seccomp)",
    "memory": "a bot has no more memory than its limit",
    "clock": "a bot's own processor time is judged, and it stands still between decisions",
    "privileges": "a bot has no rights of root's",
    "survivors": "no process of a bot is left when the match is over",
    "evidence": "it is known by which system call a bot broke out (seccomp's notices)",
    "user": "each bot is a user that exists nowhere else",
    "network": "a second wall in front of the network (Landlock)",
    "signals": "a second wall in front of signals (Landlock)",
    "bubble": "a second ring: bots see no processes, no network, and files are read only (bubblewrap)",
}
NEEDED = ("system", "files", "calls", "memory", "clock", "privileges", "survivors")
"""Without one of these no bot should be graded."""


@dataclass(frozen=True)
class Wall:
    name: str
    stands: bool
    keeps: str
    """What it is good for."""
    why_not: str
    """Why it does not stand; nothing if it does."""
    is_needed: bool


@cache
def walls() -> tuple[Wall, ...]:
    """All walls, those that are needed first."""
    command = [sys.executable, "-P", "-s", "-m", TRIALS]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=SECONDS)
    try:
        found = json.loads(done.stdout)
    except ValueError as error:
        raise JailFailed(f"the walls could not be tried: {done.stderr.strip()[-500:]}") from error
    return tuple(
        Wall(name, not found[name], keeps, found[name], name in NEEDED) for name, keeps in KEEPS.items()
    )


def missing_walls() -> tuple[Wall, ...]:
    """Those that are needed and do not stand: there should be none before anybody is graded."""
    return tuple(wall for wall in walls() if wall.is_needed and not wall.stands)
