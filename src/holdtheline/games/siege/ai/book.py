"""The book player: a sensible rule of thumb.

Reinforce: the middle lane meets the enemy's full strength and each outer lane half of it. So bring the middle up
to MIDDLE_TARGET first, then the weaker outer lane up to OUTER_TARGET, and keep RESERVE in the backline against the
overflow, even in the last wave: an overflow still strikes it.
Rearrange: minimise the overflow, then make the weakest lane as strong as possible.
"""

from __future__ import annotations

from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules import (
    REINFORCE,
    enemy_strength,
    free_capacity,
    lane_number,
    lane_overflow,
    list_arrangements,
    pack_move,
    troops_left,
)
from ..state import BOTTOM, LANES, MIDDLE, TOP, Phase, SiegeState

MIDDLE_TARGET = 6
OUTER_TARGET = 3
RESERVE = 2


@kernel
def choose(s: SiegeState, codes: Words, stream: Words, memory: Words) -> int:
    """Return the move of the book player."""
    return choose_reinforcements(s) if s.phase == Phase.REINFORCE else choose_arrangement(s, codes)


@kernel
def choose_reinforcements(s: SiegeState) -> int:
    spare = max(s.backline - RESERVE, 0)
    middle = troops_to_send(s, MIDDLE, MIDDLE_TARGET, spare)
    spare -= middle
    if s.lane[TOP] <= s.lane[BOTTOM]:
        top = troops_to_send(s, TOP, OUTER_TARGET, spare)
        bottom = troops_to_send(s, BOTTOM, OUTER_TARGET, spare - top)
    else:
        bottom = troops_to_send(s, BOTTOM, OUTER_TARGET, spare)
        top = troops_to_send(s, TOP, OUTER_TARGET, spare - bottom)
    return pack_move(REINFORCE, top, middle, bottom)


@kernel
def troops_to_send(s: SiegeState, lane: int, target: int, spare: int) -> int:
    return max(min(target - s.lane[lane], spare, free_capacity(s, lane)), 0)


@kernel
def choose_arrangement(s: SiegeState, codes: Words) -> int:
    best = 0
    best_score = -10000
    for index in range(list_arrangements(s, codes)):
        score = score_arrangement(s, codes[index])
        if score > best_score:
            best = codes[index]
            best_score = score
    return best


@kernel
def score_arrangement(s: SiegeState, code: int) -> int:
    """Return minus the overflow in hundreds, plus the troops left in the weakest lane."""
    overflow = 0
    weakest = 1000
    for lane in range(LANES):
        enemy = enemy_strength(lane, s.enemy[lane])
        overflow += lane_overflow(lane_number(code, lane), enemy)
        weakest = min(weakest, troops_left(lane_number(code, lane), enemy))
    return weakest - 100 * overflow
