"""Check the action in progress of a state: a move, a combat or a rally, phase by phase.

`state_validation` checks first that the named pieces and hexes exist. Each phase uses its own fields,
and the side that decides must have a legal decision."""

from __future__ import annotations

from collections.abc import Callable

from ..rules import retreat
from ..rules.advance import MAX_FLIGHT, can_advance, is_empty_of_units
from ..rules.fire import attack_dice, can_fire_during_move, why_not_target
from ..rules.hex_map import hex_distance, is_adjacent_to_enemy, is_land_unit, side_of
from ..rules.line_of_sight import MAX_RANGE
from ..rules.movement import MOVE_ALLOWANCE, can_continue_move
from ..rules.terrain import STOPS_MOVEMENT
from ..state import (
    ACTION_FIELDS,
    ARTILLERY,
    CAVALRY,
    GUNBOAT,
    HAS_RALLIED,
    MAX_HEXES,
    MOVE_FIELDS,
    CivilWarState,
    Phase,
)
from .names import is_leader, piece_name, pieces_of_side

FLAG_FIELDS = (
    "avoided_enemies",
    "bonus_hex_taken",
    "stopped_by_terrain",
    "assault",
    "has_displaced",
    "has_lost_unit",
    "moved_first",
)


class ImpossibleState(Exception):
    """A state cannot arise; the message says why."""


def require(condition: object, reason: str) -> None:
    if not condition:
        raise ImpossibleState(reason)


def check_phase(s: CivilWarState) -> None:
    are_flags = all(getattr(s, name) in (0, 1) for name in FLAG_FIELDS)
    require(are_flags, "a flag of the action in progress is neither 0 nor 1 (C1.3)")
    check, fields = PHASE_CHECKS[Phase(s.phase)]
    has_other_fields = any(getattr(s, name) for name in ACTION_FIELDS if name not in fields)
    require(not has_other_fields, "the action in progress does not belong to this phase (C1.3)")
    if check is not None:
        check(s)


def is_own_piece(s: CivilWarState, piece: int) -> bool:
    """Return whether a piece belongs to the side that acts."""
    return bool(piece >= 0 and side_of(piece) == s.side)


def check_ap_roll(s: CivilWarState) -> None:
    has_acted = any(s.acted[piece] for piece in pieces_of_side(s, s.side))
    require(not has_acted, "a piece has acted before the roll for APs (C1.3)")


# Moves


def check_move(s: CivilWarState) -> None:
    mover, name = s.mover - 1, piece_name(s, s.mover - 1)
    require(is_own_piece(s, mover) and s.acted[mover], "no piece is moving (C1.3)")
    max_hexes = MAX_HEXES if s.kind[mover] == GUNBOAT else MOVE_ALLOWANCE[s.kind[mover]]
    is_in_reach = (
        1 <= s.hexes_moved <= max_hexes and s.steps_left == max_hexes - s.hexes_moved and not s.bonus_hex_taken
    )
    require(is_in_reach, f"{name} cannot have moved so far (C1.3)")
    if s.mover_leader:
        check_leader_along(s)
    check_move_terrain(s)
    require(can_continue_move(s) or can_fire_during_move(s), f"{name} cannot continue its move (C1.3)")


def check_leader_along(s: CivilWarState) -> None:
    mover, leader = s.mover - 1, s.mover_leader - 1
    can_follow = is_own_piece(s, leader) and is_leader(s, leader) and is_land_unit(s, mover)
    follows = can_follow and s.hex_of[leader] == s.hex_of[mover] and s.acted[leader]
    require(follows, f"{piece_name(s, leader)} does not move with {piece_name(s, mover)} (C2.5)")


def check_move_terrain(s: CivilWarState) -> None:
    """Check that the move fits the terrain and the enemies next to it."""
    here, mover = s.hex_of[s.mover - 1] - 1, s.mover - 1
    stopped = s.hexes_moved > 0 and STOPS_MOVEMENT[s.terrain[here]] != 0
    fits = bool(s.stopped_by_terrain) == bool(stopped)
    require(fits, f"the terrain does not fit the move of {piece_name(s, mover)} (C2.1)")
    is_near_enemy = s.avoided_enemies and is_adjacent_to_enemy(s, here, side_of(mover))
    require(not is_near_enemy, f"{piece_name(s, mover)} is next to an enemy (C2.1)")


def check_flight(s: CivilWarState) -> None:
    mover, target, name = s.mover - 1, s.target - 1, piece_name(s, s.mover - 1)
    require(mover >= 0 and not is_own_piece(s, mover) and is_leader(s, mover), "no leader flees (C5.3)")
    is_in_reach = 0 <= s.hexes_moved < MAX_FLIGHT and s.steps_left == MAX_FLIGHT - s.hexes_moved
    require(is_in_reach, f"{name} cannot have fled so far (C5.3)")
    require(s.hexes_moved != 0 or s.hex_of[mover] == s.target, f"{name} does not flee from there (C5.3)")
    check_move_terrain(s)
    check_attacker(s)
    check_rolls(s)
    may_flee = s.has_lost_unit or is_empty_of_units(s, target)
    require(may_flee and can_continue_move(s), f"{name} does not flee (C5.3)")


# Combat


def check_attacker(s: CivilWarState) -> None:
    """Check that a unit of the side that acts attacks a hex in its range; close combat needs an adjacent hex."""
    actor, target = s.actor - 1, s.target - 1
    attacks = is_own_piece(s, actor) and not is_leader(s, actor) and target >= 0 and s.acted[actor]
    require(attacks, "no unit attacks (C3.1)")
    distance = int(hex_distance(s, s.hex_of[actor] - 1, target))
    can_fight = not s.assault or (distance == 1 and s.kind[actor] <= CAVALRY)
    require(can_fight, f"{piece_name(s, actor)} cannot be in close combat there (C4.1)")
    has_ridden = s.kind[actor] == CAVALRY and not s.assault
    require(has_ridden or not s.moved_first, f"{piece_name(s, actor)} cannot move before this attack (C2.2)")
    require(1 <= distance <= MAX_RANGE, f"{piece_name(s, actor)} cannot fire so far (C3.1)")


def check_rolls(s: CivilWarState, dice_left: int = 0) -> None:
    """Check the hits and 1s rolled so far: no die is both."""
    is_possible = s.hits >= 0 and s.ones >= 0 and s.hits + s.ones <= attack_dice(s) - dice_left
    require(is_possible, "the dice cannot show so many hits and 1s (C3.1)")


def check_target(s: CivilWarState) -> None:
    check_attacker(s)
    require(why_not_target(s, s.actor - 1, s.target - 1) == 0, "no unit can be attacked there (C3.1)")


def check_attacker_check(s: CivilWarState) -> None:
    is_checked = s.attacker_check and s.assault and s.dice_left == 1
    require(is_checked, "no attacker rolls for morale (C4.1, option attacker_check)")
    check_target(s)


def check_attack_dice(s: CivilWarState) -> None:
    check_target(s)
    require(1 <= s.dice_left <= attack_dice(s), "the number of dice is wrong (C3.1)")
    check_rolls(s, s.dice_left)


def check_leader_dice(s: CivilWarState) -> None:
    check_target(s)
    check_rolls(s)
    leader = s.leader_at[s.target - 1] - 1
    require(leader >= 0 and not is_own_piece(s, leader), "no leader is there to roll for (C3.4)")
    max_dice = s.ones if s.assault or s.leader_risk_per_one else min(s.ones, 1)
    require(1 <= s.dice_left <= max_dice, "the number of dice for the leader is wrong (C3.4, C4.2)")


def check_shaken_unit(s: CivilWarState) -> None:
    """Check that the unit that rolls for morale or retreats stands in the hex that was assaulted."""
    check_attacker(s)
    check_rolls(s)
    unit = s.shaken_unit - 1
    is_shaken = s.assault and s.hits >= 1 and unit >= 0 and not is_own_piece(s, unit)
    require(is_shaken, "no unit is shaken by close combat (C4.3)")
    was_assaulted = s.hex_of[unit] == s.target and is_land_unit(s, unit)
    require(was_assaulted, f"{piece_name(s, unit)} was not assaulted (C4.3)")


def check_morale_dice(s: CivilWarState) -> None:
    check_shaken_unit(s)
    comes_second = s.kind[s.shaken_unit - 1] == ARTILLERY and s.unit_at[s.target - 1] != 0
    is_possible = 1 <= s.dice_left <= s.hits and s.must_retreat in (
        (0, retreat.UNIT_RETREATS) if comes_second else (0,)
    )
    require(is_possible, "the number of morale dice is wrong (C4.3)")


def check_retreat(s: CivilWarState) -> None:
    check_shaken_unit(s)
    unit, name = s.shaken_unit - 1, piece_name(s, s.shaken_unit - 1)
    has_artillery = s.kind[unit] != ARTILLERY and s.artillery_at[s.target - 1] != 0
    retreats = s.must_retreat in ((0, retreat.ARTILLERY_RETREATS) if has_artillery else (0,)) and s.revealed[unit]
    require(retreats, f"{name} does not retreat (C4.3)")
    require(retreat.can_retreat(s, unit), f"{name} has no retreat hex (C5.2)")


def check_displacement(s: CivilWarState) -> None:
    check_retreat(s)
    unit, friend, into = s.shaken_unit - 1, s.displaced - 1, s.retreat_hex - 1
    can_enter = into >= 0 and friend >= 0 and retreat.why_not_retreat(s, unit, into) == 0
    is_in_the_way = can_enter and retreat.find_friend_in_the_way(s, unit, into) == friend
    require(is_in_the_way, "no unit must make room there (C5.2)")
    require(retreat.can_displace(s, friend), f"{piece_name(s, friend)} cannot make room (C5.2)")
    leader = s.mover_leader
    must_follow = leader == s.leader_at[s.target - 1] if retreat.must_take_leader(s, unit) else leader == 0
    can_choose = leader != 0 and leader == s.leader_at[s.target - 1] and retreat.why_not_take_leader(s, unit, into) == 0
    require(must_follow or can_choose, f"the leader of {piece_name(s, unit)} cannot choose that (C4.3)")


def check_advance(s: CivilWarState) -> None:
    check_attacker(s)
    check_rolls(s)
    is_empty = is_empty_of_units(s, s.target - 1)
    require(is_empty and can_advance(s), f"{piece_name(s, s.actor - 1)} cannot advance (C4.5)")


def check_rally(s: CivilWarState) -> None:
    unit = s.actor - 1
    can_rally = is_own_piece(s, unit) and s.kind[unit] <= CAVALRY and s.dice_left == 1 and s.can_rally[s.side]
    require(can_rally, "no unit rallies (C6.1)")
    leader = s.leader_at[s.hex_of[unit] - 1] - 1
    is_led = leader >= 0 and s.acted[leader] == HAS_RALLIED and s.acted[unit]
    is_weakened = s.strength[unit] < s.full_strength[unit] and (s.attacked[unit] or not s.rally_only_hit)
    require(is_led and is_weakened, f"{piece_name(s, unit)} cannot rally (C6.1)")


ROLL_FIELDS = ("actor", "target", "assault", "hits", "ones", "moved_first")
RETREAT_FIELDS = (*ROLL_FIELDS, "shaken_unit", "must_retreat", "has_displaced", "has_lost_unit")
END_FIELDS = (*ROLL_FIELDS, "has_displaced", "has_lost_unit")
PHASE_CHECKS: dict[Phase, tuple[Callable[[CivilWarState], None] | None, tuple[str, ...]]] = {
    Phase.AP: (check_ap_roll, ()),
    Phase.ACT: (None, ()),
    Phase.MOVE: (check_move, MOVE_FIELDS),
    Phase.CHECK: (check_attacker_check, ("actor", "target", "assault", "dice_left")),
    Phase.DICE: (check_attack_dice, (*ROLL_FIELDS, "dice_left")),
    Phase.LEADER: (check_leader_dice, (*ROLL_FIELDS, "dice_left")),
    Phase.MORALE: (check_morale_dice, (*ROLL_FIELDS, "dice_left", "shaken_unit", "must_retreat", "has_lost_unit")),
    Phase.RETREAT: (check_retreat, RETREAT_FIELDS),
    Phase.DISPLACE: (check_displacement, (*RETREAT_FIELDS, "displaced", "retreat_hex", "mover_leader")),
    Phase.FLIGHT: (check_flight, (*END_FIELDS, "mover", "steps_left", "hexes_moved", "stopped_by_terrain")),
    Phase.ADVANCE: (check_advance, END_FIELDS),
    Phase.RALLY: (check_rally, ("actor", "dice_left")),
    Phase.OVER: (None, ()),
}
"""The check of each phase, and the fields of the action in progress that it uses."""
