"""A sample of the legal moves of a moment, from which every sensible battle can be made.

Ways on an open table cannot be counted. Offered are: to stand, each target, each charge, a way to each shot,
to each thing and to the way out, and a fan of ends. Pivots are not: nothing depends on them.
"""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from .fighting import why_no_fight, why_no_shot
from .lines import THINGS
from .moves import Do, packed, why_no_activation, why_no_leave
from .moving import can_carry, longest_leg, pace_now, thing_x, thing_y, why_no_pick_up
from .space import first_of, is_engaged, side_of, stands
from .state import MOST_OF_A_SIDE, Phase, There
from .turning import ALL_TURNS
from .ways import NONE, charge_way, end_at_edge, end_towards, fan_end, shooting_end

MOST_MOVES = 3 + 4 * MOST_OF_A_SIDE + 2 * THINGS + 1 + 2 * ALL_TURNS


@kernel
def moves(s: Any, codes: Any) -> Any:
    """Write the offered moves into `codes`; how many they are."""
    if s.phase == Phase.CHOOSE:
        return choices(s, codes)
    return acts(s, codes) if s.phase == Phase.ACTING else 0


@kernel
def choices(s: Any, codes: Any) -> Any:
    """K2.2: whom to activate, or to pass."""
    codes[0] = packed(Do.PASS, 0, 0, 0)
    count = 1
    first = first_of(s.side)
    for piece in range(first, first + MOST_OF_A_SIDE):
        if s.there[piece] == There.NOBODY:
            break
        if why_no_activation(s, piece) == 0:
            codes[count] = packed(Do.ACTIVATE, piece, 0, 0)
            count += 1
    return count


@kernel
def acts(s: Any, codes: Any) -> Any:
    """What the active character may do."""
    count = fights(s, codes, 0)
    if s.charged or is_engaged(s, s.actor - 1):
        return count
    codes[count] = packed(Do.STAY, 0, 0, 0)
    count += 1
    if why_no_leave(s) == 0:
        codes[count] = packed(Do.LEAVE, 0, 0, 0)
        count += 1
    count = shots(s, codes, count)
    count = finds(s, codes, count)
    if longest_leg(s) > 0:
        count = ends_at_enemies(s, codes, count)
        count = ends_at_things(s, codes, count)
        count = fan(s, codes, count)
    return count


@kernel
def fights(s: Any, codes: Any, count: Any) -> Any:
    first = first_of(1 - side_of(s.actor - 1))
    for target in range(first, first + MOST_OF_A_SIDE):
        if s.there[target] == There.NOBODY:
            break
        if why_no_fight(s, target) == 0:
            codes[count] = packed(Do.FIGHT, target, 0, 0)
            count += 1
    return count


@kernel
def shots(s: Any, codes: Any, count: Any) -> Any:
    if s.shoots[s.actor - 1] == 0:
        return count
    first = first_of(1 - side_of(s.actor - 1))
    for target in range(first, first + MOST_OF_A_SIDE):
        if s.there[target] == There.NOBODY:
            break
        if why_no_shot(s, target) == 0:
            codes[count] = packed(Do.SHOOT, target, 0, 0)
            count += 1
    return count


@kernel
def finds(s: Any, codes: Any, count: Any) -> Any:
    """What can be picked up (K3.1)."""
    for thing in range(THINGS):
        if why_no_pick_up(s, thing) == 0:
            codes[count] = packed(Do.PICK_UP, thing, 0, 0)
            count += 1
    return count


@kernel
def added(s: Any, x: Any, y: Any, codes: Any, count: Any) -> Any:
    """Offer a leg, unless it leads nowhere or is offered already."""
    code = packed(Do.LEG, 0, x, y)
    if x == s.x[s.actor - 1] and y == s.y[s.actor - 1]:
        return count
    for place in range(count):
        if codes[place] == code:
            return count
    codes[count] = code
    return count + 1


@kernel
def ends_at_enemies(s: Any, codes: Any, count: Any) -> Any:
    """Each charge, or the first leg of one, and a way to each shot."""
    piece = s.actor - 1
    first = first_of(1 - side_of(piece))
    for target in range(first, first + MOST_OF_A_SIDE):
        if s.there[target] == There.NOBODY:
            break
        if stands(s, target):
            how, x, y, _, _ = charge_way(s, target)
            if how != NONE:
                count = added(s, x, y, codes, count)
            if s.shoots[piece] > 0 and why_no_shot(s, target) != 0:
                x, y = shooting_end(s, target)
                count = added(s, x, y, codes, count)
    return count


@kernel
def ends_at_things(s: Any, codes: Any, count: Any) -> Any:
    """Towards each thing that can be carried; with one, and in a closed room, towards the way out."""
    piece = s.actor - 1
    if s.carries[piece] != 0 or s.enclosed:
        x, y = end_at_edge(s, False)
        count = added(s, x, y, codes, count)
    if s.carries[piece] != 0:
        return count
    for thing in range(THINGS):
        if can_carry(s, piece, thing):
            near = s.radius[piece] + s.pickup_reach + 1
            x, y = end_towards(s, thing_x(s, thing), thing_y(s, thing), near, False)
            count = added(s, x, y, codes, count)
    return count


@kernel
def fan(s: Any, codes: Any, count: Any) -> Any:
    """Full and half moves all around."""
    for place in range(2 * ALL_TURNS):
        distance = pace_now(s) // (1 + place % 2)
        if 0 < distance <= longest_leg(s):
            x, y = fan_end(s, 1, 0, place // 2, distance, False)
            count = added(s, x, y, codes, count)
    return count
