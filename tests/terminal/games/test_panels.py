"""A game has its own panels if there is a folder named after it; other games use the general ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdtheline.core.catalog import import_panels
from holdtheline.terminal.games import find_panel
from holdtheline.terminal.games.skirmish.line_mode import OpenTableLineMode
from holdtheline.terminal.line_mode.play import LineMode


def test_a_panel_is_found_by_the_name_of_its_game() -> None:
    assert find_panel("skirmish", "line_mode", "LINE_MODE", LineMode) is OpenTableLineMode
    assert find_panel("siege", "line_mode", "LINE_MODE", LineMode) is LineMode
    assert find_panel("skirmish", "line_mode", "replay_lines", None) is None
    assert find_panel("no such game", "screen", "SCREEN", None) is None


def test_a_panel_that_cannot_be_imported_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_panel.py").write_text("import a_module_that_is_missing\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="a_module_that_is_missing"):
        import_panels("broken_panel")
