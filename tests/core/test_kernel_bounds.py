"""Where bounds are checked, what the rules are handed is checked too."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

TOO_LITTLE_ROOM = """
import numpy as np, holdtheline as htl
from holdtheline.core.engine import indirect_kernels
game = htl.load("siege")
state = game.position("lanes 3 3 3, backline 6, waves 2")
try:
    indirect_kernels(game.definition)["moves"].compiled(state.words, np.empty(3, np.int64))
except IndexError:
    print("caught")
"""


@pytest.mark.compiled
def test_a_list_of_moves_that_is_too_short_is_caught_by_bounds_checks(tmp_path):
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "HTL_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", TOO_LITTLE_ROOM], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "caught\n", done.stderr
