"""Legal moves, and the clause that refuses an illegal one."""

from __future__ import annotations

from ....core.definition import FIRST_MOVE
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import (
    CELLS,
    COLUMNS,
    FIRST_SOLDIER,
    MAX_ROWS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    MIND_COUNT,
    TIMESTEPS,
    UNIT_COUNT,
    Clause,
    Phase,
    Picked,
    PublicState,
    Stage,
    TowersState,
)
from . import moves
from .lane import can_act, can_reach, can_strike, distance, has_choice, is_free
from .moves import encode_move, local_code, move_seat, seat_to_move
from .turn_end import game_over_clause


@kernel
def why_not(s: TowersState, step: int) -> int:
    """Return the clause that refuses this step, or 0."""
    if s.phase == Phase.OVER:
        return game_over_clause(s)
    if step < FIRST_MOVE or step >= FIRST_MOVE + 2 * moves.CODES_PER_SEAT:
        return Clause.T2_2
    seat, local = move_seat(step), local_code(step)
    if s.phase == Phase.ACT:
        return why_not_act(s, seat, local)
    if s.ready[seat]:
        return Clause.T2_2
    if s.picked[seat] != Picked.NOTHING:
        return why_not_complete_order(s, seat, local)
    return why_not_order(s, seat, local)


@kernel
def why_not_order(s: TowersState, seat: int, local: int) -> int:
    if local == moves.READY or local == moves.ALL_HOME:
        return 0
    if local == moves.AS_LAST:
        return 0 if s.deployed[seat] > 0 else Clause.T2_3
    if moves.HIRE + FIRST_SOLDIER <= local < moves.HIRE + UNIT_COUNT:
        if s.soldiers[seat] >= MAX_SOLDIERS:
            return Clause.T2_6
        return 0 if s.cost[local - moves.HIRE] <= s.gold[seat] else Clause.T6_2
    if moves.TOWER <= local < moves.TOWER + FIRST_SOLDIER:
        return 0 if s.cost[local - moves.TOWER] <= s.gold[seat] else Clause.T6_2
    if moves.SOLDIER <= local < moves.SOLDIER + MAX_SOLDIERS:
        return 0 if local - moves.SOLDIER < s.soldiers[seat] else Clause.T6_2
    if local == moves.DISMISS:
        return 0 if s.soldiers[seat] > s.veterans[seat] else Clause.T2_4
    if moves.TAKE_DOWN <= local < moves.TAKE_DOWN + CELLS:
        number = s.tower_at[seat * CELLS + local - moves.TAKE_DOWN]
        return 0 if number > s.towers_seen[seat] else Clause.T2_5
    if moves.MIND <= local < moves.MIND + UNIT_COUNT * MIND_COUNT:
        unit = (local - moves.MIND) // MIND_COUNT
        if not has_choice(s, unit):
            return Clause.T4_3
        return 0 if s.mind[seat * UNIT_COUNT + unit] != (local - moves.MIND) % MIND_COUNT else Clause.T8_1
    if moves.TOGETHER <= local < moves.TOGETHER + COLUMNS or moves.IN_FILE <= local < moves.IN_FILE + COLUMNS:
        return 0 if s.soldiers[seat] > 0 else Clause.T6_2
    return Clause.T2_2


@kernel
def why_not_complete_order(s: TowersState, seat: int, local: int) -> int:
    if local == moves.NEVER_MIND:
        return 0
    if s.picked[seat] == Picked.TOWER and moves.CELL <= local < moves.CELL + CELLS:
        return why_not_build(s, seat, local - moves.CELL)
    if s.picked[seat] == Picked.SOLDIER and (local == moves.HOME or moves.COLUMN <= local < moves.COLUMN + COLUMNS):
        return 0
    if s.picked[seat] == Picked.COLUMN and moves.STEP <= local < moves.STEP + TIMESTEPS:
        return 0
    return Clause.T2_2


@kernel
def why_not_build(s: TowersState, lane: int, cell: int) -> int:
    """Return the clause that forbids a tower in this cell (T1.2, T4.1, T4.2), or 0."""
    row = cell // COLUMNS
    if row == s.deployment_row:
        return Clause.T1_2
    if row > s.deployment_row or not is_free(s, lane, cell):
        return Clause.T4_1
    free = 0
    for column in range(COLUMNS):
        free += is_free(s, lane, row * COLUMNS + column)
    return 0 if free > 1 else Clause.T4_2


@kernel
def why_not_act(s: TowersState, seat: int, local: int) -> int:
    """Return the clause that refuses an action of the unit that acts (T3.2, T8.2), or 0."""
    if seat != seat_to_move(s):
        return Clause.T3_1
    if local == moves.REST:
        return 0
    if s.stage == Stage.TOWERS:
        return why_not_shoot(s, s.lane, s.lane * MAX_TOWERS + s.acting, local - moves.SHOOT)
    soldier = seat * MAX_SOLDIERS + s.acting
    unit = s.deployed_unit[soldier]
    if local == moves.SCORE:
        return why_not_score(s, soldier)
    if moves.GO <= local < moves.GO + CELLS:
        return why_not_move(s, s.lane, soldier, unit, local - moves.GO)
    if moves.STRIKE <= local < moves.STRIKE + CELLS:
        return why_not_strike(s, s.lane, soldier, unit, local - moves.STRIKE)
    return Clause.T3_2


# These read only what units may see, so they accept a bot's record of a turn as well as the whole state.


@kernel
def why_not_shoot(s: PublicState, lane: int, tower: int, number: int) -> int:
    if number < 0 or number >= MAX_SOLDIERS:
        return Clause.T3_2
    cell = s.body_cell[(1 - lane) * MAX_SOLDIERS + number] - 1
    if cell < 0 or distance(s.tower_cell[tower], cell) > s.reach[s.tower_unit[tower]]:
        return Clause.T4_3
    return 0


@kernel
def why_not_score(s: PublicState, soldier: int) -> int:
    if not can_act(s, soldier):
        return Clause.T3_3
    return 0 if s.body_cell[soldier] - 1 < COLUMNS else Clause.T5_4


@kernel
def why_not_move(s: PublicState, lane: int, soldier: int, unit: int, goal: int) -> int:
    cell = s.body_cell[soldier] - 1
    if not can_act(s, soldier):
        return Clause.T3_3
    if goal == cell or distance(cell, goal) > s.speed[unit] or goal // COLUMNS > s.deployment_row:
        return Clause.T5_1
    if not is_free(s, lane, goal):
        return Clause.T4_1
    return 0 if s.timestep >= s.body_rests_until[soldier] else Clause.T5_3


@kernel
def why_not_strike(s: PublicState, lane: int, soldier: int, unit: int, target: int) -> int:
    if not can_strike(s, soldier):
        return Clause.T3_3
    in_range = can_reach(s, unit, s.body_cell[soldier] - 1, target)
    return 0 if in_range and not is_free(s, lane, target) else Clause.T5_2


# The list of legal moves


@kernel
def legal_moves(s: TowersState, codes: Words) -> int:
    """Write the legal moves of the seat to move into `codes` and return their count."""
    return legal_moves_of(s, seat_to_move(s), codes)


@kernel
def legal_moves_of(s: TowersState, seat: int, codes: Words) -> int:
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.ACT:
        return add_actions(s, seat, codes)
    if s.ready[seat]:
        return 0
    count = 0
    if s.picked[seat] == Picked.NOTHING:
        count = add_legal(s, seat, codes, count, moves.READY, 1)
        count = add_legal(s, seat, codes, count, moves.HIRE + FIRST_SOLDIER, UNIT_COUNT - FIRST_SOLDIER)
        count = add_legal(s, seat, codes, count, moves.TOWER, FIRST_SOLDIER)
        count = add_legal(s, seat, codes, count, moves.SOLDIER, s.soldiers[seat])
        count = add_legal(s, seat, codes, count, moves.DISMISS, 3)
        for index in range(s.towers_seen[seat], s.towers[seat]):
            cell = s.tower_cell[seat * MAX_TOWERS + index]
            count = add_legal(s, seat, codes, count, moves.TAKE_DOWN + cell, 1)
        count = add_legal(s, seat, codes, count, moves.MIND, UNIT_COUNT * MIND_COUNT)
        count = add_legal(s, seat, codes, count, moves.TOGETHER, COLUMNS)
        return add_legal(s, seat, codes, count, moves.IN_FILE, COLUMNS)
    count = add_legal(s, seat, codes, count, moves.NEVER_MIND, 1)
    if s.picked[seat] == Picked.TOWER:
        return add_legal(s, seat, codes, count, moves.CELL, s.deployment_row * COLUMNS)
    if s.picked[seat] == Picked.SOLDIER:
        count = add_legal(s, seat, codes, count, moves.HOME, 1)
        return add_legal(s, seat, codes, count, moves.COLUMN, COLUMNS)
    return add_legal(s, seat, codes, count, moves.STEP, TIMESTEPS)


@kernel
def add_legal(s: TowersState, seat: int, codes: Words, count: int, first: int, length: int) -> int:
    """Add the legal ones among `length` consecutive moves, and return the new count."""
    for local in range(first, first + length):
        code = encode_move(seat, local)
        if why_not(s, code) == 0:
            codes[count] = code
            count += 1
    return count


@kernel
def add_actions(s: TowersState, seat: int, codes: Words) -> int:
    if seat != seat_to_move(s):
        return 0
    count = add_legal(s, seat, codes, 0, moves.REST, 1)
    if s.stage == Stage.TOWERS:
        return add_legal(s, seat, codes, count, moves.SHOOT, MAX_SOLDIERS)
    soldier = seat * MAX_SOLDIERS + s.acting
    cell, unit = s.body_cell[soldier] - 1, s.deployed_unit[soldier]
    count = add_legal(s, seat, codes, count, moves.SCORE, 1)
    radius = max(s.reach[unit], s.speed[unit])
    for row in range(max(cell // COLUMNS - radius, 0), min(cell // COLUMNS + radius, MAX_ROWS - 1) + 1):
        for column in range(max(cell % COLUMNS - radius, 0), min(cell % COLUMNS + radius, COLUMNS - 1) + 1):
            target = row * COLUMNS + column
            count = add_legal(s, seat, codes, count, moves.GO + target, 1)
            count = add_legal(s, seat, codes, count, moves.STRIKE + target, 1)
    return count
