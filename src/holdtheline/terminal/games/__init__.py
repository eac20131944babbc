"""Game-specific screens and line modes, each in a package named after its game. Other games use the general ones.

A package can have these panels:

- `screen.SCREEN`: the screen of a table, a subclass of `PlayScreen`
- `replay_screen.replay_screen(game, record)`: the screen of a record
- `line_mode.LINE_MODE`: the line mode of a table, a subclass of `LineMode`
- `line_mode.replay_lines(record)`: a record in sentences
"""

from __future__ import annotations

from typing import TypeVar

from ...core.catalog import import_panels

Panel = TypeVar("Panel")


def find_panel(game: str, module: str, name: str, default: Panel) -> Panel:
    """Return a panel of a game, or the default if the game has none."""
    panel: Panel = getattr(import_panels(f"{__name__}.{game}.{module}"), name, default)
    return panel
