"""Water at half the move: a leg that touches it counts double for its whole length (trait, K1.3)."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from ...core.plane import root_up, square, towards, way_to_hull
from .space import has, meets
from .state import IS_WATER, MOST_TERRAIN, SWIMS


@kernel
def is_slowed(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Whether a leg touches water, and so counts double."""
    if has(s, piece, SWIMS):
        return False
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            return False
        if s.t_bits[place] & IS_WATER and meets(s, place, ax, ay, bx, by, s.radius[piece]):
            return True
    return False


@kernel
def slow_way(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any, length: Any, allowed: Any) -> Any:
    """How much of a way from a straight to b is left where water counts double: half, or up to the water."""
    x, y = towards(ax, ay, bx, by, length)
    half = allowed // 2
    if length <= half or not is_slowed(s, piece, ax, ay, x, y):
        return length
    if is_slowed(s, piece, ax, ay, ax, ay):
        return half
    dry = dry_way(s, piece, ax, ay, x, y)
    x, y = towards(ax, ay, bx, by, dry)
    return dry if dry > half and not is_slowed(s, piece, ax, ay, x, y) else half


@kernel
def dry_way(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """How far it is from a straight to b up to the first water, less a little for what is rounded."""
    length = root_up(square(ax, ay, bx, by))
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if s.t_bits[place] & IS_WATER and meets(s, place, ax, ay, bx, by, s.radius[piece]):
            first, count, limit = s.t_first[place], s.t_count[place], s.radius[piece] + s.t_round[place]
            wet = way_to_hull(ax, ay, bx, by, s.corner_x, s.corner_y, first, count, limit)
            length = min(length, wet - 1)
    return length
