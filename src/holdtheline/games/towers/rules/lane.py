"""A lane: its cells, distances, where soldiers stand, and what a unit can do (T3.3, T3.4, T4.1, T5.2).

`lane` is the number of the lane and of its defender; the soldiers on it belong to the other player. `soldier` and
`tower` are indices into the rows of the state, in which those of player 0 come first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import (
    CELLS,
    CELLS_PER_WORD,
    COLUMNS,
    FIRST_SOLDIER,
    MAX_TOWERS,
    OCCUPANCY_WORDS,
    PublicState,
    TowersRuleset,
    TowersState,
)


@kernel
def attacker_on(lane: int) -> int:
    """Return the player whose soldiers walk on this lane."""
    return 1 - lane


@kernel
def event_time(s: PublicState, lane: int) -> int:
    """Return the timestep and the lane as one number."""
    return s.timestep * 2 + lane


# Cells


@kernel
def put_tower(s: PublicState, lane: int, index: int, unit: int, cell: int, health: int) -> None:
    """Put a tower into a cell; `index` counts the towers of the lane in the order built."""
    tower = lane * MAX_TOWERS + index
    s.tower_unit[tower] = unit
    s.tower_cell[tower] = cell
    s.tower_health[tower] = health
    s.tower_at[lane * CELLS + cell] = index + 1


@kernel
def put_in_cell(s: TowersState, lane: int, soldier: int, cell: int) -> None:
    """Put a soldier into a cell, as the last one that came there."""
    lane_cell = lane * CELLS + cell
    previous = s.last_in_cell[lane_cell]
    s.came_before[soldier] = previous
    s.came_after[soldier] = 0
    if previous > 0:
        s.came_after[previous - 1] = soldier + 1
    else:
        s.occupied[lane * OCCUPANCY_WORDS + cell // CELLS_PER_WORD] |= 1 << (cell % CELLS_PER_WORD)
    s.last_in_cell[lane_cell] = soldier + 1
    s.body_cell[soldier] = cell + 1


@kernel
def take_from_cell(s: TowersState, lane: int, soldier: int, cell: int) -> None:
    """Take a soldier out of its cell. The caller must set its new cell."""
    lane_cell = lane * CELLS + cell
    after, before = s.came_after[soldier], s.came_before[soldier]
    if before > 0:
        s.came_after[before - 1] = after
    if after > 0:
        s.came_before[after - 1] = before
        return
    s.last_in_cell[lane_cell] = before
    if before == 0:
        s.occupied[lane * OCCUPANCY_WORDS + cell // CELLS_PER_WORD] &= ~(1 << (cell % CELLS_PER_WORD))


@kernel
def leave_lane(s: TowersState, lane: int, soldier: int) -> None:
    """Take a soldier off the lane."""
    take_from_cell(s, lane, soldier, s.body_cell[soldier] - 1)
    s.came_after[soldier] = 0
    s.came_before[soldier] = 0
    s.body_cell[soldier] = 0


def compute_distances() -> np.ndarray[Any, np.dtype[np.int8]]:
    """Return the distance of every cell of a lane from every other (T3.4)."""
    rows, columns = np.divmod(np.arange(CELLS), COLUMNS)
    distances: Words = np.maximum(np.abs(rows - rows[:, None]), np.abs(columns - columns[:, None]))
    return distances.astype(np.int8).ravel()


DISTANCES = compute_distances()
"""A look-up is faster than four divisions, if the table has small numbers and stays in the processor's cache."""


@kernel
def distance(a: int, b: int) -> int:
    """Return the distance of two cells (T3.4); to a cell that is not on the lane it is more than any range."""
    if 0 <= a < CELLS and 0 <= b < CELLS:
        return int(DISTANCES[a * CELLS + b])
    return CELLS


@kernel
def cell_ahead(cell: int) -> int:
    return cell - COLUMNS


@kernel
def is_free(s: PublicState, lane: int, cell: int) -> bool:
    """Return whether no tower closes the cell (T4.1)."""
    return s.tower_at[lane * CELLS + cell] == 0


# What a unit can do


@kernel
def can_act(s: PublicState, soldier: int) -> bool:
    """Return whether a soldier has health left and is not frozen (T3.3, T4.3)."""
    return s.body_health[soldier] > 0 and s.body_frozen[soldier] == 0


@kernel
def can_strike(s: PublicState, soldier: int) -> bool:
    """Return whether a soldier may attack (T3.3); with `zero_health_attacks` it may at exactly 0 health."""
    min_health = 0 if s.zero_health_attacks else 1
    return s.body_health[soldier] >= min_health and s.body_frozen[soldier] == 0


@kernel
def can_reach(s: PublicState, unit: int, cell: int, target: int) -> bool:
    """Return whether a soldier of this kind in `cell` can attack a tower in `target` (T5.2)."""
    if s.front_only[unit]:
        return target == cell_ahead(cell)
    return distance(cell, target) <= s.reach[unit]


@kernel
def can_attack(s: TowersRuleset, unit: int) -> bool:
    """Return whether the attack of this kind of unit has an effect (T4.3)."""
    return s.damage[unit] > 0 or s.freezes[unit] > 0


@kernel
def has_choice(s: TowersRuleset, unit: int) -> bool:
    """Return whether this kind of unit has anything to decide, so that it needs a mind (T8.1)."""
    return unit >= FIRST_SOLDIER or can_attack(s, unit)
