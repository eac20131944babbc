"""Find a charge: a path of one leg or two into contact with an enemy (K3.7, K5.7)."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.plane import point_of_contact
from ...state import SkirmishState
from ..battlefield import count_contacts, is_within, would_touch
from .approach import fan_point
from .legs import can_be_charged, is_too_long, move_allowance, why_no_leg, why_no_path
from .paths import TURN_COUNT

NO_CHARGE, STRAIGHT_CHARGE, TWO_LEG_CHARGE = range(3)


@kernel
def contact_point(s: SkirmishState, ax: int, ay: int, other: int) -> tuple[int, int]:
    """Return where the active character, coming straight from a, touches the other."""
    return point_of_contact(ax, ay, s.x[other], s.y[other], s.radius[s.actor - 1] + s.radius[other])


@kernel
def is_charge_corner(s: SkirmishState, x: int, y: int, other: int, half: int) -> bool:
    """Return whether a first leg of half the move can end here, out of contact and near enough to the other."""
    piece = s.actor - 1
    if not is_within(x, y, s.radius[piece], s.x[other], s.y[other], s.radius[other], half):
        return False
    if count_contacts(s, piece, x, y) > 0 or is_too_long(s, s.x[piece], s.y[piece], x, y, half):
        return False
    return why_no_leg(s, x, y) == 0


@kernel
def find_charge(s: SkirmishState, other: int) -> tuple[int, int, int, int, int]:
    """Return how the active character can charge an enemy (NO_CHARGE and so on), and the ends of its two legs."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    if not can_be_charged(s, other) or s.fear[other] > 0:
        return NO_CHARGE, ax, ay, ax, ay
    x, y = contact_point(s, ax, ay, other)
    if would_touch(s, piece, x, y, other) and why_no_leg(s, x, y) == 0:
        return STRAIGHT_CHARGE, x, y, x, y
    half = move_allowance(s) // 2
    if s.legs > 0 or half == 0:
        return NO_CHARGE, ax, ay, ax, ay
    for turn in range(TURN_COUNT):
        bx, by = fan_point(s, s.x[other] - ax, s.y[other] - ay, turn, half)
        if is_charge_corner(s, bx, by, other, half):
            x, y = contact_point(s, bx, by, other)
            if would_touch(s, piece, x, y, other) and why_no_path(s, bx, by, x, y, half) == 0:
                return TWO_LEG_CHARGE, bx, by, x, y
    return NO_CHARGE, ax, ay, ax, ay
