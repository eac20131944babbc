"""Ways of one leg or two to a place: straight, or bent around what is in the way (K3.4, K5.5, K5.7).

A way that bends around an obstacle on one side is shortest where the tangents to it from both ends meet. If something
else blocks a leg there, that leg turns farther, until it passes this as well. So a way on either side is found if there
is one, up to CLEARANCE.
"""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.plane import (
    DIRECTION_LENGTH,
    cross,
    dot,
    floor_sqrt,
    is_nearer,
    move_along,
    squared_distance,
)
from ...state import IS_WATER, SkirmishState
from ..battlefield import count_contacts
from ..traits.fear_and_tethers import is_restrained
from .legs import is_too_long, move_allowance, why_not_move_from
from .paths import (
    CLOSED_TO_LEGS,
    FIRST_TERRAIN_BLOCKER,
    MAX_DETOUR_TURNS,
    NOWHERE,
    can_stand,
    find_obstacle_for,
    turn_direction,
)
from .terrain import NO_GAP, gap_on_path, is_on_battlefield, is_slowed_by_water

NO_WAY, ONE_LEG, TWO_LEGS = range(3)
LEFT_SIDE, RIGHT_SIDE = 1, -1
CLEARANCE = 1
"""How far a way keeps off what it bends around, so that rounding does not matter."""
SMALL_TURN = 256
"""A small turn, as a part of a radian."""
ROUNDING = 8
"""More than the end of a path across the table is rounded by."""
MAX_BLOCKERS = 8
"""How many obstacles a bend goes around on one side."""


# Rays


@kernel
def tangent(ax: int, ay: int, cx: int, cy: int, limit: int, side: int) -> tuple[int, int]:
    """Return the direction from a that passes c at a limit, on this side of c; at right angles if a is nearer."""
    dx, dy = cx - ax, cy - ay
    whole = max(dx * dx + dy * dy, 1)
    along, aside = floor_sqrt(max(whole - limit * limit, 0)), limit * side
    if whole < limit * limit:
        aside = floor_sqrt(whole) * side
    x, y = along * dx - aside * dy, along * dy + aside * dx
    return x * DIRECTION_LENGTH // whole, y * DIRECTION_LENGTH // whole


@kernel
def tangent_to_terrain(s: SkirmishState, terrain: int, ax: int, ay: int, margin: int, side: int) -> tuple[int, int]:
    """Return the direction from a that passes a piece of terrain at a margin, on one side of it."""
    first, limit = s.first_corner[terrain], s.terrain_rounding[terrain] + margin
    x, y = tangent(ax, ay, s.corner_x[first], s.corner_y[first], limit, side)
    for corner in range(first + 1, first + s.corner_count[terrain]):
        tx, ty = tangent(ax, ay, s.corner_x[corner], s.corner_y[corner], limit, side)
        if cross(x, y, tx, ty) * side > 0:
            x, y = tx, ty
    return x, y


@kernel
def tangent_to_blocker(s: SkirmishState, blocker: int, ax: int, ay: int, side: int) -> tuple[int, int]:
    """Return the direction in which the active character passes an obstacle on one side of it."""
    radius = s.radius[s.actor - 1] + CLEARANCE
    if blocker >= FIRST_TERRAIN_BLOCKER:
        return tangent_to_terrain(s, blocker - FIRST_TERRAIN_BLOCKER, ax, ay, radius, side)
    other = blocker - 1
    return tangent(ax, ay, s.x[other], s.y[other], radius + s.radius[other], side)


@kernel
def span_within(ax: int, ay: int, dx: int, dy: int, cx: int, cy: int, limit: int) -> tuple[int, int]:
    """Return from which to which length a ray from a runs nearer to c than a limit; 1, 0 if it does not.

    The direction has the length DIRECTION_LENGTH.
    """
    along = dot(dx, dy, cx - ax, cy - ay) // DIRECTION_LENGTH
    aside = cross(dx, dy, cx - ax, cy - ay) // DIRECTION_LENGTH
    rest = limit * limit - aside * aside
    if rest < 0:
        return 1, 0
    half = floor_sqrt(rest)
    return along - half, along + half


@kernel
def ray_crossing(ax: int, ay: int, ux: int, uy: int, bx: int, by: int, vx: int, vy: int) -> int:
    """Return at which length a ray from a crosses a ray from b, or NOWHERE. Directions have DIRECTION_LENGTH."""
    turn = cross(ux, uy, vx, vy)
    if turn == 0:
        return NOWHERE
    part, other = cross(bx - ax, by - ay, vx, vy), cross(bx - ax, by - ay, ux, uy)
    if turn < 0:
        turn, part, other = -turn, -part, -other
    if part < 0 or other < 0:
        return NOWHERE
    return min(part * DIRECTION_LENGTH // turn, 4 * DIRECTION_LENGTH)


# Ways


@kernel
def is_bend(s: SkirmishState, x: int, y: int, bx: int, by: int) -> bool:
    """Return whether the active character can move half its move to here, out of contact, and then straight to b."""
    piece, half = s.actor - 1, move_allowance(s) // 2
    ax, ay = s.x[piece], s.y[piece]
    if squared_distance(ax, ay, x, y) > half * half or squared_distance(x, y, bx, by) > half * half:
        return False
    if not is_on_battlefield(x, y) or is_too_long(s, x, y, bx, by, half) or is_too_long(s, ax, ay, x, y, half):
        return False  # in water legs are shorter: most bends fail here
    if count_contacts(s, piece, x, y) > 0:
        return False
    return why_not_move_from(s, x, y, bx, by, half) == 0 and why_not_move_from(s, ax, ay, x, y, half) == 0


@kernel
def turn_past(dx: int, dy: int, tx: int, ty: int, side: int) -> tuple[int, int]:
    """Return a direction turned to t, or a little to this side if t is not farther on (an end was rounded)."""
    if cross(dx, dy, tx, ty) * side > 0:
        return tx, ty
    return dx - dy * side // SMALL_TURN, dy + dx * side // SMALL_TURN


@kernel
def bend_around(s: SkirmishState, blocker: int, bx: int, by: int, side: int, closed: int) -> tuple[int, int]:
    """Return where a way to b bends that passes an obstacle on one side, or NOWHERE twice.

    Terrain with one of the bits `closed` is closed.
    """
    piece, half = s.actor - 1, move_allowance(s) // 2
    ax, ay = s.x[piece], s.y[piece]
    ux, uy = tangent_to_blocker(s, blocker, ax, ay, side)
    vx, vy = tangent_to_blocker(s, blocker, bx, by, -side)
    for _ in range(MAX_BLOCKERS):
        first = ray_crossing(ax, ay, ux, uy, bx, by, vx, vy)
        second = ray_crossing(bx, by, vx, vy, ax, ay, ux, uy)
        if first == NOWHERE or second == NOWHERE or first + second > 2 * half:
            return NOWHERE, NOWHERE
        x, y = move_along(ax, ay, ux, uy, first)
        if not is_on_battlefield(x, y):
            return NOWHERE, NOWHERE
        blocker = find_obstacle_for(s, piece, ax, ay, x, y, closed)
        if blocker != 0:
            tx, ty = tangent_to_blocker(s, blocker, ax, ay, side)
            ux, uy = turn_past(ux, uy, tx, ty, side)
            continue
        blocker = find_obstacle_for(s, piece, x, y, bx, by, closed)
        if blocker == 0:
            return choose_bend(s, bx, by, ux, uy, first, vx, vy, second)
        tx, ty = tangent_to_blocker(s, blocker, bx, by, -side)
        vx, vy = turn_past(vx, vy, tx, ty, -side)
    return NOWHERE, NOWHERE


@kernel
def choose_bend(
    s: SkirmishState, bx: int, by: int, ux: int, uy: int, first: int, vx: int, vy: int, second: int
) -> tuple[int, int]:
    """Return a legal bend where two rays cross or beyond, on the ray u from the active character or v from b."""
    piece, half = s.actor - 1, move_allowance(s) // 2
    ax, ay = s.x[piece], s.y[piece]
    low, high = span_within(ax, ay, ux, uy, bx, by, half)
    low, high = max(low + 2, first), min(high - 2, half)
    for part in range(3):
        if low <= high:
            x, y = move_along(ax, ay, ux, uy, low + (high - low) * part // 2)
            if is_bend(s, x, y, bx, by):
                return x, y
    low, high = span_within(bx, by, vx, vy, ax, ay, half)
    low, high = max(low + 2, second), min(high - 2, half)
    for part in range(3):
        if low <= high:
            x, y = move_along(bx, by, vx, vy, low + (high - low) * part // 2)
            if is_bend(s, x, y, bx, by):
                return x, y
    return NOWHERE, NOWHERE


@kernel
def bend_in_fan(s: SkirmishState, bx: int, by: int, length: int) -> tuple[int, int]:
    """Return where a way to b bends that has a leg of this length, or NOWHERE twice.

    It turns as little as it can: the more it turns, the longer the other leg, which is short if it ends in water.
    """
    piece, half = s.actor - 1, move_allowance(s) // 2
    ax, ay = s.x[piece], s.y[piece]
    to_b = (half // 2 if is_in_water(s, bx, by) else half) + ROUNDING
    from_a = (half // 2 if is_in_water(s, ax, ay) else half) + ROUNDING
    for turn in range(MAX_DETOUR_TURNS + 1):
        dx, dy = turn_direction(bx - ax, by - ay, turn)
        x, y = move_along(ax, ay, dx, dy, length)
        if not is_nearer(x, y, bx, by, max(to_b, from_a)):
            break
        if is_nearer(x, y, bx, by, to_b) and is_bend(s, x, y, bx, by):
            return x, y
        x, y = move_along(bx, by, -dx, -dy, length)
        if is_nearer(ax, ay, x, y, from_a) and is_bend(s, x, y, bx, by):
            return x, y
    return NOWHERE, NOWHERE


@kernel
def bend_past(s: SkirmishState, bx: int, by: int, closed: int) -> tuple[int, int]:
    """Return where a way to b bends that passes what blocks the straight way, or NOWHERE twice."""
    piece = s.actor - 1
    blocker = find_obstacle_for(s, piece, s.x[piece], s.y[piece], bx, by, closed)
    if blocker != 0:
        for side in (LEFT_SIDE, RIGHT_SIDE):
            x, y = bend_around(s, blocker, bx, by, side, closed)
            if x != NOWHERE:
                return x, y
    return NOWHERE, NOWHERE


@kernel
def is_in_water(s: SkirmishState, x: int, y: int) -> bool:
    """Return whether every leg of the active character from or to this place counts double."""
    return is_slowed_by_water(s, s.actor - 1, x, y, x, y)


@kernel
def is_beyond_two_legs(s: SkirmishState, bx: int, by: int) -> bool:
    """Return whether b is too far for two legs of half a move. A leg that begins or ends in water is half as long."""
    piece, half = s.actor - 1, move_allowance(s) // 2
    ax, ay = s.x[piece], s.y[piece]
    length = squared_distance(ax, ay, bx, by)
    if length <= half * half or length > 4 * half * half:
        return length > half * half
    twice = 4 * half - (half if is_in_water(s, ax, ay) else 0) - (half if is_in_water(s, bx, by) else 0)
    return 4 * length > twice * twice


@kernel
def may_end_way(s: SkirmishState, bx: int, by: int) -> bool:
    """Return whether the active character can stand at b, and b is not too far for a way of two legs."""
    return not is_beyond_two_legs(s, bx, by) and can_stand(s, s.actor - 1, bx, by)


@kernel
def find_bend(s: SkirmishState, bx: int, by: int) -> tuple[int, int]:
    """Return where a way of two legs to b bends, or NOWHERE twice; `may_end_way` is true of b.

    Around obstacles; around water, or with a short leg in it; or between two gaps.
    """
    piece, half = s.actor - 1, move_allowance(s) // 2
    ax, ay = s.x[piece], s.y[piece]
    length = squared_distance(ax, ay, bx, by)
    if s.legs > 0 or length == 0 or is_restrained(s, piece, ax, ay, bx, by, False):
        return NOWHERE, NOWHERE
    x, y = bend_past(s, bx, by, CLOSED_TO_LEGS)
    if x == NOWHERE and is_slowed_by_water(s, piece, ax, ay, bx, by):
        if not is_in_water(s, ax, ay) and not is_in_water(s, bx, by):
            x, y = bend_past(s, bx, by, CLOSED_TO_LEGS | IS_WATER)
        if x == NOWHERE and 4 * length <= 9 * half * half:
            x, y = bend_in_fan(s, bx, by, half // 2)
    if x == NOWHERE and gap_on_path(s, piece, ax, ay, bx, by) != NO_GAP:
        x, y = bend_in_fan(s, bx, by, half)
    return x, y
