"""List legal moves: a sample that covers every sensible plan.

The legs on an open battlefield are countless. The list has: to stay, each target, each charge, a leg to a shooting
position for each enemy, to each objective and to the exit, and a fan of legs. It has no pivots, because they have no
consequences: a leg, a shot and a fight turn the character anyway."""

from __future__ import annotations

from ....core.kernel.compiler import kernel, separate_kernel
from ....core.state_record import Words
from ..state import MAX_PER_SIDE, THING_COUNT, Phase, SkirmishState
from .battlefield import characters_of_side, enemies_of, is_engaged, is_standing, thing_x, thing_y
from .combat.melee import why_not_fight
from .combat.shooting import why_not_shoot
from .combat.shooting_positions import find_shooting_way
from .movement.approach import fan_leg, find_charge, leg_towards, leg_towards_exit
from .movement.bends import NO_WAY
from .movement.legs import longest_leg, move_allowance
from .movement.paths import TURN_COUNT
from .moves import MoveKind, pack_move, why_not_activate, why_not_leave
from .objectives import can_carry, why_not_pick_up

MAX_MOVES = 3 + 4 * MAX_PER_SIDE + 2 * THING_COUNT + 1 + 2 * TURN_COUNT


@separate_kernel("skirmish.legal_moves")
def legal_moves(s: SkirmishState, codes: Words) -> int:
    """Write the listed moves into `codes` and return their count."""
    if s.phase == Phase.CHOOSE:
        return list_activations(s, codes)
    return list_actions(s, codes) if s.phase == Phase.ACTING else 0


@kernel
def list_activations(s: SkirmishState, codes: Words) -> int:
    """List the characters to activate, and to pass (K2.2)."""
    codes[0] = pack_move(MoveKind.PASS, 0, 0, 0)
    count = 1
    for piece in characters_of_side(s, s.side):
        if why_not_activate(s, piece) == 0:
            codes[count] = pack_move(MoveKind.ACTIVATE, piece, 0, 0)
            count += 1
    return count


@kernel
def list_actions(s: SkirmishState, codes: Words) -> int:
    """List what the active character may do (K3)."""
    count = add_strikes(s, MoveKind.FIGHT, codes, 0)
    if s.charged or is_engaged(s, s.actor - 1):
        return count
    codes[count] = pack_move(MoveKind.STAY, 0, 0, 0)
    count += 1
    if why_not_leave(s) == 0:
        codes[count] = pack_move(MoveKind.LEAVE, 0, 0, 0)
        count += 1
    if s.shooting_range[s.actor - 1] > 0:
        count = add_strikes(s, MoveKind.SHOOT, codes, count)
    count = add_pick_ups(s, codes, count)
    if longest_leg(s) > 0:
        count = add_legs_at_enemies(s, codes, count)
        count = add_legs_to_objectives(s, codes, count)
        count = add_leg_fan(s, codes, count)
    return count


@kernel
def add_strikes(s: SkirmishState, kind: int, codes: Words, count: int) -> int:
    """Add a fight with, or a shot at, each enemy that it is allowed for."""
    for target in enemies_of(s, s.actor - 1):
        if (why_not_fight(s, target) if kind == MoveKind.FIGHT else why_not_shoot(s, target)) == 0:
            codes[count] = pack_move(kind, target, 0, 0)
            count += 1
    return count


@kernel
def add_pick_ups(s: SkirmishState, codes: Words, count: int) -> int:
    for thing in range(THING_COUNT):
        if why_not_pick_up(s, thing) == 0:
            codes[count] = pack_move(MoveKind.PICK_UP, thing, 0, 0)
            count += 1
    return count


@kernel
def add_leg(s: SkirmishState, x: int, y: int, codes: Words, count: int) -> int:
    """Add a leg, unless it leads nowhere or is listed already."""
    code = pack_move(MoveKind.LEG, 0, x, y)
    if x == s.x[s.actor - 1] and y == s.y[s.actor - 1]:
        return count
    for index in range(count):
        if codes[index] == code:
            return count
    codes[count] = code
    return count + 1


@kernel
def add_legs_at_enemies(s: SkirmishState, codes: Words, count: int) -> int:
    """Add each charge, or its first leg, and a leg to a shooting position for each enemy out of range or sight."""
    piece = s.actor - 1
    for target in enemies_of(s, piece):
        if is_standing(s, target):
            charge_kind, x, y, _, _ = find_charge(s, target, False)
            if charge_kind != NO_WAY:
                count = add_leg(s, x, y, codes, count)
            if s.shooting_range[piece] > 0 and why_not_shoot(s, target) != 0:
                _, x, y, _, _ = find_shooting_way(s, target, False)
                count = add_leg(s, x, y, codes, count)
    return count


@kernel
def add_legs_to_objectives(s: SkirmishState, codes: Words, count: int) -> int:
    """Add a leg towards each thing to carry, and to the exit for a carrier or in an enclosed room."""
    piece = s.actor - 1
    if s.carries[piece] != 0 or s.enclosed:
        x, y = leg_towards_exit(s, False)
        count = add_leg(s, x, y, codes, count)
    if s.carries[piece] != 0:
        return count
    for thing in range(THING_COUNT):
        if can_carry(s, piece, thing):
            near = s.radius[piece] + s.pickup_reach + 1
            x, y = leg_towards(s, thing_x(s, thing), thing_y(s, thing), near, False)
            count = add_leg(s, x, y, codes, count)
    return count


@kernel
def add_leg_fan(s: SkirmishState, codes: Words, count: int) -> int:
    """Add full and half moves in all directions."""
    for index in range(2 * TURN_COUNT):
        distance = move_allowance(s) // (1 + index % 2)
        if 0 < distance <= longest_leg(s):
            x, y = fan_leg(s, 1, 0, index // 2, distance, False)
            count = add_leg(s, x, y, codes, count)
    return count
