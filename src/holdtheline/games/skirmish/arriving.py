"""Those who come later, at a door (trait, K1.4), and the goal that is rolled for (trait, K6.3)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from ...core.plane import along
from .general import chosen
from .happened import Happened
from .moving import spot
from .space import FOR_GOOD, can_stand, terrain_in_way
from .state import CHARACTERS, IS_ROLLED_GOAL, MOST_OBJECTIVES, TABLE, Clause, Lies, Phase, There
from .turning import ALL_TURNS, turned

A_STEP_ASIDE = 250
"""Whoever finds the place taken looks around it in rings of this width."""
RINGS = 16
"""Up to 4 inches away."""
MIDDLE = TABLE // 2


# Arrivals


@kernel
def let_in(s: Any, log: Any) -> None:
    """Everybody whose round has come, and who finds room; the others wait another round."""
    for piece in range(CHARACTERS):
        if s.there[piece] == There.WAITS and s.arrives[piece] <= s.round:
            is_free, x, y = room_for(s, piece)
            if is_free:
                s.x[piece] = x
                s.y[piece] = y
                s.there[piece] = There.STANDS
                note(log, Clause.K1_4, Happened.ARRIVED, (piece, spot(x, y), 0, 0))


@kernel
def room_for(s: Any, piece: Any) -> Any:
    """Whether there is room where a character is to come in, or near it, and where."""
    ax, ay = s.x[piece], s.y[piece]
    if can_stand(s, piece, ax, ay):
        return True, ax, ay
    dx, dy = MIDDLE - ax, MIDDLE - ay
    if dx == 0 and dy == 0:
        dy = 1
    for place in range(RINGS * ALL_TURNS):
        ring, turn = place // ALL_TURNS, place % ALL_TURNS
        bx, by = turned(dx, dy, turn)
        x, y = along(ax, ay, bx, by, (ring + 1) * A_STEP_ASIDE)
        if can_stand(s, piece, x, y) and terrain_in_way(s, piece, ax, ay, x, y, FOR_GOOD) == 0:
            return True, x, y
    return False, ax, ay


# The goal


@kernel
def is_goal(s: Any, objective: Any) -> Any:
    return s.o_kind[objective] != 0 and s.o_bits[objective] & IS_ROLLED_GOAL != 0


@kernel
def goals(s: Any) -> Any:
    """How many objectives a die chooses from."""
    count = 0
    for objective in range(MOST_OBJECTIVES):
        if is_goal(s, objective):
            count += 1
    return count


@kernel
def roll_goal(s: Any, face: Any, log: Any) -> None:
    """Before the first round: the faces are dealt evenly, and those that are left over are rolled again."""
    place = chosen(face, goals(s))
    if place < 0:
        note(log, Clause.K6_3, Happened.GOAL, (face, MOST_OBJECTIVES, 0, 0))
        return
    for objective in range(MOST_OBJECTIVES):
        if is_goal(s, objective):
            if place == 0:
                note(log, Clause.K6_3, Happened.GOAL, (face, objective, 0, 0))
            else:
                s.o_lies[objective] = Lies.LOST
            place -= 1
    s.phase = Phase.OPEN
