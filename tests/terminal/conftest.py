"""Settings of the tests of the terminal."""

from __future__ import annotations

from typing import Any

import pytest
from textual._compositor import Compositor
from textual._context import visible_screen_stack


@pytest.fixture(autouse=True)
def drawn_when_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw a screen only when a test reads it: drawing what no terminal shows is half of these tests' time."""

    def skip(compositor: Compositor, full: bool = False, screen_stack: Any = None, simplify: bool = False) -> None:
        visible_screen_stack.set(screen_stack or [])
        compositor._dirty_regions.clear()

    monkeypatch.setattr(Compositor, "render_update", skip)
