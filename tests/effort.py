"""Scale the number of random games: `HTL_MORE=30` turns some tests into studies that take minutes (CONTRIBUTING)."""

from __future__ import annotations

import os

MORE = int(os.environ.get("HTL_MORE", "1"))
"""The factor by which more games are played."""
EVERYTHING = MORE > 1
