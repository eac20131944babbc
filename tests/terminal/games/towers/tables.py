"""Tables of towers for the tests of its terminal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen

from holdtheline.core.catalog import load
from holdtheline.table.session import Table
from holdtheline.terminal.games.towers import replay_screen
from holdtheline.terminal.screens.app import TerminalApp, screen_for

from ....games.towers.engine_game import numbers_of
from ....games.towers.reference_game import EXAMPLE
from ...harness import Scene

WIDE, USUAL, NARROW = (100, 40), (80, 24), (60, 30)
every_size = pytest.mark.parametrize("size", [WIDE, USUAL, NARROW])
PLAN = "build missile 3 2; hire 3 rifle; send 1-2 2 40"
NAMES = ("missile", "rocket", "frost", "blockade", "shield", "rifle", "bomb", "horse")


def set_replay_seconds(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(replay_screen, "SPEEDS", (seconds,) * len(replay_screen.SPEEDS))


def table_of(*seats: str, record: Path | None = None, **options: object) -> Table:
    seats = seats or ("person", "random")
    game = load("towers", plain=True, **{"ruleset": numbers_of(EXAMPLE), **options})
    return Table.open(game, seats=seats, seed=3, record=record)


def plays(table: Table, seat: int = 0) -> list[str]:
    return [done.play for done in table.steps if done.seat == seat]


def quick_game(*seats: str) -> Table:
    """Return a game that a single soldier decides by getting through."""
    table = table_of(*seats)
    table.state = table.game.position("played 3; left hp 1; left gold 12; right hp 1; right gold 12")
    return table


# The screen


@asynccontextmanager
async def scene_at(table: Table, size: tuple[int, int] = WIDE, *, animated: bool = False) -> AsyncIterator[Scene]:
    screen = screen_for(table)
    screen.animated = animated
    app = TerminalApp(screen)
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        at = Scene(app, pilot)
        await at.rest()
        yield at


def top(at: Scene) -> Screen[Any]:
    """Return the screen on top."""
    return at.app.screen
