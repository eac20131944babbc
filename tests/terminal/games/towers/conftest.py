"""Fixtures of towers in the terminal."""

from __future__ import annotations

import pytest

from .tables import set_replay_seconds


@pytest.fixture(autouse=True)
def slow_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow replays down, so that a running one is not over before the test looks."""
    set_replay_seconds(monkeypatch, 3600)
