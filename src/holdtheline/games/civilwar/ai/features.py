"""The features of a position for the learned evaluation: what the side on turn has, what the other has, the clock.

All pairs of enemies are compared once, for distances, shots and threats. A feature is an integer, FEATURE_ONE for 1."""

from __future__ import annotations

from ....core.ai.network import FEATURE_ONE
from ....core.dice import FACES
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.fire import ASSAULT_HIT_NUMBER, ATTACK_DICE, fire_dice, fire_hit_number, fire_range, is_target_unit
from ..rules.hex_map import has_unit_of, hex_distance, is_land_unit, leader_with, side_of
from ..rules.line_of_sight import has_line_of_sight
from ..rules.terrain import DIE_MODIFIER
from ..rules.victory import victory_points, victory_points_at_end
from ..state import (
    ARTILLERY,
    CAVALRY,
    GUNBOAT,
    INFANTRY,
    LEADER,
    MAX_HEXES,
    MAX_PIECES,
    MAX_VICTORY_HEXES,
    PIECE_SLOTS,
    SIDES,
    CivilWarState,
    LastTurnWinner,
    Phase,
)
from .heuristics import count_hitting_faces

# The scratch: four numbers of each piece
NEAREST, THREAT, FRESH_THREAT, SHOT = range(0, 4 * PIECE_SLOTS, PIECE_SLOTS)
SCRATCH_SIZE = 4 * PIECE_SLOTS

# The features of a side
(
    INFANTRY_BLOCKS,
    CAVALRY_BLOCKS,
    ARTILLERY_BLOCKS,
    WAITING_BLOCKS,
    UNITS,
    LEADERS,
    WEAK_UNITS,
    COMMAND,
    VP_SHARE,
    VP_NEARNESS,
    VP_MISSING,
    SHOTS,
    FRESH_SHOTS,
    BEST_SHOT,
    THREATS,
    LIKELY_LOSSES,
    IN_CONTACT,
    COVER,
    LONE_ARTILLERY,
    LED_UNITS,
    LONE_LEADERS,
    MORALE,
    RALLIES,
    HEX_APPROACH,
    HEX_DANGER,
    NEAR_ENEMY,
    FRESH_UNITS,
    HOLDS_CLOCK,
    FRESH_LOSSES,
    VP_TO_GO,
    VP_RATE,
    VP_IN_REACH,
    BLOCKS_LOST,
) = range(33)
SIDE_FEATURES = 33
# The features of both sides
(
    TURN_SHARE,
    LAST_TURNS,
    LAST_PART,
    AP,
    IN_MOVE,
    IN_RETREAT,
    IN_ADVANCE,
    CLOCK,
    ACTS_FIRST,
    END_COUNT,
    STEPS_LEFT,
    LEAD,
    TURNS_LEFT,
) = range(SIDES * SIDE_FEATURES, SIDES * SIDE_FEATURES + 13)
FEATURE_COUNT = SIDES * SIDE_FEATURES + 13

NEAR = 6
"""The distance in hexes from which pieces do not count as near."""


@kernel
def write_features(s: CivilWarState, memory: Words, scratch: int, out: int) -> int:
    """Write the features into the memory, from index `out`; return the side that they are seen from."""
    side = s.side
    for index in range(out, out + FEATURE_COUNT):
        memory[index] = 0
    compare_enemies(s, memory, scratch)
    for who in range(SIDES):
        first = out + who * SIDE_FEATURES
        write_pieces(s, side if who == 0 else 1 - side, memory, scratch, first)
        write_victory(s, side if who == 0 else 1 - side, memory, first)
    write_clock(s, side, memory, out)
    return side


@kernel
def compare_enemies(s: CivilWarState, memory: Words, scratch: int) -> None:
    """Write for each piece the distance to the nearest enemy, the fire that threatens it, and its best shot."""
    for piece in range(PIECE_SLOTS):
        memory[scratch + NEAREST + piece] = MAX_HEXES
        memory[scratch + THREAT + piece] = 0
        memory[scratch + FRESH_THREAT + piece] = 0
        memory[scratch + SHOT + piece] = 0
    for piece in range(MAX_PIECES):
        if s.kind[piece] == 0:
            break
        if s.hex_of[piece] == 0:
            continue
        here = s.hex_of[piece] - 1
        for enemy in range(MAX_PIECES, PIECE_SLOTS):
            if s.kind[enemy] == 0:
                break
            if s.hex_of[enemy] == 0:
                continue
            distance = hex_distance(s, here, s.hex_of[enemy] - 1)
            if is_land_unit(s, enemy):
                memory[scratch + NEAREST + piece] = min(memory[scratch + NEAREST + piece], distance)
            if is_land_unit(s, piece):
                memory[scratch + NEAREST + enemy] = min(memory[scratch + NEAREST + enemy], distance)
            if s.kind[piece] == LEADER or s.kind[enemy] == LEADER or distance == 0 or distance > 4:
                continue
            first, second = distance <= fire_range(s, piece), distance <= fire_range(s, enemy)
            if (first or second) and (distance == 1 or has_line_of_sight(s, here, s.hex_of[enemy] - 1)):
                if first:
                    add_shot(s, memory, scratch, piece, enemy, distance)
                if second:
                    add_shot(s, memory, scratch, enemy, piece, distance)


@kernel
def add_shot(s: CivilWarState, memory: Words, scratch: int, piece: int, target: int, distance: int) -> None:
    """Add a possible shot or assault: its average hits, in parts of FEATURE_ONE."""
    if not is_target_unit(s, target):
        return
    terrain = s.terrain[s.hex_of[target] - 1]
    faces = count_hitting_faces(fire_hit_number(s, piece, distance), terrain)
    dice = fire_dice(s, piece, distance)
    if distance == 1 and s.kind[piece] <= CAVALRY:
        faces, dice = max(faces, count_hitting_faces(ASSAULT_HIT_NUMBER, terrain)), ATTACK_DICE
    hits = FEATURE_ONE * dice * faces // FACES
    memory[scratch + THREAT + target] += hits
    if s.acted[piece] == 0:
        memory[scratch + FRESH_THREAT + target] += hits
    memory[scratch + SHOT + piece] = max(memory[scratch + SHOT + piece], hits)


@kernel
def write_pieces(s: CivilWarState, side: int, memory: Words, scratch: int, out: int) -> None:
    """Write the features of the pieces of a side."""
    full, left = 1, 1
    for piece in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        kind, strength = s.kind[piece], s.strength[piece]
        if kind == 0:
            break
        if kind != LEADER:
            full += s.full_strength[piece]
            left += strength if s.hex_of[piece] != 0 or s.entry_turn[piece] != 0 else 0
        if s.hex_of[piece] == 0:
            if s.entry_turn[piece] != 0:
                memory[out + WAITING_BLOCKS] += strength * FEATURE_ONE // 8
            continue
        nearest = memory[scratch + NEAREST + piece]
        if kind == LEADER:
            is_alone = not has_unit_of(s, s.hex_of[piece] - 1, side)
            memory[out + LEADERS] += FEATURE_ONE
            memory[out + LONE_LEADERS] += FEATURE_ONE if is_alone and nearest <= 3 else 0
            continue
        write_unit(s, piece, memory, scratch, out)
        if kind == GUNBOAT:
            continue
        memory[out + INFANTRY_BLOCKS + kind - INFANTRY] += strength * FEATURE_ONE // 8
        memory[out + WEAK_UNITS] += FEATURE_ONE // 2 if strength == 1 else 0
        memory[out + IN_CONTACT] += FEATURE_ONE // 4 if nearest <= 1 else 0
        memory[out + NEAR_ENEMY] += FEATURE_ONE * max(NEAR - nearest, 0) // (4 * NEAR)
        if nearest <= 3:
            memory[out + COVER] -= DIE_MODIFIER[s.terrain[s.hex_of[piece] - 1]] * FEATURE_ONE // 4
            unit = s.unit_at[s.hex_of[piece] - 1]
            memory[out + LONE_ARTILLERY] += FEATURE_ONE // 2 if kind == ARTILLERY and unit == 0 else 0
    memory[out + BLOCKS_LOST] = FEATURE_ONE * (full - left) // full


@kernel
def write_unit(s: CivilWarState, piece: int, memory: Words, scratch: int, out: int) -> None:
    """Add what a unit on the map can do and what threatens it."""
    shot, threat, strength = memory[scratch + SHOT + piece], memory[scratch + THREAT + piece], s.strength[piece]
    memory[out + UNITS] += FEATURE_ONE // 4
    memory[out + SHOTS] += shot // 4
    memory[out + MORALE] += s.morale[piece] * FEATURE_ONE // 16
    if s.acted[piece] == 0:
        memory[out + FRESH_SHOTS] += shot // 4
        memory[out + FRESH_UNITS] += FEATURE_ONE // 4
    memory[out + BEST_SHOT] = max(memory[out + BEST_SHOT], shot)
    memory[out + THREATS] += min(threat, strength * FEATURE_ONE) // 4
    memory[out + LIKELY_LOSSES] += min(threat // max(strength, 1), FEATURE_ONE) // 2
    fresh = memory[scratch + FRESH_THREAT + piece]
    memory[out + FRESH_LOSSES] += min(fresh // max(strength, 1), FEATURE_ONE) // 2
    if s.kind[piece] <= CAVALRY and leader_with(s, piece) != 0:
        memory[out + LED_UNITS] += FEATURE_ONE // 2
        if s.can_rally[side_of(piece)]:
            memory[out + RALLIES] += (s.full_strength[piece] - strength) * FEATURE_ONE // 4


@kernel
def write_victory(s: CivilWarState, side: int, memory: Words, out: int) -> None:
    """Write the victory points of a side, and its distances to the VP hexes."""
    points = victory_points_at_end(s, side)
    goal = max(s.vp_to_win[side], 1)
    to_go = max(goal - points, 0)
    memory[out + COMMAND] = max(s.command[side] - s.leaders_lost[side], 0) * FEATURE_ONE // 4
    memory[out + VP_SHARE] = FEATURE_ONE * points // goal
    memory[out + VP_MISSING] = FEATURE_ONE // (1 + to_go)
    memory[out + VP_NEARNESS] = FEATURE_ONE // (1 + max(goal - victory_points(s, side), 0))
    parts = 1 + s.last_turn - s.turn
    memory[out + VP_TO_GO] = min(to_go, 16) * FEATURE_ONE // 4
    memory[out + VP_RATE] = min(FEATURE_ONE * to_go // max(parts, 1), 4 * FEATURE_ONE)
    memory[out + HOLDS_CLOCK] = FEATURE_ONE if s.last_turn_winner == side else 0
    for index in range(MAX_VICTORY_HEXES):
        if s.victory_hex[index] == 0:
            break
        if not s.victory_hex_scorers[index] >> side & 1 and s.victory_hex_holder[index] != side + 1:
            continue
        own = nearest_unit(s, side, s.victory_hex[index] - 1)
        enemy = nearest_unit(s, 1 - side, s.victory_hex[index] - 1)
        weight = s.victory_hex_vp[index] * FEATURE_ONE
        if s.victory_hex_holder[index] == side + 1:
            memory[out + HEX_DANGER] += weight * max(NEAR - enemy, 0) // (4 * NEAR)
            memory[out + HEX_DANGER] -= weight * max(NEAR - own, 0) // (8 * NEAR)
        else:
            memory[out + VP_IN_REACH] += weight // 4
            memory[out + HEX_APPROACH] += weight * max(NEAR - own, 0) // (4 * NEAR)
            memory[out + HEX_APPROACH] -= weight * max(NEAR - enemy, 0) // (8 * NEAR)


@kernel
def nearest_unit(s: CivilWarState, side: int, hex_: int) -> int:
    nearest = MAX_HEXES
    for piece in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        if s.kind[piece] == 0:
            break
        if s.hex_of[piece] > 0 and is_land_unit(s, piece):
            nearest = min(nearest, hex_distance(s, s.hex_of[piece] - 1, hex_))
    return nearest


@kernel
def write_clock(s: CivilWarState, side: int, memory: Words, out: int) -> None:
    """Write the time left and the action in progress."""
    memory[out + TURN_SHARE] = FEATURE_ONE * s.turn // s.last_turn
    memory[out + LAST_TURNS] = FEATURE_ONE // (1 + max(s.last_turn - s.turn, 0))
    memory[out + TURNS_LEFT] = min(s.last_turn - s.turn, 16) * FEATURE_ONE // 4
    memory[out + LAST_PART] = FEATURE_ONE if s.turn == s.last_turn and s.side != s.first_side else 0
    memory[out + AP] = min(s.ap, 16) * FEATURE_ONE // 8
    memory[out + IN_MOVE] = FEATURE_ONE if s.phase == Phase.MOVE else 0
    is_retreat = s.phase == Phase.RETREAT or s.phase == Phase.DISPLACE or s.phase == Phase.FLIGHT
    memory[out + IN_RETREAT] = FEATURE_ONE if is_retreat else 0
    memory[out + IN_ADVANCE] = FEATURE_ONE if s.phase == Phase.ADVANCE else 0
    memory[out + ACTS_FIRST] = FEATURE_ONE if s.first_side == side else 0
    memory[out + END_COUNT] = FEATURE_ONE if s.last_turn_winner >= LastTurnWinner.MOST else 0
    memory[out + STEPS_LEFT] = s.steps_left * FEATURE_ONE // 4
    lead = victory_points_at_end(s, side) - victory_points_at_end(s, 1 - side)
    memory[out + LEAD] = min(max(lead, -8), 8) * FEATURE_ONE // 4
    clock = find_clock_winner(s)
    memory[out + CLOCK] = (clock if side == 0 else -clock) * FEATURE_ONE


@kernel
def find_clock_winner(s: CivilWarState) -> int:
    """Return 1 if the Union wins if nothing changes, -1 if the Confederacy does, 0 for a draw."""
    for side in range(SIDES):
        if victory_points_at_end(s, side) >= s.vp_to_win[side]:
            return 1 if side == 0 else -1
    if s.last_turn_winner == LastTurnWinner.MOST or s.last_turn_winner == LastTurnWinner.NOBODY:
        ahead = victory_points_at_end(s, 0) - victory_points_at_end(s, 1)
        return 1 if ahead > 0 else (-1 if ahead < 0 else 0)
    return 1 if s.last_turn_winner == 0 else -1
