"""Fire: range, dice and hit numbers, then the rolls: hits, risk to a leader, lost blocks (C3).

The dice of close combat are rolled here as well (C4.1, C4.2)."""

from __future__ import annotations

import numpy as np

from ....core.dice import FACES
from ....core.events import log_event
from ....core.hexes import DIRECTIONS, OFF_MAP
from ....core.kernel.compiler import kernel
from ....core.state_record import Row, Words
from ..state import ARTILLERY, CAVALRY, CivilWarState, Clause, EventKind, Phase
from .advance import is_empty_of_units, resolve_combat
from .hex_map import has_land_unit_of, has_unit_of, hex_distance, is_land_unit, neighbour_hex
from .line_of_sight import has_line_of_sight
from .morale import begin_morale_rolls
from .movement import end_move, why_not_stop
from .terrain import DIE_MODIFIER, Terrain
from .victory import eliminate

ATTACK_DICE = 3  # C3.1, C4.1
FIRE_RANGE: Row = np.array([0, 2, 1, 3, 3, 0])
"""The range of each kind, in hexes (C3.1)."""
HIT_NUMBER_BASE: Row = np.array([0, 4, 3, 3, 3, 0])
"""The number that hits, less the range: infantry 5 at range 1 and 6 at 2, artillery 4, 5, 6 (C3.2)."""
ASSAULT_HIT_NUMBER = 4  # C4.1


@kernel
def fire_range(s: CivilWarState, piece: int) -> int:
    return fire_range_from(s, piece, s.hex_of[piece] - 1)


@kernel
def fire_range_from(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the range of a unit in this hex (C3.1, option hill_guns)."""
    reach = FIRE_RANGE[s.kind[piece]]
    if s.hill_guns and s.kind[piece] == ARTILLERY and s.terrain[hex_] == Terrain.HILL:
        reach += 1
    return reach


@kernel
def fire_dice(s: CivilWarState, piece: int, distance: int) -> int:
    """Return the number of dice; artillery rolls one more at range 1 (C3.1)."""
    return ATTACK_DICE + 1 if s.kind[piece] == ARTILLERY and distance == 1 else ATTACK_DICE


@kernel
def fire_hit_number(s: CivilWarState, piece: int, distance: int) -> int:
    """Return the number that hits, without terrain, at most 6 (C3.2)."""
    if s.kind[piece] == CAVALRY:
        return 5
    return min(HIT_NUMBER_BASE[s.kind[piece]] + distance, 6)


@kernel
def can_hit(s: CivilWarState, piece: int, hex_: int, distance: int) -> bool:
    """Return whether a 6 of this unit's fire hits at this distance (C3.2)."""
    return FACES + DIE_MODIFIER[s.terrain[hex_]] >= fire_hit_number(s, piece, distance)


@kernel
def attack_dice(s: CivilWarState) -> int:
    """Return the number of dice of the combat in progress (C3.1, C4.1)."""
    if s.assault:
        return ATTACK_DICE
    return fire_dice(s, s.actor - 1, hex_distance(s, s.hex_of[s.actor - 1] - 1, s.target - 1))


@kernel
def attack_hit_number(s: CivilWarState) -> int:
    """Return the number that hits in the combat in progress, without terrain."""
    if s.assault:
        return ASSAULT_HIT_NUMBER
    return fire_hit_number(s, s.actor - 1, hex_distance(s, s.hex_of[s.actor - 1] - 1, s.target - 1))


@kernel
def is_target_unit(s: CivilWarState, piece: int) -> bool:
    """Return whether a piece represents its hex as a target: of two units, the infantry or cavalry does."""
    if s.hex_of[piece] == 0 or not is_land_unit(s, piece):
        return False
    return s.kind[piece] != ARTILLERY or s.unit_at[s.hex_of[piece] - 1] == 0


@kernel
def why_not_fire(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the clause that forbids fire at this hex, or 0."""
    if s.ap < 1:
        return Clause.C1_2
    clause = why_not_target(s, piece, hex_)
    if clause != 0:
        return clause
    return 0 if can_hit(s, piece, hex_, hex_distance(s, s.hex_of[piece] - 1, hex_)) else Clause.C3_2


@kernel
def why_not_target(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the clause that forbids this hex as a target for fire, or 0 (C3.1, C3.5, C2.4)."""
    distance = hex_distance(s, s.hex_of[piece] - 1, hex_)
    if distance < 1 or distance > fire_range(s, piece):
        return Clause.C3_1
    if not has_land_unit_of(s, hex_, 1 - s.side):
        return Clause.C2_4 if has_unit_of(s, hex_, 1 - s.side) else Clause.C3_1
    return 0 if distance == 1 or has_line_of_sight(s, s.hex_of[piece] - 1, hex_) else Clause.C3_5


@kernel
def can_fire_during_move(s: CivilWarState) -> bool:
    """Return whether moving cavalry has a target next to it, and may end its move here (C2.2)."""
    mover = s.mover - 1
    if s.kind[mover] != CAVALRY or s.bonus_hex_taken != 0 or why_not_stop(s) != 0:
        return False
    for direction in range(DIRECTIONS):
        there = neighbour_hex(s, s.hex_of[mover] - 1, direction)
        if there != OFF_MAP and why_not_fire(s, mover, there) == 0:
            return True
    return False


# An attack begins


@kernel
def begin_fire(s: CivilWarState, piece: int, hex_: int, log: Words) -> None:
    s.ap -= 1
    if s.mover != 0:
        end_move(s)
        s.moved_first = 1
    begin_attack(s, piece, hex_)
    open_fire(s, log)


@kernel
def open_fire(s: CivilWarState, log: Words) -> None:
    s.assault = 0
    s.dice_left = attack_dice(s)
    s.phase = Phase.DICE
    log_event(log, Clause.C3_1, EventKind.FIRED, (s.actor - 1, s.target - 1, s.dice_left, attack_hit_number(s)))


@kernel
def begin_attack(s: CivilWarState, piece: int, hex_: int) -> None:
    """Record the attacker and its target, and mark the units there as attacked."""
    s.acted[piece] = 1
    s.actor = piece + 1
    s.target = hex_ + 1
    if s.unit_at[hex_] != 0:
        s.attacked[s.unit_at[hex_] - 1] = 1
    if s.artillery_at[hex_] != 0:
        s.attacked[s.artillery_at[hex_] - 1] = 1


# Dice


@kernel
def resolve_attack_die(s: CivilWarState, face: int, log: Words) -> None:
    """Count a hit or a 1; after the last die apply the hits (C3.2, C4.1)."""
    modifier = DIE_MODIFIER[s.terrain[s.target - 1]]
    hit = 1 if face + modifier >= attack_hit_number(s) else 0
    s.hits += hit
    if face == 1:
        s.ones += 1
    s.dice_left -= 1
    log_event(log, Clause.C4_1 if s.assault else Clause.C3_2, EventKind.DIE_ROLLED, (face, hit, modifier, 0))
    if s.dice_left == 0:
        if s.ones > 0 and s.leader_at[s.target - 1] != 0:
            s.dice_left = s.ones if s.assault or s.leader_risk_per_one else 1
            s.phase = Phase.LEADER
        else:
            apply_hits(s, log)


@kernel
def resolve_leader_die(s: CivilWarState, face: int, log: Words) -> None:
    """Eliminate the leader in the target on another 1 (C3.4, C4.2)."""
    leader = s.leader_at[s.target - 1] - 1
    dies = 1 if face == 1 else 0
    log_event(log, Clause.C4_2 if s.assault else Clause.C3_4, EventKind.LEADER_ROLLED, (leader, face, dies, 0))
    s.dice_left -= 1
    if dies:
        eliminate(s, leader, log)
        s.dice_left = 0
    if s.dice_left == 0:
        apply_hits(s, log)


@kernel
def apply_hits(s: CivilWarState, log: Words) -> None:
    """Take hits from infantry or cavalry first and the rest from artillery (C3.3)."""
    here = s.target - 1
    left = s.hits
    if s.unit_at[here] != 0:
        left = remove_blocks(s, s.unit_at[here] - 1, left, log)
    if s.artillery_at[here] != 0:
        left = remove_blocks(s, s.artillery_at[here] - 1, left, log)
    if s.assault and s.hits > 0 and not is_empty_of_units(s, here):
        begin_morale_rolls(s, log)
    else:
        resolve_combat(s, log)


@kernel
def remove_blocks(s: CivilWarState, piece: int, hits: int, log: Words) -> int:
    """Remove blocks from a unit and return the hits that are left."""
    blocks = min(hits, s.strength[piece])
    if blocks == 0:
        return hits
    s.strength[piece] -= blocks
    log_event(log, Clause.C3_3, EventKind.SUFFERED, (piece, blocks, s.strength[piece], 0))
    if s.strength[piece] == 0:
        eliminate(s, piece, log)
        s.has_lost_unit = 1
    return hits - blocks
