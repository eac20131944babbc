"""Tests that need an empty cache: each part runs in new Python processes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from holdtheline.core.kernel import cache, numba_version
from holdtheline.core.kernel.compiler import Kernel

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
from holdtheline.core.kernel.compiler import cache_folder
from holdtheline.players.precompile import precompile

precompile()
print(cache_folder())
"""


ALL = """
import pkgutil
from importlib import import_module

import holdtheline
from holdtheline.core.kernel.compiler import kernels

for module in pkgutil.walk_packages(holdtheline.__path__, "holdtheline."):
    if not any(part in module.name for part in ("__main__", ".migrations", ".benchmarks.", ".rl.ppo")):
        import_module(module.name)
print(*kernels, sep="\\n")
"""


def precompiled_kernels(folder: Path) -> set[str]:
    """Return the kernels compiled by `htl warm` into an empty cache (empty set: the cache was not empty)."""
    try:
        lists = [path.read_text(encoding="utf-8").split("\n") for path in (folder / cache.READY_FOLDER).iterdir()]
    except OSError:
        return set()
    return {name for names in lists for name in names} if all(any(names) for names in lists) else set()


COMPILED_LATER = re.compile(r"\.encoding\.|\.end_of_leg$|\.analysis\._keep_plan$")
"""Kernels that are compiled when `VectorEnv` or puzzle mining first uses them, not ahead of time."""


@pytest.mark.skipif(numba_version.BOUNDS_CHECKED, reason="compiling takes long, and this is the same")
def test_every_kernel_is_compiled_by_warming_so_none_is_dead(tmp_path: Path) -> None:
    compiled = precompiled_kernels(cache.cache_folder())
    if not compiled:  # the cache was not empty when it was warmed
        compiled = precompiled_kernels(Path(python(tmp_path, WARM).strip()))
    known = set(python(tmp_path, ALL).split("\n")) - {""}
    assert len(known) > 150
    assert {name for name in known - compiled if not COMPILED_LATER.search(name)} == set()


USE = """
from importlib import import_module
from holdtheline.core.game import Game

for room in {rooms}:
    state = Game(import_module(room).GAME, {{}}).start()
    state.play(state.legal_codes()[0])
    print(room, repr(state))
"""


@pytest.mark.skipif(numba_version.BOUNDS_CHECKED, reason="compiling takes long, and this is the same")
def test_games_that_were_compiled_apart_do_not_take_each_other_s_code(tmp_path: Path) -> None:
    rooms = ["holdtheline.games.siege", "tests.definition.toy_game"]
    apart = [python(tmp_path, USE.format(rooms=[room])) for room in rooms]
    assert python(tmp_path, USE.format(rooms=rooms)) == "".join(apart)


def plus_one(number: int) -> int:
    return number + 1


def plus_two(number: int) -> int:
    return number + 2


def test_two_kernels_of_one_name_are_refused_before_one_runs_the_other_s_code() -> None:
    one, other = Kernel(plus_one, "a-name-used-twice"), Kernel(plus_two, "a-name-used-twice")
    assert one.compiled(1) == 2
    with pytest.raises(RuntimeError, match="two kernels are called"):
        other.compiled(1)
