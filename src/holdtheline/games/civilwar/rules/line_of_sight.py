"""Line of sight between two hexes, and the hex that blocks it (C3.5)."""

from __future__ import annotations

from ....core.hexes import OFF_MAP, build_crossing_lookup, crossing_index, hex_at
from ....core.kernel.compiler import kernel
from ....core.state_record import Row
from ..state import MAX_HEXES, MIN_COLUMNS, CivilWarState
from .hex_map import HEX_Q, HEX_R
from .terrain import BLOCKS_SIGHT, Terrain

MAX_RANGE = 4
"""The longest range, of artillery on a hill with option hill_guns."""
SIGHT_LINES = build_crossing_lookup(MAX_RANGE)
LINE_STARTS: Row = SIGHT_LINES.offsets
LINE_HEXES: Row = SIGHT_LINES.hexes


@kernel
def blocks_line_of_sight(s: CivilWarState, hex_: int, only_hills: bool) -> bool:
    if hex_ == OFF_MAP:
        return True
    if only_hills:
        return s.terrain[hex_] == Terrain.HILL
    return BLOCKS_SIGHT[s.terrain[hex_]] != 0 or s.unit_at[hex_] != 0 or s.artillery_at[hex_] != 0


@kernel
def find_sight_blocker(s: CivilWarState, a: int, b: int) -> int:
    """Return the first hex that blocks the sight between two hexes at most MAX_RANGE apart, or OFF_MAP."""
    table = (s.width - MIN_COLUMNS) * MAX_HEXES
    q, r = HEX_Q[table + a], HEX_R[table + a]
    line = crossing_index(HEX_Q[table + b] - q, HEX_R[table + b] - r, MAX_RANGE)
    only_hills = s.hill_sight != 0 and (s.terrain[a] == Terrain.HILL or s.terrain[b] == Terrain.HILL)
    for i in range(LINE_STARTS[line], LINE_STARTS[line + 1], 4):
        left: int = hex_at(q + LINE_HEXES[i], r + LINE_HEXES[i + 1], s.width, s.height)
        right: int = hex_at(q + LINE_HEXES[i + 2], r + LINE_HEXES[i + 3], s.width, s.height)
        if blocks_line_of_sight(s, left, only_hills) and blocks_line_of_sight(s, right, only_hills):
            return left if left != OFF_MAP else right
    return OFF_MAP


@kernel
def has_line_of_sight(s: CivilWarState, a: int, b: int) -> bool:
    return find_sight_blocker(s, a, b) == OFF_MAP
