"""A recorded game, as bytes and as rows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.table.session import Table

from ...table.play_helpers import play_out


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Record a whole game: two waves, an undo, and the end undone and played again."""
    path = tmp_path_factory.mktemp("records") / "game.htl"
    game = load("siege", plain=True, mode="easy", table="paper")
    table = Table.open(game, seed=7, record=path)
    table.play("reinforce 1 1 1")
    table.undo()
    table.play("reinforce 2 0 1")
    play_out(table)
    table.undo()
    play_out(table, choice=2)
    table.close()
    return path.read_bytes()


@pytest.fixture
def rows(data: bytes) -> list[Any]:
    """Return the lines of the game as JSON."""
    return [json.loads(line) for line in data.splitlines()]
