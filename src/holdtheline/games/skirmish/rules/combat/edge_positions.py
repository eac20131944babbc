"""Shooting positions at the edges of what is in sight and in range (K5.5).

On the way back from a shooting position to where the leg began, a character loses sight or range. The last place where
it still has both is on a line from the enemy past something that hides it, or at the limit of the range. So if there is
a position at all, there is one on these lines or on this circle. A search along them turns a leg that is blocked past
what blocks it at once. The AI general looks here if its sweeps have found nothing.
"""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.plane import cross, floor_sqrt, move_along, rotate, squared_distance, unit_direction
from ...state import (
    BLOCKS_MOVEMENT,
    BLOCKS_SIGHT,
    CONTACT_GAP,
    IS_WATER,
    MAX_TERRAIN,
    NEEDS_CLIMBER,
    CharacterStatus,
    SkirmishState,
)
from ..battlefield import is_within
from ..movement.bends import (
    NO_WAY,
    ONE_LEG,
    TWO_LEGS,
    find_bend,
    may_end_way,
    ray_crossing,
    span_within,
    tangent_to_blocker,
    tangent_to_terrain,
)
from ..movement.legs import is_too_long, longest_leg, why_not_move
from ..movement.paths import (
    CLOSED_TO_LEGS,
    FIRST_TERRAIN_BLOCKER,
    NOWHERE,
    find_obstacle,
    find_obstacle_for,
    length_to_blocker,
)
from ..movement.terrain import is_on_battlefield, path_meets
from .shooting import is_shooting_position
from .shooting_lines import SIGHT_CLEARANCE, Way, line_blocker, middle_of_slit, tangent_of_sight, visible_length

PLACE_STEP = 450
"""The distance between places on a line or on the circle that are tried for ways of two legs."""
ROUNDING = 2
"""How far beyond a tangent to an obstacle the next place is, so that rounding does not matter."""
MAX_STEPS = 40
"""How many places are tried on one way along a line or the circle."""


@kernel
def way_to(s: SkirmishState, x: int, y: int, other: int, legs: int) -> Way:
    """Return a way of one leg or of two to this place, if the other can be shot at from it."""
    piece = s.actor - 1
    if legs == ONE_LEG:
        if why_not_move(s, x, y) == 0 and is_shooting_position(s, x, y, other):
            return ONE_LEG, x, y, x, y
    elif is_on_battlefield(x, y) and may_end_way(s, x, y) and is_shooting_position(s, x, y, other):
        bx, by = find_bend(s, x, y)
        if bx != NOWHERE:
            return TWO_LEGS, bx, by, x, y
    return NO_WAY, s.x[piece], s.y[piece], NOWHERE, NOWHERE


# On a line past something that hides the enemy


@kernel
def edge_span(s: SkirmishState, other: int, dx: int, dy: int) -> tuple[int, int, int]:
    """Return from which to which length a line is in range and in the move, and where it is nearest."""
    piece = s.actor - 1
    ax, ay, cx, cy = s.x[piece], s.y[piece], s.x[other], s.y[other]
    near = s.radius[piece] + s.radius[other]
    low, high = span_within(cx, cy, dx, dy, ax, ay, longest_leg(s) - 1)
    middle = (low + high) // 2
    low, high = max(low, near + CONTACT_GAP + 2), min(high, near + s.shooting_range[piece] - 2)
    return low, min(max(middle, low), high), high


@kernel
def way_of_one_leg_on_line(s: SkirmishState, other: int, dx: int, dy: int, start: int, end: int) -> Way:
    """Return a way of one leg to a place on a line from the other, between two lengths.

    Where an obstacle is in the way, or water makes the leg too long, it tries the place beside it on the line, or where
    a leg past it leads.
    """
    piece, cx, cy = s.actor - 1, s.x[other], s.y[other]
    ax, ay, length, forth = s.x[piece], s.y[piece], start, 1 if end > start else -1
    side = 1 if cross(cx - ax, cy - ay, dx, dy) * forth > 0 else -1
    ex, ey = move_along(cx, cy, dx, dy, end)
    for _ in range(MAX_STEPS):
        x, y = move_along(cx, cy, dx, dy, length)
        way = way_to(s, x, y, other, ONE_LEG)
        if way[0] != NO_WAY or length == end:
            return way
        further = length + PLACE_STEP * forth
        closed = CLOSED_TO_LEGS
        blocker = find_obstacle_for(s, piece, ax, ay, x, y, closed)
        if blocker == 0 and is_too_long(s, ax, ay, x, y, longest_leg(s)):
            closed |= IS_WATER
            blocker = find_obstacle_for(s, piece, ax, ay, x, y, closed)
        here = find_obstacle_for(s, piece, x, y, x, y, closed) if blocker != 0 else 0
        if here != 0:
            past = end + (ROUNDING - length_to_blocker(s, here, ex, ey, x, y, s.radius[piece])) * forth
            further = past if (past - length) * forth > 0 else length + ROUNDING * forth
        elif blocker != 0:
            tx, ty = tangent_to_blocker(s, blocker, ax, ay, side)
            crossing = ray_crossing(cx, cy, dx, dy, ax, ay, tx, ty)
            if crossing == NOWHERE:
                break
            past = crossing + ROUNDING * forth
            further = past if (past - length) * forth > 0 else length + ROUNDING * forth
        length = end if (further - end) * forth > 0 else further
    return NO_WAY, ax, ay, NOWHERE, NOWHERE


@kernel
def way_of_two_legs_on_line(s: SkirmishState, other: int, dx: int, dy: int, start: int, end: int) -> Way:
    """Return a way of two legs to a place on a line from the other, between two lengths.

    It tries places a step apart, and those on either side of what is in the way there.
    """
    piece, cx, cy = s.actor - 1, s.x[other], s.y[other]
    ax, ay, radius, forth = s.x[piece], s.y[piece], s.radius[piece], 1 if end > start else -1
    length, ex, ey = start, *move_along(cx, cy, dx, dy, end)
    for _ in range(MAX_STEPS):
        x, y = move_along(cx, cy, dx, dy, length)
        way = way_to(s, x, y, other, TWO_LEGS)
        if way[0] != NO_WAY or length == end:
            return way
        further = length + PLACE_STEP * forth
        if (further - end) * forth > 0:
            further = end
        nx, ny = move_along(cx, cy, dx, dy, further)
        obstacle = find_obstacle(s, piece, x, y, nx, ny)
        if obstacle != 0:
            before = length + length_to_blocker(s, obstacle, x, y, nx, ny, radius) * forth
            after = end - length_to_blocker(s, obstacle, ex, ey, x, y, radius) * forth
            is_before = (before - length) * forth > 2 * ROUNDING
            further = before - ROUNDING * forth if is_before else after + ROUNDING * forth
            if (further - length) * forth <= 0 or (further - end) * forth > 0:
                further = end
        length = further
    return NO_WAY, ax, ay, NOWHERE, NOWHERE


@kernel
def way_on_line(s: SkirmishState, other: int, dx: int, dy: int, start: int, end: int, legs: int) -> Way:
    """Return a way of one leg or of two to a place on a line from the other, between two lengths."""
    if legs == ONE_LEG:
        return way_of_one_leg_on_line(s, other, dx, dy, start, end)
    return way_of_two_legs_on_line(s, other, dx, dy, start, end)


@kernel
def way_in_span(s: SkirmishState, other: int, dx: int, dy: int, low: int, nearest: int, high: int, legs: int) -> Way:
    """Return a way to a place on a line from the other, between two lengths; at `low` it is in sight."""
    if line_blocker(s, other, dx, dy, high) != 0:
        high = visible_length(s, other, dx, dy, low, high)
        nearest = min(nearest, high)
    way = way_on_line(s, other, dx, dy, nearest, high, legs)
    return way if way[0] != NO_WAY else way_on_line(s, other, dx, dy, nearest, low, legs)


@kernel
def way_in_sight(s: SkirmishState, other: int, dx: int, dy: int, legs: int) -> Way:
    """Return a way to a place on a line from the other, where it is in sight."""
    low, nearest, high = edge_span(s, other, dx, dy)
    if low > high or line_blocker(s, other, dx, dy, low) != 0:
        return NO_WAY, 0, 0, NOWHERE, NOWHERE
    return way_in_span(s, other, dx, dy, low, nearest, high, legs)


@kernel
def way_past_edge(s: SkirmishState, other: int, blocker: int, side: int, legs: int) -> Way:
    """Return a way to a place from where the other is seen past something that would hide it, or through a slit."""
    dx, dy = tangent_of_sight(s, blocker, other, side, SIGHT_CLEARANCE)
    low, nearest, high = edge_span(s, other, dx, dy)
    third = line_blocker(s, other, dx, dy, low) if low <= high else blocker
    if third == 0:
        return way_in_span(s, other, dx, dy, low, nearest, high, legs)
    if third == blocker:
        return NO_WAY, 0, 0, NOWHERE, NOWHERE
    dx, dy = middle_of_slit(s, blocker, third, other, side)
    return way_in_sight(s, other, dx, dy, legs)


@kernel
def may_hide(s: SkirmishState, blocker: int, other: int) -> bool:
    """Return whether something can hide the other from the active character."""
    if blocker >= FIRST_TERRAIN_BLOCKER:
        return s.terrain_bits[blocker - FIRST_TERRAIN_BLOCKER] & BLOCKS_SIGHT != 0
    third = blocker - 1
    is_standing = s.status[third] == CharacterStatus.STANDS
    return is_standing and s.bases_block_sight != 0 and third != other and third != s.actor - 1


@kernel
def way_past_edges(s: SkirmishState, other: int, legs: int) -> Way:
    """Return a way to a place from where the other is seen past one of the things that hide it."""
    for blocker in range(1, FIRST_TERRAIN_BLOCKER + MAX_TERRAIN):
        if blocker >= FIRST_TERRAIN_BLOCKER and s.terrain_kind[blocker - FIRST_TERRAIN_BLOCKER] == 0:
            break
        if may_hide(s, blocker, other):
            for side in (1, -1):
                way = way_past_edge(s, other, blocker, side, legs)
                if way[0] != NO_WAY:
                    return way
    return NO_WAY, 0, 0, NOWHERE, NOWHERE


# In a wood, which does not hide those who stand in it


@kernel
def way_into_wood(s: SkirmishState, other: int, wood: int, legs: int) -> Way:
    """Return a way to a place from where the other is seen through a part of a wood, or in it."""
    piece, left, right = s.actor - 1, 1, -1
    cx, cy, first = s.x[other], s.y[other], s.first_corner[wood]
    dx, dy = tangent_to_terrain(s, wood, cx, cy, 0, right)
    end_x, end_y = tangent_to_terrain(s, wood, cx, cy, 0, left)
    distance = max(floor_sqrt(squared_distance(cx, cy, s.corner_x[first], s.corner_y[first])), PLACE_STEP)
    step = max(PLACE_STEP * 57 // distance, 1)
    for _ in range(MAX_STEPS):
        way = way_in_sight(s, other, dx, dy, legs)
        if way[0] != NO_WAY:
            return way
        dx, dy = rotate(dx, dy, step)
        if cross(dx, dy, end_x, end_y) <= 0:
            break
    return NO_WAY, s.x[piece], s.y[piece], NOWHERE, NOWHERE


@kernel
def way_into_woods(s: SkirmishState, other: int, legs: int) -> Way:
    """Return a way to a place in a wood from where the other is seen."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain] == 0:
            break
        can_enter = s.terrain_bits[terrain] & (BLOCKS_SIGHT | BLOCKS_MOVEMENT | NEEDS_CLIMBER) == BLOCKS_SIGHT
        if can_enter and path_meets(s, terrain, ax, ay, ax, ay, longest_leg(s)):
            way = way_into_wood(s, other, terrain, legs)
            if way[0] != NO_WAY:
                return way
    return NO_WAY, ax, ay, NOWHERE, NOWHERE


# At the limit of the range


@kernel
def walk_along_circle(s: SkirmishState, other: int, side: int, legs: int) -> Way:
    """Return a way to a place at the limit of the range, trying one after the other to one side.

    With one leg it goes past each obstacle at once.
    """
    piece, cx, cy = s.actor - 1, s.x[other], s.y[other]
    ax, ay, allowed = s.x[piece], s.y[piece], longest_leg(s)
    limit = s.shooting_range[piece] + s.radius[piece] + s.radius[other] - 2
    dx, dy = unit_direction(ax - cx, ay - cy)
    step = max(PLACE_STEP * 57 // limit, 1)
    for _ in range(MAX_STEPS):
        x, y = move_along(cx, cy, dx, dy, limit)
        if not is_within(ax, ay, 0, x, y, 0, allowed):
            break
        way = way_to(s, x, y, other, legs)
        if way[0] != NO_WAY:
            return way
        next_x, next_y = rotate(dx, dy, step * side)
        blocker = find_obstacle_for(s, piece, ax, ay, x, y, CLOSED_TO_LEGS) if legs == ONE_LEG else 0
        hidden = line_blocker(s, other, dx, dy, limit) if blocker == 0 else 0
        if blocker != 0:
            tx, ty = tangent_to_blocker(s, blocker, ax, ay, -side)
            low, high = span_within(ax, ay, tx, ty, cx, cy, limit)
            if low > high:
                break
            px, py = move_along(ax, ay, tx, ty, low + ROUNDING)
            if cross(dx, dy, px - cx, py - cy) * side > 0:
                next_x, next_y = unit_direction(px - cx, py - cy)
        elif hidden != 0:
            tx, ty = tangent_of_sight(s, hidden, other, side, SIGHT_CLEARANCE)
            if cross(dx, dy, tx, ty) * side > 0:
                next_x, next_y = tx, ty
        dx, dy = next_x, next_y
    return NO_WAY, ax, ay, NOWHERE, NOWHERE


@kernel
def find_edge_way(s: SkirmishState, other: int, legs: int) -> Way:
    """Return a way of one leg or of two to the edge of where the other is in sight and in range."""
    piece = s.actor - 1
    reach = s.shooting_range[piece]
    if not is_within(s.x[piece], s.y[piece], s.radius[piece], s.x[other], s.y[other], s.radius[other], reach):
        for side in (1, -1):
            way = walk_along_circle(s, other, side, legs)
            if way[0] != NO_WAY:
                return way
    way = way_past_edges(s, other, legs)
    return way if way[0] != NO_WAY else way_into_woods(s, other, legs)
