"""Free places near a place, for whoever is set down on the table."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from ...core.plane import along
from .space import FOR_GOOD, can_stand, terrain_in_way
from .turning import ALL_TURNS, turned

RING = 250
"""The places that are tried lie on circles this far from each other."""
RIGHT = 30_000
NOWHERE = -1


@kernel
def free_place(s: Any, piece: Any, x: Any, y: Any, most: Any) -> Any:
    """The free place nearest to this one, at most so far away, or NOWHERE twice.

    One with no terrain on the way to it comes before one behind a wall.
    """
    if can_stand(s, piece, x, y):
        return x, y
    for behind_walls in range(2):
        for ring in range(1, most // RING + 1):
            for turn in range(ALL_TURNS):
                dx, dy = turned(RIGHT, 0, turn)
                bx, by = along(x, y, dx, dy, ring * RING)
                is_open = behind_walls or terrain_in_way(s, piece, x, y, bx, by, FOR_GOOD) == 0
                if is_open and can_stand(s, piece, bx, by):
                    return bx, by
    return NOWHERE, NOWHERE
