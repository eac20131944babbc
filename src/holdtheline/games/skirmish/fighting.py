"""Whom one may shoot or fight, what the die must reach, and how a blow begins (K3.5 to K3.8, K4.1)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from ...core.plane import is_ahead
from .happened import Happened
from .moving import is_charged_at, look
from .reach import in_reach
from .sight import sees_from
from .space import first_of, has, is_enemy, is_engaged, is_within, locks, meets, side_of, stands, touches
from .state import (
    CHARACTERS,
    IS_HIGH,
    MOST_OF_A_SIDE,
    MOST_TERRAIN,
    ONE_SHOT_EACH,
    SWIPES,
    After,
    Clause,
    Phase,
    There,
)

WOUNDS_ABOVE = 3
"""K4.1: what the die with its modifiers must be over."""
AFTER_A_MOVE = -1
"""K3.6: to the attack of a shot."""
HIGHER_GROUND = 1
"""To the defence of who stands on it (trait)."""

# What the die must reach


@kernel
def attack_of(s: Any, striker: Any, target: Any, is_shot: Any) -> Any:
    """K3.6, and an item that changes a fight against this target (trait)."""
    attack = s.attack[striker]
    if is_shot:
        return attack + (AFTER_A_MOVE if s.legs > 0 else 0)
    return attack + (s.bane_attack[striker] if s.bane[striker] == target + 1 else 0)


@kernel
def defence_of(s: Any, striker: Any, target: Any, is_shot: Any) -> Any:
    """K1.2, higher ground, and an item that changes a fight against this striker (traits)."""
    defence = s.defence[target]
    if is_high(s, target) and not is_high(s, striker):
        defence += HIGHER_GROUND
    if not is_shot and s.bane[target] == striker + 1:
        defence += s.bane_defence[target]
    return defence


@kernel
def is_high(s: Any, piece: Any) -> Any:
    """Whether the centre of a base is on higher ground (trait)."""
    x, y = s.x[piece], s.y[piece]
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            return False
        if s.t_bits[place] & IS_HIGH and meets(s, place, x, y, x, y, 0):
            return True
    return False


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
    if has(s, piece, ONE_SHOT_EACH) and s.shot_at[target] != 0:
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
    """The clause that forbids the active character to fight this one, or 0.

    Who has moved into contact fights somebody in contact. Else somebody in contact is fought before a leg,
    and somebody farther off, in reach (trait), also after one.
    """
    piece = s.actor - 1
    if not is_enemy(s, piece, target) or not in_reach(s, piece, target):
        return Clause.K3_8
    if s.charged:
        return 0 if is_charged_at(s, s.x[piece], s.y[piece], target) else Clause.K3_7
    return 0 if s.legs == 0 or not touches(s, piece, target) else Clause.K3_8


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


@kernel
def can_fight(s: Any) -> Any:
    """Whether the active character may fight anybody."""
    first = first_of(1 - side_of(s.actor - 1))
    for target in range(first, first + MOST_OF_A_SIDE):
        if s.there[target] == There.NOBODY:
            return False
        if why_no_fight(s, target) == 0:
            return True
    return False


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
    """K3.7, K3.8; a swipe (trait) is a fight with everybody in reach, one after the other."""
    piece = s.actor - 1
    aim_at(s, piece, target)
    s.after = After.BLOW
    if has(s, piece, SWIPES):
        sweep(s, log)
        begin_swept(s, log)
    else:
        fight(s, target, log)


@kernel
def fight(s: Any, target: Any, log: Any) -> None:
    """The active character strikes at somebody."""
    piece = s.actor - 1
    s.striker = piece + 1
    s.target = target + 1
    s.phase = Phase.FIGHTING
    clause = Clause.K3_8 if s.legs == 0 else Clause.K3_7
    note(log, clause, Happened.FOUGHT, (piece, target, needed(s, piece, target, False), 0))


@kernel
def sweep(s: Any, log: Any) -> None:
    """Everybody in reach and in the forward half of the active character, friends too, is to be struck."""
    piece, count = s.actor - 1, 0
    for other in range(CHARACTERS):
        s.swept[other] = 0
        if other != piece and stands(s, other) and in_reach(s, piece, other):
            dx, dy = s.x[other] - s.x[piece], s.y[other] - s.y[piece]
            if is_ahead(s.face_x[piece], s.face_y[piece], dx, dy):
                s.swept[other] = 1
                count += 1
    note(log, Clause.K3_8, Happened.SWIPED, (piece, count, 0, 0))


@kernel
def begin_swept(s: Any, log: Any) -> Any:
    """The next one of a swipe who is still there and in reach is struck; whether there is one."""
    for other in range(CHARACTERS):
        if s.swept[other] != 0:
            s.swept[other] = 0
            if stands(s, other) and in_reach(s, s.actor - 1, other):
                fight(s, other, log)
                return True
    return False


@kernel
def clear_swipe(s: Any) -> None:
    """Nobody more is struck."""
    for other in range(CHARACTERS):
        s.swept[other] = 0


@kernel
def begin_back(s: Any, log: Any) -> None:
    """Option strike_back, or the trait: the target strikes at the active character."""
    striker, target = s.target - 1, s.actor - 1
    aim_at(s, striker, target)
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
