"""Kernels that play a turn unit by unit, in a turn buffer.

A step takes the action of the unit that was asked, plays on to the next unit that no kernel decides for, and returns
what that unit must know. There are two kinds of steps: `make_turn_step` plays to the end of the turn, for bots in this
process; `make_squad_step` plays to the end of the stage, for a bot in its own process. All kernels are built when they
are needed, because few games are played unit by unit.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from ....core.kernel.compiler import Kernel, as_pointer, lowest_set_bit, record_opener
from ....core.state_record import Words
from ..rules.lane import can_reach, is_free
from ..rules.legality import why_not_move, why_not_score, why_not_shoot, why_not_strike
from ..rules.moves import GO, REST, SCORE, SHOOT, STRIKE, encode_move
from ..rules.sequence_of_play import TurnLoops, make_turn_loops
from ..rules.unit_actions import move_soldier, score, shoot, strike
from ..rules.unit_ai import occupied_in_range
from ..state import (
    CELLS,
    CELLS_PER_WORD,
    COLUMNS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    OCCUPANCY_WORDS,
    UNIT_COUNT,
    Phase,
    Stage,
    TowersState,
)
from .turn_buffer import (
    BODY_UNIT_AT,
    CODE_COUNT_AT,
    CODES_AT,
    PUBLIC_WORDS,
    RECORDED_AT,
    STATE_AT,
    STATE_END,
    TARGETS_AT,
    UnitRecord,
    make_public_opener,
)
from .unit_kernels import ASK_OWNER, SeatKernels

NO_UNIT = -1
"""The first number of a step's result if no unit asks."""

UnitFacts = tuple[int, int, int, int, int]
"""The unit that asks: its seat and kind in one number (or NO_UNIT), row, column, health, number."""
Context = tuple[UnitRecord, Words]
"""Shared by the kernels of a step: the record that units see, and the whole buffer."""


@functools.cache
def make_state_opener() -> Kernel[[Any], Any]:
    return record_opener(TowersState, "towers.steps.open_state")


# The unit that asks


@functools.cache
def make_entry_recorder() -> Kernel[..., None]:
    """Return a kernel that records the kinds of the soldiers that have entered, so that units see them."""

    def record_entries(s: TowersState, lane: int, context: Context) -> None:
        _, buffer = context
        while buffer[RECORDED_AT + lane] < s.entered[lane]:
            soldier = (1 - lane) * MAX_SOLDIERS + buffer[RECORDED_AT + lane]
            buffer[BODY_UNIT_AT + soldier] = s.deployed_unit[soldier]
            buffer[RECORDED_AT + lane] += 1

    return Kernel(record_entries, "towers.steps.record_entries")


@functools.cache
def make_unit_describer() -> Kernel[..., UnitFacts]:
    """Return a kernel that describes the unit that acts, and writes its targets into the buffer."""

    def describe_tower(s: TowersState, buffer: Words) -> UnitFacts:
        lane, count, tower = s.lane, 0, s.lane * MAX_TOWERS + s.acting
        unit, cell = s.tower_unit[tower], s.tower_cell[tower]
        for word in range(OCCUPANCY_WORDS):
            cells = occupied_in_range(s, lane, tower, word)
            while cells != 0:
                number = s.last_in_cell[lane * CELLS + word * CELLS_PER_WORD + lowest_set_bit(cells)]
                while number > 0:
                    count += 1
                    buffer[TARGETS_AT + count] = number - (1 - lane) * MAX_SOLDIERS
                    number = s.came_before[number - 1]
                cells &= cells - 1
        buffer[TARGETS_AT] = count
        return lane * UNIT_COUNT + unit, cell // COLUMNS, cell % COLUMNS, s.tower_health[tower], s.acting + 1

    def describe_soldier(s: TowersState, buffer: Words) -> UnitFacts:
        lane, count, soldier = s.lane, 0, (1 - s.lane) * MAX_SOLDIERS + s.acting
        unit, cell = s.deployed_unit[soldier], s.body_cell[soldier] - 1
        row, column, reach = cell // COLUMNS, cell % COLUMNS, max(s.reach[unit], s.front_only[unit])
        for target_row in range(max(row - reach, 0), min(row + reach, s.deployment_row) + 1):
            for target_column in range(max(column - reach, 0), min(column + reach, COLUMNS - 1) + 1):
                target = target_row * COLUMNS + target_column
                if not is_free(s, lane, target) and can_reach(s, unit, cell, target):
                    count += 1
                    buffer[TARGETS_AT + count] = target
        buffer[TARGETS_AT] = count
        return (1 - lane) * UNIT_COUNT + unit, row, column, s.body_health[soldier], s.acting + 1

    functions = (describe_tower, describe_soldier)
    tower, soldier = (Kernel(function, f"towers.steps.{function.__name__}") for function in functions)

    def describe_acting(s: TowersState, buffer: Words) -> UnitFacts:
        return tower(s, buffer) if s.stage == Stage.TOWERS else soldier(s, buffer)

    return Kernel(describe_acting, "towers.steps.describe_acting")


# Its action


class ActionKernels(NamedTuple):
    """Kernels that let a unit act and record the code of its action; an illegal action is lost (T8.2)."""

    tower: Kernel[..., None]  # tower(s, lane, tower, context, local)
    soldier: Kernel[..., None]  # soldier(s, lane, soldier, context, local)
    acting: Kernel[..., None]  # acting(s, context, local): of the unit that was asked


@functools.cache
def make_action_kernels() -> ActionKernels:
    """Return the action kernels.

    An action is checked against the record that it was chosen from: the compiler knows that most of it has just been
    read.
    """

    def act_tower(s: TowersState, lane: int, tower: int, context: Context, local: int) -> None:
        public, buffer = context
        if why_not_shoot(public, lane, tower, local - SHOOT) == 0:
            shoot(s, lane, tower, (1 - lane) * MAX_SOLDIERS + local - SHOOT, None)
        else:
            local = REST
        buffer[CODES_AT + buffer[CODE_COUNT_AT]] = encode_move(lane, local)
        buffer[CODE_COUNT_AT] += 1

    def act_soldier(s: TowersState, lane: int, soldier: int, context: Context, local: int) -> None:
        public, buffer = context
        unit, goal, target = public.body_unit[soldier], local - GO, local - STRIKE
        if 0 <= goal < CELLS and why_not_move(public, lane, soldier, unit, goal) == 0:
            move_soldier(s, lane, soldier, goal, None)
        elif 0 <= target < CELLS and why_not_strike(public, lane, soldier, unit, target) == 0:
            strike(s, lane, soldier, target, None)
        elif local == SCORE and why_not_score(public, soldier) == 0:
            score(s, lane, soldier, None)
        else:
            local = REST
        buffer[CODES_AT + buffer[CODE_COUNT_AT]] = encode_move(1 - lane, local)
        buffer[CODE_COUNT_AT] += 1

    functions = (act_tower, act_soldier)
    tower, soldier = (Kernel(function, f"towers.steps.{function.__name__}", inlined=True) for function in functions)

    def act(s: TowersState, context: Context, local: int) -> None:
        if s.stage == Stage.TOWERS:
            tower(s, s.lane, s.lane * MAX_TOWERS + s.acting, context, local)
        else:
            soldier(s, s.lane, (1 - s.lane) * MAX_SOLDIERS + s.acting, context, local)
        s.acting += 1

    return ActionKernels(tower, soldier, Kernel(act, "towers.steps.act"))


# Steps


@functools.cache
def make_bot_loops(left: SeatKernels, right: SeatKernels) -> TurnLoops:
    """Return the loops of a turn in which the kernels of both seats decide; other units wait for their owner."""
    take_tower, take_soldier, _ = make_action_kernels()
    left_tower, left_soldier = left.towers.kernel, left.soldiers.kernel
    right_tower, right_soldier = right.towers.kernel, right.soldiers.kernel

    def ask_tower(s: TowersState, lane: int, tower: int, context: Context) -> bool:
        public, _ = context
        unit = public.tower_unit[tower]
        local = left_tower(public, 0, unit, tower) if lane == 0 else right_tower(public, 1, unit, tower)
        if local == ASK_OWNER:
            return False
        take_tower(s, lane, tower, context, local)
        return True

    def ask_soldier(s: TowersState, lane: int, soldier: int, context: Context) -> bool:
        public, _ = context
        unit = public.body_unit[soldier]
        local = left_soldier(public, 0, unit, soldier) if lane == 1 else right_soldier(public, 1, unit, soldier)
        if local == ASK_OWNER:
            return False
        take_soldier(s, lane, soldier, context, local)
        return True

    name = f"{left.name}.{right.name}"
    return make_turn_loops(
        Kernel(ask_tower, f"towers.steps.ask_tower.{name}", inlined=True),
        Kernel(ask_soldier, f"towers.steps.ask_soldier.{name}", inlined=True),
        make_entry_recorder(),
        f"towers.steps.{name}",
    )


@functools.cache
def make_turn_step(left: SeatKernels, right: SeatKernels) -> Kernel[..., UnitFacts]:
    """Return a kernel that takes an action (ASK_OWNER: none) and plays to the next unit that asks, or to the end."""
    open_state, open_public = make_state_opener(), make_public_opener()
    record_entries, describe = make_entry_recorder(), make_unit_describer()
    act, play_on = make_action_kernels().acting, make_bot_loops(left, right).play_on

    def step(words: Words, local: int) -> UnitFacts:
        s, buffer = open_state(words[STATE_AT:STATE_END]), as_pointer(words)
        context = open_public(words[:PUBLIC_WORDS]), buffer
        record_entries(s, 0, context)
        record_entries(s, 1, context)
        if local != ASK_OWNER:
            act(s, context, local)
        play_on(s, None, context)
        if s.phase != Phase.ACT:
            return NO_UNIT, 0, 0, 0, 0
        return describe(s, buffer)

    return Kernel(step, f"towers.steps.turn_step.{left.name}.{right.name}")


@functools.cache
def make_squad_step(left: SeatKernels, right: SeatKernels, begin_squad: Kernel[..., None]) -> Kernel[..., UnitFacts]:
    """Return a kernel that takes an action and goes to the next unit of the squad that asks, or to its end.

    ASK_OWNER begins the next squad with `begin_squad(words)`.
    """
    open_state, open_public = make_state_opener(), make_public_opener()
    record_entries, describe = make_entry_recorder(), make_unit_describer()
    act, (run_towers, run_soldiers, _) = make_action_kernels().acting, make_bot_loops(left, right)

    def step(words: Words, local: int) -> UnitFacts:
        s, buffer = open_state(words[STATE_AT:STATE_END]), as_pointer(words)
        context = open_public(words[:PUBLIC_WORDS]), buffer
        if local == ASK_OWNER:
            begin_squad(words)
            record_entries(s, 0, context)
            record_entries(s, 1, context)
        else:
            act(s, context, local)
        if s.stage == Stage.TOWERS:
            is_done = run_towers(s, s.lane, None, context)
        else:
            is_done = run_soldiers(s, s.lane, None, context)
        if is_done:
            return NO_UNIT, 0, 0, 0, 0
        return describe(s, buffer)

    return Kernel(step, f"towers.steps.squad_step.{left.name}.{right.name}")
