"""The rule of thumb of a sensible player.

Reinforce: the middle lane takes the enemy's full strength and each outer lane half of it, so bring
the middle up to MIDDLE_WANTED first, then the weaker outer lane up to OUTER_WANTED, and keep
RESERVE behind for what gets through. In the last wave the reserve has no later use, but what
breaks through still strikes it, so it is kept even then.
Rearrange: whatever lets the fewest through, then whatever leaves the strongest weakest lane.
"""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from .moves import REINFORCE, arrangements, number_of, packed, room
from .rules import left_of, overflow_of, strength
from .state import BOTTOM, LANES, MIDDLE, TOP, Phase

MIDDLE_WANTED = 6
OUTER_WANTED = 3
RESERVE = 2


@kernel
def choose(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    return fill_up(s) if s.phase == Phase.REINFORCE else best_arrangement(s, codes)


@kernel
def fill_up(s: Any) -> Any:
    spare = max(s.backline - RESERVE, 0)
    middle = missing(s, MIDDLE, MIDDLE_WANTED, spare)
    spare -= middle
    if s.lane[TOP] <= s.lane[BOTTOM]:
        top = missing(s, TOP, OUTER_WANTED, spare)
        bottom = missing(s, BOTTOM, OUTER_WANTED, spare - top)
    else:
        bottom = missing(s, BOTTOM, OUTER_WANTED, spare)
        top = missing(s, TOP, OUTER_WANTED, spare - bottom)
    return packed(REINFORCE, top, middle, bottom)


@kernel
def missing(s: Any, lane: Any, wanted: Any, spare: Any) -> Any:
    return max(min(wanted - s.lane[lane], spare, room(s, lane)), 0)


@kernel
def best_arrangement(s: Any, codes: Any) -> Any:
    best = 0
    best_worth = -10000
    for choice in range(arrangements(s, codes)):
        worth = worth_of(s, codes[choice])
        if worth > best_worth:
            best = codes[choice]
            best_worth = worth
    return best


@kernel
def worth_of(s: Any, code: Any) -> Any:
    through = 0
    weakest = 1000
    for lane in range(LANES):
        enemy = strength(lane, s.enemy[lane])
        through += overflow_of(number_of(code, lane), enemy)
        weakest = min(weakest, left_of(number_of(code, lane), enemy))
    return weakest - 100 * through
