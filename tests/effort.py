"""How much is tried: `HTL_MORE=30` makes studies of some tests, which take minutes; see CONTRIBUTING."""

from __future__ import annotations

import os

MORE = int(os.environ.get("HTL_MORE", "1"))
"""How many times as many games are played."""
EVERYTHING = MORE > 1
