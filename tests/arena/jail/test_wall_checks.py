"""Walls are checked by trying them; if one is missing, these tests fail."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from holdtheline.arena.jail import bubblewrap, landlock, privileges, seccomp, self_test
from holdtheline.arena.jail.battery import wall_checks
from holdtheline.arena.jail.self_test import REQUIRED_WALLS, WALL_PURPOSES, find_missing_walls
from holdtheline.arena.jail.supervisor import Supervisor

PATIENCE = 60.0
WITHOUT_SECCOMP = """
import json
from holdtheline.arena.jail import seccomp, self_test
rules = {"seccomp": seccomp.SyscallRule(seccomp.FAIL_ENOSYS)}
seccomp.forbid_new_privileges()
seccomp.install_filter(seccomp.assemble_filter(rules, seccomp.ALLOW, seccomp.ALLOW, seccomp.LAST_KNOWN_SYSCALL).code)
print(json.dumps({wall.name: wall.why_missing for wall in self_test.check_walls() if not wall.stands}))
"""


def test_this_machine_has_every_wall_that_is_needed() -> None:
    assert find_missing_walls() == (), "bots cannot be graded on this machine"


def test_a_wall_says_what_it_keeps_and_why_it_does_not_stand() -> None:
    found = self_test.check_walls()
    assert [wall.name for wall in found] == list(WALL_PURPOSES) == [*wall_checks.WALL_CHECKS, "bubble"]
    assert {wall.name for wall in found if wall.is_required} == set(REQUIRED_WALLS)
    for wall in found:
        assert wall.stands == (wall.why_missing == "")
        assert wall.purpose


def test_a_kernel_without_landlock_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for version, missing in ((0, {"files", "network", "signals"}), (3, {"network", "signals"})):
        monkeypatch.setattr(landlock, "abi_version", lambda version=version: version)
        tried = {name: wall_checks.run_check(wall_checks.WALL_CHECKS[name]) for name in ("files", "network", "signals")}
        assert {name for name, why in tried.items() if why} == missing


def test_a_wall_that_lets_something_through_does_not_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock.Ruleset, "enforce", lambda ruleset: None)
    monkeypatch.setattr(seccomp, "install_allow_list", lambda kind, writes: None)
    monkeypatch.setattr(privileges, "drop_privileges", lambda needed: None)
    monkeypatch.setattr(wall_checks.resource, "setrlimit", lambda name, limits: None)
    for name in ("files", "calls", "memory", "network", "signals"):
        assert wall_checks.run_check(wall_checks.WALL_CHECKS[name]) == "the kernel allows what it should refuse"
    if os.geteuid() == 0:
        assert wall_checks.run_check(wall_checks.check_privileges).startswith("capabilities are left")


def test_a_check_that_fails_or_dies_is_a_wall_that_does_not_stand() -> None:
    def fails() -> str:
        raise OSError(errno.ENOSYS, "no such call")

    assert wall_checks.run_check(fails) == "the check failed: OSError: [Errno 38] no such call"
    assert wall_checks.run_check(lambda: os.kill(os.getpid(), 9)) == "the check died (status 9)"


def test_where_the_kernel_has_no_seccomp_the_check_says_so_and_does_not_hang() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_SECCOMP], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    missing = json.loads(done.stdout)
    assert "Function not implemented" in missing.pop("calls")
    assert missing == {"evidence": "the kernel does not report refused system calls"}


def test_where_bubblewrap_is_not_installed_the_check_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    bubblewrap.why_unavailable.cache_clear()
    try:
        [bubble] = [wall for wall in self_test.check_walls.__wrapped__() if wall.name == "bubble"]
        assert (bubble.stands, bubble.why_missing) == (False, "bubblewrap is not installed")
        assert not Supervisor().has_bubble
    finally:
        bubblewrap.why_unavailable.cache_clear()
