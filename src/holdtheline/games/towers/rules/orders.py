"""The orders of a planning phase: build towers, hire soldiers, set the deployment (T2.2 to T2.4, T4.1)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import (
    CELLS,
    COLUMNS,
    FIRST_SOLDIER,
    MAX_SOLDIERS,
    MAX_TOWERS,
    MIND_COUNT,
    TIMESTEPS,
    UNIT_COUNT,
    Clause,
    EventKind,
    Picked,
    TowersState,
    encode_entry,
)
from . import moves
from .lane import put_tower


@kernel
def apply_order(s: TowersState, seat: int, local: int, log: Words | None) -> None:
    """Apply one order of a planning phase, or a part of one (T2.2, T2.3)."""
    if moves.HIRE <= local < moves.HIRE + UNIT_COUNT:
        hire(s, seat, local - moves.HIRE, log)
    elif moves.TOWER <= local < moves.TOWER + FIRST_SOLDIER:
        pick(s, seat, Picked.TOWER, local - moves.TOWER)
    elif moves.CELL <= local < moves.CELL + CELLS:
        build(s, seat, local - moves.CELL, log)
    elif moves.SOLDIER <= local < moves.SOLDIER + MAX_SOLDIERS:
        pick(s, seat, Picked.SOLDIER, local - moves.SOLDIER)
    elif moves.COLUMN <= local < moves.COLUMN + COLUMNS:
        s.picked[seat] = Picked.COLUMN
        s.picked_column[seat] = local - moves.COLUMN
    elif moves.STEP <= local < moves.STEP + TIMESTEPS:
        send(s, seat, s.picked_unit[seat], local - moves.STEP, s.picked_column[seat])
        log_event(
            log, Clause.T2_3, EventKind.SENT,
            (seat, s.picked_unit[seat], local - moves.STEP, s.picked_column[seat]),
        )  # fmt: skip
        pick(s, seat, Picked.NOTHING, 0)
    elif local == moves.HOME:
        s.entry[seat * MAX_SOLDIERS + s.picked_unit[seat]] = 0
        log_event(log, Clause.T2_3, EventKind.SENT_HOME, (seat, s.picked_unit[seat], 0, 0))
        pick(s, seat, Picked.NOTHING, 0)
    elif local == moves.NEVER_MIND:
        pick(s, seat, Picked.NOTHING, 0)
    elif local == moves.DISMISS:
        dismiss(s, seat, log)
    elif moves.TAKE_DOWN <= local < moves.TAKE_DOWN + CELLS:
        take_down(s, seat, local - moves.TAKE_DOWN, log)
    elif moves.MIND <= local < moves.MIND + UNIT_COUNT * MIND_COUNT:
        unit, mind = (local - moves.MIND) // MIND_COUNT, (local - moves.MIND) % MIND_COUNT
        s.mind[seat * UNIT_COUNT + unit] = mind
        log_event(log, Clause.T8_1, EventKind.MIND_SET, (seat, unit, mind, 0))
    else:
        deploy_all(s, seat, local, log)


@kernel
def pick(s: TowersState, seat: int, what: int, unit: int) -> None:
    s.picked[seat] = what
    s.picked_unit[seat] = unit
    s.picked_column[seat] = 0


@kernel
def hire(s: TowersState, seat: int, unit: int, log: Words | None) -> None:
    """Add a soldier to the roster (T2.4). It stays at home until it is sent."""
    soldier = seat * MAX_SOLDIERS + s.soldiers[seat]
    s.soldier_unit[soldier] = unit
    s.entry[soldier] = 0
    s.soldiers[seat] += 1
    s.gold[seat] -= s.cost[unit]
    log_event(log, Clause.T2_4, EventKind.HIRED, (seat, unit, s.soldiers[seat] - 1, s.gold[seat]))


@kernel
def dismiss(s: TowersState, seat: int, log: Words | None) -> None:
    """Undo the last hiring of this planning phase."""
    s.soldiers[seat] -= 1
    soldier = seat * MAX_SOLDIERS + s.soldiers[seat]
    unit = s.soldier_unit[soldier]
    s.gold[seat] += s.cost[unit]
    log_event(log, Clause.T2_4, EventKind.DISMISSED, (seat, unit, s.gold[seat], 0))
    s.soldier_unit[soldier] = 0
    s.entry[soldier] = 0


@kernel
def build(s: TowersState, seat: int, cell: int, log: Words | None) -> None:
    """Build the picked tower in this cell (T4.1)."""
    unit = s.picked_unit[seat]
    put_tower(s, seat, s.towers[seat], unit, cell, s.health[unit])
    s.towers[seat] += 1
    s.gold[seat] -= s.cost[unit]
    log_event(log, Clause.T4_1, EventKind.BUILT, (seat, unit, cell, s.gold[seat]))
    pick(s, seat, Picked.NOTHING, 0)


@kernel
def take_down(s: TowersState, seat: int, cell: int, log: Words | None) -> None:
    """Take back a tower built in this planning phase."""
    base, index = seat * MAX_TOWERS, s.tower_at[seat * CELLS + cell] - 1
    unit = s.tower_unit[base + index]
    s.gold[seat] += s.cost[unit]
    log_event(log, Clause.T4_1, EventKind.TAKEN_DOWN, (seat, unit, cell, s.gold[seat]))
    s.tower_at[seat * CELLS + cell] = 0
    s.towers[seat] -= 1
    for moved in range(index, s.towers[seat]):
        following = base + moved + 1
        put_tower(s, seat, moved, s.tower_unit[following], s.tower_cell[following], s.tower_health[following])
    clear_tower(s, base + s.towers[seat])


@kernel
def clear_tower(s: TowersState, tower: int) -> None:
    s.tower_unit[tower] = 0
    s.tower_cell[tower] = 0
    s.tower_health[tower] = 0


@kernel
def send(s: TowersState, seat: int, number: int, step: int, column: int) -> None:
    """Set when and where a soldier enters (T2.3), in this turn and in later ones, until another order."""
    s.entry[seat * MAX_SOLDIERS + number] = encode_entry(step, column)


@kernel
def deploy_all(s: TowersState, seat: int, local: int, log: Words | None) -> None:
    """Send all soldiers: together, one per timestep, home, or as in the last turn."""
    in_file = moves.IN_FILE <= local < moves.IN_FILE + COLUMNS
    column = local - moves.IN_FILE if in_file else local - moves.TOGETHER
    base = seat * MAX_SOLDIERS
    for number in range(s.soldiers[seat]):
        if local == moves.ALL_HOME or local == moves.AS_LAST:
            s.entry[base + number] = 0
        else:
            send(s, seat, number, number % TIMESTEPS if in_file else 0, column)
    if local == moves.AS_LAST:
        for deployed in range(base, base + s.deployed[seat]):
            s.entry[base + s.deployed_soldier[deployed]] = s.deployed_entry[deployed]
    log_event(log, Clause.T2_3, EventKind.ALL_SENT, (seat, local, 0, 0))


@kernel
def wealth(s: TowersState, seat: int) -> int:
    """Return a player's gold plus the price of all its towers and soldiers."""
    total = s.gold[seat]
    for tower in range(seat * MAX_TOWERS, seat * MAX_TOWERS + s.towers[seat]):
        total += s.cost[s.tower_unit[tower]]
    for soldier in range(seat * MAX_SOLDIERS, seat * MAX_SOLDIERS + s.soldiers[seat]):
        total += s.cost[s.soldier_unit[soldier]]
    return total
