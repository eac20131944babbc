"""The rule of thumb of a sensible commander, who reads the lanes and tries nothing out.

Defence: the column where the enemy came last, or the weakest one, gets as much fire as two thirds of one's
own wealth in shields would need, or half as much again as came there. The towers stand about the middle of
the lane; some are blockades, which hold the enemy up at the edge of the others' range.
Attack: the rest of the gold becomes soldiers, mostly rifles. They run together down the column with the
least fire, one by one where a rocket waits, and stay at home where they would only be shot.
"""

from __future__ import annotations

from typing import Any

from ...core.dice import below
from ...core.kernel import kernel
from .commanders import can_hire, get_free
from .lane import distance
from .moves import (
    ALL_HOME,
    CELL,
    HIRE,
    IN_FILE,
    MIND,
    NEVER_MIND,
    READY,
    TOGETHER,
    TOWER,
    code_of,
    turn_of,
    why_not_there,
)
from .state import (
    CELLS,
    COLUMNS,
    FIRST_SOLDIER,
    MINDS,
    MOST_SOLDIERS,
    MOST_TOWERS,
    STEPS,
    UNITS,
    Mind,
    Phase,
    Picked,
    Unit,
)

MOST_BUILT = 16
"""Towers of one planning."""
CROWD = 3
"""So many in one cell are a case for rockets."""
MIDDLE = COLUMNS // 2
LAST_TURNS = 3
LUCK = 12
"""What is bought varies by a die of so many faces, so that nobody can count on it."""


@kernel
def choose(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    seat = turn_of(s)
    if s.phase != Phase.PLAN or (s.picked[seat] != Picked.NOTHING and s.picked[seat] != Picked.TOWER):
        return get_free(s, seat)
    return code_of(seat, next_order(s, seat, stream))


@kernel
def next_order(s: Any, seat: Any, stream: Any) -> Any:
    """Every order shows in the state, so the state says what is still to do."""
    if s.picked[seat] == Picked.TOWER:
        cell = best_cell(s, seat, s.picked_unit[seat])
        return CELL + cell if cell >= 0 else NEVER_MIND
    for unit in range(UNITS):
        if s.mind[seat * UNITS + unit] != mind_of(unit) and can_attack(s, unit):
            return MIND + unit * MINDS + mind_of(unit)
    unit = wanted_tower(s, seat, below(stream, LUCK))
    if unit >= 0 and best_cell(s, seat, unit) >= 0:
        return TOWER + unit
    column = open_column(s, 1 - seat)
    unit = wanted_soldier(s, seat, column, below(stream, LUCK))
    if can_hire(s, seat, unit) and s.gold[seat] - s.cost[unit] >= reserve(s):
        return HIRE + unit
    return deployment(s, seat, column)


@kernel
def can_attack(s: Any, unit: Any) -> Any:
    """T4.3: one that cannot has no use for a mind; every soldier has."""
    return unit >= FIRST_SOLDIER or s.damage[unit] > 0 or s.freezes[unit] > 0


@kernel
def mind_of(unit: Any) -> Any:
    """No tower wastes a shot; rifles and bombs clear the way, the others run."""
    if unit < FIRST_SOLDIER:
        return Mind.THRIFTY
    return Mind.HUNTER if unit == Unit.RIFLE or unit == Unit.BOMB else Mind.USUAL


# What is seen


@kernel
def fire(s: Any, lane: Any, column: Any, crowd: Any) -> Any:
    """The damage that somebody takes who runs down this column; a rocket counts for the whole crowd."""
    total = 0
    for tower in range(lane * MOST_TOWERS, lane * MOST_TOWERS + s.towers[lane]):
        unit, cell = s.tower_unit[tower], s.tower_cell[tower]
        if abs(cell % COLUMNS - column) > s.reach[unit]:
            continue
        row = cell // COLUMNS
        rows = min(row + s.reach[unit], s.deployment_row) - max(row - s.reach[unit], 0) + 1
        total += rows * s.damage[unit] * (crowd if s.whole_cell[unit] else 1)
    return total


@kernel
def towers_in(s: Any, lane: Any, column: Any) -> Any:
    """How many towers close cells of this column."""
    count = 0
    for row in range(s.deployment_row):
        if s.tower_at[lane * CELLS + row * COLUMNS + column] > 0:
            count += 1
    return count


@kernel
def rockets_over(s: Any, lane: Any, column: Any) -> Any:
    return fire(s, lane, column, 2) > fire(s, lane, column, 1)


@kernel
def shown_in(s: Any, owner: Any, column: Any) -> Any:
    """The health of those that came down this column in the last turn."""
    total = 0
    for place in range(owner * MOST_SOLDIERS, owner * MOST_SOLDIERS + s.shown[owner]):
        if (s.shown_entry[place] - 1) % COLUMNS == column:
            total += s.health[s.shown_unit[place]]
    return total


@kernel
def crowd_of(s: Any, owner: Any) -> Any:
    """How many of those that were shown entered together, on the average; at least 1."""
    entries, last = 1, -1
    for place in range(owner * MOST_SOLDIERS, owner * MOST_SOLDIERS + s.shown[owner]):
        if s.shown_entry[place] != last:
            entries += last >= 0
            last = s.shown_entry[place]
    return max(s.shown[owner] // entries, 1)


@kernel
def wealth(s: Any, seat: Any) -> Any:
    """All that this player owns, at its price."""
    total = s.gold[seat]
    for tower in range(seat * MOST_TOWERS, seat * MOST_TOWERS + s.towers[seat]):
        total += s.cost[s.tower_unit[tower]]
    for soldier in range(seat * MOST_SOLDIERS, seat * MOST_SOLDIERS + s.soldiers[seat]):
        total += s.cost[s.soldier_unit[soldier]]
    return total


# Defence


@kernel
def threatened(s: Any, seat: Any) -> Any:
    """The column where the enemy was strongest; if none came, the weakest one, from the middle outwards."""
    best, most = MIDDLE, 0
    for column in range(COLUMNS):
        health = shown_in(s, 1 - seat, column)
        if health > most:
            best, most = column, health
    if most > 0 and fire(s, seat, best, crowd_of(s, 1 - seat)) < needed(s, seat, best):
        return best
    weakest = fire(s, seat, best, 1)
    for step in range(1, COLUMNS):
        column = MIDDLE + (step + 1) // 2 * (1 if step % 2 else -1)
        here = fire(s, seat, column, 1)
        if here < weakest:
            best, weakest = column, here
    return best


@kernel
def needed(s: Any, seat: Any, column: Any) -> Any:
    """The fire that this column should have."""
    shield = Unit.SHIELD
    feared = 2 * wealth(s, seat) * s.health[shield] // (3 * max(s.cost[shield], 1))
    seen = shown_in(s, 1 - seat, column)
    if s.leaked[seat] > 0:
        seen += seen
    return max(feared, seen * 3 // 2)


@kernel
def wanted_tower(s: Any, seat: Any, luck: Any) -> Any:
    """The tower to build next, or -1."""
    built = s.towers[seat] - s.standing[seat]
    column, crowd = threatened(s, seat), crowd_of(s, 1 - seat)
    if built >= MOST_BUILT or fire(s, seat, column, crowd) >= needed(s, seat, column):
        return -1
    unit = Unit.MISSILE
    if s.towers[seat] > 0 and luck < 3:
        unit = Unit.BLOCKADE
    elif s.towers[seat] > 2 and luck == 3:
        unit = Unit.FROST
    elif crowd >= CROWD or luck >= 9:
        unit = Unit.ROCKET
    return unit if s.cost[unit] <= s.gold[seat] else -1


@kernel
def best_cell(s: Any, seat: Any, unit: Any) -> Any:
    """Where a tower of this kind should stand, or as near as can be; -1: nowhere."""
    column = threatened(s, seat)
    row = s.deployment_row // 2
    if unit == Unit.BLOCKADE:
        row = min(row + s.reach[Unit.MISSILE] - 1, s.deployment_row - 1)
    elif unit == Unit.FROST:
        row = min(row + s.reach[Unit.MISSILE] - 2, s.deployment_row - 1)
    elif column > 0 and s.reach[unit] > 0:
        column -= 1  # beside their way, not in it
    return nearest_cell(s, seat, row * COLUMNS + column)


@kernel
def nearest_cell(s: Any, lane: Any, goal: Any) -> Any:
    """The cell for a tower that is nearest to this one; -1: there is none."""
    best, least = -1, CELLS
    for cell in range(s.deployment_row * COLUMNS):
        if why_not_there(s, lane, cell) == 0 and distance(cell, goal) < least:
            best, least = cell, distance(cell, goal)
    return best


# Attack


@kernel
def reserve(s: Any) -> Any:
    """Gold for the answer to what the enemy will show; at first there is none to spare."""
    return s.cost[Unit.MISSILE] if 0 < s.number < s.turn_limit - LAST_TURNS else 0


@kernel
def open_column(s: Any, lane: Any) -> Any:
    """Where an attack meets the least fire, and the fewest towers in its way."""
    best, least = 0, -1
    for column in range(COLUMNS):
        here = fire(s, lane, column, 2) * COLUMNS + towers_in(s, lane, column)
        if least < 0 or here < least:
            best, least = column, here
    return best


@kernel
def wanted_soldier(s: Any, seat: Any, column: Any, luck: Any) -> Any:
    """Mostly rifles, some shields; against what is closed a bomb, else a horse."""
    if luck < 3:
        return Unit.SHIELD
    if luck < 5:
        return Unit.BOMB if towers_in(s, 1 - seat, column) > 0 else Unit.HORSE
    return Unit.RIFLE


@kernel
def deployment(s: Any, seat: Any, column: Any) -> Any:
    """The muster that is still to be ordered; else READY."""
    if not is_worth_it(s, seat, column):
        for number in range(s.soldiers[seat]):
            if s.entry[seat * MOST_SOLDIERS + number] != 0:
                return ALL_HOME
        return READY
    in_file = rockets_over(s, 1 - seat, column)
    for number in range(s.soldiers[seat]):
        step = number % STEPS if in_file else 0
        if s.entry[seat * MOST_SOLDIERS + number] != 1 + step * COLUMNS + column:
            return (IN_FILE if in_file else TOGETHER) + column
    return READY


@kernel
def is_worth_it(s: Any, seat: Any, column: Any) -> Any:
    """Whether enough will get through; in the last turns one who is behind tries everything."""
    army = 0
    for soldier in range(seat * MOST_SOLDIERS, seat * MOST_SOLDIERS + s.soldiers[seat]):
        army += s.health[s.soldier_unit[soldier]]
    if s.turn_limit - s.number <= LAST_TURNS and s.hp[seat] <= s.hp[1 - seat]:
        return True
    return army * 3 >= fire(s, 1 - seat, column, 1) * 2
