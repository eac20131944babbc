"""The jail's self-test before grading: check that all required walls stand and that our own attacks fail."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from dataclasses import dataclass
from functools import cache

from ...core.errors import HtlError
from . import bubblewrap, landlock
from .battery.attacks import run_attacks
from .cgroup import find_delegated_group
from .memory_watch import WATCH_SECONDS
from .supervisor import JailFailed, Supervisor, make_zygote_environment

WALL_CHECKS_MODULE = "holdtheline.arena.jail.battery.wall_checks"
WALL_CHECKS_SECONDS = 120.0

WALL_PURPOSES = {
    "system": "the jail needs Linux on x86_64",
    "files": "a bot can read only its folder, the interpreter and libraries, and write nothing (Landlock)",
    "calls": "a bot can make only the system calls on an allow-list (seccomp)",
    "memory": "a bot cannot use more memory than its limit",
    "clock": "a bot's CPU time is measured, and it is stopped between decisions",
    "privileges": "a bot has no root privileges",
    "survivors": "no process of a bot survives the match",
    "evidence": "the system call of an attack is recorded (seccomp notices)",
    "user": "each bot runs as a separate, otherwise unused user",
    "network": "a second barrier to the network (Landlock)",
    "signals": "a second barrier to signals (Landlock)",
    "bubble": "a second sandbox: no other processes, no network, read-only files (bubblewrap)",
}
REQUIRED_WALLS = ("system", "files", "calls", "memory", "clock", "privileges", "survivors")
"""No bot may be graded without these."""


@dataclass(frozen=True)
class Wall:
    name: str
    stands: bool
    purpose: str
    """What the wall ensures."""
    why_missing: str
    """Why the wall is missing; empty if it stands."""
    is_required: bool


def describe_machine() -> str:
    """Return a sentence about the kernel, its Landlock, and what limits the memory of bots."""
    version = landlock.abi_version()
    files = f"Landlock version {version}" if version else "no Landlock"
    memory = f"the memory of bots is measured every {WATCH_SECONDS * 1000:g} ms"
    group = "and limited by a control group" if find_delegated_group() else "(no control group is delegated to us)"
    return f"Kernel {platform.release()} with {files}; {memory} {group}."


@cache
def check_walls() -> tuple[Wall, ...]:
    """Check all walls; the required ones come first."""
    command = [sys.executable, "-P", "-s", "-m", WALL_CHECKS_MODULE]
    completed = subprocess.run(
        command, capture_output=True, text=True, env=make_zygote_environment(), timeout=WALL_CHECKS_SECONDS
    )
    try:
        reasons = json.loads(completed.stdout) | {"bubble": bubblewrap.why_unavailable()}
    except ValueError as error:
        raise JailFailed(f"the walls could not be checked: {completed.stderr.strip()[-500:]}") from error
    return tuple(
        Wall(name, not reasons[name], purpose, reasons[name], name in REQUIRED_WALLS)
        for name, purpose in WALL_PURPOSES.items()
    )


def find_missing_walls() -> tuple[Wall, ...]:
    """Return the required walls that are missing."""
    return tuple(wall for wall in check_walls() if wall.is_required and not wall.stands)


class JailNotSafe(HtlError):
    """Bots cannot be graded on this machine; the message names the reason."""


def require_safe_jail(supervisor: Supervisor) -> None:
    """Raise `JailNotSafe` if a wall is missing or an attack succeeds."""
    for wall in find_missing_walls():
        raise JailNotSafe(f"bots cannot be graded on this machine ({wall.purpose}): {wall.why_missing}")
    for attack in run_attacks(supervisor):
        if not attack.held:
            raise JailNotSafe(
                f"bots cannot be graded on this machine: the attack `{attack.name}` succeeded: {attack.evidence}"
            )
