"""What an attack and a place are worth to a unit: the judgement behind the `book` players.

Everything is in whole numbers. A block is worth BLOCK, and so is a hit that takes one. What else counts, and
how much, is a row of numbers that is handed around as `w`, named below: who has to attack weighs
some things differently from who has to hold.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.dice import FACES
from ...core.kernel import kernel
from .attack import CLOSE, DICE, dice_of, number_to_hit, range_from, range_of
from .battle import Winner
from .checks import MOST_PIECES, MOST_POINTS
from .ground import (
    ARTILLERY,
    CAVALRY,
    DIE,
    LEADER,
    far,
    holds_unit_of,
    is_land_unit,
    sees,
    side_of,
)
from .moves import is_target
from .state import MOST_HEXES

BLOCK = 60


# Places in the row of weights. Where there are two, the second is for who has to hold.
WAVERS = 0  # how far the judgement of a move goes astray
UNIT = 1  # a whole unit, beyond its blocks: a VP
POINT = 2  # a VP hex, for each of its VP
GROUND = 3  # an enemy that is driven from its place
COVER = 4  # and 5: for each point that terrain takes off the enemy's dice
FEAR = 6  # and 7: how much of the fire that may come is feared, of 100
HOPE = 8  # and 9: how much of the fire that one may give is hoped for, of 100
WAY = 10  # and 11: a hex nearer to where one has to go, or to what one has to hold
SUPPORT = 12  # and 13: a friend near, close to the enemy
ALONE = 14  # artillery near the enemy without infantry in its hex
TOO_NEAR = 15  # artillery next to an enemy
HASTE = 16  # how much more the way counts in the last turn, of 100
LEAST = 17  # what an AP must bring, or it is not spent

MOST_SUPPORT = 4
COMPANY = 120  # a leader is with a unit of his side
NEAR = 4  # hexes to the next enemy, where places begin to matter

WAYS = np.array([1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 2, 1, 0, 0, 1, 3, 3, 1, 0, 1, 4, 6, 4, 1])
"""How many ways there are to choose some of up to four dice: five numbers for each number of dice."""


# Attacks


@kernel
def faces_that_hit(number: Any, terrain: Any) -> Any:
    return min(max(FACES + 1 - number + DIE[terrain], 0), FACES)


@kernel
def fire_faces(s: Any, piece: Any, away: Any, terrain: Any) -> Any:
    return faces_that_hit(number_to_hit(s, piece, away), terrain)


@kernel
def worth_of_hits(s: Any, w: Any, hex_: Any, dice: Any, faces: Any) -> Any:
    """What so many dice are worth on average against the units in a hex."""
    total = 0
    for hits in range(1, dice + 1):
        ways = WAYS[dice * 5 + hits] * faces**hits * (FACES - faces) ** (dice - hits)
        left, won = hits, 0
        for place in range(2):
            unit = (s.unit_at[hex_] if place == 0 else s.guns_at[hex_]) - 1
            if unit >= 0 and left > 0:
                blocks = min(left, s.strength[unit])
                won += blocks * BLOCK + (w[UNIT] if blocks == s.strength[unit] else 0)
                left -= blocks
        total += ways * won
    return total // FACES**dice


@kernel
def worth_of_fire(s: Any, w: Any, piece: Any, from_: Any, hex_: Any) -> Any:
    away = far(s, from_, hex_)
    faces = fire_faces(s, piece, away, s.terrain[hex_])
    return worth_of_hits(s, w, hex_, dice_of(s, piece, away), faces)


@kernel
def worth_of_assault(s: Any, w: Any, hex_: Any) -> Any:
    """Blocks, and the ground that is won when the defender goes."""
    faces = faces_that_hit(CLOSE, s.terrain[hex_])
    ground = w[GROUND] + worth_of_points(s, w, hex_, s.side) // 2
    return worth_of_hits(s, w, hex_, DICE, faces) + ground * faces // FACES


# Places


@kernel
def worth_of_points(s: Any, w: Any, hex_: Any, side: Any) -> Any:
    """What taking or keeping a VP hex is worth to a side."""
    for place in range(MOST_POINTS):
        if s.point_hex[place] == 0:
            return 0
        if s.point_hex[place] != hex_ + 1:
            continue
        mine, theirs = s.point_scorers[place] >> side & 1, s.point_scorers[place] >> (1 - side) & 1
        worth = w[POINT] * s.point_worth[place]
        if s.point_holder[place] == side + 1:
            return worth // 3 * theirs
        return worth * (mine | theirs)
    return 0


@kernel
def danger_at(s: Any, w: Any, piece: Any, hex_: Any) -> Any:
    """What enemies may take from a unit there by fire in their next turn."""
    total, side = 0, side_of(piece)
    enemies = (1 - side) * MOST_PIECES
    for enemy in range(enemies, enemies + MOST_PIECES):
        kind = s.kind[enemy]
        if kind == 0:
            break
        if s.at[enemy] == 0 or kind == LEADER:
            continue
        there = s.at[enemy] - 1
        away = far(s, there, hex_)
        if away > range_of(s, enemy) or away == 0 or (away > 1 and not sees(s, there, hex_)):
            continue
        faces = fire_faces(s, enemy, away, s.terrain[hex_])
        if away == 1 and kind <= CAVALRY:
            faces = max(faces, faces_that_hit(CLOSE, s.terrain[hex_]))
        total += dice_of(s, enemy, away) * faces * BLOCK // FACES
    blocks = max(s.strength[piece], 1) * BLOCK
    total = min(total, 2 * blocks)
    return total + w[UNIT] * total // (2 * blocks)


@kernel
def chance_from(s: Any, w: Any, piece: Any, hex_: Any) -> Any:
    """The best shot that a unit would have from there."""
    best, side, reach = 0, side_of(piece), range_from(s, piece, hex_)
    enemies = (1 - side) * MOST_PIECES
    for enemy in range(enemies, enemies + MOST_PIECES):
        if s.kind[enemy] == 0:
            break
        if not is_target(s, enemy):
            continue
        there = s.at[enemy] - 1
        away = far(s, hex_, there)
        if away > reach or away == 0 or (away > 1 and not sees(s, hex_, there)):
            continue
        best = max(best, worth_of_fire(s, w, piece, hex_, there))
    return best


@kernel
def holds(s: Any, side: Any) -> Any:
    """1: time is on its side, so it has to hold; 0: it has to attack."""
    if s.winner == Winner.MOST or s.winner == Winner.NOBODY:
        return 1 if s.kills[side] > s.kills[1 - side] else 0
    return 1 if s.winner == side else 0


@kernel
def way_to_go(s: Any, w: Any, piece: Any, hex_: Any) -> Any:
    """What a place is worth because it is near to where the unit has to be."""
    side = side_of(piece)
    goal, post = MOST_HEXES, MOST_HEXES
    for place in range(MOST_POINTS):
        if s.point_hex[place] == 0:
            break
        away = far(s, hex_, s.point_hex[place] - 1)
        if s.point_holder[place] == side + 1:
            post = min(post, max(away - 1, 0))
        elif s.point_scorers[place] >> side & 1 or s.point_holder[place] != 0:
            goal = min(goal, away)
    foe = nearest_enemy(s, side, hex_)
    if holds(s, side):
        near = foe if goal == MOST_HEXES and post == MOST_HEXES else 0
        near += min(goal, foe + 2) if goal < MOST_HEXES else 0
        near += post if post < MOST_HEXES else 0
        return -w[WAY + 1] * near
    near = min(goal, foe + 2) if goal < MOST_HEXES else foe
    haste = 100 + w[HASTE] * s.number // s.turns
    return -w[WAY] * near * haste // 100


@kernel
def nearest_enemy(s: Any, side: Any, hex_: Any) -> Any:
    nearest = MOST_HEXES
    enemies = (1 - side) * MOST_PIECES
    for enemy in range(enemies, enemies + MOST_PIECES):
        if s.kind[enemy] == 0:
            break
        if s.at[enemy] > 0 and is_land_unit(s, enemy):
            nearest = min(nearest, far(s, hex_, s.at[enemy] - 1))
    return nearest


@kernel
def worth_of_place(s: Any, w: Any, piece: Any, hex_: Any) -> Any:
    """What it is worth to a unit to stand there when the enemy's turn comes."""
    side = side_of(piece)
    worth = way_to_go(s, w, piece, hex_) + worth_of_points(s, w, hex_, side)
    foe = nearest_enemy(s, side, hex_)
    if foe > NEAR:
        return worth
    role = holds(s, side)
    worth -= w[COVER + role] * DIE[s.terrain[hex_]]
    worth -= w[FEAR + role] * danger_at(s, w, piece, hex_) // 100
    hope = w[HOPE + role] * chance_from(s, w, piece, hex_) // 100
    if s.kind[piece] == ARTILLERY:
        return worth + place_of_guns(s, w, piece, hex_, foe) + 2 * hope
    return worth + w[SUPPORT + role] * friends_near(s, piece, hex_) + hope


@kernel
def place_of_guns(s: Any, w: Any, piece: Any, hex_: Any, foe: Any) -> Any:
    """Artillery stands with infantry, which takes the hits, and not where it can be run down."""
    worth = -w[TOO_NEAR] if foe <= 1 else 0
    unit = s.unit_at[hex_] - 1
    if unit >= 0 and side_of(unit) == side_of(piece):
        return worth + w[ALONE] // 2
    return worth - (w[ALONE] if foe <= 3 else 0)


@kernel
def friends_near(s: Any, piece: Any, hex_: Any) -> Any:
    """Friends within two hexes, up to MOST_SUPPORT."""
    side, count = side_of(piece), 0
    for friend in range(side * MOST_PIECES, (side + 1) * MOST_PIECES):
        if s.kind[friend] == 0:
            break
        if friend != piece and s.at[friend] > 0 and is_land_unit(s, friend):
            count += 1 if far(s, hex_, s.at[friend] - 1) <= 2 else 0
    return min(count, MOST_SUPPORT)


@kernel
def worth_for_leader(s: Any, leader: Any, hex_: Any) -> Any:
    """A leader belongs to a unit, best to one that needs him, and not alone near the enemy."""
    side = side_of(leader)
    if holds_unit_of(s, hex_, side):
        unit = s.unit_at[hex_] - 1
        needs = s.full[unit] - s.strength[unit] if unit >= 0 and s.kind[unit] <= CAVALRY else -1
        return COMPANY + 20 * needs
    nearest = MOST_HEXES
    for friend in range(side * MOST_PIECES, (side + 1) * MOST_PIECES):
        if s.at[friend] > 0 and is_land_unit(s, friend):
            nearest = min(nearest, far(s, hex_, s.at[friend] - 1))
    foe = nearest_enemy(s, side, hex_)
    return -25 * nearest - (80 if foe <= 3 else 0)


@kernel
def units_in(s: Any, hex_: Any) -> Any:
    return (1 if s.unit_at[hex_] != 0 else 0) + (1 if s.guns_at[hex_] != 0 else 0)
