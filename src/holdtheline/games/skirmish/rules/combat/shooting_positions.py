"""Shooting positions: find a move after which an enemy can be shot at (K3.6, K5.5).

Lines from the enemy sweep over all places that the character could move to, first in its direction, then to either
side. A line that something hides turns past it, so both edges of every gap are tried; where lines are free, they are
a spacing apart. On each line the places nearest to the character are tried, in one leg before two. If nothing is found,
the AI general looks at the edges of what is in sight and in range (`edge_positions`).
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
from ..movement.bends import (
    NO_WAY,
    ONE_LEG,
    TWO_LEGS,
    find_bend,
    may_end_way,
    span_within,
)
from ..movement.legs import longest_leg, why_not_move
from ..movement.paths import NOWHERE
from ..movement.terrain import is_on_battlefield
from .edge_positions import find_edge_way
from .shooting import is_shooting_position, may_be_shot_at, why_not_shoot_from
from .shooting_lines import SIGHT_CLEARANCE, Way, line_blocker, tangent_of_sight, visible_length

LISTED, THOROUGH = range(2)
"""How closely a sweep looks: for the list of moves, and for the AI general."""
SPACINGS = (700, 450)
"""How far apart lines are where the character stands."""
PLACES = (1, 2)
"""How many places are tried on a line on either side of the nearest."""
MIN_SWEEP_STEP, MAX_SWEEP_STEP = 1, 10
"""In degrees."""
MAX_LINES = 120

Span = tuple[int, int, int]
"""The lengths at which a part of a line begins, is nearest to the character, and ends."""
NO_ROUTE = (NO_WAY, 0, 0, NOWHERE, NOWHERE)


@kernel
def line_span(s: SkirmishState, other: int, dx: int, dy: int) -> Span:
    """Return from which to which length a line from the other is in range and in the move, and where it is nearest.

    The first is greater than the last if it never is.
    """
    piece = s.actor - 1
    ax, ay, cx, cy = s.x[piece], s.y[piece], s.x[other], s.y[other]
    near = s.radius[piece] + s.radius[other]
    low, high = span_within(cx, cy, dx, dy, ax, ay, longest_leg(s) - 4)
    low, high = max(low, near + CONTACT_GAP + 2), min(high, near + s.shooting_range[piece] - 2)
    return low, min(max(dot(dx, dy, ax - cx, ay - cy) // DIRECTION_LENGTH, low), high), high


@kernel
def visible_span(s: SkirmishState, other: int, dx: int, dy: int, span: Span, blocker: int) -> Span:
    """Return the part of a span in which the other is in sight, as it is at its beginning.

    `blocker` is what hides it where the line is nearest to the character, or 0.
    """
    if blocker == 0:
        return span
    length = visible_length(s, other, dx, dy, span[0], span[1])
    return span[0], length, length


@kernel
def find_way_on_line(s: SkirmishState, other: int, dx: int, dy: int, span: Span, places: int, legs: int) -> Way:
    """Return a way of `legs` legs (ONE_LEG or TWO_LEGS) to a shooting position on a line from the other.

    It tries the place nearest to the character, then others towards the enemy and away from it.
    """
    piece = s.actor - 1
    ax, ay, cx, cy = s.x[piece], s.y[piece], s.x[other], s.y[other]
    low, nearest, high = span
    found = NOWHERE
    for index in range(2 * places + 1):
        end, part = low if index % 2 else high, (index + 1) // 2
        x, y = move_along(cx, cy, dx, dy, nearest + (end - nearest) * part // places)
        if (index == 0 or end != nearest) and is_on_battlefield(x, y) and count_contacts(s, piece, x, y) == 0:
            found = 0
            if legs == ONE_LEG and why_not_move(s, x, y) == 0 and why_not_shoot_from(s, x, y, other) == 0:
                return ONE_LEG, x, y, x, y
            if legs == TWO_LEGS and may_end_way(s, x, y) and why_not_shoot_from(s, x, y, other) == 0:
                bx, by = find_bend(s, x, y)
                if bx != NOWHERE:
                    return TWO_LEGS, bx, by, x, y
    return NO_WAY, ax, ay, found, found


@kernel
def find_way_at_edge(s: SkirmishState, other: int, dx: int, dy: int, places: int, legs: int) -> Way:
    """Return a way to a shooting position on a line from the other that may be hidden."""
    span = line_span(s, other, dx, dy)
    if span[0] > span[2] or line_blocker(s, other, dx, dy, span[0]) != 0:
        return NO_ROUTE
    span = visible_span(s, other, dx, dy, span, line_blocker(s, other, dx, dy, span[1]))
    return find_way_on_line(s, other, dx, dy, span, places, legs)


@kernel
def is_before(dx: int, dy: int, ex: int, ey: int, side: int) -> bool:
    """Return whether turning to this side comes to d before e, which are less than half a turn apart."""
    return cross(dx, dy, ex, ey) * side > 0


@kernel
def sweep(s: SkirmishState, other: int, side: int, detail: int, legs: int) -> Way:
    """Return a way of `legs` legs to a shooting position on the lines from the other, turning to one side.

    If there is none, the last two numbers are NOWHERE unless there are positions that need a second leg.
    """
    piece = s.actor - 1
    ax, ay, cx, cy = s.x[piece], s.y[piece], s.x[other], s.y[other]
    ux, uy = unit_direction(ax - cx, ay - cy)
    distance = floor_sqrt((ax - cx) * (ax - cx) + (ay - cy) * (ay - cy))
    step = min(max(SPACINGS[detail] * 57 // distance, MIN_SWEEP_STEP), MAX_SWEEP_STEP)
    dx, dy, was_open, found = ux, uy, False, NOWHERE
    for _ in range(MAX_LINES):
        span = line_span(s, other, dx, dy)
        if span[0] > span[2]:
            break
        next_x, next_y = rotate(dx, dy, step * side)
        blocker = line_blocker(s, other, dx, dy, span[1])
        if blocker != 0 and was_open:
            tx, ty = tangent_of_sight(s, blocker, other, -side, SIGHT_CLEARANCE)
            way = find_way_at_edge(s, other, tx, ty, PLACES[detail], legs)
            if way[0] != NO_WAY:
                return way
            found = max(found, way[4])
        was_open = blocker == 0
        hidden = line_blocker(s, other, dx, dy, span[0]) if blocker != 0 else 0
        if hidden == 0:
            span = visible_span(s, other, dx, dy, span, blocker)
            way = find_way_on_line(s, other, dx, dy, span, PLACES[detail], legs)
            if way[0] != NO_WAY:
                return way
            found = max(found, way[4])
        if blocker != 0:
            nearer = hidden if hidden != 0 else blocker
            tx, ty = tangent_of_sight(s, nearer, other, side, SIGHT_CLEARANCE)
            if is_before(dx, dy, tx, ty, side) and (hidden != 0 or is_before(tx, ty, next_x, next_y, side)):
                next_x, next_y = tx, ty
        dx, dy = next_x, next_y
        if cross(ux, uy, dx, dy) * side < 0:
            break
    return NO_WAY, ax, ay, found, found


@kernel
def sweep_both_sides(s: SkirmishState, other: int, detail: int, legs: int) -> Way:
    """Return a way to a shooting position on the lines to either side."""
    left = sweep(s, other, 1, detail, legs)
    return left if left[0] != NO_WAY else sweep(s, other, -1, detail, legs)


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
    if not thorough:
        return sweep_both_sides(s, other, LISTED, ONE_LEG)
    left, right = sweep(s, other, 1, THOROUGH, ONE_LEG), NO_ROUTE
    if left[0] == NO_WAY:
        right = sweep(s, other, -1, THOROUGH, ONE_LEG)
    if left[0] == NO_WAY and right[0] == NO_WAY and s.legs == 0:
        if left[4] != NOWHERE:
            left = sweep(s, other, 1, THOROUGH, TWO_LEGS)
        if left[0] == NO_WAY and right[4] != NOWHERE:
            right = sweep(s, other, -1, THOROUGH, TWO_LEGS)
    if left[0] == NO_WAY and right[0] == NO_WAY:
        way = find_edge_way(s, other, ONE_LEG)
        return find_edge_way(s, other, TWO_LEGS) if way[0] == NO_WAY and s.legs == 0 else way
    return left if left[0] != NO_WAY else right
