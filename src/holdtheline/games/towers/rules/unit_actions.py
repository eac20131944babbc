"""What units do in a timestep: enter, shoot, move, strike, score (T3.1, T4.3, T5)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import CELLS, COLUMNS, MAX_SOLDIERS, MAX_TOWERS, Clause, EventKind, Stage, TowersState
from .lane import event_time, leave_lane, put_in_cell, take_from_cell
from .moves import GO, REST, SCORE, SHOOT, STRIKE


@kernel
def enter(s: TowersState, lane: int, soldier: int, column: int, log: Words | None) -> None:
    """Let a soldier enter with full health (T2.4, T3.1)."""
    unit = s.deployed_unit[soldier]
    s.body_health[soldier] = s.health[unit]
    s.body_frozen[soldier] = 0
    s.body_rests_until[soldier] = 0
    cell = s.deployment_row * COLUMNS + column
    put_in_cell(s, lane, soldier, cell)
    s.on_lane[lane] += 1
    log_event(log, Clause.T3_1, EventKind.ENTERED, (event_time(s, lane), soldier, cell, unit))


@kernel
def shoot(s: TowersState, lane: int, tower: int, soldier: int, log: Words | None) -> None:
    """Let a tower attack a soldier, or every soldier in its cell (T4.3)."""
    if s.whole_cell[s.tower_unit[tower]]:
        number = s.last_in_cell[lane * CELLS + s.body_cell[soldier] - 1]
        while number > 0:
            damage_soldier(s, lane, tower, number - 1, log)
            number = s.came_before[number - 1]
    else:
        damage_soldier(s, lane, tower, soldier, log)


@kernel
def damage_soldier(s: TowersState, lane: int, tower: int, soldier: int, log: Words | None) -> None:
    unit = s.tower_unit[tower]
    before = s.body_health[soldier]
    s.body_health[soldier] = before - s.damage[unit]
    if before > 0 and before <= s.damage[unit]:
        s.fallen[lane] += 1
    log_event(log, Clause.T4_3, EventKind.SHOT, (event_time(s, lane), s.tower_cell[tower], soldier, s.damage[unit]))
    if s.freezes[unit]:
        s.body_frozen[soldier] = 1
        s.frozen_hits[lane] += 1
        log_event(log, Clause.T4_3, EventKind.FROZE, (event_time(s, lane), s.tower_cell[tower], soldier, 0))


@kernel
def move_soldier(s: TowersState, lane: int, soldier: int, cell: int, log: Words | None) -> None:
    """Move a soldier (T5.1, T5.3)."""
    take_from_cell(s, lane, soldier, s.body_cell[soldier] - 1)
    put_in_cell(s, lane, soldier, cell)
    s.body_rests_until[soldier] = s.timestep + s.moves_every[s.deployed_unit[soldier]]
    log_event(log, Clause.T5_1, EventKind.MOVED, (event_time(s, lane), soldier, cell, 0))


@kernel
def strike(s: TowersState, lane: int, soldier: int, cell: int, log: Words | None) -> None:
    """Let a soldier attack the tower in this cell (T5.2)."""
    tower = lane * MAX_TOWERS + s.tower_at[lane * CELLS + cell] - 1
    damage = s.damage[s.deployed_unit[soldier]]
    before = s.tower_health[tower]
    s.tower_health[tower] = before - damage
    if before > 0 and before <= damage:
        s.ruins[lane] += 1
    log_event(log, Clause.T5_2, EventKind.STRUCK, (event_time(s, lane), soldier, cell, damage))


@kernel
def score(s: TowersState, lane: int, soldier: int, log: Words | None) -> None:
    """Let a soldier score: the defender loses 1 HP, and the soldier leaves (T5.4)."""
    cell = s.body_cell[soldier] - 1
    leave_lane(s, lane, soldier)
    s.on_lane[lane] -= 1
    s.hp[lane] -= 1
    s.leaked[lane] += 1
    if s.gold_for_scorers:
        s.earned[lane] += 1
    log_event(log, Clause.T5_4, EventKind.SCORED, (event_time(s, lane), soldier, cell, s.hp[lane]))


@kernel
def apply_action(s: TowersState, local: int, log: Words | None) -> None:
    """Carry out the action that an owner chose for the unit that acts (T3.2)."""
    lane = s.lane
    if local == REST:
        return
    if s.stage == Stage.TOWERS:
        target = (1 - lane) * MAX_SOLDIERS + local - SHOOT
        shoot(s, lane, lane * MAX_TOWERS + s.acting, target, log)
        return
    soldier = (1 - lane) * MAX_SOLDIERS + s.acting
    if local == SCORE:
        score(s, lane, soldier, log)
    elif GO <= local < GO + CELLS:
        move_soldier(s, lane, soldier, local - GO, log)
    elif STRIKE <= local < STRIKE + CELLS:
        strike(s, lane, soldier, local - STRIKE, log)
