"""What happens on a lane: entering, moving, attacking, scoring, cleaning up (T3 to T6).

`lane` is the lane and also its defender; the soldiers on it are those of the other player. A soldier is
named by its place in the lists, which is its number on the roster after those of player 0.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ...core.contract import note
from ...core.kernel import kernel
from .state import (
    CELLS,
    CELLS_A_WORD,
    COLUMNS,
    CROWD_WORDS,
    MOST_SOLDIERS,
    MOST_TOWERS,
    Clause,
)


class Happened(IntEnum):
    """What the log tells. The first number of a frame is `moment(s, lane)`."""

    ENTERED = 1  # moment, soldier, cell, unit
    SHOT = 2  # moment, cell of the tower, soldier, damage
    MOVED = 3  # moment, soldier, cell
    STRUCK = 4  # moment, soldier, cell of the tower, damage
    SCORED = 5  # moment, soldier, cell, HP left
    FELL = 6  # moment, soldier, cell
    RAZED = 7  # moment, cell, price, unit
    FROZE = 8  # moment, cell of the tower, soldier
    # Not frames
    BUILT = 20  # seat, unit, cell, gold left
    HIRED = 21  # seat, unit, number, gold left
    SENT = 22  # seat, number, timestep, column
    SENT_HOME = 23  # seat, number
    MINDED = 24  # seat, unit, mind
    READY = 25  # seat
    LANE_TOLD = 26  # lane, leaked, felled, razed
    INCOME = 27  # seat, income, earned, gold
    WON = 28  # seat
    DRAWN = 29
    MUSTERED = 30  # seat, the order as `moves` numbers it
    DISMISSED = 31  # seat, unit, gold left
    TAKEN_DOWN = 32  # seat, unit, cell, gold left


LAST_FRAME = Happened.FROZE


def is_frame(kind: int) -> bool:
    """Whether this is what one unit did in one timestep."""
    return kind <= LAST_FRAME


@kernel
def owner_on(lane: Any) -> Any:
    """Whose soldiers walk on this lane."""
    return 1 - lane


@kernel
def moment(s: Any, lane: Any) -> Any:
    """A timestep and a lane in one number."""
    return s.step * 2 + lane


# Cells


@kernel
def come_in(s: Any, lane: Any, soldier: Any, cell: Any) -> None:
    """Put a soldier on top of all that are in the cell."""
    place = lane * CELLS + cell
    below = s.top[place]
    s.under[soldier] = below
    s.over[soldier] = 0
    if below > 0:
        s.over[below - 1] = soldier + 1
    else:
        s.crowd[lane * CROWD_WORDS + cell // CELLS_A_WORD] |= 1 << (cell % CELLS_A_WORD)
    s.top[place] = soldier + 1
    s.body_cell[soldier] = cell + 1


@kernel
def step_out(s: Any, lane: Any, soldier: Any, cell: Any) -> None:
    """Take a soldier out of the cell that it is in; where it is then is for others to say."""
    place = lane * CELLS + cell
    over, under = s.over[soldier], s.under[soldier]
    if under > 0:
        s.over[under - 1] = over
    if over > 0:
        s.under[over - 1] = under
        return
    s.top[place] = under
    if under == 0:
        s.crowd[lane * CROWD_WORDS + cell // CELLS_A_WORD] &= ~(1 << (cell % CELLS_A_WORD))


@kernel
def go_out(s: Any, lane: Any, soldier: Any) -> None:
    """Take a soldier off the lane."""
    step_out(s, lane, soldier, s.body_cell[soldier] - 1)
    s.over[soldier] = 0
    s.under[soldier] = 0
    s.body_cell[soldier] = 0


def cells_apart() -> Any:
    """T3.4, from every cell of a lane to every other."""
    rows, columns = np.divmod(np.arange(CELLS), COLUMNS)
    far = np.maximum(np.abs(rows - rows[:, None]), np.abs(columns - columns[:, None]))
    return far.astype(np.int8).ravel()


APART = cells_apart()
"""Small numbers, so that the whole table stays near the processor: it is quicker than four divisions."""


@kernel
def distance(a: Any, b: Any) -> Any:
    """T3.4, between two cells. Whatever is not on a lane is farther than anything."""
    if 0 <= a < CELLS and 0 <= b < CELLS:
        return int(APART[a * CELLS + b])
    return CELLS


@kernel
def ahead_of(cell: Any) -> Any:
    return cell - COLUMNS


# What a unit can do


@kernel
def can_act(s: Any, soldier: Any) -> Any:
    """T3.3, and the frost of T4.3."""
    return s.body_health[soldier] > 0 and s.body_frozen[soldier] == 0


@kernel
def can_strike(s: Any, soldier: Any) -> Any:
    """T3.3; `zero_health_attacks` lets one at exactly 0 attack."""
    least = 0 if s.zero_health_attacks else 1
    return s.body_health[soldier] >= least and s.body_frozen[soldier] == 0


@kernel
def reaches(s: Any, unit: Any, cell: Any, target: Any) -> Any:
    """T5.2: whether a soldier in this cell can attack a tower in that one."""
    if s.front_only[unit]:
        return target == ahead_of(cell)
    return distance(cell, target) <= s.reach[unit]


@kernel
def is_free(s: Any, lane: Any, cell: Any) -> Any:
    """T4.1: no tower closes the cell."""
    return s.tower_at[lane * CELLS + cell] == 0


# What a unit does


@kernel
def enter(s: Any, lane: Any, soldier: Any, column: Any, log: Any) -> None:
    """T3.1, 1."""
    unit = s.shown_unit[soldier]
    s.body_health[soldier] = s.health[unit]
    s.body_frozen[soldier] = 0
    s.body_rests[soldier] = 0
    cell = s.deployment_row * COLUMNS + column
    come_in(s, lane, soldier, cell)
    s.alive[lane] += 1
    note(log, Clause.T3_1, Happened.ENTERED, (moment(s, lane), soldier, cell, unit))


@kernel
def shoot(s: Any, lane: Any, tower: Any, soldier: Any, log: Any) -> None:
    """T4.3: a tower attacks a soldier, or everyone in its cell."""
    if s.whole_cell[s.tower_unit[tower]]:
        number = s.top[lane * CELLS + s.body_cell[soldier] - 1]
        while number > 0:
            hurt(s, lane, tower, number - 1, log)
            number = s.under[number - 1]
    else:
        hurt(s, lane, tower, soldier, log)


@kernel
def hurt(s: Any, lane: Any, tower: Any, soldier: Any, log: Any) -> None:
    unit = s.tower_unit[tower]
    before = s.body_health[soldier]
    s.body_health[soldier] = before - s.damage[unit]
    if before > 0 and before <= s.damage[unit]:
        s.fallen[lane] += 1
    note(log, Clause.T4_3, Happened.SHOT, (moment(s, lane), s.tower_cell[tower], soldier, s.damage[unit]))
    if s.freezes[unit]:
        s.body_frozen[soldier] = 1
        s.frozen[lane] += 1
        note(log, Clause.T4_3, Happened.FROZE, (moment(s, lane), s.tower_cell[tower], soldier, 0))


@kernel
def move(s: Any, lane: Any, soldier: Any, cell: Any, log: Any) -> None:
    """T5.1, T5.3."""
    step_out(s, lane, soldier, s.body_cell[soldier] - 1)
    come_in(s, lane, soldier, cell)
    s.body_rests[soldier] = s.step + s.moves_every[s.shown_unit[soldier]]
    note(log, Clause.T5_1, Happened.MOVED, (moment(s, lane), soldier, cell, 0))


@kernel
def strike(s: Any, lane: Any, soldier: Any, cell: Any, log: Any) -> None:
    """T5.2: a soldier attacks the tower in this cell."""
    tower = lane * MOST_TOWERS + s.tower_at[lane * CELLS + cell] - 1
    harm = s.damage[s.shown_unit[soldier]]
    before = s.tower_health[tower]
    s.tower_health[tower] = before - harm
    if before > 0 and before <= harm:
        s.ruins[lane] += 1
    note(log, Clause.T5_2, Happened.STRUCK, (moment(s, lane), soldier, cell, harm))


@kernel
def score(s: Any, lane: Any, soldier: Any, log: Any) -> None:
    """T5.4."""
    cell = s.body_cell[soldier] - 1
    go_out(s, lane, soldier)
    s.alive[lane] -= 1
    s.hp[lane] -= 1
    s.leaked[lane] += 1
    if s.gold_for_scorers:
        s.earned[lane] += 1
    note(log, Clause.T5_4, Happened.SCORED, (moment(s, lane), soldier, cell, s.hp[lane]))


# The end of a timestep


@kernel
def clean_up(s: Any, lane: Any, log: Any) -> None:
    """T3.3, T4.4, T6.1: the fallen leave, and are paid for."""
    if s.fallen[lane] > 0 or (s.frozen[lane] > 0 and s.frost_turn == 0):
        clear_soldiers(s, lane, log)
    s.frozen[lane] = 0
    if s.ruins[lane] > 0:
        raze(s, lane, log)
        s.ruins[lane] = 0
    base = owner_on(lane) * MOST_SOLDIERS
    while s.gone[lane] < s.entered[lane] and s.body_cell[base + s.gone[lane]] == 0:
        s.gone[lane] += 1


@kernel
def clear_soldiers(s: Any, lane: Any, log: Any) -> None:
    """The fallen leave the lane, and the frost the others."""
    base = owner_on(lane) * MOST_SOLDIERS
    for soldier in range(base + s.gone[lane], base + s.entered[lane]):
        if s.body_cell[soldier] == 0:
            continue
        if s.body_health[soldier] <= 0:
            note(log, Clause.T3_3, Happened.FELL, (moment(s, lane), soldier, s.body_cell[soldier] - 1, 0))
            go_out(s, lane, soldier)
            s.alive[lane] -= 1
            s.felled[lane] += 1
            s.earned[lane] += 1
        elif s.frost_turn == 0:
            s.body_frozen[soldier] = 0
    s.fallen[lane] = 0


@kernel
def raze(s: Any, lane: Any, log: Any) -> None:
    """T4.4: towers without health are taken away; the others close up, in their order."""
    base, kept = lane * MOST_TOWERS, 0
    for place in range(s.towers[lane]):
        tower = base + place
        unit, cell, health = s.tower_unit[tower], s.tower_cell[tower], s.tower_health[tower]
        if health <= 0:
            s.tower_at[lane * CELLS + cell] = 0
            s.earned[owner_on(lane)] += s.cost[unit]
            s.razed[lane] += 1
            note(log, Clause.T4_4, Happened.RAZED, (moment(s, lane), cell, s.cost[unit], unit))
            continue
        if kept != place:
            s.tower_unit[base + kept] = unit
            s.tower_cell[base + kept] = cell
            s.tower_health[base + kept] = health
            s.tower_at[lane * CELLS + cell] = kept + 1
        kept += 1
    for place in range(kept, s.towers[lane]):
        s.tower_unit[base + place] = 0
        s.tower_cell[base + place] = 0
        s.tower_health[base + place] = 0
    s.towers[lane] = kept
