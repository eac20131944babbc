"""All legal moves of a moment, one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.hexes import DIRECTIONS, NOWHERE
from ...core.kernel import kernel
from .attack import range_of
from .checks import MOST_PIECES
from .ground import CAVALRY, GUNBOAT, LEADER, far, leader_with, next_to, sees
from .moves import Do, can_act, is_target, packed, why_no_enter, why_no_fire, why_no_rally, why_not
from .moving import can_take_leader, mark_river, why_no_first, why_no_step, why_no_stop
from .retreat import why_no_follower
from .state import MOST_HEXES, Phase

MOST_MOVES = MOST_PIECES * (MOST_HEXES + 1) + 1
"""No piece has more moves than hexes to sail to, and another; and one can end the turn."""


@kernel
def moves(s: Any, codes: Any) -> Any:
    """Write the legal moves into `codes`; how many they are."""
    phase = s.phase
    if phase == Phase.ACT:
        return actions(s, codes)
    if phase == Phase.MOVE or phase == Phase.FLIGHT:
        return ways_on(s, codes)
    if phase == Phase.RETREAT:
        return hexes_beside(s, Do.RETREAT, s.at[s.checked - 1] - 1, codes)
    if phase == Phase.DISPLACE:
        return hexes_beside(s, Do.DISPLACE, s.into - 1, codes)
    if phase == Phase.ADVANCE:
        return advances(s, codes)
    return 0


@kernel
def actions(s: Any, codes: Any) -> Any:
    codes[0] = packed(Do.END, 0, 0)
    count = 1
    if s.ap < 1:
        return count
    for piece in range(s.side * MOST_PIECES, (s.side + 1) * MOST_PIECES):
        if s.kind[piece] == 0:
            return count
        if s.due[piece] > 0:
            if why_no_enter(s, piece) == 0:
                codes[count] = packed(Do.ENTER, piece, 0)
                count += 1
        elif can_act(s, piece):
            if s.moves_from[piece] <= s.number:
                count = goings(s, piece, codes, count)
            if s.kind[piece] != LEADER:
                count = attacks(s, piece, codes, count)
            if s.kind[piece] <= CAVALRY and why_no_rally(s, piece) == 0:
                codes[count] = packed(Do.RALLY, piece, 0)
                count += 1
    return count


@kernel
def goings(s: Any, piece: Any, codes: Any, count: Any) -> Any:
    if s.kind[piece] == GUNBOAT:
        return sailings(s, piece, codes, count)
    leader = leader_with(s, piece) if can_take_leader(s, piece) else 0
    for direction in range(DIRECTIONS):
        there = next_to(s, s.at[piece] - 1, direction)
        if there == NOWHERE or why_no_first(s, piece, there, 0) != 0:
            continue
        codes[count] = packed(Do.GO, piece, there)
        count += 1
        if leader != 0 and why_no_first(s, piece, there, leader) == 0:
            codes[count] = packed(Do.GO_WITH, piece, there)
            count += 1
    return count


@kernel
def sailings(s: Any, piece: Any, codes: Any, count: Any) -> Any:
    marks = np.zeros(MOST_HEXES, np.int64)
    mark_river(s, piece, marks)
    for hex_ in range(MOST_HEXES):
        if marks[hex_] != 0 and s.unit_at[hex_] == 0:
            codes[count] = packed(Do.GO, piece, hex_)
            count += 1
    return count


@kernel
def attacks(s: Any, piece: Any, codes: Any, count: Any) -> Any:
    """Fire and close combat of a unit with at least one AP."""
    here, reach = s.at[piece] - 1, range_of(s, piece)
    close = s.ap >= 2 and s.kind[piece] <= CAVALRY
    enemies = (1 - s.side) * MOST_PIECES
    for enemy in range(enemies, enemies + MOST_PIECES):
        if s.kind[enemy] == 0:
            return count
        if not is_target(s, enemy):
            continue
        there = s.at[enemy] - 1
        away = far(s, here, there)
        if away > reach or (away > 1 and not sees(s, here, there)):
            continue
        codes[count] = packed(Do.FIRE, piece, there)
        count += 1
        if close and away == 1:
            codes[count] = packed(Do.ASSAULT, piece, there)
            count += 1
    return count


@kernel
def ways_on(s: Any, codes: Any) -> Any:
    """For a piece on its way, or a leader in flight."""
    mover, count = s.mover - 1, 0
    if why_no_stop(s) == 0:
        codes[count] = packed(Do.STOP, 0, 0)
        count += 1
    can_fire = s.phase == Phase.MOVE and s.kind[mover] == CAVALRY and s.pushed == 0
    for direction in range(DIRECTIONS):
        there = next_to(s, s.at[mover] - 1, direction)
        if there == NOWHERE:
            continue
        if why_no_step(s, there) == 0:
            codes[count] = packed(Do.STEP, 0, there)
            count += 1
        if can_fire and why_no_fire(s, mover, there) == 0:
            codes[count] = packed(Do.FIRE, mover, there)
            count += 1
    return count


@kernel
def hexes_beside(s: Any, do: Any, hex_: Any, codes: Any) -> Any:
    """The hexes next to this one that a retreating or displaced unit can go to."""
    count = 0
    for direction in range(DIRECTIONS):
        there = next_to(s, hex_, direction)
        if there != NOWHERE and why_not(s, packed(do, 0, there)) == 0:
            codes[count] = packed(do, 0, there)
            count += 1
    return count


@kernel
def advances(s: Any, codes: Any) -> Any:
    codes[0] = packed(Do.STAY, 0, 0)
    codes[1] = packed(Do.ADVANCE, 0, 0)
    if why_no_follower(s) != 0:
        return 2
    codes[2] = packed(Do.ADVANCE_WITH, 0, 0)
    return 3
