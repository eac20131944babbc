"""The sequence of play: both players plan, then a turn of 100 timesteps is played on both lanes (T2, T3.1)."""

from __future__ import annotations

from typing import Any, NamedTuple

from ....core.definition import OVER
from ....core.events import log_event
from ....core.kernel.compiler import Kernel, kernel
from ....core.state_record import Words
from ..state import (
    COLUMNS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    OCCUPANCY_WORDS,
    PLAYERS,
    TIMESTEPS,
    UNIT_COUNT,
    Clause,
    EventKind,
    Mind,
    Phase,
    Stage,
    TowersState,
    entry_column,
    entry_step,
)
from .lane import attacker_on, can_attack, can_strike
from .moves import READY, local_code, move_seat, seat_to_move
from .orders import apply_order
from .turn_end import clean_up, end_turn
from .unit_actions import apply_action, enter
from .unit_ai import occupied_in_range, run_soldier_ai, run_tower_ai


@kernel
def begin_turn(s: TowersState) -> None:
    """Begin the turn when both players are ready: queue the soldiers that will enter."""
    for lane in range(PLAYERS):
        s.ready[lane] = 0
        s.towers_seen[lane] = s.towers[lane]
        s.veterans[lane] = s.soldiers[lane]
        s.entered[lane] = 0
        s.first_on_lane[lane] = 0
        s.on_lane[lane] = 0
        s.leaked[lane] = 0
        s.felled[lane] = 0
        s.razed[lane] = 0
        s.earned[lane] = 0
        build_entry_queue(s, attacker_on(lane))
    s.timestep = 0
    s.lane = 0
    s.stage = Stage.ENTER
    s.acting = 0


@kernel
def build_entry_queue(s: TowersState, owner: int) -> None:
    """Sort the soldiers that enter by timestep, then in roster order: this is the order deployed (T3.1)."""
    base, lane, count = owner * MAX_SOLDIERS, 1 - owner, 0
    for index in range(base, base + s.deployed[owner]):
        s.deployed_unit[index] = 0
        s.deployed_entry[index] = 0
        s.deployed_soldier[index] = 0
    for soldier in range(s.soldiers[owner]):
        entry = s.entry[base + soldier]
        if entry > 0:
            # Insertion sort: rosters are short and mostly in order.
            index, next_step = base + count, (entry_step(entry) + 1) * COLUMNS
            while index > base and s.deployed_entry[index - 1] > next_step:
                s.deployed_entry[index] = s.deployed_entry[index - 1]
                s.deployed_soldier[index] = s.deployed_soldier[index - 1]
                index -= 1
            s.deployed_entry[index] = entry
            s.deployed_soldier[index] = soldier
            count += 1
    s.to_enter[lane] = count
    s.deployed[owner] = count
    for index in range(base, base + count):
        s.deployed_unit[index] = s.soldier_unit[base + s.deployed_soldier[index]]


@kernel
def advance_stage(s: TowersState) -> None:
    """Go to the other lane, or after both lanes to the next stage."""
    s.acting = 0
    if s.lane == 0:
        s.lane = 1
        return
    s.lane = 0
    s.stage += 1
    if s.stage > Stage.CLEAN_UP:
        s.stage = Stage.ENTER
        s.timestep += 1


@kernel
def is_turn_finished(s: TowersState) -> bool:
    """Return whether both lanes are empty and no soldier is still to enter, so that nothing more can happen."""
    for lane in range(PLAYERS):
        if s.on_lane[lane] > 0 or s.entered[lane] < s.to_enter[lane]:
            return False
    return True


@kernel
def enter_soldiers(s: TowersState, lane: int, log: Words | None) -> None:
    """Let the soldiers of this timestep enter (T3.1)."""
    base = attacker_on(lane) * MAX_SOLDIERS
    while s.entered[lane] < s.to_enter[lane]:
        soldier = base + s.entered[lane]
        entry = s.deployed_entry[soldier]
        if entry_step(entry) != s.timestep:
            return
        enter(s, lane, soldier, entry_column(entry), log)
        s.entered[lane] += 1


@kernel
def has_target(s: TowersState, lane: int, index: int) -> bool:
    """Return whether a tower can attack any soldier now; otherwise its owner is not asked."""
    tower = lane * MAX_TOWERS + index
    if not can_attack(s, s.tower_unit[tower]):
        return False
    for word in range(OCCUPANCY_WORDS):
        if occupied_in_range(s, lane, tower, word) != 0:
            return True
    return False


def is_turn_running(s: TowersState) -> bool:
    """Return whether a turn has begun and waits for a unit's action."""
    return s.phase == Phase.ACT


def has_turn_ended(s: TowersState, after: TowersState) -> bool:
    return after.turns_played != s.turns_played


# The loops of a turn are built for each pair of bots, so that a bot's compiled unit AIs become a part of them.


class TurnLoops(NamedTuple):
    """Kernels that play a turn; `towers` and `soldiers` return False when a unit waits for its owner."""

    towers: Kernel[..., Any]  # towers(s, lane, log, context)
    soldiers: Kernel[..., Any]  # soldiers(s, lane, log, context)
    play_on: Kernel[..., Any]  # play_on(s, log, context)


def make_turn_loops(
    ask_tower: Kernel[..., Any], ask_soldier: Kernel[..., Any], record_entries: Kernel[..., Any], name: str
) -> TurnLoops:
    """Return the loops of a turn in which these kernels answer for the units whose owners decide.

    `ask_tower(s, lane, tower, context)` and `ask_soldier(s, lane, soldier, context)` let the unit act, or return
    False if they have no answer. `record_entries(s, lane, context)` is called after soldiers have entered. The loops
    only pass `context` on.
    """

    def run_towers(s: TowersState, lane: int, log: Words | None, context: Any) -> bool:
        """Let the towers act, from `s.acting` on."""
        for index in range(s.acting, s.towers[lane]):
            tower = lane * MAX_TOWERS + index
            if s.mind[lane * UNIT_COUNT + s.tower_unit[tower]] != Mind.OWN:
                run_tower_ai(s, lane, index, log)
            elif has_target(s, lane, index):
                s.acting = index
                if not ask_tower(s, lane, tower, context):
                    return False
        return True

    def run_soldiers(s: TowersState, lane: int, log: Words | None, context: Any) -> bool:
        """Let the soldiers act, from `s.acting` on."""
        owner = attacker_on(lane)
        for index in range(max(s.acting, s.first_on_lane[lane]), s.entered[lane]):
            soldier = owner * MAX_SOLDIERS + index
            if s.body_cell[soldier] == 0:
                continue
            if s.mind[owner * UNIT_COUNT + s.deployed_unit[soldier]] != Mind.OWN:
                if s.body_health[soldier] >= 0 and s.body_frozen[soldier] == 0:
                    run_soldier_ai(s, lane, soldier, log)
            elif can_strike(s, soldier):
                s.acting = index
                if not ask_soldier(s, lane, soldier, context):
                    return False
        return True

    towers, soldiers = Kernel(run_towers, f"{name}.run_towers"), Kernel(run_soldiers, f"{name}.run_soldiers")

    def play_on(s: TowersState, log: Words | None, context: Any) -> None:
        """Play to the end of the turn, or to a unit that waits for its owner."""
        while s.timestep < TIMESTEPS:
            if s.stage == Stage.ENTER and s.lane == 0 and is_turn_finished(s):
                break
            lane = s.lane
            if s.stage == Stage.ENTER:
                enter_soldiers(s, lane, log)
                record_entries(s, lane, context)
            elif s.stage == Stage.TOWERS:
                if s.on_lane[lane] > 0 and not towers(s, lane, log, context):
                    s.phase = Phase.ACT
                    return
            elif s.stage == Stage.SOLDIERS:
                if s.on_lane[lane] > 0 and not soldiers(s, lane, log, context):
                    s.phase = Phase.ACT
                    return
            else:
                clean_up(s, lane, log)
            advance_stage(s)
        end_turn(s, log)

    return TurnLoops(towers, soldiers, Kernel(play_on, f"{name}.play_on"))


@kernel
def leave_to_owner(s: TowersState, lane: int, unit: int, context: Any) -> bool:
    return False


@kernel
def ignore_entries(s: TowersState, lane: int, context: Any) -> None:
    return


ASKING_LOOPS = make_turn_loops(leave_to_owner, leave_to_owner, ignore_entries, "towers.turn")
"""A turn that stops at every unit whose owner decides."""

continue_asking = ASKING_LOOPS.play_on


@kernel
def continue_turn(s: TowersState, log: Words | None) -> None:
    """Play to the end of the turn, or to a unit that waits for its owner."""
    continue_asking(s, log, None)


@kernel
def turn(s: TowersState) -> int:
    return OVER if s.phase == Phase.OVER else seat_to_move(s)


@kernel
def apply(s: TowersState, step: int, log: Words | None) -> None:
    """Apply an order, or an action of the unit that acts; the second `ready` plays the turn (T2.1)."""
    seat, local = move_seat(step), local_code(step)
    if s.phase == Phase.ACT:
        apply_action(s, local, log)
        s.acting += 1
        continue_turn(s, log)
    elif local == READY:
        s.ready[seat] = 1
        log_event(log, Clause.T2_2, EventKind.READY, (seat, 0, 0, 0))
        if s.ready[0] and s.ready[1]:
            begin_turn(s)
            continue_turn(s, log)
    else:
        apply_order(s, seat, local, log)
