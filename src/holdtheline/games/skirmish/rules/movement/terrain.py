"""Terrain: what blocks or slows a move, gaps, the edges of the battlefield and its exits (K1.3, K3.2).

A leg that touches water counts double for its whole length (trait `half_move`)."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.plane import (
    ceil_sqrt,
    cross,
    dot,
    edge_distance,
    free_path_past_hull,
    hull_is_nearer,
    move_towards,
    nearest_edge,
    squared_distance,
)
from ...state import (
    BATTLEFIELD_SIZE,
    CONTACT_GAP,
    FRIENDS,
    IS_ENEMIES_EXIT,
    IS_EXIT,
    IS_FRIENDS_EXIT,
    IS_GAP,
    IS_WATER,
    MAX_TERRAIN,
    NEEDS_CLIMBER,
    SkirmishState,
)
from ..battlefield import has_trait
from ..traits.catalog import CLIMBS, SWIMS


@kernel
def path_meets(s: SkirmishState, terrain: int, ax: int, ay: int, bx: int, by: int, margin: int) -> bool:
    """Return whether a straight way comes nearer to a piece of terrain than a margin."""
    first, count, limit = s.first_corner[terrain], s.corner_count[terrain], margin + s.terrain_rounding[terrain]
    return hull_is_nearer(ax, ay, bx, by, s.corner_x, s.corner_y, first, count, limit)


@kernel
def free_path_past_terrain(s: SkirmishState, terrain: int, ax: int, ay: int, bx: int, by: int, margin: int) -> int:
    """Return how far a straight way from a to b leads before it comes nearer to a piece of terrain than a margin."""
    first, count, limit = s.first_corner[terrain], s.corner_count[terrain], margin + s.terrain_rounding[terrain]
    return free_path_past_hull(ax, ay, bx, by, s.corner_x, s.corner_y, first, count, limit)


@kernel
def path_meets_any(s: SkirmishState, bit: int, ax: int, ay: int, bx: int, by: int, margin: int) -> bool:
    """Return whether a straight way comes nearer than a margin to terrain with this bit."""
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain] == 0:
            return False
        if s.terrain_bits[terrain] & bit and path_meets(s, terrain, ax, ay, bx, by, margin):
            return True
    return False


@kernel
def is_closed_to(s: SkirmishState, piece: int, terrain: int, closed: int) -> bool:
    """Return whether terrain with one of the bits `closed`, or for climbers only, is closed to a character (K1.3)."""
    bits = s.terrain_bits[terrain]
    if bits & NEEDS_CLIMBER:
        return not has_trait(s, piece, CLIMBS)
    return bits & closed != 0


@kernel
def is_slowed_by_water(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Return whether a leg touches water and so counts double."""
    return not has_trait(s, piece, SWIMS) and path_meets_any(s, IS_WATER, ax, ay, bx, by, s.radius[piece])


@kernel
def slowed_length(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int, length: int, allowed: int) -> int:
    """Return how far a move from a to b gets if water counts double: half the allowance, or up to the water."""
    x, y = move_towards(ax, ay, bx, by, length)
    half = allowed // 2
    if length <= half or not is_slowed_by_water(s, piece, ax, ay, x, y):
        return length
    if is_slowed_by_water(s, piece, ax, ay, ax, ay):
        return half
    dry = length_to_water(s, piece, ax, ay, x, y)
    x, y = move_towards(ax, ay, bx, by, dry)
    return dry if dry > half and not is_slowed_by_water(s, piece, ax, ay, x, y) else half


@kernel
def length_to_water(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Return the length straight from a to b up to the first water, minus 1 for rounding."""
    length = ceil_sqrt(squared_distance(ax, ay, bx, by))
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain] == 0:
            break
        if s.terrain_bits[terrain] & IS_WATER and path_meets(s, terrain, ax, ay, bx, by, s.radius[piece]):
            length = min(length, free_path_past_terrain(s, terrain, ax, ay, bx, by, s.radius[piece]) - 1)
    return length


NO_GAP, MANY_GAPS = 0, -1


@kernel
def gap_on_path(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Return the gap, as terrain + 1, that a straight way leads over or into, or NO_GAP or MANY_GAPS."""
    found = NO_GAP
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain] == 0:
            break
        if s.terrain_bits[terrain] & IS_GAP and path_meets(s, terrain, ax, ay, bx, by, s.radius[piece]):
            if found != NO_GAP:
                return MANY_GAPS
            found = terrain + 1
    return found


@kernel
def is_over_gap(s: SkirmishState, piece: int, x: int, y: int) -> bool:
    """Return whether a base here would overlap a gap."""
    return gap_on_path(s, piece, x, y, x, y) != NO_GAP


@kernel
def is_on_battlefield(x: int, y: int) -> bool:
    return 0 <= x <= BATTLEFIELD_SIZE and 0 <= y <= BATTLEFIELD_SIZE


@kernel
def exit_bits(side: int) -> int:
    """Return the bits of terrain by which a side can leave (traits `room`, `exit_for`)."""
    return IS_EXIT | (IS_FRIENDS_EXIT if side == FRIENDS else IS_ENEMIES_EXIT)


@kernel
def has_exit_door(s: SkirmishState, side: int) -> bool:
    """Return whether a side can leave by a door: that of an enclosed room, or one for this side only."""
    return s.enclosed != 0 or s.door_exits & exit_bits(side) != 0


@kernel
def is_at_exit_door(s: SkirmishState, side: int, x: int, y: int, radius: int) -> bool:
    """Return whether a base here touches a door by which its side can leave."""
    return has_exit_door(s, side) and path_meets_any(s, exit_bits(side), x, y, x, y, radius + CONTACT_GAP + 1)


@kernel
def is_at_exit(s: SkirmishState, side: int, x: int, y: int, radius: int) -> bool:
    """Return whether a base here touches the edge of the table, unless it is a room, or a door for its side."""
    if s.enclosed == 0 and edge_distance(x, y, BATTLEFIELD_SIZE) <= radius:
        return True
    return is_at_exit_door(s, side, x, y, radius)


EDGE_X = (-1, 1, 0, 0)
EDGE_Y = (0, 0, -1, 1)
"""The direction of each edge, numbered as in `plane.nearest_edge`."""


@kernel
def clip_to_battlefield(ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """Return where a way from a to b ends, or leaves the table."""
    whole = 1 + max(abs(bx - ax), abs(by - ay))
    part = whole
    if bx < 0:
        part = min(part, whole * ax // (ax - bx))
    if bx > BATTLEFIELD_SIZE:
        part = min(part, whole * (BATTLEFIELD_SIZE - ax) // (bx - ax))
    if by < 0:
        part = min(part, whole * ay // (ay - by))
    if by > BATTLEFIELD_SIZE:
        part = min(part, whole * (BATTLEFIELD_SIZE - ay) // (by - ay))
    if part == whole:
        return bx, by
    return interpolate(ax, bx, part, whole), interpolate(ay, by, part, whole)


@kernel
def interpolate(a: int, b: int, part: int, whole: int) -> int:
    """Return the coordinate at this part of the way from a to b, rounded towards a."""
    return a + (b - a) * part // whole if b > a else a - (a - b) * part // whole


@kernel
def nearest_exit(s: SkirmishState, side: int, x: int, y: int) -> tuple[int, int, int]:
    """Return the nearest point where a character can leave the table, and the rounding of the exit there."""
    if s.enclosed:
        return nearest_exit_door(s, side, x, y)
    edge = nearest_edge(x, y, BATTLEFIELD_SIZE)
    gx = x if EDGE_X[edge] == 0 else (BATTLEFIELD_SIZE if EDGE_X[edge] > 0 else 0)
    gy = y if EDGE_Y[edge] == 0 else (BATTLEFIELD_SIZE if EDGE_Y[edge] > 0 else 0)
    if s.door_exits & exit_bits(side):
        px, py, rounding = nearest_exit_door(s, side, x, y)
        near = max(ceil_sqrt(squared_distance(x, y, px, py)) - rounding, 0)
        if near < edge_distance(x, y, BATTLEFIELD_SIZE):
            return px, py, rounding
    return gx, gy, 0


@kernel
def nearest_exit_door(s: SkirmishState, side: int, x: int, y: int) -> tuple[int, int, int]:
    """Return the nearest point of the doors by which a side leaves, and its rounding; else the point itself."""
    gx, gy, rounding = x, y, 0
    found, nearest = False, 0
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain] == 0:
            break
        if s.terrain_bits[terrain] & exit_bits(side):
            px, py = nearest_terrain_point(s, terrain, x, y)
            distance = squared_distance(x, y, px, py)
            if not found or distance < nearest:
                found, nearest = True, distance
                gx, gy, rounding = px, py, s.terrain_rounding[terrain]
    return gx, gy, rounding


@kernel
def nearest_terrain_point(s: SkirmishState, terrain: int, x: int, y: int) -> tuple[int, int]:
    """Return the point of a terrain's hull nearest to a point; the point itself if it lies inside."""
    first, count = s.first_corner[terrain], s.corner_count[terrain]
    is_inside, px, py = count > 2, s.corner_x[first], s.corner_y[first]
    ax, ay = s.corner_x[first + count - 1], s.corner_y[first + count - 1]
    for corner in range(first, first + count):
        bx, by = s.corner_x[corner], s.corner_y[corner]
        is_inside = is_inside and cross(bx - ax, by - ay, x - ax, y - ay) >= 0
        whole = max(squared_distance(ax, ay, bx, by), 1)
        part = min(max(dot(bx - ax, by - ay, x - ax, y - ay), 0), whole)
        qx, qy = interpolate(ax, bx, part, whole), interpolate(ay, by, part, whole)
        if squared_distance(x, y, qx, qy) < squared_distance(x, y, px, py):
            px, py = qx, qy
        ax, ay = bx, by
    return (x, y) if is_inside else (px, py)
