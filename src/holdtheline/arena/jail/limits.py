"""How much a bot may use (`Limits`); `rlimits` makes the kernel enforce it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Limits:
    """The limits of a bot. Seconds are those in which it computes or is idle (`clocks`)."""

    load_seconds: float = 10.0
    """From the start until the bot is ready."""
    think_seconds: float = 2.0
    """For one decision."""
    unit_seconds: float = 0.1
    """For each unit that acts, in games with unit AIs."""
    match_seconds: float = 120.0
    """For all decisions of a game."""
    memory_mb: int = 512
    log_bytes: int = 65536
    """How much of the bot's output is kept."""
    answer_bytes: int = 65536
    """The longest answer."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Limits:
        """Convert stored limits; those that only an earlier version had are ignored."""
        names = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in data.items() if name in names})


BUSY_FACTOR = 10
"""On a busy machine a bot may take this many times its limit by the wall clock."""

CHUNK_BYTES = 65536
"""The most that is read at once from a bot's socket or log."""
