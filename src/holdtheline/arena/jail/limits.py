"""How much a bot may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Seconds are those of the bot's own processor time."""

    load_seconds: float = 10.0
    """From its start until it is ready."""
    think_seconds: float = 2.0
    """For one decision."""
    unit_seconds: float = 0.1
    """For each unit that acts, where units are asked."""
    match_seconds: float = 120.0
    """For all decisions of a game."""
    patience: float = 10.0
    """How many times as long it may take on the clock."""
    clock_seconds: float = 10.0
    """And so long at least: on a busy machine a bot may have to wait for the processor."""
    memory_mb: int = 512
    log_bytes: int = 65536
    """Of what it prints, so much is kept."""
    answer_bytes: int = 65536
    """The longest answer."""
