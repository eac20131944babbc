"""An import path for bots that were handed in earlier; new bots import from `bot`."""

from __future__ import annotations

from .rules.lane import distance, is_free

__all__ = ["distance", "is_free"]
