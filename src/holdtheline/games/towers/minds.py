"""How units decide for themselves: the AIs that are built in (T8.1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.kernel import kernel, lowest_bit
from .lane import ahead_of, can_act, can_strike, is_free, move, reaches, score, shoot, strike
from .state import (
    CELLS,
    CELLS_A_WORD,
    COLUMNS,
    CROWD_WORDS,
    MOST_ROWS,
    MOST_TOWERS,
    UNITS,
    Mind,
)


def bits_in_range() -> Any:
    """T3.4, by reach, cell and word: a bit for every cell that is not farther, as `crowd` has them."""
    cells = np.arange(CROWD_WORDS * CELLS_A_WORD)
    rows, columns = cells // COLUMNS, cells % COLUMNS
    far = np.maximum(np.abs(rows - rows[:CELLS, None]), np.abs(columns - columns[:CELLS, None]))
    near = far <= np.arange(MOST_ROWS + 1)[:, None, None]
    bits = np.where(near, 1 << cells % CELLS_A_WORD, 0)
    return bits.reshape(*near.shape[:2], CROWD_WORDS, CELLS_A_WORD).sum(axis=3).ravel()


IN_RANGE = bits_in_range()
"""The cells in range of every cell, for every reach that a ruleset can give."""
FAR = 1 << 40

# Towers


@kernel
def tower_acts(s: Any, lane: Any, place: Any, log: Any) -> None:
    """A tower attacks, if there is somebody in its range."""
    tower = lane * MOST_TOWERS + place
    unit = s.tower_unit[tower]
    if s.damage[unit] == 0 and s.freezes[unit] == 0:
        return
    mind = s.mind[lane * UNITS + unit]
    if mind == Mind.USUAL:
        target = first_in_range(s, lane, tower)
    else:
        target = best_in_range(s, lane, tower, mind)
    if target > 0:
        shoot(s, lane, tower, target - 1, log)


@kernel
def crowd_in_range(s: Any, lane: Any, tower: Any, word: Any) -> Any:
    """A bit for every cell with a soldier that the tower reaches, in this word of the crowd."""
    sight = s.reach[s.tower_unit[tower]] * CELLS + s.tower_cell[tower]
    return s.crowd[lane * CROWD_WORDS + word] & IN_RANGE[sight * CROWD_WORDS + word]


@kernel
def first_in_range(s: Any, lane: Any, tower: Any) -> Any:
    """Row by row from the lowest, column by column: who came last into the first cell with somebody in it."""
    low, middle = crowd_in_range(s, lane, tower, 0), crowd_in_range(s, lane, tower, 1)
    high = crowd_in_range(s, lane, tower, 2)
    if low | middle | high == 0:  # mostly
        return 0
    if low != 0:
        cell = lowest_bit(low)
    elif middle != 0:
        cell = CELLS_A_WORD + lowest_bit(middle)
    else:
        cell = 2 * CELLS_A_WORD + lowest_bit(high)
    if cell >= s.deployment_row * COLUMNS and not s.sees_deployment_row:
        return 0
    return s.top[lane * CELLS + cell]


@kernel
def best_in_range(s: Any, lane: Any, tower: Any, mind: Any) -> Any:
    """As `first_in_range`, but nobody who has fallen; a hunter looks for the one with the least health."""
    best, least = 0, FAR
    last = s.deployment_row + s.sees_deployment_row
    for word in range(CROWD_WORDS):
        seen = crowd_in_range(s, lane, tower, word)
        while seen != 0:
            cell = word * CELLS_A_WORD + lowest_bit(seen)
            seen &= seen - 1
            number = s.top[lane * CELLS + cell] if cell < last * COLUMNS else 0
            while number > 0:
                health = s.body_health[number - 1]
                if health > 0:
                    if mind == Mind.THRIFTY:
                        return number
                    if health < least:
                        best, least = number, health
                number = s.under[number - 1]
    return best


# Soldiers


@kernel
def soldier_acts(s: Any, lane: Any, soldier: Any, log: Any) -> None:
    unit, cell = s.shown_unit[soldier], s.body_cell[soldier] - 1
    mind = s.mind[(1 - lane) * UNITS + unit]
    if mind == Mind.HUNTER and can_strike(s, soldier):
        target = tower_in_range(s, lane, unit, cell)
        if target >= 0:
            strike(s, lane, soldier, target, log)
            return
    if cell < COLUMNS:
        if can_act(s, soldier):
            score(s, lane, soldier, log)
        return
    ahead = ahead_of(cell)
    goal = step_ahead(s, lane, unit, cell, mind)
    if goal >= 0:
        if can_act(s, soldier) and s.step >= s.body_rests[soldier]:
            move(s, lane, soldier, goal, log)
    elif reaches(s, unit, cell, ahead) and can_strike(s, soldier):
        strike(s, lane, soldier, ahead, log)


@kernel
def step_ahead(s: Any, lane: Any, unit: Any, cell: Any, mind: Any) -> Any:
    """Where a soldier goes that only wants to get through; -1: a tower stands in its way."""
    ahead = ahead_of(cell)
    if s.jumps[unit] and ahead >= COLUMNS and is_free(s, lane, ahead_of(ahead)):
        return ahead_of(ahead)
    if is_free(s, lane, ahead):
        return ahead
    if mind == Mind.THRIFTY:
        column = cell % COLUMNS
        if column > 0 and is_free(s, lane, ahead - 1):
            return ahead - 1
        if column < COLUMNS - 1 and is_free(s, lane, ahead + 1):
            return ahead + 1
    return -1


@kernel
def tower_in_range(s: Any, lane: Any, unit: Any, cell: Any) -> Any:
    """The cell of the tower with the least health that this soldier can attack; -1: there is none."""
    best, least = -1, FAR
    for place in range(s.towers[lane]):
        tower = lane * MOST_TOWERS + place
        there, health = s.tower_cell[tower], s.tower_health[tower]
        if 0 < health < least and reaches(s, unit, cell, there):
            best, least = there, health
    return best
