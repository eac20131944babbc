"""Melee: whom a character may fight, swipes, blows struck back and free blows (K3.7 to K3.9)."""

from __future__ import annotations

from .....core.events import log_event
from .....core.kernel.compiler import kernel
from .....core.plane import is_in_front
from ...state import MAX_CHARACTERS, Clause, Continuation, Followup, Phase, SkirmishState
from ..battlefield import (
    enemies_of,
    has_trait,
    is_in_contact,
    is_standing,
    is_standing_enemy,
    is_within,
    locks_in_melee,
)
from ..events import EventKind, Log
from ..movement.legs import would_charge
from ..traits.catalog import STRIKES_BACK, SWIPES
from .blows import aim_at, face_needed
from .line_of_sight import is_line_clear


@kernel
def is_in_reach(s: SkirmishState, piece: int, other: int) -> bool:
    """Return whether the other is in contact, or within the reach of `piece` with no wall between (trait `reach`)."""
    if is_in_contact(s, piece, other):
        return True
    if s.reach[piece] == 0:
        return False
    ax, ay, bx, by = s.x[piece], s.y[piece], s.x[other], s.y[other]
    is_near = is_within(ax, ay, s.radius[piece], bx, by, s.radius[other], s.reach[piece])
    return is_near and is_line_clear(s, ax, ay, bx, by)


@kernel
def why_not_fight(s: SkirmishState, target: int) -> int:
    """Return the clause that forbids the active character to fight this one, or 0.

    After a charge it fights an enemy it has charged. Otherwise it may fight an enemy in contact before a leg, and an
    enemy farther off but in reach (trait) after a leg as well.
    """
    piece = s.actor - 1
    if not is_standing_enemy(s, piece, target) or not is_in_reach(s, piece, target):
        return Clause.K3_8
    if s.charged:
        return 0 if would_charge(s, s.x[piece], s.y[piece], target) else Clause.K3_7
    return 0 if s.legs == 0 or not is_in_contact(s, piece, target) else Clause.K3_8


@kernel
def count_opponents(s: SkirmishState) -> int:
    """Return how many enemies the active character may fight now."""
    count = 0
    for target in enemies_of(s, s.actor - 1):
        if why_not_fight(s, target) == 0:
            count += 1
    return count


@kernel
def nth_opponent(s: SkirmishState, index: int) -> int:
    """Return one of these enemies by its index, in the order of the sheet."""
    for target in enemies_of(s, s.actor - 1):
        if why_not_fight(s, target) == 0:
            if index == 0:
                return target
            index -= 1
    return -1


@kernel
def begin_blow(s: SkirmishState, target: int, log: Log) -> None:
    """Let the active character strike at a target."""
    piece = s.actor - 1
    s.striker = piece + 1
    s.target = target + 1
    s.phase = Phase.FIGHTING
    clause = Clause.K3_8 if s.legs == 0 else Clause.K3_7
    log_event(log, clause, EventKind.FOUGHT, (piece, target, face_needed(s, piece, target, False), 0))


@kernel
def mark_swipe_targets(s: SkirmishState, log: Log) -> None:
    """Mark everyone in reach and in the forward half of the active character, friends too (trait `swipe`)."""
    piece, count = s.actor - 1, 0
    for other in range(MAX_CHARACTERS):
        s.swipe_pending[other] = 0
        if other != piece and is_standing(s, other) and is_in_reach(s, piece, other):
            dx, dy = s.x[other] - s.x[piece], s.y[other] - s.y[piece]
            if is_in_front(s.face_x[piece], s.face_y[piece], dx, dy):
                s.swipe_pending[other] = 1
                count += 1
    log_event(log, Clause.K3_8, EventKind.SWIPED, (piece, count, 0, 0))


@kernel
def begin_next_swipe(s: SkirmishState, log: Log) -> bool:
    """Strike at the next marked character who is still in reach. Return whether there is one."""
    for other in range(MAX_CHARACTERS):
        if s.swipe_pending[other] != 0:
            s.swipe_pending[other] = 0
            if is_standing(s, other) and is_in_reach(s, s.actor - 1, other):
                begin_blow(s, other, log)
                return True
    return False


@kernel
def begin_fight(s: SkirmishState, target: int, log: Log) -> None:
    """Begin a fight (K3.7, K3.8). A swipe strikes at everyone in reach, one after the other."""
    piece = s.actor - 1
    aim_at(s, piece, target)
    s.continuation = Continuation.BLOW
    if has_trait(s, piece, SWIPES):
        mark_swipe_targets(s, log)
        begin_next_swipe(s, log)
    else:
        begin_blow(s, target, log)


@kernel
def begin_strike_back(s: SkirmishState, log: Log) -> None:
    """Let the target strike at the active character (option `strike_back`, trait `strikes_back`)."""
    striker, target = s.target - 1, s.actor - 1
    aim_at(s, striker, target)
    s.phase = Phase.BACK
    log_event(log, Clause.K4_1, EventKind.STRUCK_BACK, (striker, target, face_needed(s, striker, target, False), 0))


@kernel
def begin_free_blow(s: SkirmishState, log: Log) -> bool:
    """Let the next enemy strike at the character that flees from it (option `free_blow`).

    Return whether there is one.
    """
    piece = s.actor - 1
    for striker in enemies_of(s, piece):
        if s.free_blow and striker >= s.free_blow_striker and locks_in_melee(s, piece, striker):
            aim_at(s, striker, piece)
            s.free_blow_striker = striker + 1
            s.phase = Phase.FREE_BLOW
            needs = face_needed(s, striker, piece, False)
            log_event(log, Clause.K3_2, EventKind.FREE_BLOW, (striker, piece, needs, 0))
            return True
    return False


# What follows a blow


@kernel
def can_continue(s: SkirmishState) -> bool:
    """Return whether the active character still stands and does not rout."""
    return is_standing(s, s.actor - 1) and s.routs[s.actor - 1] == 0


@kernel
def can_strike_back(s: SkirmishState, piece: int) -> bool:
    """Return whether the target strikes back: by the option if it can, by the trait if it was hurt."""
    if not is_standing_enemy(s, s.actor - 1, piece) or s.routs[piece] != 0:
        return False
    if not s.strike_back and not (s.hurt and has_trait(s, piece, STRIKES_BACK)):
        return False
    return is_in_reach(s, piece, s.actor - 1)


@kernel
def begin_next_blow(s: SkirmishState, log: Log) -> bool:
    """Begin the blow struck back, or the next blow of a swipe. Return whether there is one."""
    if not can_continue(s):
        for other in range(MAX_CHARACTERS):
            s.swipe_pending[other] = 0
        return False
    if s.blow_phase == Phase.FIGHTING and can_strike_back(s, s.target - 1):
        begin_strike_back(s, log)
        return True
    return begin_next_swipe(s, log)


@kernel
def has_follow_up(s: SkirmishState) -> bool:
    """Return whether the active character has another activation (K3.9)."""
    if s.felled == 0 or not can_continue(s) or s.followup == Followup.OFF:
        return False
    return s.followup == Followup.CHAIN or s.follow_ups == 0
