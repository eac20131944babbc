"""The moves of towers as codes: the orders of a planning, and the actions of units that ask their owner.

A code says whose it is, because both players plan at once.
"""

from __future__ import annotations

from typing import Any

from ...core.contract import FIRST_MOVE
from ...core.kernel import kernel
from .course import why_over
from .lane import can_act, can_strike, distance, is_free, reaches
from .state import (
    CELLS,
    COLUMNS,
    FIRST_SOLDIER,
    MINDS,
    MOST_ROWS,
    MOST_SOLDIERS,
    MOST_TOWERS,
    STEPS,
    UNITS,
    Clause,
    Phase,
    Picked,
    Stage,
)

SPAN = 4096
"""Codes of one player."""

# Orders
READY = 0
NEVER_MIND = 1
HOME = 2  # the soldier that was picked stays at home
DISMISS = 3  # the soldier that was hired last in this planning
ALL_HOME = 4
AS_LAST = 5  # all soldiers as in the last turn
HIRE = 8  # + unit
TOWER = 16  # + unit; its cell comes next
SOLDIER = 32  # + number; its column comes next
COLUMN = 300  # + column; its timestep comes next
STEP = 400  # + timestep
CELL = 600  # + cell
TAKE_DOWN = 800  # + cell of a tower that was built in this planning
MIND = 1000  # + unit * MINDS + mind
TOGETHER = 1100  # + column: all soldiers in the first timestep
IN_FILE = 1110  # + column: one a timestep
# Actions
REST = 2000
SCORE = 2001
GO = 2100  # + cell
STRIKE = 2300  # + cell
SHOOT = 2500  # + place of the soldier, in the order deployed

MOST_MOVES = MOST_SOLDIERS + CELLS + 200


@kernel
def code_of(seat: Any, local: Any) -> Any:
    return FIRST_MOVE + seat * SPAN + local


def ready(seat: int) -> int:
    return int(code_of(seat, READY))


@kernel
def seat_of(code: Any) -> Any:
    return (code - FIRST_MOVE) // SPAN


@kernel
def local_of(code: Any) -> Any:
    return (code - FIRST_MOVE) % SPAN


@kernel
def turn_of(s: Any) -> Any:
    """Who decides: in a planning the first who is not ready; else the owner of the unit that acts."""
    if s.phase == Phase.PLAN:
        return 1 if s.ready[0] else 0
    return s.lane if s.stage == Stage.TOWERS else 1 - s.lane


@kernel
def can_move(s: Any, seat: Any) -> Any:
    if s.phase == Phase.PLAN:
        return s.ready[seat] == 0
    return s.phase == Phase.ACT and seat == turn_of(s)


@kernel
def reopen(s: Any, seat: Any) -> None:
    s.ready[seat] = 0


# Which are legal


@kernel
def why_not(s: Any, step: Any) -> Any:
    """The clause that refuses this step, or 0."""
    if s.phase == Phase.OVER:
        return why_over(s)
    if step < FIRST_MOVE or step >= FIRST_MOVE + 2 * SPAN:
        return Clause.T2_2
    seat, local = seat_of(step), local_of(step)
    if s.phase == Phase.ACT:
        return why_no_action(s, seat, local)
    if s.ready[seat]:
        return Clause.T2_2
    if s.picked[seat] != Picked.NOTHING:
        return why_no_second_half(s, seat, local)
    return why_no_order(s, seat, local)


@kernel
def why_no_order(s: Any, seat: Any, local: Any) -> Any:
    if local == READY or local == ALL_HOME:
        return 0
    if local == AS_LAST:
        return 0 if s.shown[seat] > 0 else Clause.T2_3
    if HIRE + FIRST_SOLDIER <= local < HIRE + UNITS:
        if s.soldiers[seat] >= MOST_SOLDIERS:
            return Clause.T2_6
        return 0 if s.cost[local - HIRE] <= s.gold[seat] else Clause.T6_2
    if TOWER <= local < TOWER + FIRST_SOLDIER:
        return 0 if s.cost[local - TOWER] <= s.gold[seat] else Clause.T6_2
    if SOLDIER <= local < SOLDIER + MOST_SOLDIERS:
        return 0 if local - SOLDIER < s.soldiers[seat] else Clause.T6_2
    if local == DISMISS:
        return 0 if s.soldiers[seat] > s.veterans[seat] else Clause.T2_4
    if TAKE_DOWN <= local < TAKE_DOWN + CELLS:
        number = s.tower_at[seat * CELLS + local - TAKE_DOWN]
        return 0 if number > s.standing[seat] else Clause.T2_5
    if MIND <= local < MIND + UNITS * MINDS:
        unit = (local - MIND) // MINDS
        if unit < FIRST_SOLDIER and s.damage[unit] == 0 and s.freezes[unit] == 0:
            return Clause.T4_3
        return 0 if s.mind[seat * UNITS + unit] != (local - MIND) % MINDS else Clause.T8_1
    if TOGETHER <= local < TOGETHER + COLUMNS or IN_FILE <= local < IN_FILE + COLUMNS:
        return 0 if s.soldiers[seat] > 0 else Clause.T6_2
    return Clause.T2_2


@kernel
def why_no_second_half(s: Any, seat: Any, local: Any) -> Any:
    if local == NEVER_MIND:
        return 0
    if s.picked[seat] == Picked.TOWER and CELL <= local < CELL + CELLS:
        return why_not_there(s, seat, local - CELL)
    if s.picked[seat] == Picked.SOLDIER and (local == HOME or COLUMN <= local < COLUMN + COLUMNS):
        return 0
    if s.picked[seat] == Picked.COLUMN and STEP <= local < STEP + STEPS:
        return 0
    return Clause.T2_2


@kernel
def why_not_there(s: Any, lane: Any, cell: Any) -> Any:
    """T1.2, T4.1, T4.2: why no tower can be built in this cell."""
    row = cell // COLUMNS
    if row == s.deployment_row:
        return Clause.T1_2
    if row > s.deployment_row or not is_free(s, lane, cell):
        return Clause.T4_1
    return 0 if free_in_row(s, lane, row) > 1 else Clause.T4_2


@kernel
def free_in_row(s: Any, lane: Any, row: Any) -> Any:
    free = 0
    for column in range(COLUMNS):
        if is_free(s, lane, row * COLUMNS + column):
            free += 1
    return free


@kernel
def why_no_action(s: Any, seat: Any, local: Any) -> Any:
    """T3.2, T8.2."""
    if seat != turn_of(s):
        return Clause.T3_1
    if local == REST:
        return 0
    if s.stage == Stage.TOWERS:
        return why_no_shot(s, s.lane, s.lane * MOST_TOWERS + s.acting, local - SHOOT)
    soldier = seat * MOST_SOLDIERS + s.acting
    unit = s.shown_unit[soldier]
    if local == SCORE:
        return why_no_score(s, soldier)
    if GO <= local < GO + CELLS:
        return why_no_walk(s, s.lane, soldier, unit, local - GO)
    if STRIKE <= local < STRIKE + CELLS:
        return why_no_strike(s, s.lane, soldier, unit, local - STRIKE)
    return Clause.T3_2


# These read only what units may see (`unitview.OPEN`), so they can be asked of that record, too.


@kernel
def why_no_shot(s: Any, lane: Any, tower: Any, number: Any) -> Any:
    if number < 0 or number >= MOST_SOLDIERS:
        return Clause.T3_2
    cell = s.body_cell[(1 - lane) * MOST_SOLDIERS + number] - 1
    if cell < 0 or distance(s.tower_cell[tower], cell) > s.reach[s.tower_unit[tower]]:
        return Clause.T4_3
    return 0


@kernel
def why_no_score(s: Any, soldier: Any) -> Any:
    if not can_act(s, soldier):
        return Clause.T3_3
    return 0 if s.body_cell[soldier] - 1 < COLUMNS else Clause.T5_4


@kernel
def why_no_walk(s: Any, lane: Any, soldier: Any, unit: Any, goal: Any) -> Any:
    cell = s.body_cell[soldier] - 1
    if not can_act(s, soldier):
        return Clause.T3_3
    if goal == cell or distance(cell, goal) > s.speed[unit] or goal // COLUMNS > s.deployment_row:
        return Clause.T5_1
    if not is_free(s, lane, goal):
        return Clause.T4_1
    return 0 if s.step >= s.body_rests[soldier] else Clause.T5_3


@kernel
def why_no_strike(s: Any, lane: Any, soldier: Any, unit: Any, target: Any) -> Any:
    if not can_strike(s, soldier):
        return Clause.T3_3
    in_range = reaches(s, unit, s.body_cell[soldier] - 1, target)
    return 0 if in_range and not is_free(s, lane, target) else Clause.T5_2


# All of them


@kernel
def moves(s: Any, codes: Any) -> Any:
    """The legal moves of whoever decides; how many they are."""
    return moves_of(s, turn_of(s), codes)


@kernel
def moves_of(s: Any, seat: Any, codes: Any) -> Any:
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.ACT:
        return actions(s, seat, codes)
    if s.ready[seat]:
        return 0
    count = 0
    if s.picked[seat] == Picked.NOTHING:
        count = add(s, seat, codes, count, READY, 1)
        count = add(s, seat, codes, count, HIRE + FIRST_SOLDIER, UNITS - FIRST_SOLDIER)
        count = add(s, seat, codes, count, TOWER, FIRST_SOLDIER)
        count = add(s, seat, codes, count, SOLDIER, s.soldiers[seat])
        count = add(s, seat, codes, count, DISMISS, 3)
        for place in range(s.standing[seat], s.towers[seat]):
            cell = s.tower_cell[seat * MOST_TOWERS + place]
            count = add(s, seat, codes, count, TAKE_DOWN + cell, 1)
        count = add(s, seat, codes, count, MIND, UNITS * MINDS)
        count = add(s, seat, codes, count, TOGETHER, COLUMNS)
        return add(s, seat, codes, count, IN_FILE, COLUMNS)
    count = add(s, seat, codes, count, NEVER_MIND, 1)
    if s.picked[seat] == Picked.TOWER:
        return add(s, seat, codes, count, CELL, s.deployment_row * COLUMNS)
    if s.picked[seat] == Picked.SOLDIER:
        count = add(s, seat, codes, count, HOME, 1)
        return add(s, seat, codes, count, COLUMN, COLUMNS)
    return add(s, seat, codes, count, STEP, STEPS)


@kernel
def add(s: Any, seat: Any, codes: Any, count: Any, first: Any, many: Any) -> Any:
    """Add those of a run of moves that are legal; how many there are now."""
    for local in range(first, first + many):
        code = code_of(seat, local)
        if why_not(s, code) == 0:
            codes[count] = code
            count += 1
    return count


@kernel
def actions(s: Any, seat: Any, codes: Any) -> Any:
    if seat != turn_of(s):
        return 0
    count = add(s, seat, codes, 0, REST, 1)
    if s.stage == Stage.TOWERS:
        return add(s, seat, codes, count, SHOOT, MOST_SOLDIERS)
    soldier = seat * MOST_SOLDIERS + s.acting
    cell, unit = s.body_cell[soldier] - 1, s.shown_unit[soldier]
    count = add(s, seat, codes, count, SCORE, 1)
    far = max(s.reach[unit], s.speed[unit])
    for row in range(max(cell // COLUMNS - far, 0), min(cell // COLUMNS + far, MOST_ROWS - 1) + 1):
        for column in range(max(cell % COLUMNS - far, 0), min(cell % COLUMNS + far, COLUMNS - 1) + 1):
            there = row * COLUMNS + column
            count = add(s, seat, codes, count, GO + there, 1)
            count = add(s, seat, codes, count, STRIKE + there, 1)
    return count
