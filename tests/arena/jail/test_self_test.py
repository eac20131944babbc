"""The attacks of the self-test fail in the jail and succeed outside."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from holdtheline.arena.jail import self_test
from holdtheline.arena.jail.attackers import ATTACKERS
from holdtheline.arena.jail.bot_process import BotProcess
from holdtheline.arena.jail.self_test import (
    AttackResult,
    JailNotSafe,
    Wall,
    make_targets,
    require_safe_jail,
    run_attacks,
)
from holdtheline.arena.jail.supervisor import Supervisor
from holdtheline.arena.submission import Submission

HARMLESS = """
read memory, copy memory, signal referee, read clock, list processes, read command line, read other bot,
list bots, read by descriptor, write file, change file, take memory, grow a stack, share memory,
memory as file, tcp, udp, local socket, listen, fork, thread, raise limit, change affinity,
wake itself, list connections
"""
"""Attacks that do no harm if they succeed."""
UNJAILED = """
import json, os, sys
from holdtheline.arena.jail.attackers import ATTACKERS
target = json.loads(sys.argv[1])
for name in sys.argv[2:]:
    if os.fork() == 0:
        ATTACKERS[name](target) and os._exit(0)
        os._exit(1)
    print(os.wait()[1])
"""


def test_every_attack_is_held(supervisor: Supervisor) -> None:
    attacks = run_attacks(supervisor)
    assert [one.name for one in attacks] == list(ATTACKERS)
    assert [one for one in attacks if not one.held] == []
    breaches = {one.name: one.evidence.rpartition(" ")[2] for one in attacks if "forbidden" in one.evidence}
    assert breaches == {
        "copy memory": "process_vm_readv",
        "trace": "ptrace",
        "signal referee": "kill",
        "signal parent": "kill",
        "signal all": "kill",
        "tcp": "socket",
        "udp": "socket",
        "listen": "socket",
        "become root": "setuid",
        "new namespace": "unshare",
        "mount": "mount",
        "load program": "bpf",
    }
    assert all(one.evidence for one in attacks)


def test_an_attack_that_gets_something_is_not_held(supervisor: Supervisor) -> None:
    """The self-test detects a bot that may read too much."""

    class Careless(Supervisor):
        def start(self, submission: Submission, *others: Any) -> BotProcess:
            return super().start(submission, *others, reads=[submission.folder.parent])

    with Careless(with_bubble=supervisor.has_bubble) as careless:
        attacks = run_attacks(careless, ["read other bot", "list bots", "read by descriptor", "fork"])
    assert [one.held for one in attacks] == [False, False, False, True]
    assert attacks[0].evidence == "got the other bot's file: secret = 'of the victim'"


def test_outside_the_jail_the_attackers_succeed(tmp_path: Path) -> None:
    names = [name.strip() for name in HARMLESS.split(",")]
    assert set(names) <= set(ATTACKERS)
    with make_targets(tmp_path) as (_, target):
        command = [sys.executable, "-c", UNJAILED, json.dumps(target), *names]
        done = subprocess.run(command, capture_output=True, text=True)
    assert dict(zip(names, done.stdout.split(), strict=True)) == dict.fromkeys(names, "0"), done.stderr


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
