"""The course of a game of towers: both plan, sealed; the last `ready` plays the turn (T2)."""

from __future__ import annotations

from typing import Any

from ...core.contract import DRAWN, LOST, OVER, WON, note
from ...core.kernel import kernel
from .course import begin, play_on, winner
from .lane import Happened, move, score, shoot, strike
from .moves import (
    ALL_HOME,
    AS_LAST,
    CELL,
    COLUMN,
    DISMISS,
    GO,
    HIRE,
    HOME,
    IN_FILE,
    MIND,
    NEVER_MIND,
    READY,
    REST,
    SCORE,
    SHOOT,
    SOLDIER,
    STEP,
    STRIKE,
    TAKE_DOWN,
    TOGETHER,
    TOWER,
    local_of,
    seat_of,
    turn_of,
)
from .state import (
    CELLS,
    COLUMNS,
    CROWD_WORDS,
    FIRST_SOLDIER,
    MINDS,
    MOST_SOLDIERS,
    MOST_TOWERS,
    PLAYERS,
    STEPS,
    UNITS,
    Clause,
    Phase,
    Picked,
    Stage,
)


@kernel
def turn(s: Any) -> Any:
    return OVER if s.phase == Phase.OVER else turn_of(s)


@kernel
def apply(s: Any, step: Any, log: Any) -> None:
    seat, local = seat_of(step), local_of(step)
    if s.phase == Phase.ACT:
        act(s, local, log)
        s.acting += 1
        play_on(s, log)
    elif local == READY:
        s.ready[seat] = 1
        note(log, Clause.T2_2, Happened.READY, (seat, 0, 0, 0))
        if s.ready[0] and s.ready[1]:
            begin(s)
            play_on(s, log)
    else:
        order(s, seat, local, log)


# Orders


@kernel
def order(s: Any, seat: Any, local: Any, log: Any) -> None:
    """T2.2, T2.3: one order of a planning, or half of one."""
    if HIRE <= local < HIRE + UNITS:
        hire(s, seat, local - HIRE, log)
    elif TOWER <= local < TOWER + FIRST_SOLDIER:
        pick(s, seat, Picked.TOWER, local - TOWER)
    elif CELL <= local < CELL + CELLS:
        build(s, seat, local - CELL, log)
    elif SOLDIER <= local < SOLDIER + MOST_SOLDIERS:
        pick(s, seat, Picked.SOLDIER, local - SOLDIER)
    elif COLUMN <= local < COLUMN + COLUMNS:
        s.picked[seat] = Picked.COLUMN
        s.picked_column[seat] = local - COLUMN
    elif STEP <= local < STEP + STEPS:
        send(s, seat, s.picked_unit[seat], local - STEP, s.picked_column[seat])
        note(
            log, Clause.T2_3, Happened.SENT,
            (seat, s.picked_unit[seat], local - STEP, s.picked_column[seat]),
        )  # fmt: skip
        pick(s, seat, Picked.NOTHING, 0)
    elif local == HOME:
        s.entry[seat * MOST_SOLDIERS + s.picked_unit[seat]] = 0
        note(log, Clause.T2_3, Happened.SENT_HOME, (seat, s.picked_unit[seat], 0, 0))
        pick(s, seat, Picked.NOTHING, 0)
    elif local == NEVER_MIND:
        pick(s, seat, Picked.NOTHING, 0)
    elif local == DISMISS:
        dismiss(s, seat, log)
    elif TAKE_DOWN <= local < TAKE_DOWN + CELLS:
        take_down(s, seat, local - TAKE_DOWN, log)
    elif MIND <= local < MIND + UNITS * MINDS:
        unit, mind = (local - MIND) // MINDS, (local - MIND) % MINDS
        s.mind[seat * UNITS + unit] = mind
        note(log, Clause.T8_1, Happened.MINDED, (seat, unit, mind, 0))
    else:
        muster(s, seat, local, log)


@kernel
def pick(s: Any, seat: Any, what: Any, unit: Any) -> None:
    s.picked[seat] = what
    s.picked_unit[seat] = unit
    s.picked_column[seat] = 0


@kernel
def hire(s: Any, seat: Any, unit: Any, log: Any) -> None:
    """T2.4: a new soldier waits at home until it is sent."""
    soldier = seat * MOST_SOLDIERS + s.soldiers[seat]
    s.soldier_unit[soldier] = unit
    s.entry[soldier] = 0
    s.soldiers[seat] += 1
    s.gold[seat] -= s.cost[unit]
    note(log, Clause.T2_4, Happened.HIRED, (seat, unit, s.soldiers[seat] - 1, s.gold[seat]))


@kernel
def dismiss(s: Any, seat: Any, log: Any) -> None:
    """Take back the last hiring of this planning."""
    s.soldiers[seat] -= 1
    soldier = seat * MOST_SOLDIERS + s.soldiers[seat]
    unit = s.soldier_unit[soldier]
    s.gold[seat] += s.cost[unit]
    note(log, Clause.T2_4, Happened.DISMISSED, (seat, unit, s.gold[seat], 0))
    s.soldier_unit[soldier] = 0
    s.entry[soldier] = 0


@kernel
def build(s: Any, seat: Any, cell: Any, log: Any) -> None:
    """T4.1."""
    unit = s.picked_unit[seat]
    tower = seat * MOST_TOWERS + s.towers[seat]
    s.tower_unit[tower] = unit
    s.tower_cell[tower] = cell
    s.tower_health[tower] = s.health[unit]
    s.towers[seat] += 1
    s.tower_at[seat * CELLS + cell] = s.towers[seat]
    s.gold[seat] -= s.cost[unit]
    note(log, Clause.T4_1, Happened.BUILT, (seat, unit, cell, s.gold[seat]))
    pick(s, seat, Picked.NOTHING, 0)


@kernel
def take_down(s: Any, seat: Any, cell: Any, log: Any) -> None:
    """Take back a tower that was built in this planning."""
    base, at = seat * MOST_TOWERS, s.tower_at[seat * CELLS + cell] - 1
    unit = s.tower_unit[base + at]
    s.gold[seat] += s.cost[unit]
    note(log, Clause.T4_1, Happened.TAKEN_DOWN, (seat, unit, cell, s.gold[seat]))
    s.tower_at[seat * CELLS + cell] = 0
    s.towers[seat] -= 1
    for place in range(at, s.towers[seat]):
        s.tower_unit[base + place] = s.tower_unit[base + place + 1]
        s.tower_cell[base + place] = s.tower_cell[base + place + 1]
        s.tower_health[base + place] = s.tower_health[base + place + 1]
        s.tower_at[seat * CELLS + s.tower_cell[base + place]] = place + 1
    clear_tower(s, base + s.towers[seat])


@kernel
def clear_tower(s: Any, tower: Any) -> None:
    s.tower_unit[tower] = 0
    s.tower_cell[tower] = 0
    s.tower_health[tower] = 0


@kernel
def send(s: Any, seat: Any, number: Any, step: Any, column: Any) -> None:
    """T2.3: it stays so in later turns, until it is changed."""
    s.entry[seat * MOST_SOLDIERS + number] = 1 + step * COLUMNS + column


@kernel
def muster(s: Any, seat: Any, local: Any, log: Any) -> None:
    """One order for all soldiers: together, one a timestep, home, or as in the last turn."""
    in_file = IN_FILE <= local < IN_FILE + COLUMNS
    column = local - IN_FILE if in_file else local - TOGETHER
    base = seat * MOST_SOLDIERS
    for number in range(s.soldiers[seat]):
        if local == ALL_HOME or local == AS_LAST:
            s.entry[base + number] = 0
        else:
            send(s, seat, number, number % STEPS if in_file else 0, column)
    if local == AS_LAST:
        for at in range(base, base + s.shown[seat]):
            s.entry[base + s.shown_place[at]] = s.shown_entry[at]
    note(log, Clause.T2_3, Happened.MUSTERED, (seat, local, 0, 0))


# Actions of units that ask their owner


@kernel
def act(s: Any, local: Any, log: Any) -> None:
    """T3.2."""
    lane = s.lane
    if local == REST:
        return
    if s.stage == Stage.TOWERS:
        target = (1 - lane) * MOST_SOLDIERS + local - SHOOT
        shoot(s, lane, lane * MOST_TOWERS + s.acting, target, log)
        return
    soldier = (1 - lane) * MOST_SOLDIERS + s.acting
    if local == SCORE:
        score(s, lane, soldier, log)
    elif GO <= local < GO + CELLS:
        move(s, lane, soldier, local - GO, log)
    elif STRIKE <= local < STRIKE + CELLS:
        strike(s, lane, soldier, local - STRIKE, log)


# The rest


@kernel
def start(s: Any, setup: Any) -> None:
    """T1.3. `setup` is what `ruleset.setup` made of the options; everything else begins at 0."""
    for unit in range(UNITS):
        base = HEAD + unit * UNIT_NUMBERS
        s.cost[unit] = setup[base]
        s.health[unit] = setup[base + 1]
        s.reach[unit] = setup[base + 2]
        s.damage[unit] = setup[base + 3]
        s.whole_cell[unit] = setup[base + 4]
        s.freezes[unit] = setup[base + 5]
        s.speed[unit] = setup[base + 6]
        s.moves_every[unit] = setup[base + 7]
        s.front_only[unit] = setup[base + 8]
        s.jumps[unit] = setup[base + 9]
    s.deployment_row = setup[0]
    s.income = setup[3]
    s.gold_for_scorers = setup[4]
    s.zero_health_attacks = setup[5]
    s.sees_deployment_row = setup[6]
    s.frost_turn = setup[7]
    s.turn_limit = setup[8]
    for player in range(PLAYERS):
        s.gold[player] = setup[1]
        s.hp[player] = setup[2]
        wipe(s, player)
    s.phase = Phase.PLAN
    s.number = 0
    s.step = 0
    s.lane = 0
    s.stage = Stage.ENTER
    s.acting = 0


HEAD, UNIT_NUMBERS = 9, 10
"""How the numbers of a setup are laid out."""


@kernel
def wipe(s: Any, player: Any) -> None:
    """Nothing built, nobody hired, nothing played yet."""
    s.ready[player] = 0
    s.towers[player] = 0
    s.standing[player] = 0
    s.soldiers[player] = 0
    s.veterans[player] = 0
    s.shown[player] = 0
    s.leaked[player] = 0
    s.felled[player] = 0
    s.razed[player] = 0
    s.earned[player] = 0
    s.to_enter[player] = 0
    s.entered[player] = 0
    s.gone[player] = 0
    s.alive[player] = 0
    s.fallen[player] = 0
    s.frozen[player] = 0
    s.ruins[player] = 0
    pick(s, player, Picked.NOTHING, 0)
    for place in range(player * MOST_TOWERS, (player + 1) * MOST_TOWERS):
        clear_tower(s, place)
    for place in range(player * CELLS, (player + 1) * CELLS):
        s.tower_at[place] = 0
        s.top[place] = 0
    for place in range(player * UNITS, (player + 1) * UNITS):
        s.mind[place] = 0
    for place in range(player * MOST_SOLDIERS, (player + 1) * MOST_SOLDIERS):
        s.soldier_unit[place] = 0
        s.entry[place] = 0
        s.shown_unit[place] = 0
        s.shown_entry[place] = 0
        s.shown_place[place] = 0
        s.body_health[place] = 0
        s.body_cell[place] = 0
        s.body_frozen[place] = 0
        s.body_rests[place] = 0
        s.over[place] = 0
        s.under[place] = 0
    for word in range(player * CROWD_WORDS, (player + 1) * CROWD_WORDS):
        s.crowd[word] = 0


@kernel
def result(s: Any, seat: Any) -> Any:
    best = winner(s)
    if best < 0:
        return DRAWN
    return WON if best == seat else LOST
