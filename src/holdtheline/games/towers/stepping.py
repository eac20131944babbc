"""A turn of towers unit by unit: whoever has the mind `own` is asked, and all else is compiled.

A unit AI is a plain function `act(unit, view)`, or a kernel `act(s, seat, place)`: `s` is the record as units
may see it (`unitview.OPEN`), `seat` the owner of the unit, and `place` where the unit stands in the lists: of
the towers (`s.tower_cell[place]`) or of soldiers (`s.body_cell[place] - 1`, `s.body_unit[place]`). It returns
`moves.REST`, `SCORE`, `GO + cell`, `STRIKE + cell` or `SHOOT + place of the soldier among those deployed`.
A kernel only reads. It is compiled into the loop, so that its units cost no Python at all.

Every action that was taken is in the room as a move, so a turn can be played again without the AIs.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.fields import fields_of
from ...core.game import Game, State
from ...core.kernel import Kernel, bare, lowest_bit, opener
from .answers import (
    ASK,
    LAST_ACTION,
    Act,
    Answers,
    BotFault,
    Minds,
    action_in,
    compiled_answers,
    making,
    opened_to_units,
    takers,
)
from .course import course_with
from .lane import is_free, reaches
from .minds import crowd_in_range
from .moves import REST, seat_of, turn_of
from .orders import acting_unit
from .state import (
    CELLS,
    CELLS_A_WORD,
    COLUMNS,
    CROWD_WORDS,
    DTYPE,
    MOST_SOLDIERS,
    MOST_TOWERS,
    PLAYERS,
    UNITS,
    Phase,
    Stage,
)
from .unitview import (
    BODY_UNIT,
    CODES,
    COUNT,
    OPEN,
    OPEN_WORDS,
    ROOM_WORDS,
    SEEN,
    STATE,
    STATE_END,
    TARGETS,
    UnitView,
    units_of,
)
from .watching import TimeUp, can_interrupt, in_time, watched

NOBODY = -1
"""No unit asks, instead of the number of its kind."""


# Kernels. They are made when they are needed, because few games are played unit by unit.


@functools.cache
def tools() -> tuple[Kernel[..., Any], ...]:
    """The parts of a step that no bot changes: openers, and telling who is there and who asks."""
    opened = opener(DTYPE, "towers.stepping.opened")

    def show(s: Any, lane: Any, rooms: Any) -> None:
        """Whoever has entered is seen, and of what kind it is."""
        _, room = rooms
        while room[SEEN + lane] < s.entered[lane]:
            soldier = (1 - lane) * MOST_SOLDIERS + room[SEEN + lane]
            room[BODY_UNIT + soldier] = s.shown_unit[soldier]
            room[SEEN + lane] += 1

    def place_of_asked(s: Any) -> Any:
        if s.stage == Stage.TOWERS:
            return s.lane * MOST_TOWERS + s.acting
        return (1 - s.lane) * MOST_SOLDIERS + s.acting

    def tell_tower(s: Any, room: Any, tower: Any) -> Any:
        """Who asks, and whom it can attack."""
        lane, unit, cell = s.lane, s.tower_unit[tower], s.tower_cell[tower]
        count = 0
        for word in range(CROWD_WORDS):
            seen = crowd_in_range(s, lane, tower, word)
            while seen != 0:
                number = s.top[lane * CELLS + word * CELLS_A_WORD + lowest_bit(seen)]
                while number > 0:
                    count += 1
                    room[TARGETS + count] = number - (1 - lane) * MOST_SOLDIERS
                    number = s.under[number - 1]
                seen &= seen - 1
        room[TARGETS] = count
        return lane * UNITS + unit, cell // COLUMNS, cell % COLUMNS, s.tower_health[tower], s.acting + 1

    def tell_soldier(s: Any, room: Any, soldier: Any) -> Any:
        lane, unit, cell, count = s.lane, s.shown_unit[soldier], s.body_cell[soldier] - 1, 0
        row, column, reach = cell // COLUMNS, cell % COLUMNS, max(s.reach[unit], s.front_only[unit])
        for there in range(max(row - reach, 0), min(row + reach, s.deployment_row) + 1):
            for at in range(max(column - reach, 0), min(column + reach, COLUMNS - 1) + 1):
                target = there * COLUMNS + at
                if not is_free(s, lane, target) and reaches(s, unit, cell, target):
                    count += 1
                    room[TARGETS + count] = target
        room[TARGETS] = count
        which = (1 - lane) * UNITS + unit
        return which, row, column, s.body_health[soldier], s.acting + 1

    made = (show, place_of_asked, tell_tower, tell_soldier)
    return opened, opened_to_units(), *(Kernel(one, f"towers.stepping.{one.__name__}") for one in made)


@functools.cache
def step_of(left: Answers, right: Answers) -> Kernel[..., Any]:
    """A kernel that takes an action (ASK: none) and goes on to the next unit that no kernel answers for.

    It returns which unit asks (its seat and kind in one number, or NOBODY), its row, column, health, number.
    """
    opened, opened_up, show, place_of_asked, tell_tower, tell_soldier = tools()
    tower_takes, soldier_takes = takers()
    name = f"{left.name}.{right.name}"
    left_tower, left_soldier = left.towers.kernel, left.soldiers.kernel
    right_tower, right_soldier = right.towers.kernel, right.soldiers.kernel

    def tower_answers(s: Any, lane: Any, tower: Any, rooms: Any) -> Any:
        """Let a kernel decide for the tower; False: none does."""
        seen, _ = rooms
        unit = seen.tower_unit[tower]
        local = left_tower(seen, 0, unit, tower) if lane == 0 else right_tower(seen, 1, unit, tower)
        if local == ASK:
            return False
        tower_takes(s, lane, tower, rooms, local)
        return True

    def soldier_answers(s: Any, lane: Any, soldier: Any, rooms: Any) -> Any:
        seen, _ = rooms
        unit = seen.body_unit[soldier]
        local = left_soldier(seen, 0, unit, soldier) if lane == 1 else right_soldier(seen, 1, unit, soldier)
        if local == ASK:
            return False
        soldier_takes(s, lane, soldier, rooms, local)
        return True

    play_on = course_with(
        Kernel(tower_answers, f"towers.tower_answers.{name}", inlined=True),
        Kernel(soldier_answers, f"towers.soldier_answers.{name}", inlined=True),
        show,
        f"towers.course.{name}",
    ).play_on

    def step(words: Any, local: Any) -> Any:
        s, seen, room = opened(words[STATE:STATE_END]), opened_up(words[:OPEN_WORDS]), bare(words)
        rooms = seen, room
        show(s, 0, rooms)
        show(s, 1, rooms)
        if local != ASK:
            if s.stage == Stage.TOWERS:
                tower_takes(s, s.lane, place_of_asked(s), rooms, local)
            else:
                soldier_takes(s, s.lane, place_of_asked(s), rooms, local)
            s.acting += 1
        play_on(s, None, rooms)
        if s.phase != Phase.ACT:
            return NOBODY, 0, 0, 0, 0
        place = place_of_asked(s)
        return tell_tower(s, room, place) if s.stage == Stage.TOWERS else tell_soldier(s, room, place)

    return Kernel(step, f"towers.step.{name}")


# In Python


class Room:
    """A turn that is being played unit by unit, and who is asked in it."""

    def __init__(self, game: Game, answers: Sequence[Answers], size: int = ROOM_WORDS) -> None:
        self.words = np.zeros(size, np.int64)
        self.words[STATE:STATE_END] = game.start().words
        self.numbers = self.words.data
        self.bytes = self.numbers.cast("B")
        self.record = fields_of(DTYPE)(self.words[STATE:STATE_END])
        self.seen = fields_of(OPEN)(self.words)
        with making:
            step = step_of(*answers)
        self.step = step.plain if game.plain else step.compiled
        self.units = units_of(self.record) * PLAYERS
        only_read = self.numbers[:OPEN_WORDS].toreadonly()
        self.views = [
            view
            for seat in range(PLAYERS)
            for is_tower in (True, False)
            for view in [UnitView(only_read, seat, is_tower)] * (UNITS // 2)
        ]

    def load(self, state: State) -> None:
        self.words[:STATE] = 0
        self.words[STATE:STATE_END] = state.words
        self.words[STATE_END:CODES] = 0

    def unload(self, state: State) -> array[int]:
        """Bring the state to where the turn stands; the codes that led there."""
        state.words[:] = self.words[STATE:STATE_END]
        state.turn = int(state.game.engine.turn(state.words))
        codes = array("q")
        codes.frombytes(self.numbers[CODES : CODES + self.numbers[COUNT]].cast("B"))
        return codes

    def actions(self) -> int:
        return self.numbers[COUNT]


class Stepper:
    """Plays turns in which units ask. Each seat has its minds, or None: then somebody else answers for it."""

    def __init__(self, game: Game, minds: Sequence[Minds | None]) -> None:
        self.minds = tuple(minds)
        self._room = Room(game, [compiled_answers(game, one) for one in self.minds])
        self._acts = [act for one in self.minds for act in acts_of(one)]
        self._seconds = min((one.act_seconds for one in self.minds if one is not None), default=1.0)

    def play(self, state: State) -> array[int]:
        """From a unit that asks to the end of the turn, or to a unit of a seat without minds.

        The state is brought there. What is returned are the moves that did it, in their order, each with its
        seat in it (`moves.seat_of`): played on a copy of the state before, they lead to the same state.
        """
        room = self._room
        room.load(state)
        try:
            self._play_in_time()
        except BotFault as fault:
            fault.codes = room.unload(state)
            raise
        return room.unload(state)

    @property
    def asked(self) -> int:
        """The seat whose unit was asked last."""
        return int(turn_of(self._room.record))

    def _play_in_time(self) -> None:
        room = self._room
        try:
            answer = room.step(room.words, ASK)  # before the clock runs: it may have to be compiled
            if answer[0] == NOBODY:  # kernels have answered for all
                return
            with watched(self._seconds, room.actions) as watch:
                self._play_on(answer)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._fault(error) from error
        if watch.late is not None:  # a bot that catches everything has caught this too
            seat = int(seat_of(room.numbers[CODES + watch.late]))
            raise self._minds(seat).fault(None, TimeUp())

    def _play_on(self, answer: Any) -> None:
        room, acts = self._room, self._acts
        if not can_interrupt():
            acts = [act and in_time(act, self._seconds) for act in acts]
        # This runs once for every unit that is asked: each line here costs a part of a microsecond.
        step, words, units, views = room.step, room.words, room.units, room.views
        least, most, whole = REST, LAST_ACTION, int
        which = answer[0]
        while which >= 0:
            act = acts[which]
            if act is None:
                return
            local = act(units[which](answer), views[which])
            if local.__class__ is not whole or not least <= local <= most:
                local = action_in(local)
            answer = step(words, local)
            which = answer[0]

    def _fault(self, error: BaseException) -> BotFault:
        """It is that of the unit that asks: the state stands before its action."""
        s = self._room.record
        return self._minds(int(turn_of(s))).fault(acting_unit(s)[0], error)

    def _minds(self, seat: int) -> Minds:
        minds = self.minds[seat]
        assert minds is not None
        return minds


def acts_of(minds: Minds | None) -> list[Act | None]:
    """Who answers for each kind of unit in Python; None: nobody, so the turn stops there."""
    if minds is None:
        return [None] * UNITS
    return [act if callable(act := minds.acts.get(unit)) else rest for unit in range(UNITS)]


def rest(unit: Any, view: Any) -> int:
    return REST
