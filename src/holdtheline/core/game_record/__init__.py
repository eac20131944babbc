"""Game records on disk: JSON Lines, written step by step, read back, checked and replayed."""

from __future__ import annotations

from .replay import Record

__all__ = ["Record"]
