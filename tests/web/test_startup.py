"""Compiling ahead of the games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from holdtheline.players.precompile import CHILD_PROGRAM
from holdtheline.web.startup import COMPILE_PROGRAM


@pytest.mark.parametrize("program", [COMPILE_PROGRAM, CHILD_PROGRAM], ids=["for a server", "side by side"])
def test_whoever_compiles_for_another_ends_with_it(program: str, tmp_path: Path) -> None:
    """Who is killed can tell nobody; but that end of the pipe is gone."""
    env = {**os.environ, "HTL_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    compiling = subprocess.Popen([sys.executable, "-c", program, "towers"], stdin=subprocess.PIPE, env=env)
    assert compiling.stdin is not None
    compiling.stdin.close()
    assert compiling.wait(60) == 1
