"""Fixtures of screens."""

from __future__ import annotations

import pytest

from holdtheline.terminal.screens import play


@pytest.fixture
def slow_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make dice roll until a key is pressed; the first face they show is a 6."""
    monkeypatch.setattr(play, "FRAME_SECONDS", 30)
    monkeypatch.setattr(play, "DIE_ANIMATION", (6,))
