"""The AI general: who of the enemy acts, and what he does by the lines of the list (K5).

Its decisions are moves like those of a person. What it means to do next is in the state: the line that it
follows, its aim, and the end of its next leg.
"""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.dice import FACES
from ...core.kernel import kernel
from ...core.plane import gap
from .fighting import begin_fight, nth_to_fight, to_fight, why_no_fight, why_no_shot
from .happened import Happened
from .moves import Do, packed
from .moving import (
    can_be_charged,
    can_carry,
    longest_leg,
    thing_x,
    thing_y,
    why_no_pick_up,
)
from .sight import can_view
from .space import first_of, is_engaged, is_near_point, is_on_table
from .state import (
    CHARACTERS,
    CONTACT,
    ENEMIES,
    FIRST_OBJECTIVE,
    MOST_OBJECTIVES,
    MOST_OF_A_SIDE,
    TABLE,
    Clause,
    Phase,
    There,
)
from .traits import Line
from .ways import (
    BENT,
    NONE,
    charge_way,
    end_at_edge,
    end_towards,
    fan_end,
    next_enemy,
    shooting_end,
)

LINES = 8
BITS_OF_A_LINE = 4
TO_THE_CENTRE = 9
"""The line behind the last (ruling)."""
A_STEP = 200
"""So far behind itself somebody looks who turns about."""
NO_CODE = 0
THINGS = FIRST_OBJECTIVE + MOST_OBJECTIVES


@kernel
def decide(s: Any, log: Any) -> Any:
    """What the general does next, as a move; NO_CODE if a die decides first."""
    if s.phase == Phase.CHOOSE:
        return packed(Do.ACTIVATE, next_in_order(s), 0, 0)
    piece = s.actor - 1
    if s.charged or is_engaged(s, piece):
        return melee(s, log)
    if s.going:
        s.going = 0
        return packed(Do.LEG, 0, s.aim_x, s.aim_y)
    if s.line == Line.MOVE_AND_SHOOT and why_no_shot(s, s.aim - 1) == 0:
        return packed(Do.SHOOT, s.aim - 1, 0, 0)
    if s.line != 0:
        return packed(Do.STAY, 0, 0, 0)
    thing = within_reach(s)
    if thing >= 0:
        say(s, Clause.K5_1, 0, thing, log)
        return packed(Do.PICK_UP, thing, 0, 0)
    return by_the_list(s, log)


@kernel
def next_in_order(s: Any) -> Any:
    """K5.1: by the order of the scenario, and then of the sheet; there is somebody."""
    found = -1
    first = first_of(ENEMIES)
    for piece in range(first, first + MOST_OF_A_SIDE):
        waits = s.there[piece] == There.STANDS and s.done[piece] == 0
        if waits and (found < 0 or s.rank[piece] < s.rank[found]):
            found = piece
    return found


@kernel
def within_reach(s: Any) -> Any:
    """K5.1: the nearest thing that the active character can pick up, or -1."""
    found, nearest = -1, 0
    for thing in range(THINGS):
        if why_no_pick_up(s, thing) == 0:
            away = gap_to(s, thing)
            if found < 0 or away < nearest:
                found, nearest = thing, away
    return found


@kernel
def gap_to(s: Any, thing: Any) -> Any:
    """From the active character's base to a thing."""
    piece = s.actor - 1
    return gap(s.x[piece], s.y[piece], s.radius[piece], thing_x(s, thing), thing_y(s, thing), 0)


@kernel
def say(s: Any, clause: Any, line: Any, thing: Any, log: Any) -> None:
    """Tell which line of the list is followed, and about whom or what (-1: nobody)."""
    note(log, clause, Happened.LISTED, (s.actor - 1, line, thing + 1, 0))


# Melee (K5.3)


@kernel
def melee(s: Any, log: Any) -> Any:
    """Whom to fight: the one who was charged, the only one, or whom a die chooses."""
    count = to_fight(s)
    if s.line == Line.CHARGE and why_no_fight(s, s.aim - 1) == 0:
        return packed(Do.FIGHT, s.aim - 1, 0, 0)
    if count == 1:
        if s.charged == 0:
            say(s, Clause.K5_3, Line.FIGHT, nth_to_fight(s, 0), log)
        return packed(Do.FIGHT, nth_to_fight(s, 0), 0, 0)
    s.phase = Phase.WHICH
    return NO_CODE


@kernel
def chosen(face: Any, count: Any) -> Any:
    """Which of so many a face chooses, or -1: it is rolled again."""
    count = min(count, FACES)
    place = (face - 1) // (FACES // count)
    return place if place < count else -1


@kernel
def roll_which(s: Any, face: Any, log: Any) -> None:
    place = chosen(face, to_fight(s))
    if place < 0:
        note(log, Clause.K5_3, Happened.CHOSEN, (s.actor - 1, face, CHARACTERS, 0))
        return
    target = nth_to_fight(s, place)
    note(log, Clause.K5_3, Happened.CHOSEN, (s.actor - 1, face, target, 0))
    begin_fight(s, target, log)


# The list


@kernel
def by_the_list(s: Any, log: Any) -> Any:
    """The first line that applies; else towards the table's centre."""
    own = s.own_list[s.actor - 1]
    for place in range(LINES):
        line = own >> place * BITS_OF_A_LINE & 15 if own != 0 else place + 1
        if line != 0:
            code = by_line(s, line, log)
            if code != NO_CODE:
                return code
    s.line = TO_THE_CENTRE
    if own != 0:
        return packed(Do.STAY, 0, 0, 0)
    say(s, Clause.K5_9, TO_THE_CENTRE, -1, log)
    return to_the_centre(s)


@kernel
def by_line(s: Any, line: Any, log: Any) -> Any:
    """What a line of the list makes the active character do, or NO_CODE: it does not apply."""
    code, thing = NO_CODE, -1
    if line == Line.CARRY_OFF:
        code = carry_off(s)
    elif line == Line.FIGHT:
        return onward(s, log)
    elif line == Line.SHOOT:
        thing = target_here(s)
        code = packed(Do.SHOOT, thing, 0, 0) if thing >= 0 else NO_CODE
    elif line == Line.MOVE_AND_SHOOT:
        code, thing = move_and_shoot(s)
    elif line == Line.FETCH:
        code, thing = seek_objective(s, longest_leg(s))
    elif line == Line.CHARGE:
        code, thing = charge(s)
    elif line == Line.SEEK_OBJECTIVE:
        code, thing = seek_objective(s, 2 * TABLE)
    else:
        code, thing = seek_enemy(s)
    if code != NO_CODE:
        s.line = line
        s.aim = thing + 1
        say(s, Clause.K5_1 + line, line, thing, log)
    return code


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
    x, y = end_at_edge(s)
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
    x, y = fan_end(s, dx, dy, 0, half)
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
    x, y = end_towards(s, thing_x(s, found), thing_y(s, found), reach + 1)
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
    """K5.9: towards the nearest enemy in view."""
    piece = s.actor - 1
    target = next_enemy(s, piece, -1)
    while target >= 0 and not can_view(s, piece, target, s.x[target], s.y[target]):
        target = next_enemy(s, piece, target)
    if target < 0:
        return NO_CODE, -1
    near = s.radius[piece] + s.radius[target] + CONTACT + 1
    x, y = end_towards(s, s.x[target], s.y[target], near)
    return leg_to(s, x, y), target


@kernel
def to_the_centre(s: Any) -> Any:
    """Nothing is in view: towards the centre, and who can come no nearer turns about."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    x, y = end_towards(s, TABLE // 2, TABLE // 2, 1)
    if x != ax or y != ay:
        return packed(Do.LEG, 0, x, y)
    longer = max(abs(s.face_x[piece]), abs(s.face_y[piece]))
    x, y = ax - s.face_x[piece] * A_STEP // longer, ay - s.face_y[piece] * A_STEP // longer
    if s.legs > 0 or not is_on_table(x, y):
        return packed(Do.STAY, 0, 0, 0)
    return packed(Do.FACE, 0, x, y)
