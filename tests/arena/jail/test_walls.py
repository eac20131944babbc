"""Walls are tried, not believed; where one is missing, these tests fail."""

from __future__ import annotations

import errno
import os

import pytest

from holdtheline.arena.jail import landlock, trials, walls
from holdtheline.arena.jail.walls import KEEPS, NEEDED, missing_walls


def test_this_machine_has_every_wall_that_is_needed() -> None:
    assert missing_walls() == (), "bots cannot be graded on this machine"


def test_a_wall_says_what_it_keeps_and_why_it_does_not_stand() -> None:
    found = walls.walls()
    assert [wall.name for wall in found] == list(KEEPS) == list(trials.TRIALS)
    assert {wall.name for wall in found if wall.is_needed} == set(NEEDED)
    for wall in found:
        assert wall.stands == (wall.why_not == "")
        assert wall.keeps


def test_a_kernel_without_landlock_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for version, missing in ((0, {"files", "network", "signals"}), (3, {"network", "signals"})):
        monkeypatch.setattr(landlock, "version", lambda version=version: version)
        tried = {name: trials.tried(trials.TRIALS[name]) for name in ("files", "network", "signals")}
        assert {name for name, why in tried.items() if why} == missing


def test_a_wall_that_lets_something_through_does_not_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock.Ruleset, "enforce", lambda ruleset: None)
    monkeypatch.setattr(trials.seccomp, "allow_only", lambda kind, writes: None)
    monkeypatch.setattr(trials.privileges, "drop", lambda needed: None)
    monkeypatch.setattr(trials.resource, "setrlimit", lambda name, limits: None)
    for name in ("files", "calls", "memory", "network", "signals"):
        assert trials.tried(trials.TRIALS[name]) == "the kernel allows what it was told to refuse"
    if os.geteuid() == 0:
        assert trials.tried(trials.no_privileges).startswith("capabilities are left")


def test_a_trial_that_fails_or_dies_is_a_wall_that_does_not_stand() -> None:
    def fails() -> str:
        raise OSError(errno.ENOSYS, "no such call")

    assert trials.tried(fails) == "the trial failed: OSError: [Errno 38] no such call"
    assert trials.tried(lambda: os.kill(os.getpid(), 9)) == "the trial died (status 9)"
