"""Good ends for the next leg of the active character: towards something, into contact, into range.

The AI general goes by them, and the list of moves offers them. An end is a place; where there is none, it is
where the character stands.
"""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from ...core.plane import along, is_nearer, nearest_edge, square, touching, towards
from .fighting import why_no_shot_from
from .moving import (
    EDGE_X,
    EDGE_Y,
    TURNS,
    can_be_charged,
    is_fair_end,
    is_too_long,
    longest_leg,
    pace_now,
    why_no_leg,
    why_no_way,
)
from .space import enemies_at, first_of, gap_of, is_within, side_of, stands, way, would_touch
from .state import CONTACT, MOST_OF_A_SIDE, TABLE, There
from .turning import ALL_TURNS, turned

NONE, STRAIGHT, BENT = range(3)
"""How a charge goes."""
ASIDE = CONTACT + 2
"""So much farther off nobody is in contact."""


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
def to_the_edge(ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Where a way from a to b ends, or leaves the table."""
    whole = 1 + max(abs(bx - ax), abs(by - ay))
    part = whole
    if bx < 0:
        part = min(part, whole * ax // (ax - bx))
    if bx > TABLE:
        part = min(part, whole * (TABLE - ax) // (bx - ax))
    if by < 0:
        part = min(part, whole * ay // (ay - by))
    if by > TABLE:
        part = min(part, whole * (TABLE - ay) // (by - ay))
    if part == whole:
        return bx, by
    return clipped(ax, bx, part, whole), clipped(ay, by, part, whole)


@kernel
def clipped(a: Any, b: Any, part: Any, whole: Any) -> Any:
    """A part of the way from a to b, rounded towards a."""
    return a + (b - a) * part // whole if b > a else a - (a - b) * part // whole


@kernel
def free_end(s: Any, bx: Any, by: Any) -> Any:
    """How far the active character can legally go straight towards b, which may be off the table."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    bx, by = to_the_edge(ax, ay, bx, by)
    if bx == ax and by == ay:
        return ax, ay
    length = way(s, piece, ax, ay, bx, by)
    x, y = towards(ax, ay, bx, by, length)
    if not is_too_long(s, ax, ay, x, y, longest_leg(s)) and is_fair_end(s, x, y):
        return x, y
    for shorter in (length - ASIDE, length // 2):
        if shorter > 0:
            x, y = towards(ax, ay, bx, by, shorter)
            if why_no_leg(s, x, y) == 0:
                return x, y
    return ax, ay


@kernel
def fan_point(s: Any, dx: Any, dy: Any, turn: Any, distance: Any) -> Any:
    """The point at a distance in a direction, turned, whatever is in the way; it may be off the table."""
    piece = s.actor - 1
    dx, dy = turned(dx, dy, turn)
    return along(s.x[piece], s.y[piece], dx, dy, distance)


@kernel
def fan_end(s: Any, dx: Any, dy: Any, turn: Any, distance: Any) -> Any:
    """How far the active character can go there."""
    bx, by = fan_point(s, dx, dy, turn, distance)
    return free_end(s, bx, by)


@kernel
def end_towards(s: Any, gx: Any, gy: Any, near: Any) -> Any:
    """The end of a leg towards a goal: straight, if that leads all the way or nearer to the goal than `near`.

    Blocked, it turns as little as it must to come farther than half the leg, or else goes as far as it can.
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
        cx, cy = free_end(s, bx, by)
        length = square(ax, ay, cx, cy)
        if turn == 0 and length > 0 and ((cx == bx and cy == by) or is_nearer(cx, cy, gx, gy, near)):
            return cx, cy
        if 4 * length > allowed * allowed:
            return cx, cy
        if length > longest:
            x, y, longest = cx, cy, length
    return x, y


@kernel
def end_at_edge(s: Any) -> Any:
    """The end of a leg towards the nearest edge of the table."""
    piece = s.actor - 1
    x, y = s.x[piece], s.y[piece]
    edge = nearest_edge(x, y, TABLE)
    gx = x if EDGE_X[edge] == 0 else (TABLE if EDGE_X[edge] > 0 else 0)
    gy = y if EDGE_Y[edge] == 0 else (TABLE if EDGE_Y[edge] > 0 else 0)
    return end_towards(s, gx, gy, s.radius[piece] + 1)


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
    if not can_be_charged(s, other):
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
    """Whether the active character can end its first leg here, clear of enemies, and be near to the other."""
    piece = s.actor - 1
    if not is_within(x, y, s.radius[piece], s.x[other], s.y[other], s.radius[other], half):
        return False
    return enemies_at(s, piece, x, y) == 0 and why_no_leg(s, x, y) == 0


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
