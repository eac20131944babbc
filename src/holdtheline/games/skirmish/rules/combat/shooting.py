"""Shooting: who can be shot at, and from where (K3.5, K3.6, K5.5)."""

from __future__ import annotations

from .....core.events import log_event
from .....core.kernel.compiler import kernel
from .....core.plane import point_of_contact
from ...state import Clause, Continuation, Phase, SkirmishState
from ..battlefield import count_contacts, enemies_of, has_trait, is_engaged, is_standing_enemy, is_within
from ..events import EventKind, Log
from ..movement.approach import fan_point
from ..movement.legs import longest_leg, why_not_move
from ..movement.paths import TURN_COUNT
from ..traits.catalog import SPREADS_FIRE
from .blows import aim_at, face_needed
from .line_of_sight import can_see_from


@kernel
def why_not_shoot_from(s: SkirmishState, x: int, y: int, target: int) -> int:
    """Return the clause that forbids the active character to shoot at a target from this place, or 0."""
    piece = s.actor - 1
    limit, radius = s.shooting_range[piece], s.radius[piece]
    if limit == 0 or not is_standing_enemy(s, piece, target):
        return Clause.K3_5
    if has_trait(s, piece, SPREADS_FIRE) and s.shot_at[target] != 0:
        return Clause.K3_5
    if not is_within(x, y, radius, s.x[target], s.y[target], s.radius[target], limit):
        return Clause.K3_5
    if not s.shoot_into_melee and is_engaged(s, target):
        return Clause.K3_5
    return 0 if can_see_from(s, piece, x, y, target) else Clause.K4_4


@kernel
def why_not_shoot(s: SkirmishState, target: int) -> int:
    """Return the clause that forbids the active character to shoot at a target, or 0."""
    piece = s.actor - 1
    return why_not_shoot_from(s, s.x[piece], s.y[piece], target)


@kernel
def can_shoot(s: SkirmishState) -> bool:
    """Return whether the active character can shoot at any enemy from where it stands."""
    piece = s.actor - 1
    if s.shooting_range[piece] == 0:
        return False
    for target in enemies_of(s, piece):
        if why_not_shoot(s, target) == 0:
            return True
    return False


@kernel
def begin_shot(s: SkirmishState, target: int, log: Log) -> None:
    """Let the active character shoot at a target (K3.5, K3.6)."""
    piece = s.actor - 1
    aim_at(s, piece, target)
    s.shot_at[target] = 1
    s.continuation = Continuation.END
    s.phase = Phase.SHOOTING
    moved = 1 if s.legs > 0 else 0
    clause = Clause.K3_6 if moved else Clause.K3_5
    log_event(log, clause, EventKind.SHOT, (piece, target, face_needed(s, piece, target, True), moved))


# Shooting positions (K3.6, K5.5)


@kernel
def is_shooting_position(s: SkirmishState, x: int, y: int, other: int) -> bool:
    """Return whether the active character can end its leg here, out of contact, and shoot at the other."""
    piece = s.actor - 1
    limit, radius = s.shooting_range[piece], s.radius[piece]
    if not is_within(x, y, radius, s.x[other], s.y[other], s.radius[other], limit):
        return False
    if count_contacts(s, piece, x, y) > 0 or why_not_move(s, x, y) != 0:
        return False
    return why_not_shoot_from(s, x, y, other) == 0


@kernel
def find_shooting_position(s: SkirmishState, other: int) -> tuple[int, int]:
    """Return the end of a leg from which the active character can shoot at an enemy.

    It tries the way straight towards the enemy until just in range, then a fan of full and half moves. If
    there is no such end, it returns where the character stands.
    """
    piece = s.actor - 1
    ax, ay, allowed = s.x[piece], s.y[piece], longest_leg(s)
    cx, cy, ranges = s.x[other], s.y[other], s.shooting_range[piece] + s.radius[piece] + s.radius[other]
    if allowed < 1 or not is_within(ax, ay, 0, cx, cy, 0, ranges + allowed):
        return ax, ay
    if not is_within(ax, ay, 0, cx, cy, 0, ranges):
        x, y = point_of_contact(ax, ay, cx, cy, ranges - 2)
        if is_shooting_position(s, x, y, other):
            return x, y
    for index in range(2 * TURN_COUNT):
        x, y = fan_point(s, cx - ax, cy - ay, index // 2, allowed // (1 + index % 2))
        if is_shooting_position(s, x, y, other):
            return x, y
    return ax, ay
