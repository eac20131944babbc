"""The tables of hexes that the rules use tell the same as the hexes themselves."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from holdtheline.core.hexes import DIRECTIONS, distance, neighbour
from holdtheline.games.civilwar.battle import LEAST_COLUMNS, LEAST_ROWS, MOST_COLUMNS, MOST_ROWS
from holdtheline.games.civilwar.ground import far, next_to


@pytest.mark.parametrize("width", range(LEAST_COLUMNS, MOST_COLUMNS + 1))
@pytest.mark.parametrize("height", [LEAST_ROWS, MOST_ROWS])
def test_neighbours_and_distances_come_from_tables(width: int, height: int) -> None:
    s = SimpleNamespace(width=width, height=height)
    for here in range(width * height):
        for direction in range(DIRECTIONS):
            assert next_to(s, here, direction) == neighbour(here, direction, width, height)
        for there in range(0, width * height, 3):
            assert far(s, here, there) == distance(here, there, width)
