"""How units decide for themselves: the AIs that are built in (T8.1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.kernel import kernel
from .lane import ahead_of, can_act, can_strike, is_free, move, reaches, score, shoot, strike
from .state import CELLS, COLUMNS, MOST_ROWS, MOST_TOWERS, UNITS, Mind

LOWEST = np.array([next((c for c in range(COLUMNS) if bits >> c & 1), 0) for bits in range(1 << COLUMNS)])
"""The lowest column of a set of columns."""
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
def bits_between(low: Any, high: Any) -> Any:
    return (1 << (high + 1)) - (1 << low)


@kernel
def columns_in_range(column: Any, reach: Any) -> Any:
    """A bit for every column that is not farther than `reach`."""
    return bits_between(max(column - reach, 0), min(column + reach, COLUMNS - 1))


@kernel
def highest_row_in_range(s: Any, row: Any, reach: Any) -> Any:
    last = s.deployment_row if s.sees_deployment_row else s.deployment_row - 1
    return min(row + reach, last)


@kernel
def first_in_range(s: Any, lane: Any, tower: Any) -> Any:
    """Row by row from the lowest, column by column: who came last into the first cell with somebody in it."""
    cell, reach = s.tower_cell[tower], s.reach[s.tower_unit[tower]]
    row = cell // COLUMNS
    low, high = max(row - reach, 0), highest_row_in_range(s, row, reach)
    if s.rows[lane] & bits_between(low, high) == 0:
        return 0
    columns, rows = columns_in_range(cell % COLUMNS, reach), lane * MOST_ROWS
    for there in range(low, high + 1):
        seen = s.in_row[rows + there] & columns
        if seen != 0:
            return s.top[lane * CELLS + there * COLUMNS + LOWEST[seen]]
    return 0


@kernel
def best_in_range(s: Any, lane: Any, tower: Any, mind: Any) -> Any:
    """As `first_in_range`, but nobody who has fallen; a hunter looks for the one with the least health."""
    cell, reach = s.tower_cell[tower], s.reach[s.tower_unit[tower]]
    row, column = cell // COLUMNS, cell % COLUMNS
    best, least = 0, FAR
    for there in range(max(row - reach, 0), highest_row_in_range(s, row, reach) + 1):
        if s.in_row[lane * MOST_ROWS + there] == 0:
            continue
        for at in range(max(column - reach, 0), min(column + reach, COLUMNS - 1) + 1):
            number = s.top[lane * CELLS + there * COLUMNS + at]
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
