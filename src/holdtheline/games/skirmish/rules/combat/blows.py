"""Resolve a blow: the face it needs, the hit, the save, and what the hit does (K4.1, K4.2).

The order is the same for a shot, a fight, a blow struck back and a free blow:

1. The roll of the blow decides whether it hits (K4.1).
2. If it hits and the target has an item that saves, roll for the item. If the item saves, skip step 3.
3. In melee the target routs (trait `routing_blow`) or is grabbed (`grabs`). Otherwise it is wounded (K4.2): a slot is
   filled, or the target falls, or it cannot be felled and is unhurt.
4. A target that was hit in melee, still stands and was not grabbed is knocked back.
5. If it is thrown over an edge, roll whether it hangs on; if not, it falls.
6. The battle may end; companies leave or break; companies test, with a roll each (K4.3).
7. The target of a fight may strike back, which is a blow like any other.
8. In a swipe the next target is struck, from step 1 on.
9. If an enemy was felled, the active character has another activation (K3.9); otherwise the activation ends. After a
   free blow, the next free blow or the flight takes the place of 7 to 9.

Steps 1 to 5 are here, steps 6 to 9 in `activation.resolve_aftermath`, which asks `melee.begin_next_blow` and
`melee.has_follow_up`."""

from __future__ import annotations

from .....core.events import log_event
from .....core.kernel.compiler import kernel
from ...state import IS_HIGH_GROUND, CharacterStatus, Clause, Phase, SkirmishState
from ..battlefield import has_trait, is_standing, set_facing, side_of
from ..events import EventKind, Log
from ..movement.terrain import path_meets_any
from ..traits.catalog import ROUTING_BLOW
from ..traits.grab_and_knock_back import can_grab, grab, knock_back
from .casualties import fell_character, inflict_wound
from .rout import can_rout

WOUND_THRESHOLD = 3
"""K4.1: a roll with its modifiers wounds if it is over this."""
MOVE_AND_SHOOT_MODIFIER = -1
"""K3.6: the change to the attack of a shot after a move."""
HIGHER_GROUND_DEFENCE = 1
"""The bonus to defence on higher ground (trait `higher_ground`)."""

# The face that is needed


@kernel
def attack_value(s: SkirmishState, striker: int, target: int, is_shot: bool) -> int:
    """Return the striker's attack, with K3.6 and an item against this target (trait `bane`)."""
    attack = s.attack[striker]
    if is_shot:
        return attack + (MOVE_AND_SHOOT_MODIFIER if s.legs > 0 else 0)
    return attack + (s.bane_attack[striker] if s.bane_target[striker] == target + 1 else 0)


@kernel
def defence_value(s: SkirmishState, striker: int, target: int, is_shot: bool) -> int:
    """Return the target's defence, with higher ground and an item against this striker (trait `bane`)."""
    defence = s.defence[target]
    if is_on_high_ground(s, target) and not is_on_high_ground(s, striker):
        defence += HIGHER_GROUND_DEFENCE
    if not is_shot and s.bane_target[target] == striker + 1:
        defence += s.bane_defence[target]
    return defence


@kernel
def is_on_high_ground(s: SkirmishState, piece: int) -> bool:
    """Return whether the centre of a base is on higher ground (trait `higher_ground`)."""
    return path_meets_any(s, IS_HIGH_GROUND, s.x[piece], s.y[piece], s.x[piece], s.y[piece], 0)


@kernel
def face_needed(s: SkirmishState, striker: int, target: int, is_shot: bool) -> int:
    """Return the lowest face that wounds: a natural 1 never does, a natural 6 always (K4.1)."""
    face = WOUND_THRESHOLD + 1 + defence_value(s, striker, target, is_shot) - attack_value(s, striker, target, is_shot)
    return min(max(face, 2), 6)


# The blow


@kernel
def aim_at(s: SkirmishState, striker: int, target: int) -> None:
    """Make these two the striker and the target of a blow, and turn the striker."""
    s.striker = striker + 1
    s.target = target + 1
    set_facing(s, striker, s.x[target] - s.x[striker], s.y[target] - s.y[striker])


@kernel
def resolve_strike_roll(s: SkirmishState, face: int, log: Log) -> None:
    """Resolve the roll of a blow (K4.1); after a hit an item may save first."""
    striker, target = s.striker - 1, s.target - 1
    s.blow_phase = s.phase
    s.hurt = 0
    hit = face >= face_needed(s, striker, target, s.phase == Phase.SHOOTING)
    log_event(log, Clause.K4_1, EventKind.STRUCK, (striker, target, face, 1 if hit else 0))
    if hit and s.saves_on[target] > 0:
        s.phase = Phase.SAVE
    elif hit:
        apply_hit(s, log)
        finish_hit(s, log)


@kernel
def resolve_save_roll(s: SkirmishState, face: int, log: Log) -> None:
    """Resolve the roll for an item: it may turn away the effect of a hit, but not the knock-back."""
    target = s.target - 1
    saved = face >= s.saves_on[target]
    log_event(log, Clause.K4_2, EventKind.SAVED, (target, face, 1 if saved else 0, 0))
    if not saved:
        apply_hit(s, log)
    finish_hit(s, log)


@kernel
def apply_hit(s: SkirmishState, log: Log) -> None:
    """Rout, grab or wound the target (step 3)."""
    striker, target = s.striker - 1, s.target - 1
    is_melee = s.blow_phase != Phase.SHOOTING
    if is_melee and has_trait(s, striker, ROUTING_BLOW) and can_rout(s, target):
        s.routs[target] = 1
        log_event(log, Clause.K4_1, EventKind.ROUTED, (target, striker, 0, 0))
    elif is_melee and can_grab(s, striker, target):
        grab(s, target, striker, log)
    else:
        s.hurt = 1 if inflict_wound(s, target, striker, log) else 0


@kernel
def finish_hit(s: SkirmishState, log: Log) -> None:
    """Knock the target back if it still stands, and note if it fell (step 4)."""
    striker, target = s.striker - 1, s.target - 1
    if s.blow_phase != Phase.SHOOTING and s.knock_back[striker] > 0 and is_standing(s, target):
        knock_back(s, target, striker, log)
    record_felled_enemy(s)


@kernel
def resolve_hang_on_roll(s: SkirmishState, face: int, log: Log) -> None:
    """Resolve the roll of a character thrown over an edge: it hangs on, or falls and is gone (step 5)."""
    piece, terrain = s.target - 1, s.thrown_over - 1
    s.thrown_over = 0
    hangs_on = face >= s.terrain_roll[terrain]
    log_event(log, Clause.K4_2, EventKind.HUNG, (piece, terrain, face, 1 if hangs_on else 0))
    if not hangs_on:
        fell_character(s, piece, s.striker - 1, 0, log)
    record_felled_enemy(s)


@kernel
def record_felled_enemy(s: SkirmishState) -> None:
    """Note that the active character has felled an enemy (K3.9), and in which direction the first one was (K5.3)."""
    piece, target = s.actor - 1, s.target - 1
    has_fallen = s.status[target] == CharacterStatus.FALLEN or s.status[target] == CharacterStatus.LIES
    if s.blow_phase == Phase.FIGHTING and has_fallen and side_of(target) != side_of(piece) and s.felled == 0:
        s.felled = 1
        s.onward_x = s.x[target] - s.x[piece]
        s.onward_y = s.y[target] - s.y[piece]
