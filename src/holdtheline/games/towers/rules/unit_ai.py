"""The built-in unit AIs: how towers choose a target and soldiers their way (T8.1)."""

from __future__ import annotations

import numpy as np

from ....core.kernel.compiler import kernel, lowest_set_bit
from ....core.state_record import Words
from ..state import (
    CELLS,
    CELLS_PER_WORD,
    COLUMNS,
    MAX_ROWS,
    MAX_TOWERS,
    OCCUPANCY_WORDS,
    UNIT_COUNT,
    Mind,
    PublicState,
    TowersState,
)
from .lane import can_act, can_attack, can_reach, can_strike, cell_ahead, is_free
from .unit_actions import move_soldier, score, shoot, strike


def compute_range_masks() -> Words:
    """Return, by reach, cell and word, a bit for every cell in range (T3.4), in the layout of `occupied`."""
    cells = np.arange(OCCUPANCY_WORDS * CELLS_PER_WORD)
    rows, columns = cells // COLUMNS, cells % COLUMNS
    distances = np.maximum(np.abs(rows - rows[:CELLS, None]), np.abs(columns - columns[:CELLS, None]))
    in_range = distances <= np.arange(MAX_ROWS + 1)[:, None, None]
    bits = np.where(in_range, 1 << cells % CELLS_PER_WORD, 0)
    masks: Words = bits.reshape(*in_range.shape[:2], OCCUPANCY_WORDS, CELLS_PER_WORD).sum(axis=3).ravel()
    return masks


RANGE_MASKS = compute_range_masks()
INFINITE_HEALTH = 1 << 40

# Towers


@kernel
def run_tower_ai(s: TowersState, lane: int, index: int, log: Words | None) -> None:
    """Let a tower attack, if a soldier is in its range."""
    tower = lane * MAX_TOWERS + index
    unit = s.tower_unit[tower]
    if not can_attack(s, unit):
        return
    mind = s.mind[lane * UNIT_COUNT + unit]
    if mind == Mind.USUAL:
        target = find_first_target(s, lane, tower)
    else:
        target = find_best_target(s, lane, tower, mind)
    if target > 0:
        shoot(s, lane, tower, target - 1, log)


@kernel
def occupied_in_range(s: PublicState, lane: int, tower: int, word: int) -> int:
    """Return a bit for every cell with a soldier in the tower's range, for one word of `occupied`."""
    row = s.reach[s.tower_unit[tower]] * CELLS + s.tower_cell[tower]
    mask: int = RANGE_MASKS[row * OCCUPANCY_WORDS + word]
    return s.occupied[lane * OCCUPANCY_WORDS + word] & mask


@kernel
def find_first_target(s: PublicState, lane: int, tower: int) -> int:
    """Return the number of the soldier that came last into the first occupied cell in range, or 0.

    Cells are scanned row by row from the lowest row, and in each row from the lowest column.
    """
    low, middle = occupied_in_range(s, lane, tower, 0), occupied_in_range(s, lane, tower, 1)
    high = occupied_in_range(s, lane, tower, 2)
    if low | middle | high == 0:  # the most frequent case
        return 0
    if low != 0:
        cell = lowest_set_bit(low)
    elif middle != 0:
        cell = CELLS_PER_WORD + lowest_set_bit(middle)
    else:
        cell = 2 * CELLS_PER_WORD + lowest_set_bit(high)
    if cell >= s.deployment_row * COLUMNS and not s.sees_deployment_row:
        return 0
    return s.last_in_cell[lane * CELLS + cell]


@kernel
def find_best_target(s: PublicState, lane: int, tower: int, mind: int) -> int:
    """Return the number of the first soldier in range that has not fallen (hunter: of the weakest one), or 0."""
    best, lowest = 0, INFINITE_HEALTH
    row_end = s.deployment_row + s.sees_deployment_row
    for word in range(OCCUPANCY_WORDS):
        cells = occupied_in_range(s, lane, tower, word)
        while cells != 0:
            cell = word * CELLS_PER_WORD + lowest_set_bit(cells)
            cells &= cells - 1
            number = s.last_in_cell[lane * CELLS + cell] if cell < row_end * COLUMNS else 0
            while number > 0:
                health = s.body_health[number - 1]
                if health > 0:
                    if mind == Mind.THRIFTY:
                        return number
                    if health < lowest:
                        best, lowest = number, health
                number = s.came_before[number - 1]
    return best


# Soldiers


@kernel
def run_soldier_ai(s: TowersState, lane: int, soldier: int, log: Words | None) -> None:
    """Let a soldier strike, score or move."""
    unit, cell = s.deployed_unit[soldier], s.body_cell[soldier] - 1
    mind = s.mind[(1 - lane) * UNIT_COUNT + unit]
    if mind == Mind.HUNTER and can_strike(s, soldier):
        target = find_weakest_tower(s, lane, unit, cell)
        if target >= 0:
            strike(s, lane, soldier, target, log)
            return
    if cell < COLUMNS:
        if can_act(s, soldier):
            score(s, lane, soldier, log)
        return
    ahead = cell_ahead(cell)
    goal = find_cell_ahead(s, lane, unit, cell, mind)
    if goal >= 0:
        if can_act(s, soldier) and s.timestep >= s.body_rests_until[soldier]:
            move_soldier(s, lane, soldier, goal, log)
    elif can_reach(s, unit, cell, ahead) and can_strike(s, soldier):
        strike(s, lane, soldier, ahead, log)


@kernel
def find_cell_ahead(s: PublicState, lane: int, unit: int, cell: int, mind: int) -> int:
    """Return the next cell on a soldier's way down the lane, or -1 if a tower blocks it."""
    ahead = cell_ahead(cell)
    if s.jumps[unit] and ahead >= COLUMNS and is_free(s, lane, cell_ahead(ahead)):
        return cell_ahead(ahead)
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
def find_weakest_tower(s: PublicState, lane: int, unit: int, cell: int) -> int:
    """Return the cell of the tower with the least health that a soldier here can attack, or -1."""
    best, lowest = -1, INFINITE_HEALTH
    for index in range(s.towers[lane]):
        tower = lane * MAX_TOWERS + index
        target, health = s.tower_cell[tower], s.tower_health[tower]
        if 0 < health < lowest and can_reach(s, unit, cell, target):
            best, lowest = target, health
    return best
