"""What each line of the AI general's list makes its active character do (K5.2 to K5.9), as a move.

NO_CODE says that a line does not apply.
"""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from ...core.plane import gap
from .fighting import why_no_shot
from .happened import Happened
from .moves import Do, packed, why_no_leave
from .moving import can_be_charged, can_carry, is_leaving, longest_leg, thing_x, thing_y
from .sight import can_view
from .space import is_engaged, is_near_point, is_on_table
from .state import CONTACT, FIRST_OBJECTIVE, MOST_OBJECTIVES, TABLE, Clause
from .traits import Line
from .ways import BENT, NONE, charge_way, end_at_edge, end_towards, fan_end, next_enemy, shooting_end

A_STEP = 200
"""So far behind itself somebody looks who turns about."""
NO_CODE = 0
THINGS = FIRST_OBJECTIVE + MOST_OBJECTIVES


@kernel
def gap_to(s: Any, thing: Any) -> Any:
    """From the active character's base to a thing."""
    piece = s.actor - 1
    return gap(s.x[piece], s.y[piece], s.radius[piece], thing_x(s, thing), thing_y(s, thing), 0)


@kernel
def say(s: Any, clause: Any, line: Any, thing: Any, log: Any) -> None:
    """Tell which line of the list is followed, and about whom or what (-1: nobody)."""
    note(log, clause, Happened.LISTED, (s.actor - 1, line, thing + 1, 0))


@kernel
def leg_to(s: Any, x: Any, y: Any) -> Any:
    """A leg there, or to stay where that is where the active character stands."""
    piece = s.actor - 1
    if x == s.x[piece] and y == s.y[piece]:
        return packed(Do.STAY, 0, 0, 0)
    return packed(Do.LEG, 0, x, y)


@kernel
def carry_off(s: Any) -> Any:
    """K5.2."""
    if s.carries[s.actor - 1] == 0:
        return NO_CODE
    if s.enclosed and why_no_leave(s) == 0 and is_leaving(s, s.actor - 1):
        return packed(Do.LEAVE, 0, 0, 0)
    x, y = end_at_edge(s, True)
    return leg_to(s, x, y)


@kernel
def onward(s: Any, log: Any) -> Any:
    """K5.3: having felled an enemy, move on in that direction; then the list goes on."""
    piece = s.actor - 1
    dx, dy = s.onward_x, s.onward_y
    half = longest_leg(s) // 2
    if s.extra == 0 or s.legs > 0 or half == 0 or (dx == 0 and dy == 0):
        return NO_CODE
    s.onward_x = 0
    s.onward_y = 0
    x, y = fan_end(s, dx, dy, 0, half, True)
    if x == s.x[piece] and y == s.y[piece]:
        return NO_CODE
    say(s, Clause.K5_3, Line.FIGHT, -1, log)
    return packed(Do.LEG, 0, x, y)


@kernel
def target_here(s: Any) -> Any:
    """K5.4: the nearest enemy that can be shot at, or -1."""
    piece = s.actor - 1
    if s.shoots[piece] == 0:
        return -1
    target = next_enemy(s, piece, -1)
    while target >= 0 and why_no_shot(s, target) != 0:
        target = next_enemy(s, piece, target)
    return target


@kernel
def move_and_shoot(s: Any) -> Any:
    """K5.5: the closest enemy that can be shot at after a move."""
    piece = s.actor - 1
    if s.shoots[piece] == 0:
        return NO_CODE, -1
    target = next_enemy(s, piece, -1)
    while target >= 0:
        x, y = shooting_end(s, target)
        if x != s.x[piece] or y != s.y[piece]:
            return packed(Do.LEG, 0, x, y), target
        target = next_enemy(s, piece, target)
    return NO_CODE, -1


@kernel
def seek_objective(s: Any, limit: Any) -> Any:
    """K5.6, K5.8: towards the nearest objective in view, if it is within a limit."""
    piece = s.actor - 1
    if s.carries[piece] != 0:
        return NO_CODE, -1
    found, nearest = -1, 0
    for thing in range(FIRST_OBJECTIVE, THINGS):
        if can_carry(s, piece, thing):
            x, y = thing_x(s, thing), thing_y(s, thing)
            away = gap_to(s, thing)
            is_nearest = found < 0 or away < nearest
            if is_nearest and is_near_point(s, piece, x, y, limit) and can_view(s, piece, -1, x, y):
                found, nearest = thing, away
    if found < 0:
        return NO_CODE, -1
    reach = s.radius[piece] + s.pickup_reach
    x, y = end_towards(s, thing_x(s, found), thing_y(s, found), reach + 1, True)
    return leg_to(s, x, y), found


@kernel
def charge(s: Any) -> Any:
    """K5.7: the closest unengaged enemy in move range that can be reached."""
    piece = s.actor - 1
    target = next_enemy(s, piece, -1)
    while target >= 0:
        if can_be_charged(s, target) and not is_engaged(s, target):
            how, ax, ay, bx, by = charge_way(s, target)
            if how != NONE:
                s.going = 1 if how == BENT else 0
                s.aim_x, s.aim_y = bx, by
                return packed(Do.LEG, 0, ax, ay), target
        target = next_enemy(s, piece, target)
    return NO_CODE, -1


@kernel
def seek_enemy(s: Any) -> Any:
    """K5.9: towards the nearest enemy in view, but not into contact: whom it could charge it has charged."""
    piece = s.actor - 1
    target = next_enemy(s, piece, -1)
    while target >= 0 and not can_view(s, piece, target, s.x[target], s.y[target]):
        target = next_enemy(s, piece, target)
    if target < 0:
        return NO_CODE, -1
    near = s.radius[piece] + s.radius[target] + 2 * CONTACT
    x, y = end_towards(s, s.x[target], s.y[target], near, True)
    return leg_to(s, x, y), target


@kernel
def to_the_centre(s: Any) -> Any:
    """Nothing is in view: towards the centre, and who can come no nearer turns about."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    x, y = end_towards(s, TABLE // 2, TABLE // 2, 1, True)
    if x != ax or y != ay:
        return packed(Do.LEG, 0, x, y)
    longer = max(abs(s.face_x[piece]), abs(s.face_y[piece]))
    x, y = ax - s.face_x[piece] * A_STEP // longer, ay - s.face_y[piece] * A_STEP // longer
    if s.legs > 0 or not is_on_table(x, y):
        return packed(Do.STAY, 0, 0, 0)
    return packed(Do.FACE, 0, x, y)
