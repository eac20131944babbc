"""The jail's self-test before grading: check that all required walls stand and that our own attacks fail."""

from __future__ import annotations

import ctypes
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...core.errors import HtlError
from ..submission import Submission, store_submission
from .attackers import ATTACKERS, GOT, Target
from .limits import Limits
from .supervisor import JailFailed, Supervisor, make_zygote_environment

WALL_CHECKS_MODULE = "holdtheline.arena.jail.wall_checks"
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


@cache
def check_walls() -> tuple[Wall, ...]:
    """Check all walls; the required ones come first."""
    command = [sys.executable, "-P", "-s", "-m", WALL_CHECKS_MODULE]
    completed = subprocess.run(
        command, capture_output=True, text=True, env=make_zygote_environment(), timeout=WALL_CHECKS_SECONDS
    )
    try:
        reasons = json.loads(completed.stdout)
    except ValueError as error:
        raise JailFailed(f"the walls could not be checked: {completed.stderr.strip()[-500:]}") from error
    return tuple(
        Wall(name, not reasons[name], purpose, reasons[name], name in REQUIRED_WALLS)
        for name, purpose in WALL_PURPOSES.items()
    )


def find_missing_walls() -> tuple[Wall, ...]:
    """Return the required walls that are missing."""
    return tuple(wall for wall in check_walls() if wall.is_required and not wall.stands)


ATTACK_ENTRY = "holdtheline.arena.jail.attackers:attack"
ATTACK_LIMITS = Limits(load_seconds=5, match_seconds=5, memory_mb=64, log_bytes=4096)
ATTACK_SECONDS = 20.0


@dataclass(frozen=True)
class AttackResult:
    name: str
    held: bool
    evidence: str
    """What the attacker got, or what stopped it."""


def run_attacks(supervisor: Supervisor, names: Iterable[str] = ATTACKERS) -> tuple[AttackResult, ...]:
    """Run the named attacks one after the other (all by default)."""
    with tempfile.TemporaryDirectory() as folder, make_targets(Path(folder)) as (attacker, target):
        return tuple(run_attack(supervisor, attacker, target | {"attack": name}) for name in names)


@contextmanager
def make_targets(folder: Path) -> Iterator[tuple[Submission, Target]]:
    """Yield an attacker and its targets: this process, another bot, and listening servers."""
    bots = []
    for name in ("attacker", "victim"):
        file = folder / f"{name}.py"
        file.write_text(f"secret = 'of the {name}'\n")
        bots.append(store_submission(file, folder / "bots"))
    attacker, victim = bots
    secret = ctypes.create_string_buffer(b"referee")
    local = folder / "socket"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local_server:
        local_server.bind(str(local))
        local_server.listen()
        yield (
            attacker,
            {
                "pid": os.getpid(),
                "address": ctypes.addressof(secret),
                "own": str(attacker.folder / attacker.main),
                "other": str(victim.folder / victim.main),
                "folder": str(folder),
                "local": str(local),
                "port": server.getsockname()[1],
                "memory_mb": ATTACK_LIMITS.memory_mb,
            },
        )


def run_attack(supervisor: Supervisor, attacker: Submission, target: Target) -> AttackResult:
    process = supervisor.start(attacker, ATTACK_ENTRY, ATTACK_LIMITS)
    try:
        process.socket.sendall(json.dumps(target).encode() + b"\n")
        end = process.ended(ATTACK_SECONDS)
    finally:
        process.kill()
    lines = process.log().strip().splitlines()
    got = [line for line in lines if line.startswith(GOT)]
    if got:
        return AttackResult(target["attack"], False, got[0])
    how = end.how if end else "was still running when its time was up"
    return AttackResult(target["attack"], True, how if not end or end.is_breach or not lines else lines[-1])


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
