"""Heuristics of the book player: score an attack, and score a hex as the position of a unit.

All scores are integers; one block is worth BLOCK_SCORE. The weights are an array, passed as `w` and indexed
by the constants below. The side that must attack and the side that must hold use different weights."""

from __future__ import annotations

import numpy as np

from ....core.dice import FACES
from ....core.kernel.compiler import kernel
from ....core.state_record import Row
from ..rules.fire import ASSAULT_HIT_NUMBER, ATTACK_DICE, fire_dice, fire_hit_number, fire_range_from, is_target_unit
from ..rules.hex_map import has_unit_of, hex_distance, is_land_unit, side_of
from ..rules.line_of_sight import has_line_of_sight
from ..rules.terrain import DIE_MODIFIER
from ..state import ARTILLERY, CAVALRY, LEADER, MAX_HEXES, MAX_PIECES, MAX_VICTORY_HEXES, CivilWarState, LastTurnWinner

BLOCK_SCORE = 60


# Indices of the weights. Where there are two, the first is for the side that must attack, the second for the side
# that must hold.
NOISE = 0  # the greatest random change of a score
UNIT_VALUE = 1  # an eliminated unit, beyond its blocks
VICTORY_HEX_VALUE = 2  # a VP hex, for each of its VP
GROUND_GAIN = 3  # an enemy that must leave its hex
COVER = 4  # and 5: each point that terrain takes off the enemy's dice
THREAT = 6  # and 7: percentage of the expected losses to enemy fire
OPPORTUNITY = 8  # and 9: percentage of the best own shot
APPROACH = 10  # and 11: each hex nearer to the goal, or to the hex to hold
SUPPORT = 12  # and 13: each friend within two hexes, near the enemy
UNSUPPORTED_ARTILLERY = 14  # artillery near the enemy without infantry in its hex
EXPOSED_ARTILLERY = 15  # artillery next to an enemy
URGENCY = 16  # percentage by which APPROACH grows up to the last turn
MIN_AP_SCORE = 17  # the minimum score for which an AP is spent

MAX_SUPPORT = 4
LEADER_WITH_UNIT_SCORE = 120  # a leader with a unit of his side
OVERRUN_PENALTY = 100  # a leader alone next to an enemy
CONTACT_DISTANCE = 4  # hexes to the nearest enemy within which cover and fire matter

BINOMIALS: Row = np.array([1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 2, 1, 0, 0, 1, 3, 3, 1, 0, 1, 4, 6, 4, 1])
"""The binomial coefficients for up to four dice: five numbers for each number of dice."""


# Attacks


@kernel
def count_hitting_faces(number: int, terrain: int) -> int:
    return min(max(FACES + 1 - number + DIE_MODIFIER[terrain], 0), FACES)


@kernel
def score_hits(s: CivilWarState, w: Row, hex_: int, dice: int, faces: int) -> int:
    """Return the average score of these dice against the units in a hex."""
    total = 0
    for hits in range(1, dice + 1):
        ways = BINOMIALS[dice * 5 + hits] * faces**hits * (FACES - faces) ** (dice - hits)
        left, score = hits, 0
        for is_artillery in range(2):
            unit = (s.unit_at[hex_] if is_artillery == 0 else s.artillery_at[hex_]) - 1
            if unit >= 0 and left > 0:
                blocks = min(left, s.strength[unit])
                score += blocks * BLOCK_SCORE + (w[UNIT_VALUE] if blocks == s.strength[unit] else 0)
                left -= blocks
        total += ways * score
    average: int = total // FACES**dice
    return average


@kernel
def score_fire(s: CivilWarState, w: Row, piece: int, from_: int, hex_: int) -> int:
    distance = hex_distance(s, from_, hex_)
    faces = count_hitting_faces(fire_hit_number(s, piece, distance), s.terrain[hex_])
    return score_hits(s, w, hex_, fire_dice(s, piece, distance), faces)


@kernel
def score_assault(s: CivilWarState, w: Row, hex_: int) -> int:
    """Score the blocks, and the ground won if the defender retreats."""
    faces = count_hitting_faces(ASSAULT_HIT_NUMBER, s.terrain[hex_])
    ground = w[GROUND_GAIN] + score_victory_hex(s, w, hex_, s.side) // 2
    return score_hits(s, w, hex_, ATTACK_DICE, faces) + ground * faces // FACES


# Hexes


@kernel
def score_victory_hex(s: CivilWarState, w: Row, hex_: int, side: int) -> int:
    """Score taking or keeping a VP hex for a side."""
    for index in range(MAX_VICTORY_HEXES):
        if s.victory_hex[index] == 0:
            return 0
        if s.victory_hex[index] != hex_ + 1:
            continue
        mine, theirs = s.victory_hex_scorers[index] >> side & 1, s.victory_hex_scorers[index] >> (1 - side) & 1
        score = w[VICTORY_HEX_VALUE] * s.victory_hex_vp[index]
        if s.victory_hex_holder[index] == side + 1:
            return score // 3 * theirs
        return score * (mine | theirs)
    return 0


@kernel
def score_threat(s: CivilWarState, w: Row, piece: int, hex_: int) -> int:
    """Score the losses that enemies can cause by fire to a unit in this hex in their next turn."""
    total, side = 0, side_of(piece)
    enemies = (1 - side) * MAX_PIECES
    for enemy in range(enemies, enemies + MAX_PIECES):
        kind = s.kind[enemy]
        if kind == 0:
            break
        if s.hex_of[enemy] == 0 or kind == LEADER:
            continue
        there = s.hex_of[enemy] - 1
        distance = hex_distance(s, there, hex_)
        if (
            distance > fire_range_from(s, enemy, there)
            or distance == 0
            or (distance > 1 and not has_line_of_sight(s, there, hex_))
        ):
            continue
        faces = count_hitting_faces(fire_hit_number(s, enemy, distance), s.terrain[hex_])
        if distance == 1 and kind <= CAVALRY:
            faces = max(faces, count_hitting_faces(ASSAULT_HIT_NUMBER, s.terrain[hex_]))
        total += fire_dice(s, enemy, distance) * faces * BLOCK_SCORE // FACES
    blocks = max(s.strength[piece], 1) * BLOCK_SCORE
    total = min(total, 2 * blocks)
    return total + w[UNIT_VALUE] * total // (2 * blocks)


@kernel
def score_best_shot(s: CivilWarState, w: Row, piece: int, hex_: int) -> int:
    """Score the best shot of a unit from this hex."""
    best, side, reach = 0, side_of(piece), fire_range_from(s, piece, hex_)
    enemies = (1 - side) * MAX_PIECES
    for enemy in range(enemies, enemies + MAX_PIECES):
        if s.kind[enemy] == 0:
            break
        if not is_target_unit(s, enemy):
            continue
        there = s.hex_of[enemy] - 1
        distance = hex_distance(s, hex_, there)
        if distance > reach or distance == 0 or (distance > 1 and not has_line_of_sight(s, hex_, there)):
            continue
        best = max(best, score_fire(s, w, piece, hex_, there))
    return best


@kernel
def must_hold(s: CivilWarState, side: int) -> int:
    """Return 1 if the side holds because time favours it, 0 if it must attack. VP hexes do not count."""
    if s.last_turn_winner == LastTurnWinner.MOST or s.last_turn_winner == LastTurnWinner.NOBODY:
        return 1 if s.elimination_vp[side] > s.elimination_vp[1 - side] else 0
    return 1 if s.last_turn_winner == side else 0


@kernel
def score_approach(s: CivilWarState, w: Row, piece: int, hex_: int) -> int:
    """Score the distance of a hex from where the unit must be."""
    side = side_of(piece)
    goal, held = MAX_HEXES, MAX_HEXES
    for index in range(MAX_VICTORY_HEXES):
        if s.victory_hex[index] == 0:
            break
        distance = hex_distance(s, hex_, s.victory_hex[index] - 1)
        if s.victory_hex_holder[index] == side + 1:
            held = min(held, max(distance - 1, 0))
        elif s.victory_hex_scorers[index] >> side & 1 or s.victory_hex_holder[index] != 0:
            goal = min(goal, distance)
    enemy_distance = nearest_enemy_distance(s, side, hex_)
    if must_hold(s, side):
        near = enemy_distance if goal == MAX_HEXES and held == MAX_HEXES else 0
        near += min(goal, enemy_distance + 2) if goal < MAX_HEXES else 0
        near += held if held < MAX_HEXES else 0
        return -w[APPROACH + 1] * near
    near = min(goal, enemy_distance + 2) if goal < MAX_HEXES else enemy_distance
    haste = 100 + w[URGENCY] * s.turn // s.last_turn
    return -w[APPROACH] * near * haste // 100


@kernel
def nearest_enemy_distance(s: CivilWarState, side: int, hex_: int) -> int:
    nearest = MAX_HEXES
    enemies = (1 - side) * MAX_PIECES
    for enemy in range(enemies, enemies + MAX_PIECES):
        if s.kind[enemy] == 0:
            break
        if s.hex_of[enemy] > 0 and is_land_unit(s, enemy):
            nearest = min(nearest, hex_distance(s, hex_, s.hex_of[enemy] - 1))
    return nearest


@kernel
def score_hex(s: CivilWarState, w: Row, piece: int, hex_: int) -> int:
    """Score a hex as the position of a unit when the enemy's turn comes."""
    side = side_of(piece)
    score = score_approach(s, w, piece, hex_) + score_victory_hex(s, w, hex_, side)
    enemy_distance = nearest_enemy_distance(s, side, hex_)
    if enemy_distance > CONTACT_DISTANCE:
        return score
    role = must_hold(s, side)
    score -= w[COVER + role] * DIE_MODIFIER[s.terrain[hex_]]
    score -= w[THREAT + role] * score_threat(s, w, piece, hex_) // 100
    shot = w[OPPORTUNITY + role] * score_best_shot(s, w, piece, hex_) // 100
    if s.kind[piece] == ARTILLERY:
        return score + score_artillery_hex(s, w, piece, hex_, enemy_distance) + 2 * shot
    return score + w[SUPPORT + role] * count_friends_near(s, piece, hex_) + shot


@kernel
def score_artillery_hex(s: CivilWarState, w: Row, piece: int, hex_: int, enemy_distance: int) -> int:
    """Prefer a hex with infantry, which takes the hits, and none where artillery can be overrun."""
    score = -w[EXPOSED_ARTILLERY] if enemy_distance <= 1 else 0
    unit = s.unit_at[hex_] - 1
    if unit >= 0 and side_of(unit) == side_of(piece):
        return score + w[UNSUPPORTED_ARTILLERY] // 2
    return score - (w[UNSUPPORTED_ARTILLERY] if enemy_distance <= 3 else 0)


@kernel
def count_friends_near(s: CivilWarState, piece: int, hex_: int) -> int:
    """Count the friends within two hexes, up to MAX_SUPPORT."""
    side, count = side_of(piece), 0
    for friend in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        if s.kind[friend] == 0:
            break
        if friend != piece and s.hex_of[friend] > 0 and is_land_unit(s, friend):
            count += 1 if hex_distance(s, hex_, s.hex_of[friend] - 1) <= 2 else 0
    return min(count, MAX_SUPPORT)


@kernel
def score_leader_hex(s: CivilWarState, leader: int, hex_: int) -> int:
    """Prefer a hex with a unit, best one that lost blocks, and none near the enemy without a unit."""
    side = side_of(leader)
    if has_unit_of(s, hex_, side):
        unit = s.unit_at[hex_] - 1
        needs = s.full_strength[unit] - s.strength[unit] if unit >= 0 and s.kind[unit] <= CAVALRY else -1
        return LEADER_WITH_UNIT_SCORE + 20 * needs
    nearest = MAX_HEXES
    for friend in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        if s.hex_of[friend] > 0 and is_land_unit(s, friend):
            nearest = min(nearest, hex_distance(s, hex_, s.hex_of[friend] - 1))
    enemy_distance = nearest_enemy_distance(s, side, hex_)
    return -25 * nearest - (80 if enemy_distance <= 3 else 0) - (OVERRUN_PENALTY if enemy_distance <= 1 else 0)


@kernel
def count_units_in(s: CivilWarState, hex_: int) -> int:
    return (1 if s.unit_at[hex_] != 0 else 0) + (1 if s.artillery_at[hex_] != 0 else 0)
