"""What a bot may use up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Seconds are those of the processor; by the clock on the wall a bot has `patience` times as many."""

    load_seconds: float = 10
    think_seconds: float = 2.0
    unit_seconds: float = 0.1
    match_seconds: float = 120
    patience: float = 10
    memory_mb: int = 512
    log_bytes: int = 65536
    answer_bytes: int = 65536
