"""The arena's attackers get nothing in the jail, and a good deal outside."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from holdtheline.arena.jail.attackers import ATTACKERS
from holdtheline.arena.jail.battery import attack, targets
from holdtheline.arena.jail.handin import Handin
from holdtheline.arena.jail.keeper import Keeper, Prisoner

HARMLESS = """
read memory, copy memory, signal referee, read clock, list processes, read command line, read other bot,
list bots, read by descriptor, write file, change file, take memory, grow a stack, share memory,
memory as file, tcp, udp, local socket, listen, fork, thread, raise limit, change affinity,
wake itself, list connections
"""
"""Attacks that do no harm where they succeed."""
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


def test_every_attack_is_held(keeper: Keeper) -> None:
    attacks = attack(keeper)
    assert [one.name for one in attacks] == list(ATTACKERS)
    assert [one for one in attacks if not one.held] == []
    breaches = {one.name: one.evidence.rpartition(" ")[2] for one in attacks if "forbidden" in one.evidence}
    assert breaches == {
        "copy memory": "process_vm_readv",
        "trace": "ptrace",
        "signal referee": "kill",
        "signal parent": "kill",
        "signal everybody": "kill",
        "tcp": "socket",
        "udp": "socket",
        "listen": "socket",
        "become root": "setuid",
        "new namespace": "unshare",
        "mount": "mount",
        "load program": "bpf",
    }
    assert all(one.evidence for one in attacks)


def test_an_attack_that_gets_something_is_not_held(keeper: Keeper) -> None:
    """A bot that may read too much is found: the battery can fail."""

    class Careless(Keeper):
        def start(self, handin: Handin, *others: Any) -> Prisoner:
            return super().start(handin, *others, reads=[handin.folder.parent])

    with Careless(with_bubble=keeper.has_bubble) as careless:
        attacks = attack(careless, ["read other bot", "list bots", "read by descriptor", "fork"])
    assert [one.held for one in attacks] == [False, False, False, True]
    assert attacks[0].evidence == "got the other bot's file: secret = 'of the victim'"


def test_outside_the_jail_the_attackers_succeed(tmp_path: Path) -> None:
    names = [name.strip() for name in HARMLESS.split(",")]
    assert set(names) <= set(ATTACKERS)
    with targets(tmp_path) as (_, target):
        command = [sys.executable, "-c", UNJAILED, json.dumps(target), *names]
        done = subprocess.run(command, capture_output=True, text=True)
    assert dict(zip(names, done.stdout.split(), strict=True)) == dict.fromkeys(names, "0"), done.stderr
