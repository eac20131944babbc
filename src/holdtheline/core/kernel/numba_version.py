"""Decide how kernels are compiled: accelerated, or with plain Numba.

`linker` and `record_type` reach into Numba's internals to compile and run faster. They are used only with the Numba
versions that they were tested with. With any other version, with `HTL_NUMBA=plain`, or where bounds are checked,
records are NumPy records and arrays stay arrays: the results are the same, compiling and running take longer.
"""

from __future__ import annotations

import os
from importlib.metadata import version

TESTED_VERSIONS = ("0.68.1",)
"""The Numba versions whose internals `linker` and `record_type` were tested with."""

NUMBA_VERSION = version("numba")

PLAIN_PYTHON = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Compile nothing: for debugging, for coverage, and as the oracle."""

BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")

IS_ACCELERATED = NUMBA_VERSION in TESTED_VERSIONS and os.environ.get("HTL_NUMBA") != "plain"

USES_POINTERS = IS_ACCELERATED and not BOUNDS_CHECKED
"""Whether compiled kernels pass records and arrays as bare pointers."""
