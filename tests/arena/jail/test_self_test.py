"""The attacks of the self-test fail in the jail and succeed outside."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from holdtheline.arena.jail import self_test
from holdtheline.arena.jail.battery import attacks
from holdtheline.arena.jail.battery.attackers import ATTACKERS
from holdtheline.arena.jail.battery.attacks import (
    ADDON_ATTACKS,
    NATIVE_ATTACKS,
    NODE_ATTACKS,
    AttackResult,
    find_missing_attackers,
    make_targets,
    run_attacks,
)
from holdtheline.arena.jail.bot_process import BotProcess
from holdtheline.arena.jail.self_test import JailNotSafe, Wall, require_safe_jail
from holdtheline.arena.jail.supervisor import Supervisor
from holdtheline.arena.submission import Submission

HARMLESS = """
read memory, copy memory, signal referee, read clock, list processes, read command line, read other bot,
list bots, read by descriptor, write file, change file, take memory, grow a stack, share memory,
memory as file, tcp, udp, local socket, listen, fork, thread, raise limit, change affinity,
wake itself, list connections, truncate by reading, advise on cache, read ahead, read if cached,
write then protect, remap stack, read sparsely
"""
"""Attacks that do no harm if they succeed."""
ALL_ATTACKS = [
    f"{language}: {name}"
    for language, names in {
        "Python": ATTACKERS,
        "C": NATIVE_ATTACKS,
        "JavaScript": NODE_ATTACKS + ADDON_ATTACKS,
    }.items()
    for name in names
]
BREACHES = {name: "socket" for name in ALL_ATTACKS if "hide" in name} | {
    "Python: copy memory": "process_vm_readv",
    "Python: trace": "ptrace",
    "Python: signal referee": "kill",
    "Python: signal parent": "kill",
    "Python: signal all": "kill",
    "Python: tcp": "socket",
    "Python: udp": "socket",
    "Python: listen": "socket",
    "Python: wake by kill": "kill",
    "Python: wake by tkill": "tkill",
    "Python: wake by tgkill": "tgkill",
    "Python: become root": "setuid",
    "Python: new namespace": "unshare",
    "Python: mount": "mount",
    "Python: load program": "bpf",
    "C: wake by kill": "kill",
    "C: wake by tkill": "tkill",
    "C: wake by tgkill": "tgkill",
    "JavaScript: wake from worker": "kill",
    "JavaScript: signal parent": "kill",
    "JavaScript: tcp": "socket",
    "JavaScript: udp": "socket",
    "JavaScript: addon: wake by tgkill": "tgkill",
}
OUT_OF_MEMORY = {
    *("Python: write then protect", "Python: remap stack"),
    *("C: take memory", "C: write then protect", "C: remap stack"),
    *("JavaScript: take memory", "JavaScript: take shared memory", "JavaScript: take memory of WebAssembly"),
    *("JavaScript: take memory in workers", "JavaScript: addon: write then protect"),
    *("JavaScript: addon: remap stack", "JavaScript: addon: read sparsely"),
}
"""Attacks that the watcher of memory ends; the others run into a limit of address space."""
UNJAILED = """
import json, os, sys
from holdtheline.arena.jail.battery.attackers import ATTACKERS
target = json.loads(sys.argv[1])
for name in sys.argv[2:]:
    if os.fork() == 0:
        ATTACKERS[name](target) and os._exit(0)
        os._exit(1)
    print(os.wait()[1])
"""


def is_stopped_in_time(result: AttackResult) -> bool:
    """Return whether an attacker that would wake itself was stopped before its first call, as a busy machine allows."""
    return "wake" in result.name and result.evidence == "stood still when it was stopped"


def test_every_attack_is_held(supervisor: Supervisor) -> None:
    assert find_missing_attackers() == [], "the tests need a C compiler and Node.js"
    results = {one.name: one for one in run_attacks(supervisor)}
    assert list(results) == ALL_ATTACKS
    assert [one for one in results.values() if not one.held] == []
    breaches = {name: one.evidence.rpartition(" ")[2] for name, one in results.items() if "forbidden" in one.evidence}
    unnamed = {name for name in BREACHES if breaches.get(name) == "interrupted" or is_stopped_in_time(results[name])}
    assert breaches | {name: BREACHES[name] for name in unnamed} == BREACHES
    assert all("hide" in name or "wake" in name for name in unnamed)
    ended = {name for name, one in results.items() if re.fullmatch(r"used \d+ MB of memory; .*", one.evidence)}
    assert ended == OUT_OF_MEMORY
    assert all(one.evidence for one in results.values())


def test_an_attack_that_gets_something_is_not_held(supervisor: Supervisor) -> None:
    """The self-test detects a bot that may read too much."""

    class Careless(Supervisor):
        def start(self, submission: Submission, *others: Any) -> BotProcess:
            return super().start(submission, *others, reads=[submission.folder.parent])

    names = ["read other bot", "list bots", "read by descriptor", "fork"]
    with Careless(with_bubble=supervisor.has_bubble) as careless:
        results = list(run_attacks(careless, [f"Python: {name}" for name in names]))
    assert [one.held for one in results] == [False, False, False, True]
    assert results[0].evidence == "got the other bot's file: secret = 'of the victim'"


def test_outside_the_jail_the_attackers_succeed(tmp_path: Path) -> None:
    names = [name.strip() for name in HARMLESS.split(",")]
    assert set(names) <= set(ATTACKERS)
    with make_targets(tmp_path) as ([bot, *_], target):
        command = [sys.executable, "-c", UNJAILED, json.dumps(target | bot.target), *names]
        done = subprocess.run(command, capture_output=True, text=True)
    assert dict(zip(names, done.stdout.split(), strict=True)) == dict.fromkeys(names, "0"), done.stderr


def test_where_attackers_cannot_be_compiled_or_run_that_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(attacks, "find_compiler", lambda: None)
    monkeypatch.setitem(attacks.BOT_ENVIRONMENT, "PATH", str(tmp_path))
    assert find_missing_attackers() == [
        "The attackers in C are skipped, because there is no C compiler (cc) that compiles them.",
        "The attackers in JavaScript are skipped, because Node.js is not installed.",
    ]
    assert [bot.language for bot in attacks.make_attacking_bots(tmp_path)] == ["Python"]


def test_where_a_wall_is_missing_nobody_is_judged_and_the_wall_is_named(monkeypatch) -> None:
    wall = Wall("calls", False, "a bot asks only for what is on a list", "the kernel has no seccomp", True)
    monkeypatch.setattr(self_test, "find_missing_walls", lambda: (wall,))
    with pytest.raises(JailNotSafe, match=r"cannot be graded .* \(a bot asks only .*\): the kernel has no seccomp"):
        require_safe_jail(Supervisor())


def test_where_an_attacker_gets_something_nobody_is_judged(monkeypatch) -> None:
    monkeypatch.setattr(self_test, "find_missing_walls", lambda: ())
    monkeypatch.setattr(self_test, "run_attacks", lambda supervisor: [AttackResult("tcp", False, "got a connection")])
    with pytest.raises(JailNotSafe, match=r"attack `tcp` succeeded: got a connection"):
        require_safe_jail(Supervisor())


def test_where_everything_holds_nothing_is_said(monkeypatch) -> None:
    monkeypatch.setattr(self_test, "find_missing_walls", lambda: ())
    monkeypatch.setattr(self_test, "run_attacks", lambda supervisor: [AttackResult("tcp", True, "refused")])
    require_safe_jail(Supervisor())
