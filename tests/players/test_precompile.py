"""Compiling ahead of time: only the games asked for, in processes that end with their parent."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdtheline.core.kernel import numba_version
from holdtheline.core.kernel.cache import READY_FOLDER
from holdtheline.players.precompile import start_compiling

from ..definition.test_cold_cache import python


@pytest.mark.parametrize("in_background", [False, True])
def test_a_compiling_process_ends_with_its_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_background: bool
) -> None:
    """A parent that is killed cannot tell its child, but its end of the pipe is closed."""
    monkeypatch.setenv("HTL_CACHE", str(tmp_path))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    with start_compiling("towers", in_background=in_background) as child:
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(60) == 1


# The first part stands for all: they take 10 s of processor time.
COMPILE_SIEGE = """
from itertools import islice
from holdtheline.core.kernel.compiler import cache_folder
from holdtheline.players import precompile as module
from holdtheline.players.precompile import is_ready, precompile, precompile_parts

module.precompile_parts = lambda name: islice(precompile_parts(name), 1)
parts = []
precompile(["siege"], lambda part, done, total: parts.append((part, done, total)))
print(cache_folder())
print(parts[-1][0], [done for _, done, _ in parts] == list(range(len(parts))), {part[:5] for part, *_ in parts[:-1]})
print(is_ready("siege"), is_ready("towers"))
"""


@pytest.mark.compiled
@pytest.mark.skipif(numba_version.BOUNDS_CHECKED, reason="compiling takes long, and this is the same")
def test_one_game_is_compiled_alone(tmp_path: Path) -> None:
    folder, reported, ready = python(tmp_path, COMPILE_SIEGE).splitlines()
    assert reported == "ready True {'siege'}"
    assert ready == "True False"
    assert [path.name for path in (Path(folder) / READY_FOLDER).iterdir()] == ["siege"]
    assert not any("civilwar" in path.name for path in Path(folder).rglob("*"))
