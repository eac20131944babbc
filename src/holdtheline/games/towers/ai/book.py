"""The book player: a rule of thumb that reads the lanes and simulates nothing.

Defence: the column where the enemy came last, or the weakest one, gets enough fire for an army of shields worth
two thirds of the player's wealth, or for one and a half times the health that came there. Towers stand around
the middle of the lane; some are blockades, which hold the enemy at the edge of the other towers' range.
Attack: the rest of the gold buys soldiers, mostly rifles. They run together down the column with the least fire,
one by one where a rocket tower reaches, and stay at home where they would only be shot.
"""

from __future__ import annotations

from ....core.dice import random_below
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules import moves
from ..rules.lane import distance, has_choice
from ..rules.legality import why_not_build
from ..rules.moves import encode_move, seat_to_move
from ..rules.orders import wealth
from ..state import (
    CELLS,
    COLUMNS,
    FIRST_SOLDIER,
    MAX_SOLDIERS,
    MAX_TOWERS,
    MIND_COUNT,
    TIMESTEPS,
    UNIT_COUNT,
    Mind,
    Phase,
    Picked,
    TowersState,
    Unit,
    encode_entry,
    entry_column,
)
from .baselines import can_hire, rest_or_cancel

MAX_BUILT = 16
"""The greatest number of towers that it builds in one planning phase."""
CROWD_SIZE = 3
"""It builds rocket towers against at least this many soldiers per cell."""
MIDDLE_COLUMN = COLUMNS // 2
LAST_TURNS = 3
LUCK_FACES = 12
"""A die with this many faces varies its purchases, so that they cannot be predicted."""


@kernel
def choose(s: TowersState, codes: Words, stream: Words, memory: Words) -> int:
    seat = seat_to_move(s)
    if s.phase != Phase.PLAN or (s.picked[seat] != Picked.NOTHING and s.picked[seat] != Picked.TOWER):
        return rest_or_cancel(s, seat)
    return encode_move(seat, next_order(s, seat, stream))


@kernel
def next_order(s: TowersState, seat: int, stream: Words) -> int:
    """Return the next order. Every order changes the state, so the state shows what is still to do."""
    if s.picked[seat] == Picked.TOWER:
        cell = choose_cell(s, seat, s.picked_unit[seat])
        return moves.CELL + cell if cell >= 0 else moves.NEVER_MIND
    for unit in range(UNIT_COUNT):
        if s.mind[seat * UNIT_COUNT + unit] != preferred_mind(unit) and has_choice(s, unit):
            return moves.MIND + unit * MIND_COUNT + preferred_mind(unit)
    unit = choose_tower(s, seat, random_below(stream, LUCK_FACES))
    if unit >= 0 and choose_cell(s, seat, unit) >= 0:
        return moves.TOWER + unit
    column = find_weakest_column(s, 1 - seat)
    unit = choose_soldier(s, seat, column, random_below(stream, LUCK_FACES))
    if can_hire(s, seat, unit) and s.gold[seat] - s.cost[unit] >= gold_reserve(s):
        return moves.HIRE + unit
    return choose_deployment(s, seat, column)


@kernel
def preferred_mind(unit: int) -> int:
    """Return thrifty for towers, hunter for rifles and bombs, usual for other soldiers."""
    if unit < FIRST_SOLDIER:
        return Mind.THRIFTY
    return Mind.HUNTER if unit == Unit.RIFLE or unit == Unit.BOMB else Mind.USUAL


# Observations


@kernel
def column_fire(s: TowersState, lane: int, column: int, crowd: int) -> int:
    """Return the damage to a crowd that runs down this column: a rocket hits each of them."""
    total = 0
    for tower in range(lane * MAX_TOWERS, lane * MAX_TOWERS + s.towers[lane]):
        unit, cell = s.tower_unit[tower], s.tower_cell[tower]
        if abs(cell % COLUMNS - column) > s.reach[unit]:
            continue
        row = cell // COLUMNS
        rows = min(row + s.reach[unit], s.deployment_row) - max(row - s.reach[unit], 0) + 1
        total += rows * s.damage[unit] * (crowd if s.whole_cell[unit] else 1)
    return total


@kernel
def count_towers_in_column(s: TowersState, lane: int, column: int) -> int:
    count = 0
    for row in range(s.deployment_row):
        count += s.tower_at[lane * CELLS + row * COLUMNS + column] > 0
    return count


@kernel
def enemy_health_in_column(s: TowersState, owner: int, column: int) -> int:
    """Return the total health of the soldiers that entered in this column in the last turn."""
    total = 0
    for index in range(owner * MAX_SOLDIERS, owner * MAX_SOLDIERS + s.deployed[owner]):
        if entry_column(s.deployed_entry[index]) == column:
            total += s.health[s.deployed_unit[index]]
    return total


@kernel
def average_crowd(s: TowersState, owner: int) -> int:
    """Return the average number of soldiers that entered together in the last turn (at least 1)."""
    entries, last = 1, -1
    for index in range(owner * MAX_SOLDIERS, owner * MAX_SOLDIERS + s.deployed[owner]):
        if s.deployed_entry[index] != last:
            entries += last >= 0
            last = s.deployed_entry[index]
    return max(s.deployed[owner] // entries, 1)


# Defence


@kernel
def find_threatened_column(s: TowersState, seat: int) -> int:
    """Return the column where the enemy was strongest, or the weakest one if that is covered (middle first)."""
    best, greatest = MIDDLE_COLUMN, 0
    for column in range(COLUMNS):
        health = enemy_health_in_column(s, 1 - seat, column)
        if health > greatest:
            best, greatest = column, health
    if greatest > 0 and column_fire(s, seat, best, average_crowd(s, 1 - seat)) < needed_fire(s, seat, best):
        return best
    weakest = column_fire(s, seat, best, 1)
    for step in range(1, COLUMNS):
        column = MIDDLE_COLUMN + (step + 1) // 2 * (1 if step % 2 else -1)
        fire = column_fire(s, seat, column, 1)
        if fire < weakest:
            best, weakest = column, fire
    return best


@kernel
def needed_fire(s: TowersState, seat: int, column: int) -> int:
    """Return the fire that this column should have."""
    shield = Unit.SHIELD
    feared = 2 * wealth(s, seat) * s.health[shield] // (3 * max(s.cost[shield], 1))
    came = enemy_health_in_column(s, 1 - seat, column)
    if s.leaked[seat] > 0:
        came *= 2
    return max(feared, came * 3 // 2)


@kernel
def choose_tower(s: TowersState, seat: int, luck: int) -> int:
    """Return the kind of tower to build next, or -1."""
    built = s.towers[seat] - s.towers_seen[seat]
    column, crowd = find_threatened_column(s, seat), average_crowd(s, 1 - seat)
    if built >= MAX_BUILT or column_fire(s, seat, column, crowd) >= needed_fire(s, seat, column):
        return -1
    unit = Unit.MISSILE
    if s.towers[seat] > 0 and luck < 3:
        unit = Unit.BLOCKADE
    elif s.towers[seat] > 2 and luck == 3:
        unit = Unit.FROST
    elif crowd >= CROWD_SIZE or luck >= 9:
        unit = Unit.ROCKET
    return unit if s.cost[unit] <= s.gold[seat] else -1


@kernel
def choose_cell(s: TowersState, seat: int, unit: int) -> int:
    """Return the legal cell nearest to where a tower of this kind should stand, or -1."""
    column = find_threatened_column(s, seat)
    row = s.deployment_row // 2
    if unit == Unit.BLOCKADE:
        row = min(row + s.reach[Unit.MISSILE] - 1, s.deployment_row - 1)
    elif unit == Unit.FROST:
        row = min(row + s.reach[Unit.MISSILE] - 2, s.deployment_row - 1)
    elif column > 0 and s.reach[unit] > 0:
        column -= 1  # beside the enemy's path, not on it
    return find_nearest_free_cell(s, seat, row * COLUMNS + column)


@kernel
def find_nearest_free_cell(s: TowersState, lane: int, goal: int) -> int:
    """Return the cell nearest to `goal` where a tower can be built, or -1."""
    best, shortest = -1, CELLS
    for cell in range(s.deployment_row * COLUMNS):
        if why_not_build(s, lane, cell) == 0 and distance(cell, goal) < shortest:
            best, shortest = cell, distance(cell, goal)
    return best


# Attack


@kernel
def gold_reserve(s: TowersState) -> int:
    """Return the gold to keep for an answer to the next attack: none in the first turn and in the last ones."""
    return s.cost[Unit.MISSILE] if 0 < s.turns_played < s.turn_limit - LAST_TURNS else 0


@kernel
def find_weakest_column(s: TowersState, lane: int) -> int:
    """Return the column with the least fire, and among equals the one with the fewest towers."""
    best, weakest = 0, -1
    for column in range(COLUMNS):
        fire = column_fire(s, lane, column, 2) * COLUMNS + count_towers_in_column(s, lane, column)
        if weakest < 0 or fire < weakest:
            best, weakest = column, fire
    return best


@kernel
def choose_soldier(s: TowersState, seat: int, column: int, luck: int) -> int:
    """Return mostly rifles, some shields; a bomb where towers block the column, or a horse."""
    if luck < 3:
        return Unit.SHIELD
    if luck < 5:
        return Unit.BOMB if count_towers_in_column(s, 1 - seat, column) > 0 else Unit.HORSE
    return Unit.RIFLE


@kernel
def choose_deployment(s: TowersState, seat: int, column: int) -> int:
    """Return the order that deploys all soldiers, or READY if they are already deployed that way."""
    if not is_attack_worthwhile(s, seat, column):
        for number in range(s.soldiers[seat]):
            if s.entry[seat * MAX_SOLDIERS + number] != 0:
                return moves.ALL_HOME
        return moves.READY
    in_file = column_fire(s, 1 - seat, column, 2) > column_fire(s, 1 - seat, column, 1)  # a rocket hits each
    for number in range(s.soldiers[seat]):
        step = number % TIMESTEPS if in_file else 0
        if s.entry[seat * MAX_SOLDIERS + number] != encode_entry(step, column):
            return (moves.IN_FILE if in_file else moves.TOGETHER) + column
    return moves.READY


@kernel
def is_attack_worthwhile(s: TowersState, seat: int, column: int) -> bool:
    """Return whether enough soldiers will get through. In the last turns a player who is not ahead always attacks."""
    army = 0
    for soldier in range(seat * MAX_SOLDIERS, seat * MAX_SOLDIERS + s.soldiers[seat]):
        army += s.health[s.soldier_unit[soldier]]
    if s.turn_limit - s.turns_played <= LAST_TURNS and s.hp[seat] <= s.hp[1 - seat]:
        return True
    return army * 3 >= column_fire(s, 1 - seat, column, 1) * 2
