"""Check the action in progress of a state: a move, a combat or a rally, phase by phase.

`state_validation` has checked before that the named pieces and hexes exist. Each phase uses its own fields,
and the side that decides must have a legal decision."""

from __future__ import annotations

from collections.abc import Callable

from ..rules.advance import MAX_FLIGHT, can_advance
from ..rules.fire import ATTACK_DICE, fire_dice, why_not_target
from ..rules.hex_map import has_piece_of, hex_distance, is_adjacent_to_enemy, is_land_unit
from ..rules.movement import MOVE_ALLOWANCE, can_continue_move, can_fire_during_move
from ..rules.retreat import (
    ARTILLERY_RETREATS,
    can_displace,
    can_retreat,
    find_friend_in_the_way,
    why_not_retreat,
)
from ..rules.terrain import STOPS_MOVEMENT
from ..state import (
    ACTION_FIELDS,
    ARTILLERY,
    CAVALRY,
    GUNBOAT,
    LEADER,
    MAX_HEXES,
    MAX_PIECES,
    MOVE_FIELDS,
    RALLIED,
    CivilWarState,
    Phase,
)
from .names import piece_name

FLAG_FIELDS = ("avoided_enemies", "bonus_hex_taken", "stopped_by_terrain", "assault")
NOT_IN_THIS_PHASE = "the action in progress does not belong to this phase (C1.3)"


def check_phase(s: CivilWarState) -> str:
    if any(getattr(s, name) not in (0, 1) for name in FLAG_FIELDS):
        return "a flag of the action in progress is neither 0 nor 1 (C1.3)"
    phase = Phase(s.phase)
    if any(getattr(s, name) for name in ACTION_FIELDS if name not in PHASE_FIELDS[phase]):
        return NOT_IN_THIS_PHASE
    return PHASE_CHECKS[phase](s) if phase in PHASE_CHECKS else check_no_action(s)


def check_no_action(s: CivilWarState) -> str:
    own = range(s.side * MAX_PIECES, (s.side + 1) * MAX_PIECES)
    if s.phase == Phase.AP and any(s.acted[piece] for piece in own):
        return "a piece has acted before the roll for APs (C1.3)"
    return ""


def is_own_piece(s: CivilWarState, piece: int) -> bool:
    """Return whether a piece belongs to the side that acts."""
    return bool(piece >= 0 and piece // MAX_PIECES == s.side)


# Moves


def check_move(s: CivilWarState) -> str:
    mover = s.mover - 1
    if not is_own_piece(s, mover) or not s.acted[mover]:
        return "no piece is moving (C1.3)"
    most = MAX_HEXES if s.kind[mover] == GUNBOAT else MOVE_ALLOWANCE[s.kind[mover]]
    if not 1 <= s.hexes_moved <= most or s.steps_left != most - s.hexes_moved or s.bonus_hex_taken:
        return f"{piece_name(s, mover)} cannot have moved so far (C1.3)"
    fault = check_leader_along(s) or check_move_terrain(s)
    if fault:
        return fault
    return (
        ""
        if can_continue_move(s) or can_fire_during_move(s)
        else f"{piece_name(s, mover)} cannot continue its move (C1.3)"
    )


def check_leader_along(s: CivilWarState) -> str:
    mover, leader = s.mover - 1, s.mover_leader - 1
    if leader < 0:
        return ""
    can_follow = is_own_piece(s, leader) and s.kind[leader] == LEADER and is_land_unit(s, mover)
    follows = can_follow and s.hex_of[leader] == s.hex_of[mover] and s.acted[leader]
    return "" if follows else f"{piece_name(s, leader)} does not move with {piece_name(s, mover)} (C2.5)"


def check_move_terrain(s: CivilWarState) -> str:
    """Check that the move fits the terrain and the enemies next to it."""
    here, mover = s.hex_of[s.mover - 1] - 1, s.mover - 1
    stopped = s.hexes_moved > 0 and STOPS_MOVEMENT[s.terrain[here]] != 0
    if bool(s.stopped_by_terrain) != bool(stopped):
        return f"the terrain does not fit the move of {piece_name(s, mover)} (C2.1)"
    if s.avoided_enemies and is_adjacent_to_enemy(s, here, mover // MAX_PIECES):
        return f"{piece_name(s, mover)} is next to an enemy (C2.1)"
    return ""


def check_flight(s: CivilWarState) -> str:
    mover, target = s.mover - 1, s.target - 1
    if mover < 0 or is_own_piece(s, mover) or s.kind[mover] != LEADER:
        return "no leader flees (C5.3)"
    if not 0 <= s.hexes_moved < MAX_FLIGHT or s.steps_left != MAX_FLIGHT - s.hexes_moved:
        return f"{piece_name(s, mover)} cannot have fled so far (C5.3)"
    if s.hexes_moved == 0 and s.hex_of[mover] != s.target:
        return f"{piece_name(s, mover)} does not flee from there (C5.3)"
    fault = check_move_terrain(s) or check_attacker(s) or check_rolls(s)
    if fault:
        return fault
    if s.unit_at[target] or s.artillery_at[target] or not can_continue_move(s):
        return f"{piece_name(s, mover)} does not flee (C5.3)"
    return ""


# Combat


def check_attacker(s: CivilWarState) -> str:
    """Check that a unit of the side that acts attacks a hex in its range; close combat needs an adjacent hex."""
    actor, target = s.actor - 1, s.target - 1
    if not is_own_piece(s, actor) or s.kind[actor] == LEADER or target < 0 or not s.acted[actor]:
        return "no unit attacks (C3.1)"
    away = int(hex_distance(s, s.hex_of[actor] - 1, target))
    if s.assault and (away != 1 or s.kind[actor] > CAVALRY):
        return f"{piece_name(s, actor)} cannot be in close combat there (C4.1)"
    return "" if 1 <= away <= 4 else f"{piece_name(s, actor)} cannot fire so far (C3.1)"


def initial_dice(s: CivilWarState) -> int:
    actor = s.actor - 1
    return ATTACK_DICE if s.assault else int(fire_dice(s, actor, hex_distance(s, s.hex_of[actor] - 1, s.target - 1)))


def check_rolls(s: CivilWarState, dice_left: int = 0) -> str:
    """Check the hits and 1s rolled so far: no die is both."""
    rolled = initial_dice(s) - dice_left
    if s.hits < 0 or s.ones < 0 or s.hits + s.ones > rolled:
        return "the dice cannot show so many hits and 1s (C3.1)"
    return ""


def check_target(s: CivilWarState) -> str:
    fault = check_attacker(s)
    if fault:
        return fault
    return "" if why_not_target(s, s.actor - 1, s.target - 1) == 0 else "no unit can be attacked there (C3.1)"


def check_attacker_check(s: CivilWarState) -> str:
    if not s.attacker_check or not s.assault or s.dice_left != 1:
        return "no attacker rolls for morale (C4.1, option attacker_check)"
    return check_target(s)


def check_attack_dice(s: CivilWarState) -> str:
    fault = check_target(s)
    if fault:
        return fault
    if not 1 <= s.dice_left <= initial_dice(s):
        return "the number of dice is wrong (C3.1)"
    return check_rolls(s, s.dice_left)


def check_leader_dice(s: CivilWarState) -> str:
    fault = check_target(s) or check_rolls(s)
    if fault:
        return fault
    leader = s.leader_at[s.target - 1] - 1
    if leader < 0 or is_own_piece(s, leader):
        return "no leader is there to roll for (C3.4)"
    most = s.ones if s.assault or s.leader_risk_per_one else min(s.ones, 1)
    return "" if 1 <= s.dice_left <= most else "the number of dice for the leader is wrong (C3.4, C4.2)"


def check_shaken_unit(s: CivilWarState) -> str:
    """Check that the unit that rolls for morale or retreats stands in the hex that was assaulted."""
    fault = check_attacker(s) or check_rolls(s)
    if fault:
        return fault
    unit = s.shaken_unit - 1
    if not s.assault or s.hits < 1 or unit < 0 or is_own_piece(s, unit):
        return "no unit is shaken by close combat (C4.3)"
    if s.hex_of[unit] != s.target or not is_land_unit(s, unit):
        return f"{piece_name(s, unit)} was not assaulted (C4.3)"
    return ""


def check_morale_dice(s: CivilWarState) -> str:
    fault = check_shaken_unit(s)
    if fault:
        return fault
    comes_second = s.kind[s.shaken_unit - 1] == ARTILLERY and s.unit_at[s.target - 1] != 0
    if not 1 <= s.dice_left <= s.hits or s.must_retreat not in ((0, 1) if comes_second else (0,)):
        return "the number of morale dice is wrong (C4.3)"
    return ""


def check_retreat(s: CivilWarState) -> str:
    fault = check_shaken_unit(s)
    if fault:
        return fault
    unit = s.shaken_unit - 1
    has_artillery = s.kind[unit] != ARTILLERY and s.artillery_at[s.target - 1] != 0
    if s.must_retreat not in ((0, ARTILLERY_RETREATS) if has_artillery else (0,)) or not s.revealed[unit]:
        return f"{piece_name(s, unit)} does not retreat (C4.3)"
    return "" if can_retreat(s, unit) else f"{piece_name(s, unit)} has no retreat hex (C5.2)"


def check_displacement(s: CivilWarState) -> str:
    fault = check_retreat(s)
    if fault:
        return fault
    unit, friend, into = s.shaken_unit - 1, s.displaced - 1, s.retreat_hex - 1
    if into < 0 or friend < 0 or why_not_retreat(s, unit, into) != 0 or find_friend_in_the_way(s, unit, into) != friend:
        return "no unit must make room there (C5.2)"
    return "" if can_displace(s, friend, s.target - 1) else f"{piece_name(s, friend)} cannot make room (C5.2)"


def check_advance(s: CivilWarState) -> str:
    fault = check_attacker(s) or check_rolls(s)
    if fault:
        return fault
    empty = not has_piece_of(s, s.target - 1, 1 - s.side) and not has_piece_of(s, s.target - 1, s.side)
    return "" if empty and can_advance(s) else f"{piece_name(s, s.actor - 1)} cannot advance (C4.5)"


def check_rally(s: CivilWarState) -> str:
    unit = s.actor - 1
    if not is_own_piece(s, unit) or s.kind[unit] > CAVALRY or s.dice_left != 1 or not s.can_rally[s.side]:
        return "no unit rallies (C6.1)"
    leader = s.leader_at[s.hex_of[unit] - 1] - 1
    is_led = leader >= 0 and s.acted[leader] == RALLIED and s.acted[unit]
    is_weakened = s.strength[unit] < s.full_strength[unit] and (s.attacked[unit] or not s.rally_only_hit)
    return "" if is_led and is_weakened else f"{piece_name(s, unit)} cannot rally (C6.1)"


ROLL_FIELDS = ("actor", "target", "assault", "hits", "ones")
PHASE_FIELDS: dict[Phase, tuple[str, ...]] = {
    Phase.AP: (),
    Phase.ACT: (),
    Phase.MOVE: MOVE_FIELDS,
    Phase.CHECK: ("actor", "target", "assault", "dice_left"),
    Phase.DICE: (*ROLL_FIELDS, "dice_left"),
    Phase.LEADER: (*ROLL_FIELDS, "dice_left"),
    Phase.MORALE: (*ROLL_FIELDS, "dice_left", "shaken_unit", "must_retreat"),
    Phase.RETREAT: (*ROLL_FIELDS, "shaken_unit", "must_retreat"),
    Phase.DISPLACE: (*ROLL_FIELDS, "shaken_unit", "must_retreat", "displaced", "retreat_hex"),
    Phase.FLIGHT: (*ROLL_FIELDS, "mover", "steps_left", "hexes_moved", "stopped_by_terrain"),
    Phase.ADVANCE: ROLL_FIELDS,
    Phase.RALLY: ("actor", "dice_left"),
    Phase.OVER: (),
}
"""The fields of the action in progress that each phase uses."""
PHASE_CHECKS: dict[Phase, Callable[[CivilWarState], str]] = {
    Phase.MOVE: check_move,
    Phase.CHECK: check_attacker_check,
    Phase.DICE: check_attack_dice,
    Phase.LEADER: check_leader_dice,
    Phase.MORALE: check_morale_dice,
    Phase.RETREAT: check_retreat,
    Phase.DISPLACE: check_displacement,
    Phase.FLIGHT: check_flight,
    Phase.ADVANCE: check_advance,
    Phase.RALLY: check_rally,
}
