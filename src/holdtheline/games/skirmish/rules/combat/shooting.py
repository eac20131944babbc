"""Shooting: who can be shot at (K3.5, K3.6)."""

from __future__ import annotations

from .....core.events import log_event
from .....core.kernel.compiler import kernel
from ...state import Clause, Continuation, Phase, SkirmishState
from ..battlefield import count_contacts, enemies_of, has_trait, is_engaged, is_standing_enemy, is_within
from ..events import EventKind, Log
from ..movement.terrain import is_on_battlefield
from ..traits.catalog import SPREADS_FIRE
from .blows import aim_at, face_needed
from .line_of_sight import can_see_from


@kernel
def may_be_shot_at(s: SkirmishState, target: int) -> bool:
    """Return whether the active character may shoot at a target once it is in range and sight."""
    piece = s.actor - 1
    if s.shooting_range[piece] == 0 or not is_standing_enemy(s, piece, target):
        return False
    if has_trait(s, piece, SPREADS_FIRE) and s.shot_at[target] != 0:
        return False
    return s.shoot_into_melee != 0 or not is_engaged(s, target)


@kernel
def why_not_shoot_from(s: SkirmishState, x: int, y: int, target: int) -> int:
    """Return the clause that forbids the active character to shoot at a target from this place, or 0."""
    piece = s.actor - 1
    limit, radius = s.shooting_range[piece], s.radius[piece]
    if not is_within(x, y, radius, s.x[target], s.y[target], s.radius[target], limit):
        return Clause.K3_5
    if not may_be_shot_at(s, target):
        return Clause.K3_5
    return 0 if can_see_from(s, piece, x, y, target) else Clause.K4_4


@kernel
def is_shooting_position(s: SkirmishState, x: int, y: int, other: int) -> bool:
    """Return whether the active character could shoot at the other from here, out of contact."""
    if not is_on_battlefield(x, y) or count_contacts(s, s.actor - 1, x, y) > 0:
        return False
    return why_not_shoot_from(s, x, y, other) == 0


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
