"""Attack the jail: start the attackers in Python, C and JavaScript as bots, and see what they get."""

from __future__ import annotations

import ctypes
import json
import os
import select
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ...submission import Submission, store_submission
from ..limits import Limits
from ..sandbox import BOT_ENVIRONMENT
from ..supervisor import BotProcess, ProcessEnd, Supervisor
from .attackers import ATTACKERS, GOT, Target

SOURCES = Path(__file__).parent
ATTACK_ENTRY = "holdtheline.arena.jail.battery.attackers:attack"
ATTACK_LIMITS = Limits(load_seconds=5, match_seconds=5, memory_mb=64, log_bytes=4096)
NODE_ATTACK_LIMITS = replace(ATTACK_LIMITS, memory_mb=128)
ATTACK_SECONDS = 20.0
STOP_SECONDS = 5.0
"""How long a process may take to stop, which takes less than a millisecond."""
STOPS = 20
"""How often to stop a process that tries to resume itself, because that succeeds by chance."""
SWITCH_SECONDS = 0.001
"""More than a thread takes to leave its processor after the kernel has marked it as stopped."""
WATCHED_SECONDS = 0.05
"""How long the CPU clock of a stopped process is watched."""

NATIVE_MEMORY_ATTACKS = ("write then protect", "remap stack", "read sparsely")
NATIVE_ATTACKS = (
    *("take memory", *NATIVE_MEMORY_ATTACKS),
    *("keep running", "wake by kill", "wake by tkill", "wake by tgkill"),
    *("wake by timer", "wake by descriptor", "wake by interval timers"),
    *("hide behind timer", "hide behind thread", "hide and exit", "truncate by reading"),
    *("advise on cache", "read ahead", "read if cached", "look at cache", "page out"),
)
NODE_ATTACKS = (
    *("take memory", "take shared memory", "take memory of WebAssembly", "take memory in workers"),
    *("keep running", "wake from worker", "truncate by reading", "read other bot", "read memory", "list processes"),
    *("write file", "change file", "start program", "signal parent", "tcp", "udp", "raise priority"),
)
ADDON_ATTACKS = tuple(f"addon: {name}" for name in (*NATIVE_MEMORY_ATTACKS, "wake by tgkill", "hide behind timer"))


@dataclass(frozen=True)
class AttackResult:
    name: str
    held: bool
    evidence: str
    """What the attacker got, or what stopped it."""


@dataclass(frozen=True)
class AttackingBot:
    """A bot that makes the named attacks."""

    language: str
    submission: Submission
    attacks: Sequence[str]
    limits: Limits

    @property
    def target(self) -> Target:
        """Arguments for this attacker alone."""
        return {"own": str(self.submission.folder / self.submission.main), "memory_mb": self.limits.memory_mb}


def find_missing_attackers() -> list[str]:
    """Return a sentence for each kind of attackers that this machine cannot run."""
    missing = []
    if not find_compiler():
        missing.append("The attackers in C are skipped, because there is no C compiler (cc) that compiles them.")
    if not has_node():
        missing.append("The attackers in JavaScript are skipped, because Node.js is not installed.")
    return missing


@cache
def find_compiler() -> str | None:
    """Return the C compiler, if there is one that can compile the attackers: without headers it cannot."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    done = subprocess.run([compiler, "-fsyntax-only", str(SOURCES / "attackers.c")], capture_output=True)
    return compiler if done.returncode == 0 else None


def has_node() -> bool:
    return shutil.which("node", path=BOT_ENVIRONMENT["PATH"]) is not None


def run_attacks(supervisor: Supervisor, names: Sequence[str] = ()) -> Iterator[AttackResult]:
    """Run the named attacks one after the other (all by default)."""
    with tempfile.TemporaryDirectory() as folder, make_targets(Path(folder)) as (bots, target):
        for bot in bots:
            for attack in bot.attacks:
                name = f"{bot.language}: {attack}"
                if not names or name in names:
                    yield run_attack(supervisor, bot, target | bot.target | {"attack": attack})


def make_attacking_bots(folder: Path) -> Iterator[AttackingBot]:
    """Yield the attackers in Python and, where they can be compiled and run, in C and JavaScript."""
    python = folder / "attacker.py"
    python.write_text("secret = 'of the attacker'\n")
    yield AttackingBot("Python", store_submission(python, folder / "bots"), tuple(ATTACKERS), ATTACK_LIMITS)
    compiler = find_compiler()
    if compiler:
        build = [compiler, "-O1", "-pthread", str(SOURCES / "attackers.c"), "-o"]
        subprocess.run([*build, str(folder / "native")], check=True)
        yield AttackingBot("C", store_submission(folder / "native", folder / "bots"), NATIVE_ATTACKS, ATTACK_LIMITS)
    if has_node():
        script = folder / "script"
        script.mkdir()
        shutil.copy(SOURCES / "attackers.js", script / "bot.js")
        if compiler:
            subprocess.run([*build, str(script / "attackers.node"), "-DADDON", "-shared", "-fPIC"], check=True)
        attacks = NODE_ATTACKS + (ADDON_ATTACKS if compiler else ())
        yield AttackingBot("JavaScript", store_submission(script, folder / "bots"), attacks, NODE_ATTACK_LIMITS)


@contextmanager
def make_targets(folder: Path) -> Iterator[tuple[list[AttackingBot], Target]]:
    """Yield attackers and their targets: this process, another bot, and listening servers."""
    file = folder / "victim.py"
    file.write_text("secret = 'of the victim'\n")
    victim = store_submission(file, folder / "bots")
    secret = ctypes.create_string_buffer(b"referee")
    local = folder / "socket"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local_server:
        local_server.bind(str(local))
        local_server.listen()
        yield (
            list(make_attacking_bots(folder)),
            {
                "pid": os.getpid(),
                "address": ctypes.addressof(secret),
                "other": str(victim.folder / victim.main),
                "folder": str(folder),
                "local": str(local),
                "port": server.getsockname()[1],
            },
        )


def run_attack(supervisor: Supervisor, bot: AttackingBot, target: Target) -> AttackResult:
    name = f"{bot.language}: {target['attack']}"
    process = supervisor.start(bot.submission, ATTACK_ENTRY, bot.limits)
    try:
        process.socket.sendall(json.dumps(target).encode() + b"\n")
        if is_at_work(process) and (stopped := watch_stopped(process)):
            return AttackResult(name, not stopped.startswith(GOT), stopped)
        end = process.ended(ATTACK_SECONDS)
    finally:
        process.kill()
    lines = process.log().strip().splitlines()
    got = [line for line in lines if line.startswith(GOT)]
    if got:
        return AttackResult(name, False, got[0])
    if end == ProcessEnd("exited with code 0") and not lines:
        return AttackResult(name, False, f"{GOT} to its end, and nobody noticed what it did")
    how = end.how if end else "was still running when its time was up"
    return AttackResult(name, True, how if not end or end.fault_kind != "crash" or not lines else lines[-1])


def is_at_work(process: BotProcess) -> bool:
    """Wait until the attacker says that it is at work, or ends without saying so."""
    if not select.select([process.socket], [], [], ATTACK_SECONDS)[0]:
        return False
    try:
        return process.socket.recv(1) != b""
    except OSError:
        return False


def watch_stopped(process: BotProcess) -> str:
    """Stop a process that is at work several times; return whether that worked, or "" if the process has ended."""
    for _ in range(STOPS):
        process.resume()
        process.stop()
        until = time.monotonic() + STOP_SECONDS
        while not is_stopped(process.pid):
            if process.ended():
                return ""
            if time.monotonic() > until:
                return f"{GOT} to run on when it was stopped"
            time.sleep(0.001)
    before = process.cpu_seconds()
    time.sleep(WATCHED_SECONDS)
    used = process.cpu_seconds() - before
    if process.ended():  # killed meanwhile for what it did before, and ending takes time as well
        return ""
    if used > SWITCH_SECONDS:
        return f"{GOT} {used:.3f} s of processor time while it was stopped"
    return "stood still when it was stopped"


def is_stopped(pid: int) -> bool:
    """Return whether all threads of a process are stopped."""
    try:
        states = [
            (task / "stat").read_text().rpartition(")")[2].split()[0] for task in Path(f"/proc/{pid}/task").iterdir()
        ]
    except OSError:
        return False
    return set(states) == {"T"}
