"""Directions that are turned to one side, a little more each time."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from ...core.plane import DIRECTION_LENGTH, DIRECTIONS

STEP = 15
"""Degrees."""
ALL_TURNS = 360 // STEP

_degrees = [(turn + 1) // 2 * STEP * (1 if turn % 2 else -1) for turn in range(ALL_TURNS)]
TURN_X = tuple(int(DIRECTIONS[degrees % 360, 0]) for degrees in _degrees)
TURN_Y = tuple(int(DIRECTIONS[degrees % 360, 1]) for degrees in _degrees)
"""What each turn makes of a look to the right."""


@kernel
def turned(dx: Any, dy: Any, turn: Any) -> Any:
    """A direction, turned: 0 not at all, 1 and 2 one step to the left and to the right, 3 and 4 two steps."""
    if turn == 0:
        return dx, dy
    length = max(abs(dx), abs(dy))
    x, y = dx * DIRECTION_LENGTH // length, dy * DIRECTION_LENGTH // length
    across, up = TURN_X[turn], TURN_Y[turn]
    return (x * across - y * up) // DIRECTION_LENGTH, (x * up + y * across) // DIRECTION_LENGTH
