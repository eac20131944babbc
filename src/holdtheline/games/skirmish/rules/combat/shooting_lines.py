"""Lines from an enemy along which a shooting position is searched (K4.4, K5.5); `line_of_sight` has the rule."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.plane import move_along, unit_direction
from ...state import SkirmishState
from ..movement.bends import tangent, tangent_to_terrain
from ..movement.paths import FIRST_TERRAIN_BLOCKER
from .line_of_sight import any_sight_blocker

VISIBLE_STEP = 50
"""How exactly it is measured how far a line is in sight."""

SIGHT_CLEARANCE = 2
"""How far a line keeps off what hides the enemy."""

Way = tuple[int, int, int, int, int]
"""How many legs (NO_WAY and so on), and where they end."""


@kernel
def tangent_of_sight(s: SkirmishState, blocker: int, other: int, side: int, clearance: int) -> tuple[int, int]:
    """Return the direction in which a line from the other passes what hides it, on one side."""
    cx, cy = s.x[other], s.y[other]
    if blocker >= FIRST_TERRAIN_BLOCKER:
        return tangent_to_terrain(s, blocker - FIRST_TERRAIN_BLOCKER, cx, cy, clearance, side)
    third = blocker - 1
    return tangent(cx, cy, s.x[third], s.y[third], s.radius[third] + clearance, side)


@kernel
def middle_of_slit(s: SkirmishState, passed: int, blocker: int, other: int, side: int) -> tuple[int, int]:
    """Return the direction from the other between something passed on one side and what comes next on this side."""
    ux, uy = tangent_of_sight(s, passed, other, side, 0)
    vx, vy = tangent_of_sight(s, blocker, other, -side, 0)
    return (ux, uy) if ux == -vx and uy == -vy else unit_direction(ux + vx, uy + vy)


@kernel
def line_blocker(s: SkirmishState, other: int, dx: int, dy: int, length: int) -> int:
    """Return what hides the other from the place at this length on a line from it, or 0."""
    cx, cy = s.x[other], s.y[other]
    x, y = move_along(cx, cy, dx, dy, length)
    return any_sight_blocker(s, s.actor - 1, x, y, other, cx, cy)


@kernel
def visible_length(s: SkirmishState, other: int, dx: int, dy: int, low: int, high: int) -> int:
    """Return how far out on a line the other is in sight, between these lengths; at `low` it is, at `high` not."""
    while high - low > VISIBLE_STEP:
        middle = (low + high) // 2
        if line_blocker(s, other, dx, dy, middle) == 0:
            low = middle
        else:
            high = middle
    return low
