"""Shots, fights and what they do: one blow is one die (K4.1 to K4.3, K3.5 to K3.9)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from .happened import Happened
from .losses import wound
from .moving import is_charged_at, look
from .sight import sees_from
from .space import first_of, has, is_engaged, is_within, locks, side_of, stands, touches
from .state import (
    MOST_OF_A_SIDE,
    STRIKES_BACK,
    After,
    Clause,
    Followup,
    Phase,
    There,
)

WOUNDS_ABOVE = 3
"""K4.1: what the die with its modifiers must be over."""
AFTER_A_MOVE = -1
"""K3.6: to the attack of a shot."""

# What the die must reach


@kernel
def attack_of(s: Any, striker: Any, target: Any, is_shot: Any) -> Any:
    """K3.6, and whatever traits change."""
    return s.attack[striker] + (AFTER_A_MOVE if is_shot and s.legs > 0 else 0)


@kernel
def defence_of(s: Any, striker: Any, target: Any, is_shot: Any) -> Any:
    """K1.2, and whatever traits change."""
    return s.defence[target]


@kernel
def needed(s: Any, striker: Any, target: Any, is_shot: Any) -> Any:
    """K4.1: the least face that wounds. A natural 1 never does, a natural 6 always."""
    face = WOUNDS_ABOVE + 1 + defence_of(s, striker, target, is_shot) - attack_of(s, striker, target, is_shot)
    return min(max(face, 2), 6)


# Whom one may strike


@kernel
def why_no_shot(s: Any, target: Any) -> Any:
    """The clause that forbids the active character to shoot at a target, or 0."""
    piece = s.actor - 1
    return why_no_shot_from(s, s.x[piece], s.y[piece], target)


@kernel
def why_no_shot_from(s: Any, x: Any, y: Any, target: Any) -> Any:
    """The same, from where it could stand."""
    piece = s.actor - 1
    if s.shoots[piece] == 0 or not stands(s, target) or side_of(target) == side_of(piece):
        return Clause.K3_5
    limit, radius = s.shoots[piece], s.radius[piece]
    if not is_within(x, y, radius, s.x[target], s.y[target], s.radius[target], limit):
        return Clause.K3_5
    if not s.shoot_into_melee and is_engaged(s, target):
        return Clause.K3_5
    return 0 if sees_from(s, piece, x, y, target) else Clause.K4_4


@kernel
def can_shoot(s: Any) -> Any:
    """Whether the active character has somebody to shoot at from where it is."""
    piece = s.actor - 1
    first = first_of(1 - side_of(piece))
    if s.shoots[piece] == 0:
        return False
    for target in range(first, first + MOST_OF_A_SIDE):
        if s.there[target] == There.NOBODY:
            return False
        if why_no_shot(s, target) == 0:
            return True
    return False


@kernel
def why_no_fight(s: Any, target: Any) -> Any:
    """The clause that forbids the active character to fight this one, or 0."""
    piece = s.actor - 1
    if not stands(s, target) or side_of(target) == side_of(piece) or not touches(s, piece, target):
        return Clause.K3_8
    if s.charged:
        return 0 if is_charged_at(s, s.x[piece], s.y[piece], target) else Clause.K3_7
    return 0 if s.legs == 0 else Clause.K3_8


@kernel
def to_fight(s: Any) -> Any:
    """How many enemies the active character may fight now."""
    count = 0
    first = first_of(1 - side_of(s.actor - 1))
    for target in range(first, first + MOST_OF_A_SIDE):
        if s.there[target] == There.NOBODY:
            return count
        if why_no_fight(s, target) == 0:
            count += 1
    return count


@kernel
def nth_to_fight(s: Any, place: Any) -> Any:
    """One of them, in the order of the sheet; there must be so many."""
    target = first_of(1 - side_of(s.actor - 1))
    while True:
        if why_no_fight(s, target) == 0:
            if place == 0:
                return target
            place -= 1
        target += 1


# Striking


@kernel
def aim_at(s: Any, striker: Any, target: Any) -> None:
    s.striker = striker + 1
    s.target = target + 1
    look(s, striker, s.x[target] - s.x[striker], s.y[target] - s.y[striker])


@kernel
def begin_shot(s: Any, target: Any, log: Any) -> None:
    """K3.5, K3.6."""
    piece = s.actor - 1
    aim_at(s, piece, target)
    s.shot_at[target] = 1
    s.after = After.END
    s.phase = Phase.SHOOTING
    moved = 1 if s.legs > 0 else 0
    clause = Clause.K3_6 if moved else Clause.K3_5
    note(log, clause, Happened.SHOT, (piece, target, needed(s, piece, target, True), moved))


@kernel
def begin_fight(s: Any, target: Any, log: Any) -> None:
    """K3.7, K3.8."""
    piece = s.actor - 1
    clause = Clause.K3_7 if s.charged else Clause.K3_8
    aim_at(s, piece, target)
    s.after = After.END
    s.phase = Phase.FIGHTING
    note(log, clause, Happened.FOUGHT, (piece, target, needed(s, piece, target, False), 0))


@kernel
def begin_back(s: Any, log: Any) -> None:
    """Option strike_back: the target strikes at the active character."""
    striker, target = s.target - 1, s.actor - 1
    aim_at(s, striker, target)
    s.after = After.END
    s.phase = Phase.BACK
    note(log, Clause.K4_1, Happened.STRUCK_BACK, (striker, target, needed(s, striker, target, False), 0))


@kernel
def begin_free_blow(s: Any, log: Any) -> Any:
    """Option free_blow: the next enemy strikes at the one who flees from it; whether there is one."""
    piece = s.actor - 1
    first = first_of(1 - side_of(piece))
    for striker in range(max(first, s.blows), first + MOST_OF_A_SIDE):
        if s.free_blow and locks(s, piece, striker):
            aim_at(s, striker, piece)
            s.blows = striker + 1
            s.phase = Phase.FREE_BLOW
            needs = needed(s, striker, piece, False)
            note(log, Clause.K3_2, Happened.FREE_BLOW, (striker, piece, needs, 0))
            return True
    return False


@kernel
def strike(s: Any, face: Any, log: Any) -> Any:
    """K4.1: the die of a blow; whether it wounds."""
    striker, target = s.striker - 1, s.target - 1
    hit = face >= needed(s, striker, target, s.phase == Phase.SHOOTING)
    note(log, Clause.K4_1, Happened.STRUCK, (striker, target, face, 1 if hit else 0))
    if hit:
        wound(s, target, striker, log)
    return hit


@kernel
def roll_fight(s: Any, face: Any, log: Any) -> None:
    """The active character's blow in melee, and what follows from it."""
    piece, target = s.actor - 1, s.target - 1
    hit = strike(s, face, log)
    if not stands(s, target):
        s.onward_x = s.x[target] - s.x[piece]
        s.onward_y = s.y[target] - s.y[piece]
        chains = s.followup == Followup.CHAIN or (s.followup == Followup.ONCE and s.extra == 0)
        s.after = After.FOLLOW_UP if chains else After.END
    elif s.strike_back or (hit and has(s, target, STRIKES_BACK)):
        s.after = After.BACK


@kernel
def roll_free_blow(s: Any, face: Any, log: Any) -> None:
    strike(s, face, log)
    s.after = After.FLEE if stands(s, s.actor - 1) else After.END
