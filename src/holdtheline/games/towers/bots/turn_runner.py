"""Play a turn unit by unit: units with the mind `own` are asked, everything else is compiled.

Every action is kept in the turn buffer as a move code, so a turn can be replayed without the bots.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....core.bots.faults import BotFault
from ....core.bots.time_limit import TimeUp, can_interrupt, time_limit, with_time_check
from ....core.game import Game, State
from ....core.kernel.compiler import Kernel
from ..rules.moves import LAST_ACTION, REST, acting_unit_and_cell, move_seat, seat_to_move
from ..state import PLAYERS, UNIT_COUNT, TowersState
from .step_kernels import NO_UNIT, UnitFacts, make_turn_step
from .turn_buffer import BUFFER_WORDS, CODE_COUNT_AT, CODES_AT, PUBLIC_WORDS, STATE_AT, STATE_END, UnitRecord
from .unit_kernels import (
    ASK_OWNER,
    ActFunction,
    SeatKernels,
    UnitController,
    compile_seat_kernels,
    kernel_lock,
    parse_action,
)
from .unit_view import UnitView, make_unit_classes


class TurnBuffer:
    """A turn that is being played unit by unit, and the view of the unit that is asked."""

    def __init__(self, game: Game, kernels: Sequence[SeatKernels], size: int = BUFFER_WORDS) -> None:
        self.words = np.zeros(size, np.int64)
        self.words[STATE_AT:STATE_END] = game.start().words
        self.numbers = self.words.data
        self.bytes = self.numbers.cast("B")
        self.record = TowersState(self.words[STATE_AT:STATE_END])
        self.public = UnitRecord(self.words)
        with kernel_lock:
            step = self._make_step(*kernels)
        self.step = step.plain if game.plain else step.compiled
        self.units = make_unit_classes(self.record) * PLAYERS
        only_read = self.numbers[:PUBLIC_WORDS].toreadonly()
        self.views = [
            view
            for seat in range(PLAYERS)
            for is_tower in (True, False)
            for view in [UnitView(only_read, seat, is_tower)] * (UNIT_COUNT // 2)
        ]

    def _make_step(self, left: SeatKernels, right: SeatKernels) -> Kernel[..., UnitFacts]:
        return make_turn_step(left, right)

    def load(self, state: State) -> None:
        self.words[:STATE_AT] = 0
        self.words[STATE_AT:STATE_END] = state.words
        self.words[STATE_END:CODES_AT] = 0

    def unload(self, state: State, codes: array[int]) -> None:
        """Copy the turn's state into `state`, and add the codes that led to it."""
        state.words[:] = self.words[STATE_AT:STATE_END]
        state.current_player = int(state.game.engine.turn(state.words))
        codes.frombytes(self.numbers[CODES_AT : CODES_AT + self.numbers[CODE_COUNT_AT]].cast("B"))

    def action_count(self) -> int:
        return self.numbers[CODE_COUNT_AT]

    def ask_units(self, answer: UnitFacts, acts: Sequence[ActFunction | None]) -> None:
        """Ask the unit AIs in Python, by kind of unit, until no unit asks, or one without an AI does."""
        # This loop runs once for every unit that is asked: each line costs a part of a microsecond.
        step, words, units, views = self.step, self.words, self.units, self.views
        first_action, last_action, integer = REST, LAST_ACTION, int
        which = answer[0]
        while which != NO_UNIT:
            act = acts[which]
            if act is None:
                return
            local = act(units[which](answer), views[which])
            if local.__class__ is not integer or not first_action <= local <= last_action:
                local = parse_action(local)
            answer = step(words, local)
            which = answer[0]


class TurnRunner:
    """Plays turns in which units ask. A seat without a bot answers for its units itself."""

    def __init__(self, game: Game, bots: Sequence[UnitController | None]) -> None:
        self.bots = tuple(bots)
        self._buffer = TurnBuffer(game, [compile_seat_kernels(game, bot) for bot in self.bots])
        self._acts = [act for bot in self.bots for act in list_python_acts(bot)]
        self._seconds = min((bot.act_seconds for bot in self.bots if bot is not None), default=1.0)

    def play(self, state: State, codes: array[int] | None = None) -> array[int]:
        """Play from a unit that asks to the end of the turn, to a unit of a seat without a bot, or to a fault.

        The state is changed accordingly. The moves are added to the codes, which are returned: played on a copy of the
        state before, they lead to the same state.
        """
        played = array("q") if codes is None else codes
        self._buffer.load(state)
        try:
            self._play_in_time()
        finally:
            self._buffer.unload(state, played)
        return played

    def _play_in_time(self) -> None:
        buffer = self._buffer
        try:
            answer = buffer.step(buffer.words, ASK_OWNER)  # outside the time limit: it may have to be compiled
            if answer[0] == NO_UNIT:
                return
            acts = self._acts
            if not can_interrupt():
                acts = [act and with_time_check(act, self._seconds) for act in acts]
            with time_limit(self._seconds, buffer.action_count) as watch:
                buffer.ask_units(answer, acts)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._fault(error) from error
        if watch.late is not None:  # the bot has caught the TimeUp
            raise self._bot(move_seat(buffer.numbers[CODES_AT + watch.late])).fault(None, TimeUp())

    def _fault(self, error: BaseException) -> BotFault:
        """Attribute an error to the unit that asks: the state is the one before its action."""
        s = self._buffer.record
        return self._bot(seat_to_move(s)).fault(acting_unit_and_cell(s)[0], error)

    def _bot(self, seat: int) -> UnitController:
        bot = self.bots[seat]
        assert bot is not None
        return bot


def list_python_acts(bot: UnitController | None) -> list[ActFunction | None]:
    """Return the function that decides for each kind of unit, or None where the turn must stop."""
    if bot is None:
        return [None] * UNIT_COUNT
    return [act if callable(act := bot.acts.get(unit)) else rest for unit in range(UNIT_COUNT)]


def rest(unit: Any, view: Any) -> int:
    return REST
