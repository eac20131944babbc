"""Before anybody is graded the walls are tried, and one that is missing is named."""

from __future__ import annotations

import pytest

from holdtheline.arena.jail import proving
from holdtheline.arena.jail.battery import Attack
from holdtheline.arena.jail.keeper import Keeper
from holdtheline.arena.jail.proving import NotSafe, prove
from holdtheline.arena.jail.walls import Wall


def test_where_a_wall_is_missing_nobody_is_judged_and_the_wall_is_named(monkeypatch) -> None:
    wall = Wall("calls", False, "a bot asks only for what is on a list", "the kernel has no seccomp", True)
    monkeypatch.setattr(proving, "missing_walls", lambda: (wall,))
    with pytest.raises(NotSafe, match=r"a wall is missing: a bot asks only .* the kernel has no seccomp"):
        prove(Keeper())


def test_where_an_attacker_gets_something_nobody_is_judged(monkeypatch) -> None:
    monkeypatch.setattr(proving, "missing_walls", lambda: ())
    monkeypatch.setattr(proving, "attack", lambda keeper: [Attack("tcp", False, "got a connection")])
    with pytest.raises(NotSafe, match=r"\(tcp\): got a connection"):
        prove(Keeper())


def test_where_everything_holds_nothing_is_said(monkeypatch) -> None:
    monkeypatch.setattr(proving, "missing_walls", lambda: ())
    monkeypatch.setattr(proving, "attack", lambda keeper: [Attack("tcp", True, "refused")])
    prove(Keeper())
