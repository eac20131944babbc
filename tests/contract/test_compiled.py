"""What only a fresh cache shows: each part runs in Pythons of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from holdtheline.core.catalog import games
from holdtheline.core.game import Game
from holdtheline.core.kernel import kernels

from .played import CONTRACTS

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parents[2]


def python(cache: Path, code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "HTL_CACHE": str(cache)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


WARM = """
import pkgutil
from importlib import import_module

import holdtheline
from holdtheline.core.kernel import kernels

for module in pkgutil.walk_packages(holdtheline.__path__, "holdtheline."):
    if not module.name.endswith("__main__"):
        import_module(module.name)

from holdtheline.players.warm import warm

warm()
never = [name for name, kernel in kernels.items() if not kernel._compiled or not kernel._compiled.signatures]
print(len(kernels), never)
"""


def test_every_kernel_is_compiled_by_warming_so_none_is_dead(tmp_path: Path) -> None:
    count, _, never = python(tmp_path, WARM).partition(" ")
    assert int(count) > 50
    assert never == "[]\n"


USE = """
from importlib import import_module
from holdtheline.core.game import Game

for room in {rooms}:
    state = Game(import_module(room).CONTRACT, {{}}).start()
    state.play(state.codes()[0])
    print(room, repr(state))
"""


def test_games_that_were_compiled_apart_do_not_take_each_other_s_code(tmp_path: Path) -> None:
    rooms = [f"holdtheline.games.{name}" for name in games()] + ["tests.contract.toy"]
    apart = [python(tmp_path, USE.format(rooms=[room])) for room in rooms]
    assert python(tmp_path, USE.format(rooms=rooms)) == "".join(apart)


def test_no_two_kernels_have_machine_code_of_the_same_name() -> None:
    for contract in CONTRACTS:
        Game(contract, {})
    names = Counter(
        (kernel.compiled.py_func.__module__, kernel.compiled.py_func.__qualname__)
        for kernel in kernels.values()
    )
    assert [name for name, count in names.items() if count > 1] == []
