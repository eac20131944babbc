"""How much a bot may use (`Limits`); `rlimits` makes the kernel enforce it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a bot. Seconds are CPU seconds."""

    load_seconds: float = 10.0
    """From the start until the bot is ready."""
    think_seconds: float = 2.0
    """For one decision."""
    unit_seconds: float = 0.1
    """For each unit that acts, in games with unit AIs."""
    match_seconds: float = 120.0
    """For all decisions of a game."""
    patience: float = 10.0
    """The wall-clock limit as a multiple of the CPU limit."""
    clock_seconds: float = 10.0
    """The minimum wall-clock limit: on a busy machine a bot may have to wait for a core."""
    memory_mb: int = 512
    log_bytes: int = 65536
    """How much of the bot's output is kept."""
    answer_bytes: int = 65536
    """The longest answer."""


CHUNK_BYTES = 65536
"""The most that is read at once from a bot's socket or log."""
