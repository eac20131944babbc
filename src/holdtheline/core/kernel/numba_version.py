"""Decide how kernels are compiled: accelerated, or with plain Numba.

`linker`, `separate`, `front_end` and `record_type` reach into Numba's internals to compile and run faster. They are
used only with the Numba versions that they were tested with. With any other version, or with `HTL_NUMBA=plain`, the
results are the same, and compiling and running take longer. Also where bounds are checked, records are NumPy records,
arrays stay arrays, and no kernel is separate.
"""

from __future__ import annotations

import os
from importlib.metadata import version

TESTED_VERSIONS = ("0.68.1",)
"""The Numba versions whose internals these modules were tested with."""

NUMBA_VERSION = version("numba")

PLAIN_PYTHON = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Compile nothing: for debugging, for coverage, and as the oracle."""

BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")

IS_ACCELERATED = NUMBA_VERSION in TESTED_VERSIONS and os.environ.get("HTL_NUMBA") != "plain"

USES_POINTERS = IS_ACCELERATED and not BOUNDS_CHECKED
"""Whether compiled kernels pass records and arrays as bare pointers."""
