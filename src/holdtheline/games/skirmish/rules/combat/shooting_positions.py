"""Shooting positions: find a move after which an enemy can be shot at (K3.6, K5.5).

Lines from the enemy sweep over all places that the character could move to, first in its direction, then to either
side. A line that something hides turns past it, so both edges of every gap are tried; where lines are free, they are
SPACING apart. On each line the places nearest to the character are tried, in one leg before two.
"""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.plane import (
    DIRECTION_LENGTH,
    cross,
    dot,
    floor_sqrt,
    move_along,
    point_of_contact,
    rotate,
    unit_direction,
)
from ...state import CONTACT_GAP, SkirmishState
from ..battlefield import count_contacts, is_within
from ..movement.bends import NO_WAY, NOWHERE, ONE_LEG, find_way, span_within, tangent, tangent_to_terrain
from ..movement.legs import longest_leg, why_not_move
from ..movement.paths import FIRST_TERRAIN_BLOCKER
from ..movement.terrain import is_on_battlefield
from .line_of_sight import any_sight_blocker
from .shooting import may_be_shot_at, why_not_shoot_from

SPACING, LISTED_SPACING = 450, 700
"""How far apart lines are where the character stands: for the AI general, and for the list of moves."""
PLACES, LISTED_PLACES = 2, 1
"""How many places are tried on a line on either side of the nearest."""
MIN_SWEEP_STEP, MAX_SWEEP_STEP = 1, 10
"""In degrees."""
MAX_LINES = 120
VISIBLE_STEP = 50
"""How exactly it is measured how far a line is in sight."""
SIGHT_CLEARANCE = 2
"""How far a line keeps off what hides the enemy."""

Way = tuple[int, int, int, int, int]
"""How many legs (NO_WAY and so on), and where they end."""
NO_ROUTE = (NO_WAY, 0, 0, NOWHERE, NOWHERE)


@kernel
def is_shooting_position(s: SkirmishState, x: int, y: int, other: int) -> bool:
    """Return whether the active character could shoot at the other from here, out of contact."""
    if not is_on_battlefield(x, y) or count_contacts(s, s.actor - 1, x, y) > 0:
        return False
    return why_not_shoot_from(s, x, y, other) == 0


@kernel
def tangent_of_sight(s: SkirmishState, blocker: int, other: int, side: int) -> tuple[int, int]:
    """Return the direction in which a line from the other passes what hides it, on one side."""
    cx, cy = s.x[other], s.y[other]
    if blocker >= FIRST_TERRAIN_BLOCKER:
        return tangent_to_terrain(s, blocker - FIRST_TERRAIN_BLOCKER, cx, cy, SIGHT_CLEARANCE, side)
    third = blocker - 1
    return tangent(cx, cy, s.x[third], s.y[third], s.radius[third] + SIGHT_CLEARANCE, side)


@kernel
def line_span(s: SkirmishState, other: int, dx: int, dy: int) -> tuple[int, int]:
    """Return from which to which length a line from the other is in range and in the move, or 1, 0."""
    piece = s.actor - 1
    near = s.radius[piece] + s.radius[other]
    low, high = span_within(s.x[other], s.y[other], dx, dy, s.x[piece], s.y[piece], longest_leg(s) - 4)
    return max(low, near + CONTACT_GAP + 2), min(high, near + s.shooting_range[piece] - 2)


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


@kernel
def find_way_on_line(
    s: SkirmishState, other: int, dx: int, dy: int, low: int, high: int, places: int, bends: bool
) -> Way:
    """Return a way to a shooting position on a line from the other, between these lengths; at `low` it is in sight.

    It tries the place nearest to the character, then others towards the enemy and away from it.
    """
    piece = s.actor - 1
    ax, ay, cx, cy = s.x[piece], s.y[piece], s.x[other], s.y[other]
    nearest, found = nearest_length(s, other, dx, dy, low, high), NOWHERE
    if line_blocker(s, other, dx, dy, nearest) != 0:
        nearest = visible_length(s, other, dx, dy, low, nearest)
        high = nearest
    for index in range(2 * places + 1):
        end, part = low if index % 2 else high, (index + 1) // 2
        x, y = move_along(cx, cy, dx, dy, nearest + (end - nearest) * part // places)
        if (index == 0 or end != nearest) and is_on_battlefield(x, y) and count_contacts(s, piece, x, y) == 0:
            found = 0
            way, bx, by = find_way(s, x, y, bends)
            if way != NO_WAY and why_not_shoot_from(s, x, y, other) == 0:
                return way, bx, by, x, y
    return NO_WAY, ax, ay, found, found


@kernel
def nearest_length(s: SkirmishState, other: int, dx: int, dy: int, low: int, high: int) -> int:
    """Return at which length, between these, a line from the other is nearest to the active character."""
    piece = s.actor - 1
    along = dot(dx, dy, s.x[piece] - s.x[other], s.y[piece] - s.y[other]) // DIRECTION_LENGTH
    return min(max(along, low), high)


@kernel
def is_before(dx: int, dy: int, ex: int, ey: int, side: int) -> bool:
    """Return whether turning to this side comes to d before e, which are less than half a turn apart."""
    return cross(dx, dy, ex, ey) * side > 0


@kernel
def sweep(s: SkirmishState, other: int, side: int, thorough: bool, bends: bool) -> Way:
    """Return a way to a shooting position on the lines from the other, turning to one side.

    If there is none, the last two numbers are NOWHERE unless there are positions that need a second leg.
    """
    piece = s.actor - 1
    ax, ay, cx, cy = s.x[piece], s.y[piece], s.x[other], s.y[other]
    ux, uy = unit_direction(ax - cx, ay - cy)
    distance = floor_sqrt((ax - cx) * (ax - cx) + (ay - cy) * (ay - cy))
    places, spacing = (PLACES, SPACING) if thorough else (LISTED_PLACES, LISTED_SPACING)
    step = min(max(spacing * 57 // distance, MIN_SWEEP_STEP), MAX_SWEEP_STEP)
    dx, dy, was_open, found = ux, uy, False, NOWHERE
    for _ in range(MAX_LINES):
        low, high = line_span(s, other, dx, dy)
        if low > high:
            break
        next_x, next_y = rotate(dx, dy, step * side)
        blocker = line_blocker(s, other, dx, dy, nearest_length(s, other, dx, dy, low, high))
        if blocker != 0:
            tx, ty = tangent_of_sight(s, blocker, other, -side)
            span = line_span(s, other, tx, ty)
            if was_open and span[0] <= span[1] and line_blocker(s, other, tx, ty, span[0]) == 0:
                way = find_way_on_line(s, other, tx, ty, span[0], span[1], places, bends)
                if way[0] != NO_WAY:
                    return way
                found = max(found, way[4])
        was_open = blocker == 0
        hidden = line_blocker(s, other, dx, dy, low) if blocker != 0 else 0
        if hidden == 0:
            way = find_way_on_line(s, other, dx, dy, low, high, places, bends)
            if way[0] != NO_WAY:
                return way
            found = max(found, way[4])
        if blocker != 0:
            tx, ty = tangent_of_sight(s, hidden if hidden != 0 else blocker, other, side)
            if is_before(dx, dy, tx, ty, side) and (hidden != 0 or is_before(tx, ty, next_x, next_y, side)):
                next_x, next_y = tx, ty
        dx, dy = next_x, next_y
        if cross(ux, uy, dx, dy) * side < 0:
            break
    return NO_WAY, ax, ay, found, found


@kernel
def find_shooting_way(s: SkirmishState, other: int, thorough: bool) -> Way:
    """Return how the active character can move to shoot at an enemy (NO_WAY and so on), and the ends of its two legs.

    The first try is straight towards the enemy until just in range.
    """
    piece = s.actor - 1
    ax, ay, allowed = s.x[piece], s.y[piece], longest_leg(s)
    cx, cy, ranges = s.x[other], s.y[other], s.shooting_range[piece] + s.radius[piece] + s.radius[other]
    if allowed < 1 or not is_within(ax, ay, 0, cx, cy, 0, ranges + allowed) or not may_be_shot_at(s, other):
        return NO_WAY, ax, ay, ax, ay
    if not is_within(ax, ay, 0, cx, cy, 0, ranges):
        x, y = point_of_contact(ax, ay, cx, cy, ranges - 2)
        if is_shooting_position(s, x, y, other) and why_not_move(s, x, y) == 0:
            return ONE_LEG, x, y, x, y
    left, right = sweep(s, other, 1, thorough, False), NO_ROUTE
    if left[0] == NO_WAY:
        right = sweep(s, other, -1, thorough, False)
    if left[0] == NO_WAY and right[0] == NO_WAY and thorough and s.legs == 0:
        if left[4] != NOWHERE:
            left = sweep(s, other, 1, thorough, True)
        if left[0] == NO_WAY and right[4] != NOWHERE:
            right = sweep(s, other, -1, thorough, True)
    return left if left[0] != NO_WAY else right
