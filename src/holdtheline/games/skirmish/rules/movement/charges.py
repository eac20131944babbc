"""Charges of one leg or two (K3.7, K5.7), for the AI general, the list of legal moves and the table.

The straight way comes first, then one leg past what stands before the enemy, then two legs to places all around it. If
the AI general finds none of these, it tries again, more finely: one leg that ends before an obstacle; and, where water
is on the way, first legs in many directions, with a charge from where they end. There narrow strips along the bank
decide, and no tangent leads into them.
"""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.plane import (
    DIRECTION_LENGTH,
    cross,
    is_nearer,
    move_along,
    nearest_degrees,
    point_of_contact,
    rotate,
)
from ...state import CONTACT_GAP, SkirmishState
from ..battlefield import count_contacts, would_touch
from .bends import (
    LEFT_SIDE,
    NO_WAY,
    ONE_LEG,
    RIGHT_SIDE,
    ROUNDING,
    TWO_LEGS,
    find_bend,
    is_in_water,
    may_end_way,
    span_within,
    tangent_to_blocker,
)
from .legs import (
    can_be_charged,
    is_too_long,
    longest_leg,
    move_allowance,
    why_not_end_leg,
    why_not_move,
    why_not_move_from,
)
from .paths import CLOSED_TO_LEGS, NOWHERE, find_obstacle_for
from .terrain import is_on_battlefield, is_slowed_by_water

CONTACT_STEP, LISTED_CONTACT_STEP = 3, 30
"""The degrees between the places around an enemy that are tried for a charge."""
FIRST_LEG_STEP, FIRST_LEG_PARTS = 3, 4
"""First legs of the finer search: the degrees between two directions, and the parts into which a length is divided."""
SECOND_LEG_STEP = 10
"""The degrees between the places around an enemy that are tried from where such a leg ends."""


@kernel
def contact_point(s: SkirmishState, ax: int, ay: int, other: int) -> tuple[int, int]:
    """Return where the active character, coming straight from a, touches the other."""
    return point_of_contact(ax, ay, s.x[other], s.y[other], s.radius[s.actor - 1] + s.radius[other])


@kernel
def charge_in_one_leg(
    s: SkirmishState, other: int, ax: int, ay: int, allowed: int, side: int, step: int
) -> tuple[int, int]:
    """Return where a charge of one leg from a ends that turns to one side of the enemy's middle, or NOWHERE twice.

    It goes round the near half of the enemy in small steps, and past each obstacle on the way at once.
    """
    piece, cx, cy = s.actor - 1, s.x[other], s.y[other]
    near = s.radius[piece] + s.radius[other] + CONTACT_GAP // 2
    past_x, past_y = cx - ax, cy - ay
    towards = nearest_degrees(ax - cx, ay - cy, step)
    for degrees in range(0, 90, step):
        dx, dy = rotate(DIRECTION_LENGTH, 0, towards - degrees * side)
        x, y = move_along(cx, cy, dx, dy, near)
        if cross(past_x, past_y, x - ax, y - ay) * side < 0:
            continue
        if not is_nearer(ax, ay, x, y, allowed + ROUNDING):
            break  # the farther round, the longer the leg
        blocker = find_obstacle_for(s, piece, ax, ay, x, y, CLOSED_TO_LEGS)
        may_end = blocker == 0 and is_on_battlefield(x, y) and not is_too_long(s, ax, ay, x, y, allowed)
        if may_end and why_not_end_leg(s, ax, ay, x, y) == 0:
            return x, y
        if blocker != 0:
            past_x, past_y = tangent_to_blocker(s, blocker, ax, ay, side)
            low, high = span_within(ax, ay, past_x, past_y, cx, cy, near)
            if low > high:
                break
            x, y = move_along(ax, ay, past_x, past_y, max(low, 1))
            if why_not_move_from(s, ax, ay, x, y, allowed) == 0:
                return x, y
    return NOWHERE, NOWHERE


@kernel
def charge_after_leg(s: SkirmishState, other: int, ax: int, ay: int) -> tuple[int, int]:
    """Return where a second leg from a ends in contact with the other, or NOWHERE twice."""
    half = move_allowance(s) // 2
    x, y = contact_point(s, ax, ay, other)
    if would_touch(s, s.actor - 1, x, y, other) and why_not_move_from(s, ax, ay, x, y, half) == 0:
        return x, y
    for side in (LEFT_SIDE, RIGHT_SIDE):
        x, y = charge_in_one_leg(s, other, ax, ay, half, side, SECOND_LEG_STEP)
        if x != NOWHERE:
            return x, y
    return NOWHERE, NOWHERE


@kernel
def is_at_bank(s: SkirmishState, other: int) -> bool:
    """Return whether water is on the straight way to the other, and it is not too far for a leg in water."""
    piece, half = s.actor - 1, move_allowance(s) // 2
    ax, ay = s.x[piece], s.y[piece]
    x, y = contact_point(s, ax, ay, other)
    return is_nearer(ax, ay, x, y, half + half // 2 + ROUNDING) and is_slowed_by_water(s, piece, ax, ay, x, y)


@kernel
def may_charge_after(s: SkirmishState, x: int, y: int, other: int) -> bool:
    """Return whether the active character can go to x, y in a first leg; if that is in water, the next one is short."""
    piece, half = s.actor - 1, move_allowance(s) // 2
    near = s.radius[piece] + s.radius[other] + CONTACT_GAP + ROUNDING
    if not is_on_battlefield(x, y):
        return False
    if not is_nearer(x, y, s.x[other], s.y[other], near + half // 2) and is_in_water(s, x, y):
        return False
    is_free = why_not_move_from(s, s.x[piece], s.y[piece], x, y, half) == 0
    return is_free and count_contacts(s, piece, x, y) == 0


@kernel
def charge_along_bank(s: SkirmishState, other: int) -> tuple[int, int, int, int, int]:
    """Return a charge of two legs, the first in one of many directions: those towards the other come first."""
    piece, half = s.actor - 1, move_allowance(s) // 2
    ax, ay, cx, cy = s.x[piece], s.y[piece], s.x[other], s.y[other]
    reach = half + s.radius[piece] + s.radius[other] + CONTACT_GAP
    longest = (half // 2 if is_in_water(s, ax, ay) else half) - 1
    towards = nearest_degrees(cx - ax, cy - ay, FIRST_LEG_STEP)
    for turn in range(360 // FIRST_LEG_STEP):
        degrees = towards + (turn + 1) // 2 * FIRST_LEG_STEP * (1 if turn % 2 else -1)
        dx, dy = rotate(DIRECTION_LENGTH, 0, degrees)
        leads_near = False
        for part in range(FIRST_LEG_PARTS, 0, -1):
            x, y = move_along(ax, ay, dx, dy, longest * part // FIRST_LEG_PARTS)
            if not is_nearer(x, y, cx, cy, reach):
                continue
            leads_near = True
            if may_charge_after(s, x, y, other):
                bx, by = charge_after_leg(s, other, x, y)
                if bx != NOWHERE:
                    return TWO_LEGS, x, y, bx, by
        if not leads_near:
            break  # the more it turns, the farther it ends from the other
    return NO_WAY, ax, ay, ax, ay


@kernel
def charge_before_obstacle(s: SkirmishState, other: int) -> tuple[int, int]:
    """Return where a charge of one leg ends that need not pass the whole of what is in the way, or NOWHERE twice.

    The tangent past it turns farther than such a leg must, and may lead too far, or off a tether.
    """
    piece, cx, cy = s.actor - 1, s.x[other], s.y[other]
    ax, ay, allowed = s.x[piece], s.y[piece], longest_leg(s)
    x, y = contact_point(s, ax, ay, other)
    if find_obstacle_for(s, piece, ax, ay, x, y, CLOSED_TO_LEGS) == 0:
        return NOWHERE, NOWHERE
    near = s.radius[piece] + s.radius[other] + CONTACT_GAP // 2
    towards = nearest_degrees(ax - cx, ay - cy, CONTACT_STEP)
    for degrees in range(towards - 90, towards + 90, CONTACT_STEP):
        dx, dy = rotate(DIRECTION_LENGTH, 0, degrees)
        x, y = move_along(cx, cy, dx, dy, near)
        if is_nearer(ax, ay, x, y, allowed + 1) and why_not_move(s, x, y) == 0:
            return x, y
    return NOWHERE, NOWHERE


@kernel
def charge_finely(s: SkirmishState, other: int, may_bend: bool) -> tuple[int, int, int, int, int]:
    """Return a charge as `find_charge` does, where it has found none: in one leg, or with `may_bend` in two."""
    piece = s.actor - 1
    x, y = charge_before_obstacle(s, other)
    if x != NOWHERE:
        return ONE_LEG, x, y, x, y
    if may_bend and is_at_bank(s, other):
        return charge_along_bank(s, other)
    return NO_WAY, s.x[piece], s.y[piece], s.x[piece], s.y[piece]


@kernel
def find_charge(s: SkirmishState, other: int, thorough: bool) -> tuple[int, int, int, int, int]:
    """Return how the active character can charge an enemy (NO_WAY and so on), and the ends of its two legs.

    The AI general tries many places around the enemy (`thorough`), the list of moves few.
    """
    piece, half = s.actor - 1, move_allowance(s) // 2
    ax, ay, step = s.x[piece], s.y[piece], CONTACT_STEP if thorough else LISTED_CONTACT_STEP
    if longest_leg(s) == 0 or not can_be_charged(s, other) or s.fear[other] > 0:
        return NO_WAY, ax, ay, ax, ay
    x, y = contact_point(s, ax, ay, other)
    if would_touch(s, piece, x, y, other) and why_not_move(s, x, y) == 0:
        return ONE_LEG, x, y, x, y
    for side in (LEFT_SIDE, RIGHT_SIDE):
        x, y = charge_in_one_leg(s, other, ax, ay, longest_leg(s), side, step)
        if x != NOWHERE:
            return ONE_LEG, x, y, x, y
    if s.legs > 0 or half == 0:
        return charge_finely(s, other, False) if thorough else (NO_WAY, ax, ay, ax, ay)
    cx, cy, near = s.x[other], s.y[other], s.radius[piece] + s.radius[other] + CONTACT_GAP // 2
    towards = nearest_degrees(ax - cx, ay - cy, step)
    can_touch = False
    for turn in range(360 // step):
        dx, dy = rotate(DIRECTION_LENGTH, 0, towards + (turn + 1) // 2 * step * (1 if turn % 2 else -1))
        x, y = move_along(cx, cy, dx, dy, near)
        if may_end_way(s, x, y):
            can_touch = True
            bx, by = find_bend(s, x, y)
            if bx != NOWHERE:
                return TWO_LEGS, bx, by, x, y
    return charge_finely(s, other, can_touch) if thorough else (NO_WAY, ax, ay, ax, ay)


def charge_ends(s: SkirmishState, other: int) -> list[tuple[int, int]]:
    """Return the ends of the legs of a charge; if there is none, of the straight leg, so that the rules say why not."""
    charge_kind, ax, ay, bx, by = find_charge(s, other, True)
    if charge_kind == NO_WAY:
        return [contact_point(s, s.x[s.actor - 1], s.y[s.actor - 1], other)]
    return [(ax, ay), (bx, by)] if charge_kind == TWO_LEGS else [(ax, ay)]
