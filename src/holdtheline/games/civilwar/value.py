"""What a search knows of Civil War beyond its rules: who stands better, and which moves are worth a look.

A battle has hundreds of steps, so it is followed for some of them and judged where that leads. The judgement
is a chance to win, by what one can count on the map: VP against those that win, and how few are missing; the
part of the blocks that is lost, whole units and leaders; how near either side is to the VP hexes; and the
clock, which wins for one of the two. In the last turns all of it counts otherwise than in the first. The
weights were found by logistic regression over positions of battles that `book` played against itself.

Moves are weighed as the book weighs them. Beyond the tree a side looks at a few of its moves, at random, and
makes the one that the book likes best of them: much quicker than the book, and not much worse.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from ...core.contract import Judgement, Level, Tuning, Words
from ...core.dice import below
from ...core.kernel import kernel
from .battle import Winner
from .book import WEIGHTS, worth_of
from .checks import MOST_PIECES, MOST_POINTS
from .ground import LEADER, far, is_land_unit
from .listed import moves
from .rules import vp_of
from .state import SIDES

# The memory: the weights of the book, and behind them
TRIES = len(WEIGHTS)  # moves that are looked at beyond the tree
WEIGHED = TRIES + 1  # weights of what is counted, in thousandths
COUNTED = 7
CLOCK, POINTS, MISSING, LOSSES, UNITS, LEADERS, NEAR = range(COUNTED)
SEEN = WEIGHED + 2 * COUNTED  # what the Union has more than the Confederacy, in thousandths

LOOKED_AT = 6
MILLION = 1_000_000
THOUSAND = 1_000
NEAREST = 6
"""Hexes from which a unit counts as near to a VP hex."""
A_HEX = 10
"""What a hex nearer than that counts, for each VP."""
VALUES = (-286, 838, 2244, 347, 172, 687, 181, 1147, -6164, 6739, 2776, 87, -206, 590)
"""What each counts, and then how much more in the last turn."""


def remember(options: Any) -> Words:
    return np.array([*WEIGHTS, LOOKED_AT, *VALUES, *([0] * COUNTED)], np.int64)


@kernel
def follow(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    """The best of a few moves, drawn at random."""
    count = moves(s, codes)
    tries = min(memory[TRIES], count)
    best, most = codes[0], 0
    for place in range(tries):
        other = place + below(stream, count - place)
        codes[place], codes[other] = codes[other], codes[place]
        worth = worth_of(s, memory, codes[place])
        if place == 0 or worth > most:
            best, most = codes[place], worth
    return best


@kernel
def weigh(s: Any, codes: Any, count: Any, worths: Any, memory: Any) -> None:
    for place in range(count):
        worths[place] = worth_of(s, memory, codes[place])


@kernel
def value(s: Any, seat: Any, memory: Any) -> Any:
    look(s, memory)
    played = 2 * s.number - (1 if s.side == s.first else 0)
    late = THOUSAND * played**3 // (2 * s.turns) ** 3
    total = 0
    for place in range(SEEN, SEEN + COUNTED):
        early, later = memory[place - 2 * COUNTED], memory[place - COUNTED]
        total += (early + later * late // THOUSAND) * memory[place]
    return int(MILLION / (1.0 + exp((total if seat != 0 else -total) / MILLION)))


@kernel
def look(s: Any, memory: Any) -> None:
    """Count what the Union has more of than the Confederacy."""
    for place in range(COUNTED):
        memory[SEEN + place] = 0
    for side in range(SIDES):
        sign = 1 if side == 0 else -1
        missing = max(s.vp[side] - vp_of(s, side), 0)
        memory[SEEN + POINTS] += sign * (THOUSAND * vp_of(s, side) // max(s.vp[side], 1))
        memory[SEEN + MISSING] += sign * (THOUSAND // (1 + missing))
        memory[SEEN + NEAR] += sign * A_HEX * nearness(s, side)
        muster(s, memory, side, sign)
    memory[SEEN + CLOCK] = THOUSAND * clock(s)


@kernel
def clock(s: Any) -> Any:
    """1: the Union wins if nothing happens any more, -1: the Confederacy, 0: nobody."""
    if s.winner == Winner.MOST or s.winner == Winner.NOBODY:
        ahead = vp_of(s, 0) - vp_of(s, 1)
        return 1 if ahead > 0 else (-1 if ahead < 0 else 0)
    return 1 if s.winner == 0 else -1


@kernel
def muster(s: Any, memory: Any, side: Any, sign: Any) -> None:
    """What the side has lost."""
    blocks, full = 0, 1
    for piece in range(side * MOST_PIECES, (side + 1) * MOST_PIECES):
        if s.kind[piece] == 0:
            break
        is_there = s.at[piece] != 0 or s.due[piece] != 0
        if s.kind[piece] == LEADER:
            memory[SEEN + LEADERS] -= 0 if is_there else sign * THOUSAND
            continue
        memory[SEEN + UNITS] -= 0 if is_there else sign * THOUSAND
        full += s.full[piece]
        blocks += s.strength[piece] if is_there else 0
    memory[SEEN + LOSSES] -= sign * (THOUSAND * (full - blocks) // full)


@kernel
def nearness(s: Any, side: Any) -> Any:
    """How near the side's units are to VP hexes that it wants or has, each by its VP."""
    total = 0
    for place in range(MOST_POINTS):
        if s.point_hex[place] == 0:
            break
        if s.point_scorers[place] >> side & 1 or s.point_holder[place] == side + 1:
            for piece in range(side * MOST_PIECES, (side + 1) * MOST_PIECES):
                if s.kind[piece] == 0:
                    break
                if s.at[piece] > 0 and is_land_unit(s, piece):
                    away = far(s, s.at[piece] - 1, s.point_hex[place] - 1)
                    total += max(NEAREST - away, 0) * s.point_worth[place]
    return total


TUNING = Tuning(explore=0.1, lean=1.5, heat=15.0, first=2, more=0.5, listed=24, ripe=3, depth=20)
LADDER = ((12, 60), (12, 40), (12, 25), (12, 10), (12,), (50,), (200,), (800,))
"""A battle is hundreds of small decisions, so a few slips in a hundred are soon felt."""
LEVELS = tuple(Level(*one) for one in LADDER)
JUDGEMENT = Judgement(follow, value, weigh, remember, TUNING, LEVELS)
