"""List legal moves: a sample that covers every sensible plan.

The legs on an open battlefield are countless. The list has: to stay, each target, each charge, a leg to a shooting
position for each enemy, to each objective and to the exit, and a fan of legs. It has no pivots, because they have no
consequences: a leg, a shot and a fight turn the character anyway."""

from __future__ import annotations

from ....core.kernel.compiler import kernel, separate_kernel
from ....core.state_record import Words
from ..state import MAX_PER_SIDE, THING_COUNT, Phase, SkirmishState
from .battlefield import characters_of_side, enemies_of, is_engaged, is_standing, side_of, thing_x, thing_y
from .combat.melee import why_not_fight
from .combat.shooting import why_not_shoot
from .combat.shooting_positions import find_shooting_way
from .movement.approach import fan_leg, leg_towards, leg_towards_exit
from .movement.bends import NO_WAY
from .movement.charges import find_charge
from .movement.legs import longest_leg, move_allowance
from .movement.paths import TURN_COUNT
from .movement.terrain import has_exit_door
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
    count = list_actions_in_place(s, codes)
    if not can_move(s):
        return count
    for leg in range(2 * len(enemies_of(s, s.actor - 1))):
        x, y = end_of_leg_at_enemy(s, leg)
        count = add_leg(s, x, y, codes, count)
    for leg in range(LEG_TO_EXIT, LEG_TO_EXIT + 1 if s.carries[s.actor - 1] != 0 else FAN_LEG):
        x, y = end_of_leg_to_objective(s, leg)
        count = add_leg(s, x, y, codes, count)
    for leg in range(FAN_LEG, LEG_COUNT):
        x, y = end_of_fan_leg(s, leg)
        count = add_leg(s, x, y, codes, count)
    return count


@kernel
def list_actions_in_place(s: SkirmishState, codes: Words) -> int:
    """List what the active character may do where it stands."""
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
    return add_pick_ups(s, codes, count)


@kernel
def can_move(s: SkirmishState) -> bool:
    return not s.charged and not is_engaged(s, s.actor - 1) and longest_leg(s) > 0


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


# The listed legs, each with a number: for each enemy a charge, then a leg to a shooting position; a leg to the exit;
# one to each thing; a fan of full and half moves. A leg that is not possible ends where the character stands.

LEG_TO_EXIT = 2 * MAX_PER_SIDE
LEG_TO_THING = LEG_TO_EXIT + 1
FAN_LEG = LEG_TO_THING + THING_COUNT
LEG_COUNT = FAN_LEG + 2 * TURN_COUNT


@kernel
def end_of_leg(s: SkirmishState, leg: int) -> tuple[int, int]:
    """Return where a listed leg of the active character ends."""
    if leg < LEG_TO_EXIT:
        return end_of_leg_at_enemy(s, leg)
    if leg < FAN_LEG:
        return end_of_leg_to_objective(s, leg)
    return end_of_fan_leg(s, leg)


@kernel
def end_of_fan_leg(s: SkirmishState, leg: int) -> tuple[int, int]:
    piece, turn, distance = s.actor - 1, (leg - FAN_LEG) // 2, move_allowance(s) // (1 + (leg - FAN_LEG) % 2)
    if 0 < distance <= longest_leg(s):
        return fan_leg(s, 1, 0, turn, distance, False)
    return s.x[piece], s.y[piece]


@kernel
def end_of_leg_at_enemy(s: SkirmishState, leg: int) -> tuple[int, int]:
    """Return where a charge or its first leg ends, or a leg to a shooting position for an enemy it cannot shoot yet."""
    piece = s.actor - 1
    target = (1 - side_of(piece)) * MAX_PER_SIDE + leg // 2
    if is_standing(s, target):
        if leg % 2 == 0:
            charge_kind, x, y, _, _ = find_charge(s, target, False)
            if charge_kind != NO_WAY:
                return x, y
        elif s.shooting_range[piece] > 0 and why_not_shoot(s, target) != 0:
            _, x, y, _, _ = find_shooting_way(s, target, False)
            return x, y
    return s.x[piece], s.y[piece]


@kernel
def end_of_leg_to_objective(s: SkirmishState, leg: int) -> tuple[int, int]:
    """Return where a leg towards a thing to carry ends, or one to the exit for a carrier or where a door leads out."""
    piece = s.actor - 1
    if leg == LEG_TO_EXIT:
        if s.carries[piece] != 0 or has_exit_door(s, side_of(piece)):
            return leg_towards_exit(s, False)
    elif s.carries[piece] == 0 and can_carry(s, piece, leg - LEG_TO_THING):
        thing = leg - LEG_TO_THING
        near = s.radius[piece] + s.pickup_reach + 1
        return leg_towards(s, thing_x(s, thing), thing_y(s, thing), near, False)
    return s.x[piece], s.y[piece]
