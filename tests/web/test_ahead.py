"""Compiling ahead of the games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from holdtheline.web.ahead import PATIENTLY


def test_whoever_compiles_for_a_server_ends_with_it(tmp_path: Path) -> None:
    """A server that is killed can tell nobody; but its end of the pipe is gone."""
    env = {**os.environ, "HTL_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    compiling = subprocess.Popen([sys.executable, "-c", PATIENTLY], stdin=subprocess.PIPE, env=env)
    assert compiling.stdin is not None
    compiling.stdin.close()
    assert compiling.wait(60) == 1
