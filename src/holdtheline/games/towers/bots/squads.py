"""Squads: all units of a player on one lane that decide in one stage of a timestep, asked at once.

No action of a unit makes another one able or unable to decide, so the squad is known before the first answer (T3.1,
T3.3): a shot removes no soldier before the timestep ends, and units do not block each other.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ....core.definition import FIRST_MOVE
from ....core.game import Game, State
from ....core.kernel.compiler import Kernel, as_pointer
from ....core.state_record import WORD_BYTES, Words
from ..rules.lane import attacker_on, can_strike
from ..rules.legality import why_not_act
from ..rules.moves import REST, encode_move, seat_to_move
from ..rules.sequence_of_play import ASKING_LOOPS, has_target, turn
from ..rules.unit_actions import apply_action
from ..state import MAX_SOLDIERS, MAX_TOWERS, UNIT_COUNT, Mind, Stage, TowersState
from .mirrored_state import (
    SOLDIER_LIST,
    STATE_WORDS,
    WORDS_PER_CHANGE,
    make_state_copier,
    make_used_counter,
)
from .step_kernels import UnitFacts, make_squad_step, make_state_opener, make_unit_describer
from .turn_buffer import (
    BODY_UNIT_AT,
    BUFFER_WORDS,
    CODE_COUNT_AT,
    CODES_AT,
    RECORDED_AT,
    STATE_AT,
    STATE_END,
    TARGETS_AT,
)
from .turn_runner import TurnBuffer
from .unit_kernels import ASK_OWNER, SeatKernels, combine_kernels

MAX_SQUAD = max(MAX_TOWERS, MAX_SOLDIERS)
WRONG_COUNT = -100
"""The result of `act` if the number of actions is not the number of units."""
WORDS_PER_UNIT = 6
"""The words of a unit in a list: number, kind, row, column, health, and the number of targets that follow."""

# A bot's buffer continues with the state that it knows, and the changes to it: their number, then pairs of words
KNOWN_AT = BUFFER_WORDS
CHANGE_COUNT_AT = KNOWN_AT + STATE_WORDS
CHANGES_AT = CHANGE_COUNT_AT + 1
SQUAD_BUFFER_WORDS = CHANGES_AT + WORDS_PER_CHANGE * STATE_WORDS
CHANGES_BYTE_AT, BYTES_PER_CHANGE = CHANGES_AT * WORD_BYTES, WORDS_PER_CHANGE * WORD_BYTES


# Kernels of the referee


@functools.cache
def make_next_in_squad() -> Kernel[..., int]:
    """Return a kernel that finds the next unit of the squad, from an index on, or returns -1."""

    def next_in_squad(s: TowersState, first: int) -> int:
        lane, owner = s.lane, seat_to_move(s)
        if s.stage == Stage.TOWERS:
            for index in range(first, s.towers[lane]):
                unit = s.tower_unit[lane * MAX_TOWERS + index]
                if s.mind[owner * UNIT_COUNT + unit] == Mind.OWN and has_target(s, lane, index):
                    return index
            return -1
        for index in range(max(first, s.first_on_lane[lane]), s.entered[lane]):
            soldier = attacker_on(lane) * MAX_SOLDIERS + index
            if s.body_cell[soldier] == 0 or s.mind[owner * UNIT_COUNT + s.deployed_unit[soldier]] != Mind.OWN:
                continue
            if can_strike(s, soldier):
                return index
        return -1

    return Kernel(next_in_squad, "towers.squads.next_in_squad")


class SquadKernels(NamedTuple):
    """The kernels that the referee calls."""

    count: Kernel[..., int]  # count(words)
    list_units: Kernel[..., int]  # list_units(words, buffer, rows) -> end of the rows
    act: Kernel[..., int]  # act(words, actions, count, codes) -> seat to move, or WRONG_COUNT


@functools.cache
def make_squad_kernels() -> SquadKernels:
    next_in_squad = make_next_in_squad()
    open_state, describe = make_state_opener(), make_unit_describer()
    run_towers, run_soldiers, play_on = ASKING_LOOPS

    def count_units(s: TowersState) -> int:
        count, index = 0, next_in_squad(s, s.acting)
        while index >= 0:
            count += 1
            index = next_in_squad(s, index + 1)
        return count

    count_in_state = Kernel(count_units, "towers.squads.count_units")

    def count(words: Words) -> int:
        return count_in_state(open_state(words))

    def list_units(words: Words, targets: Words, rows: Words) -> int:
        """Write the words of each unit, followed by the cells or soldiers that it can attack."""
        s, buffer, out, end = open_state(words), as_pointer(targets), as_pointer(rows), 0
        first, index = s.acting, next_in_squad(s, s.acting)
        while index >= 0:
            s.acting = index
            which, row, column, health, number = describe(s, buffer)
            out[end] = number
            out[end + 1] = which % UNIT_COUNT
            out[end + 2] = row
            out[end + 3] = column
            out[end + 4] = health
            target_count = buffer[TARGETS_AT]
            out[end + 5] = target_count
            end += WORDS_PER_UNIT
            for target in range(target_count):
                out[end + target] = buffer[TARGETS_AT + 1 + target]
            end += target_count
            index = next_in_squad(s, index + 1)
        s.acting = first
        return end

    def act(words: Words, actions: Words, count: int, codes: Words) -> int:
        """Let each unit take its action, play to the next squad, and write the codes of the actions.

        An illegal action is lost (T8.2).
        """
        s, wanted, taken = open_state(words), as_pointer(actions), as_pointer(codes)
        if count_in_state(s) != count:
            return WRONG_COUNT
        seat, lane = seat_to_move(s), s.lane
        is_towers = s.stage == Stage.TOWERS
        for number in range(count):
            if number > 0 and is_towers:
                run_towers(s, lane, None, None)
            elif number > 0:
                run_soldiers(s, lane, None, None)
            local = wanted[number]
            if why_not_act(s, seat, local) != 0:
                local = REST
            apply_action(s, local, None)
            taken[number] = encode_move(seat, local)
            s.acting += 1
        play_on(s, None, None)
        return turn(s)

    functions = (count, list_units, act)
    return SquadKernels(*(Kernel(function, f"towers.squads.{function.__name__}") for function in functions))


# Kernels of the bot


@functools.cache
def make_squad_beginner() -> Kernel[..., None]:
    """Return a kernel that applies the changes a bot received, and begins a squad with the result."""
    open_state, used, copy = make_state_opener(), make_used_counter(), make_state_copier()

    def begin_squad(words: Words) -> None:
        buffer = as_pointer(words)
        for number in range(buffer[CHANGE_COUNT_AT]):
            at = CHANGES_AT + WORDS_PER_CHANGE * number
            buffer[KNOWN_AT + buffer[at]] = buffer[at + 1]
        s, known = open_state(words[STATE_AT:STATE_END]), open_state(words[KNOWN_AT:CHANGE_COUNT_AT])
        for index in range(max(used(s, SOLDIER_LIST), used(known, SOLDIER_LIST))):
            buffer[BODY_UNIT_AT + index] = 0
            buffer[BODY_UNIT_AT + MAX_SOLDIERS + index] = 0
        copy(s, as_pointer(words[STATE_AT:STATE_END]), known, as_pointer(words[KNOWN_AT:CHANGE_COUNT_AT]))
        buffer[RECORDED_AT] = 0
        buffer[RECORDED_AT + 1] = 0
        buffer[CODE_COUNT_AT] = 0
        buffer[CHANGE_COUNT_AT] = 0

    return Kernel(begin_squad, "towers.squads.begin_squad")


# In Python


class Squads:
    """The squads of a game, as the referee asks them."""

    def __init__(self, game: Game) -> None:
        self._count, self._list_units, self._act = (
            kernel.plain if game.plain else kernel.compiled for kernel in make_squad_kernels()
        )
        self._targets = np.zeros(TARGETS_AT + 1 + MAX_SOLDIERS, np.int64)
        self._rows = np.zeros(MAX_SQUAD * (WORDS_PER_UNIT + MAX_SOLDIERS), np.int64)
        self._actions = np.zeros(MAX_SQUAD, np.int64)
        self._codes = np.zeros(MAX_SQUAD, np.int64)
        self._action_numbers, self._code_numbers = self._actions.data, self._codes.data

    def count(self, state: State) -> int:
        """Return the number of units asked now."""
        return self._count(state.words)

    def units(self, state: State) -> list[tuple[list[int], list[int]]]:
        """Return number, kind, row, column and health of each unit that is asked, and its targets.

        A tower's targets are soldiers by their numbers, a soldier's are towers by their cells.
        """
        end = self._list_units(state.words, self._targets, self._rows)
        numbers, units, at = self._rows[:end].tolist(), [], 0
        while at < end:
            targets_at = at + WORDS_PER_UNIT
            targets_end = targets_at + numbers[targets_at - 1]
            units.append((numbers[at : targets_at - 1], numbers[targets_at:targets_end]))
            at = targets_end
        return units

    def act(self, state: State, actions: Sequence[int]) -> list[int] | None:
        """Let each unit act and return the codes of the actions, or None if the number of units is different."""
        count = len(actions)
        if count > MAX_SQUAD:
            return None
        for number in range(count):
            self._action_numbers[number] = actions[number]
        turn = self._act(state.words, self._actions, count, self._codes)
        if turn == WRONG_COUNT:
            return None
        state.current_player = turn
        return self._code_numbers[:count].tolist()


class SquadBuffer(TurnBuffer):
    """The buffer in which a bot, always seat 0, plays its squads on the state that it knows."""

    def __init__(self, game: Game, kernels: SeatKernels) -> None:
        super().__init__(game, [kernels, combine_kernels({})], SQUAD_BUFFER_WORDS)
        self.known = self.words[KNOWN_AT:CHANGE_COUNT_AT]

    def _make_step(self, left: SeatKernels, right: SeatKernels) -> Kernel[..., UnitFacts]:
        return make_squad_step(left, right, make_squad_beginner())

    def take_first_step(self, game: Game) -> None:
        """Take a step at the start of a game, because it may have to be compiled."""
        self.known[:] = game.start().words
        self.step(self.words, ASK_OWNER)
        self.known[:] = 0

    def actions_text(self) -> str:
        """Return the squad's actions, separated by commas."""
        numbers = self.numbers
        return ",".join([str(code - FIRST_MOVE) for code in numbers[CODES_AT : CODES_AT + numbers[CODE_COUNT_AT]]])

    def receive(self, changes: bytes) -> None:
        """Take changes from the referee; the next step applies them."""
        size = len(changes)
        self.numbers[CHANGE_COUNT_AT] = size // BYTES_PER_CHANGE
        self.bytes[CHANGES_BYTE_AT : CHANGES_BYTE_AT + size] = changes

    def apply_changes(self) -> None:
        """Apply the changes without a step."""
        end = CHANGES_AT + WORDS_PER_CHANGE * self.numbers[CHANGE_COUNT_AT]
        changes: Any = self.words[CHANGES_AT:end].reshape(-1, WORDS_PER_CHANGE)
        self.known[changes[:, 0]] = changes[:, 1]
        self.numbers[CHANGE_COUNT_AT] = 0
