"""The tables of hexes that the rules use tell the same as the hexes themselves."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from holdtheline.core.hexes import DIRECTIONS, hex_distance, neighbour
from holdtheline.games.civilwar.rules.hex_map import hex_distance as hex_map_hex_distance
from holdtheline.games.civilwar.rules.hex_map import neighbour_hex
from holdtheline.games.civilwar.state import MAX_COLUMNS, MAX_ROWS, MIN_COLUMNS, MIN_ROWS


@pytest.mark.parametrize("width", range(MIN_COLUMNS, MAX_COLUMNS + 1))
@pytest.mark.parametrize("height", [MIN_ROWS, MAX_ROWS])
def test_neighbours_and_distances_come_from_tables(width: int, height: int) -> None:
    s = SimpleNamespace(width=width, height=height)
    for here in range(width * height):
        for direction in range(DIRECTIONS):
            assert neighbour_hex(s, here, direction) == neighbour(here, direction, width, height)
        for there in range(0, width * height, 3):
            assert hex_map_hex_distance(s, here, there) == hex_distance(here, there, width)
