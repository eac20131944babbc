"""Find a good end for the next leg: towards an enemy, an objective or the exit, or into contact (K3.7, K5).

The AI general and the list of legal moves use them. If there is no such end, the answer is the place where the
character stands."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.plane import (
    DIRECTION_LENGTH,
    ceil_sqrt,
    cross,
    is_nearer,
    move_along,
    move_towards,
    nearest_degrees,
    point_of_contact,
    rotate,
    squared_distance,
)
from ...state import CONTACT_GAP, SkirmishState
from ..battlefield import count_contacts, enemies_of, gap_between, is_standing, is_within, would_touch
from ..traits.fear_and_tethers import is_restrained, restrained_length
from .bends import (
    LEFT_SIDE,
    NO_WAY,
    NOWHERE,
    ONE_LEG,
    RIGHT_SIDE,
    TWO_LEGS,
    find_bend,
    span_within,
    tangent_to_blocker,
)
from .legs import (
    can_be_charged,
    is_legal_contact,
    is_too_long,
    longest_leg,
    move_allowance,
    why_not_cross,
    why_not_end_leg,
    why_not_move,
)
from .paths import (
    CLOSED_TO_LEGS,
    MAX_DETOUR_TURNS,
    can_stand,
    find_obstacle_for,
    free_length,
    free_length_for,
    turn_direction,
)
from .terrain import clip_to_battlefield, nearest_exit, slowed_length

LEG_FREE, LEG_BLOCKED, LEG_RESTRAINED = range(3)
"""How a leg ends: at its goal, or as far as water and gaps allow; at an obstacle; short of it by fear or a tether."""
CONTACT_STEP, LISTED_CONTACT_STEP = 3, 30
"""The degrees between the places around an enemy that are tried for a charge."""
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
    gx, gy, wide = nearest_exit(s, s.x[piece], s.y[piece])
    return leg_towards(s, gx, gy, s.radius[piece] + wide + 1, clear)


# Charges of one leg or two (K3.7, K5.7)


@kernel
def contact_point(s: SkirmishState, ax: int, ay: int, other: int) -> tuple[int, int]:
    """Return where the active character, coming straight from a, touches the other."""
    return point_of_contact(ax, ay, s.x[other], s.y[other], s.radius[s.actor - 1] + s.radius[other])


@kernel
def charge_in_one_leg(s: SkirmishState, other: int, side: int, step: int) -> tuple[int, int]:
    """Return where a charge of one leg ends that turns to one side of the enemy's middle, or NOWHERE twice.

    It goes round the near half of the enemy in small steps, and past each obstacle on the way at once.
    """
    piece = s.actor - 1
    ax, ay, cx, cy = s.x[piece], s.y[piece], s.x[other], s.y[other]
    near = s.radius[piece] + s.radius[other] + CONTACT_GAP // 2
    past_x, past_y = cx - ax, cy - ay
    towards = nearest_degrees(ax - cx, ay - cy, step)
    for degrees in range(0, 90, step):
        dx, dy = rotate(DIRECTION_LENGTH, 0, towards - degrees * side)
        x, y = move_along(cx, cy, dx, dy, near)
        if cross(past_x, past_y, x - ax, y - ay) * side < 0:
            continue
        if why_not_move(s, x, y) == 0:
            return x, y
        blocker = find_obstacle_for(s, piece, ax, ay, x, y, CLOSED_TO_LEGS)
        if blocker != 0:
            past_x, past_y = tangent_to_blocker(s, blocker, ax, ay, side)
            low, high = span_within(ax, ay, past_x, past_y, cx, cy, near)
            if low > high:
                break
            x, y = move_along(ax, ay, past_x, past_y, max(low, 1))
            if why_not_move(s, x, y) == 0:
                return x, y
    return NOWHERE, NOWHERE


@kernel
def find_charge(s: SkirmishState, other: int, thorough: bool) -> tuple[int, int, int, int, int]:
    """Return how the active character can charge an enemy (NO_WAY and so on), and the ends of its two legs.

    It tries the straight way, then one leg to either side, then two legs to places all around the enemy: the
    AI general to many of them (`thorough`), the list of moves to few.
    """
    piece, half = s.actor - 1, move_allowance(s) // 2
    ax, ay, step = s.x[piece], s.y[piece], CONTACT_STEP if thorough else LISTED_CONTACT_STEP
    if longest_leg(s) == 0 or not can_be_charged(s, other) or s.fear[other] > 0:
        return NO_WAY, ax, ay, ax, ay
    x, y = contact_point(s, ax, ay, other)
    if would_touch(s, piece, x, y, other) and why_not_move(s, x, y) == 0:
        return ONE_LEG, x, y, x, y
    for side in (LEFT_SIDE, RIGHT_SIDE):
        x, y = charge_in_one_leg(s, other, side, step)
        if x != NOWHERE:
            return ONE_LEG, x, y, x, y
    if s.legs > 0 or half == 0:
        return NO_WAY, ax, ay, ax, ay
    cx, cy, near = s.x[other], s.y[other], s.radius[piece] + s.radius[other] + CONTACT_GAP // 2
    towards = nearest_degrees(ax - cx, ay - cy, step)
    for turn in range(360 // step):
        dx, dy = rotate(DIRECTION_LENGTH, 0, towards + (turn + 1) // 2 * step * (1 if turn % 2 else -1))
        x, y = move_along(cx, cy, dx, dy, near)
        if is_within(ax, ay, 0, x, y, 0, 2 * half) and can_stand(s, piece, x, y):
            bx, by = find_bend(s, x, y)
            if bx != NOWHERE:
                return TWO_LEGS, bx, by, x, y
    return NO_WAY, ax, ay, ax, ay


def charge_ends(s: SkirmishState, other: int) -> list[tuple[int, int]]:
    """Return the ends of the legs of a charge; if there is none, of the straight leg, so that the rules say why not."""
    charge_kind, ax, ay, bx, by = find_charge(s, other, True)
    if charge_kind == NO_WAY:
        return [contact_point(s, s.x[s.actor - 1], s.y[s.actor - 1], other)]
    return [(ax, ay), (bx, by)] if charge_kind == TWO_LEGS else [(ax, ay)]
