"""Good ends for the next leg of the active character: towards something, into contact, into range.

The AI general goes by them, and the list of moves offers them. An end is a place; where there is none, it is
where the character stands.
"""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from ...core.plane import along, is_nearer, root_up, square, touching, towards
from .bonds import bound_way, is_bound
from .edges import to_the_edge, way_out
from .fighting import why_no_shot_from
from .moving import (
    TURNS,
    can_be_charged,
    is_fair_end,
    is_too_long,
    longest_leg,
    pace_now,
    why_no_crossing,
    why_no_end,
    why_no_leg,
    why_no_way,
)
from .space import (
    ON_FOOT,
    enemies_at,
    first_of,
    gap_of,
    is_within,
    side_of,
    stands,
    way,
    way_of,
    would_touch,
)
from .state import MOST_OF_A_SIDE, There
from .turning import ALL_TURNS, turned
from .water import slow_way

NONE, STRAIGHT, BENT = range(3)
"""How a charge goes."""
FREELY, BLOCKED, BOUND = range(3)
"""How a leg ends: where it was to, or as far as water and gaps allow; at something; by fear or a tether."""
SHORTENED = 6
"""How often a leg is cut shorter until it is legal."""


# The nearest


@kernel
def next_enemy(s: Any, piece: Any, last: Any) -> Any:
    """The nearest enemy behind this one, by the sheet where gaps are equal; -1 begins, and ends it."""
    first = first_of(1 - side_of(piece))
    farther = gap_of(s, piece, last) if last >= 0 else -1
    found, nearest = -1, 0
    for other in range(first, first + MOST_OF_A_SIDE):
        if s.there[other] == There.NOBODY:
            break
        if stands(s, other):
            away = gap_of(s, piece, other)
            is_behind = away > farther or (away == farther and other > last)
            if is_behind and (found < 0 or away < nearest):
                found, nearest = other, away
    return found


# Straight ways


@kernel
def leg_end(s: Any, bx: Any, by: Any, clear: Any) -> Any:
    """How far the active character can legally go straight towards b, and how that ends, as in FREELY.

    b may be off the table. Who must keep `clear` ends in contact with no enemy.
    """
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    cx, cy = to_the_edge(ax, ay, bx, by)
    if cx == ax and cy == ay:
        return ax, ay, BLOCKED
    length = way_of(s, piece, ax, ay, cx, cy, ON_FOOT)
    is_free = cx == bx and cy == by and length == root_up(square(ax, ay, cx, cy))
    x, y = towards(ax, ay, cx, cy, length)
    if not is_open_end(s, x, y, clear):
        x, y, is_held = shorter_end(s, cx, cy, length, clear)
        if is_held:
            return x, y, BOUND
        is_free = is_free and (x != ax or y != ay)
    return x, y, FREELY if is_free else BLOCKED


@kernel
def shorter_end(s: Any, bx: Any, by: Any, length: Any, clear: Any) -> Any:
    """A legal end on the way to b, at most so far, or none; and whether fear or a tether has cut it short."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    length, is_held = slow_way(s, piece, ax, ay, bx, by, length, longest_leg(s)), False
    for _ in range(SHORTENED):
        x, y = towards(ax, ay, bx, by, length)
        shorter = bound_way(s, piece, ax, ay, bx, by, length, clear)
        if shorter < length:
            is_held = True
        elif length > 0 and why_no_crossing(s, ax, ay, x, y) != 0:
            shorter = min(length - 1, way(s, piece, ax, ay, x, y))
        x, y = towards(ax, ay, bx, by, shorter)
        if x == ax and y == ay:
            break
        if why_no_leg(s, x, y) == 0 and (not clear or enemies_at(s, piece, x, y) == 0):
            return x, y, is_held
        clear = clear or not is_fair_end(s, x, y)
        length = shorter - 1
    return ax, ay, is_held


@kernel
def is_open_end(s: Any, x: Any, y: Any, clear: Any) -> Any:
    """Whether the active character may end its leg here, if nothing is in the way."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    if is_too_long(s, ax, ay, x, y, longest_leg(s)) or why_no_end(s, ax, ay, x, y) != 0:
        return False
    return not clear or enemies_at(s, piece, x, y) == 0


@kernel
def fan_point(s: Any, dx: Any, dy: Any, turn: Any, distance: Any) -> Any:
    """The point at a distance in a direction, turned, whatever is in the way; it may be off the table."""
    piece = s.actor - 1
    dx, dy = turned(dx, dy, turn)
    return along(s.x[piece], s.y[piece], dx, dy, distance)


@kernel
def fan_end(s: Any, dx: Any, dy: Any, turn: Any, distance: Any, clear: Any) -> Any:
    """How far the active character can go there."""
    bx, by = fan_point(s, dx, dy, turn, distance)
    x, y, _ = leg_end(s, bx, by, clear)
    return x, y


@kernel
def end_towards(s: Any, gx: Any, gy: Any, near: Any, clear: Any) -> Any:
    """The end of a leg towards a goal: straight, if that leads all the way or nearer to the goal than `near`.

    Blocked, it turns as little as it must to come farther than half the leg, or else goes as far as it can.
    If fear or its tether forbids the goal itself, it goes straight as far as it may.
    """
    piece = s.actor - 1
    ax, ay, allowed = s.x[piece], s.y[piece], longest_leg(s)
    if allowed < 1 or (gx == ax and gy == ay):
        return ax, ay
    bx, by = towards(ax, ay, gx, gy, allowed)
    x, y, longest = ax, ay, 0
    for turn in range(TURNS + 1):
        if turn > 0:
            bx, by = fan_point(s, gx - ax, gy - ay, turn, allowed)
        cx, cy, why = leg_end(s, bx, by, clear)
        length = square(ax, ay, cx, cy)
        if turn == 0 and length > 0 and (why == FREELY or is_nearer(cx, cy, gx, gy, near)):
            return cx, cy
        if turn == 0 and why == BOUND and is_bound(s, piece, ax, ay, gx, gy, clear):
            return cx, cy
        if 4 * length > allowed * allowed:
            return cx, cy
        if length > longest:
            x, y, longest = cx, cy, length
    return x, y


@kernel
def end_at_edge(s: Any, clear: Any) -> Any:
    """The end of a leg towards the nearest edge of the table, or the exit of a closed room."""
    piece = s.actor - 1
    gx, gy, wide = way_out(s, s.x[piece], s.y[piece])
    return end_towards(s, gx, gy, s.radius[piece] + wide + 1, clear)


# Into contact (K3.7)


@kernel
def charge_end(s: Any, ax: Any, ay: Any, other: Any) -> Any:
    """Where somebody who comes straight from a touches the other."""
    return touching(ax, ay, s.x[other], s.y[other], s.radius[s.actor - 1] + s.radius[other])


@kernel
def charge_way(s: Any, other: Any) -> Any:
    """How the active character can charge an enemy: NONE, STRAIGHT or BENT, and the ends of its two legs."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    if not can_be_charged(s, other) or s.fear[other] > 0:
        return NONE, ax, ay, ax, ay
    x, y = charge_end(s, ax, ay, other)
    if would_touch(s, piece, x, y, other) and why_no_leg(s, x, y) == 0:
        return STRAIGHT, x, y, x, y
    half = pace_now(s) // 2
    if s.legs > 0 or half == 0:
        return NONE, ax, ay, ax, ay
    for turn in range(ALL_TURNS):
        bx, by = fan_point(s, s.x[other] - ax, s.y[other] - ay, turn, half)
        if is_corner(s, bx, by, other, half):
            x, y = charge_end(s, bx, by, other)
            if would_touch(s, piece, x, y, other) and why_no_way(s, bx, by, x, y, half) == 0:
                return BENT, bx, by, x, y
    return NONE, ax, ay, ax, ay


@kernel
def is_corner(s: Any, x: Any, y: Any, other: Any, half: Any) -> Any:
    """Whether a first leg of half the move can end here, clear of enemies, and near to the other."""
    piece = s.actor - 1
    if not is_within(x, y, s.radius[piece], s.x[other], s.y[other], s.radius[other], half):
        return False
    if enemies_at(s, piece, x, y) > 0 or is_too_long(s, s.x[piece], s.y[piece], x, y, half):
        return False
    return why_no_leg(s, x, y) == 0


# Into range (K3.6)


@kernel
def is_stand(s: Any, x: Any, y: Any, other: Any) -> Any:
    """Whether the active character can end its leg here, clear of enemies, and shoot at the other."""
    piece = s.actor - 1
    limit, radius = s.shoots[piece], s.radius[piece]
    if not is_within(x, y, radius, s.x[other], s.y[other], s.radius[other], limit):
        return False
    if enemies_at(s, piece, x, y) > 0 or why_no_leg(s, x, y) != 0:
        return False
    return why_no_shot_from(s, x, y, other) == 0


@kernel
def shooting_end(s: Any, other: Any) -> Any:
    """The end of a leg from which the active character can shoot at an enemy.

    First straight towards it until just in range; then a fan of full and of half moves.
    """
    piece = s.actor - 1
    ax, ay, allowed = s.x[piece], s.y[piece], longest_leg(s)
    cx, cy, ranges = s.x[other], s.y[other], s.shoots[piece] + s.radius[piece] + s.radius[other]
    if allowed < 1 or not is_within(ax, ay, 0, cx, cy, 0, ranges + allowed):
        return ax, ay
    if not is_within(ax, ay, 0, cx, cy, 0, ranges):
        x, y = touching(ax, ay, cx, cy, ranges - 2)
        if is_stand(s, x, y, other):
            return x, y
    for place in range(2 * ALL_TURNS):
        x, y = fan_point(s, cx - ax, cy - ay, place // 2, allowed // (1 + place % 2))
        if is_stand(s, x, y, other):
            return x, y
    return ax, ay
