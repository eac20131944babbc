"""Find a good end for the next leg: towards an enemy, an objective or the exit (K5).

The AI general and the list of legal moves use them. If there is no such end, the answer is the place where the
character stands."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.plane import (
    ceil_sqrt,
    is_nearer,
    move_along,
    move_towards,
    squared_distance,
)
from ...state import SkirmishState
from ..battlefield import count_contacts, enemies_of, gap_between, is_standing, side_of
from ..traits.fear_and_tethers import is_restrained, restrained_length
from .legs import (
    is_legal_contact,
    is_too_long,
    longest_leg,
    why_not_cross,
    why_not_end_leg,
    why_not_move,
)
from .paths import (
    CLOSED_TO_LEGS,
    MAX_DETOUR_TURNS,
    free_length,
    free_length_for,
    turn_direction,
)
from .terrain import clip_to_battlefield, nearest_exit, slowed_length

LEG_FREE, LEG_BLOCKED, LEG_RESTRAINED = range(3)
"""How a leg ends: at its goal, or as far as water and gaps allow; at an obstacle; short of it by fear or a tether."""
MAX_SHORTENINGS = 6
"""How often a leg is shortened to make it legal."""


@kernel
def next_nearest_enemy(s: SkirmishState, piece: int, last: int) -> int:
    """Return the enemy next in distance after `last`, in sheet order where gaps are equal.

    Start with -1; after the last enemy the answer is -1.
    """
    farther = gap_between(s, piece, last) if last >= 0 else -1
    found, nearest = -1, 0
    for other in enemies_of(s, piece):
        if is_standing(s, other):
            distance = gap_between(s, piece, other)
            is_behind = distance > farther or (distance == farther and other > last)
            if is_behind and (found < 0 or distance < nearest):
                found, nearest = other, distance
    return found


# Straight legs


@kernel
def farthest_leg_end(s: SkirmishState, bx: int, by: int, clear: bool) -> tuple[int, int, int]:
    """Return how far the active character can legally go straight towards b, and how the leg ends (LEG_FREE and so on).

    b may be off the table. With `clear` the leg ends in contact with no enemy.
    """
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    cx, cy = clip_to_battlefield(ax, ay, bx, by)
    if cx == ax and cy == ay:
        return ax, ay, LEG_BLOCKED
    length = free_length_for(s, piece, ax, ay, cx, cy, CLOSED_TO_LEGS)
    is_free = cx == bx and cy == by and length == ceil_sqrt(squared_distance(ax, ay, cx, cy))
    x, y = move_towards(ax, ay, cx, cy, length)
    if not is_legal_end(s, x, y, clear):
        x, y, is_held = shorten_leg(s, cx, cy, length, clear)
        if is_held:
            return x, y, LEG_RESTRAINED
        is_free = is_free and (x != ax or y != ay)
    return x, y, LEG_FREE if is_free else LEG_BLOCKED


@kernel
def shorten_leg(s: SkirmishState, bx: int, by: int, length: int, clear: bool) -> tuple[int, int, bool]:
    """Return a legal end on the way to b, at most this far, and whether fear or a tether has shortened the leg."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    length, is_held = slowed_length(s, piece, ax, ay, bx, by, length, longest_leg(s)), False
    for _ in range(MAX_SHORTENINGS):
        x, y = move_towards(ax, ay, bx, by, length)
        shorter = restrained_length(s, piece, ax, ay, bx, by, length, clear)
        if shorter < length:
            is_held = True
        elif length > 0 and why_not_cross(s, ax, ay, x, y) != 0:
            shorter = min(length - 1, free_length(s, piece, ax, ay, x, y))
        x, y = move_towards(ax, ay, bx, by, shorter)
        if x == ax and y == ay:
            break
        if why_not_move(s, x, y) == 0 and (not clear or count_contacts(s, piece, x, y) == 0):
            return x, y, is_held
        clear = clear or not is_legal_contact(s, x, y)
        length = shorter - 1
    return ax, ay, is_held


@kernel
def is_legal_end(s: SkirmishState, x: int, y: int, clear: bool) -> bool:
    """Return whether the active character may end its leg here, if nothing is in the way."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    if is_too_long(s, ax, ay, x, y, longest_leg(s)) or why_not_end_leg(s, ax, ay, x, y) != 0:
        return False
    return not clear or count_contacts(s, piece, x, y) == 0


@kernel
def fan_point(s: SkirmishState, dx: int, dy: int, turn: int, distance: int) -> tuple[int, int]:
    """Return the point at a distance in a direction, turned; it may be blocked or off the table."""
    piece = s.actor - 1
    dx, dy = turn_direction(dx, dy, turn)
    return move_along(s.x[piece], s.y[piece], dx, dy, distance)


@kernel
def fan_leg(s: SkirmishState, dx: int, dy: int, turn: int, distance: int, clear: bool) -> tuple[int, int]:
    """Return how far the active character can go in this direction."""
    bx, by = fan_point(s, dx, dy, turn, distance)
    x, y, _ = farthest_leg_end(s, bx, by, clear)
    return x, y


@kernel
def leg_towards(s: SkirmishState, gx: int, gy: int, near: int, clear: bool) -> tuple[int, int]:
    """Return the end of a leg towards a goal: straight, if that leads all the way or nearer to the goal than `near`.

    If the way is blocked, it turns as little as it must to come farther than half the leg, or else goes as far as it
    can. If fear or a tether forbids the goal itself, it goes straight as far as it may.
    """
    piece = s.actor - 1
    ax, ay, allowed = s.x[piece], s.y[piece], longest_leg(s)
    if allowed < 1 or (gx == ax and gy == ay):
        return ax, ay
    bx, by = move_towards(ax, ay, gx, gy, allowed)
    x, y, longest = ax, ay, 0
    for turn in range(MAX_DETOUR_TURNS + 1):
        if turn > 0:
            bx, by = fan_point(s, gx - ax, gy - ay, turn, allowed)
        cx, cy, why = farthest_leg_end(s, bx, by, clear)
        length = squared_distance(ax, ay, cx, cy)
        if turn == 0 and length > 0 and (why == LEG_FREE or is_nearer(cx, cy, gx, gy, near)):
            return cx, cy
        if turn == 0 and why == LEG_RESTRAINED and is_restrained(s, piece, ax, ay, gx, gy, clear):
            return cx, cy
        if 4 * length > allowed * allowed:
            return cx, cy
        if length > longest:
            x, y, longest = cx, cy, length
    return x, y


@kernel
def leg_towards_exit(s: SkirmishState, clear: bool) -> tuple[int, int]:
    """Return the end of a leg towards the nearest edge of the table, or the exit of an enclosed room."""
    piece = s.actor - 1
    gx, gy, wide = nearest_exit(s, side_of(piece), s.x[piece], s.y[piece])
    return leg_towards(s, gx, gy, s.radius[piece] + wide + 1, clear)
