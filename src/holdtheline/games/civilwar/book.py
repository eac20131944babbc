"""The `book` players: each move is judged for what it is worth for an AP, and the best is made.

Shots and assaults are judged by their exact averages, places by cover, by the fire that may come, by the
fire that one can give, and by the way to the VP hexes. Time counts: the side that loses at the end of the
last turn marches, the other holds. The levels differ in how sure the judgement is: an easy player's
wavers, a hard one's does not.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.contract import Words
from ...core.dice import FACES, below
from ...core.kernel import kernel
from .attack import colour_of, level_of
from .ground import CAVALRY, GUNBOAT, LEADER, leader_with, side_of
from .listed import moves
from .moves import Do, do_of, hex_of, piece_of
from .state import Phase
from .worth import (
    ALONE,
    BLOCK,
    GROUND,
    LEAST,
    WAVERS,
    nearest_enemy,
    units_in,
    worth_for_leader,
    worth_of_assault,
    worth_of_fire,
    worth_of_place,
    worth_of_points,
)

STRANDED = 200  # a leader left behind alone
ENTERING = 70  # a fresh unit on the map
WORST = -1_000_000
WEIGHTS = (0, 177, 133, 45, 20, 40, 25, 68, 45, 35, 40, 12, 9, 9, 27, 70, 51, 6)
"""What counts how much, in the order of worth.py. They were looked for by play of the book against itself."""
EASY, NORMAL = 130, 30
"""How far the judgement of these levels wavers."""


def easy(options: Any) -> Words:
    return np.array([EASY, *WEIGHTS[1:]], np.int64)


def normal(options: Any) -> Words:
    return np.array([NORMAL, *WEIGHTS[1:]], np.int64)


def hard(options: Any) -> Words:
    return np.array(WEIGHTS, np.int64)


@kernel
def choose(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    wavers = memory[WAVERS]
    best, most = 0, WORST
    for place in range(moves(s, codes)):
        worth = worth_of(s, memory, codes[place])
        if wavers > 0 and do_of(codes[place]) != Do.END:
            worth += below(stream, 2 * wavers + 1) - wavers
        if worth > most:
            best, most = codes[place], worth
    return best


@kernel
def worth_of(s: Any, w: Any, code: Any) -> Any:
    """What a move is worth, for each AP that it costs."""
    do = do_of(code)
    if do == Do.END:
        return w[LEAST]
    if do == Do.FIRE:
        return worth_of_shot(s, w, piece_of(code), hex_of(code))
    if do == Do.ASSAULT:
        return worth_of_assault(s, w, hex_of(code)) // 2
    if do == Do.RALLY:
        return worth_of_rally(s, piece_of(code))
    if do == Do.ENTER:
        return ENTERING
    if do == Do.GO or do == Do.GO_WITH:
        return worth_of_going(s, w, piece_of(code), hex_of(code), do == Do.GO_WITH)
    if s.phase == Phase.ADVANCE:
        return worth_of_advance(s, w, do)
    return worth_of_way(s, w, do, hex_of(code))


@kernel
def worth_of_shot(s: Any, w: Any, piece: Any, hex_: Any) -> Any:
    """Of cavalry on its way it is compared with places, so its own place counts as well."""
    here = s.at[piece] - 1
    worth = worth_of_fire(s, w, piece, here, hex_)
    return worth + worth_of_place(s, w, piece, here) if s.phase == Phase.MOVE else worth


@kernel
def worth_of_rally(s: Any, piece: Any) -> Any:
    """A block, as often as the die restores it; the fewer are left, the better."""
    level, good = level_of(s, piece), 0
    for face in range(1, FACES + 1):
        if colour_of(s, face) != level:
            good += 1
    return BLOCK * good // FACES * (5 - s.strength[piece]) // 3


@kernel
def worth_of_going(s: Any, w: Any, piece: Any, hex_: Any, with_leader: Any) -> Any:
    here = s.at[piece] - 1
    if s.kind[piece] == LEADER:
        return worth_for_leader(s, piece, hex_) - worth_for_leader(s, piece, here) - w[LEAST]
    gain = worth_of_place(s, w, piece, hex_) - worth_of_place(s, w, piece, here) - leaves_guns(s, w, piece)
    if s.kind[piece] == GUNBOAT or leader_with(s, piece) == 0:
        return gain
    alone = units_in(s, here) == 1
    if alone and not with_leader:
        return gain - STRANDED
    return gain + 1 if alone else gain - (20 if with_leader else 0)


@kernel
def leaves_guns(s: Any, w: Any, piece: Any) -> Any:
    """What it costs to leave artillery behind alone, near the enemy."""
    here = s.at[piece] - 1
    if s.kind[piece] > CAVALRY or s.guns_at[here] == 0:
        return 0
    return w[ALONE] if nearest_enemy(s, side_of(piece), here) <= 3 else 0


@kernel
def worth_of_way(s: Any, w: Any, do: Any, hex_: Any) -> Any:
    """The next hex of a way, of a flight or a retreat; staying is judged as a place, too."""
    if s.phase == Phase.RETREAT:
        return worth_of_place(s, w, s.checked - 1, hex_)
    if s.phase == Phase.DISPLACE:
        return worth_of_place(s, w, s.displaced - 1, hex_)
    mover = s.mover - 1
    place = s.at[mover] - 1 if do == Do.STOP else hex_
    if s.kind[mover] == LEADER:
        return worth_for_leader(s, mover, place)
    worth = worth_of_place(s, w, mover, place)
    return worth + (w[LEAST] if do == Do.STOP else 0)


@kernel
def worth_of_advance(s: Any, w: Any, do: Any) -> Any:
    piece, here, there = s.actor - 1, s.at[s.actor - 1] - 1, s.target - 1
    if do == Do.STAY:
        return 0
    gain = worth_of_place(s, w, piece, there) - worth_of_place(s, w, piece, here)
    gain += w[GROUND] // 3 + worth_of_points(s, w, there, side_of(piece)) // 2
    if leader_with(s, piece) == 0:
        return gain
    follows = do == Do.ADVANCE_WITH
    if units_in(s, here) == 1:
        return gain if follows else gain - STRANDED
    return gain - 10 if follows else gain
