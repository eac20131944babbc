"""Units that are asked at once: all of a player on one lane that decide in one stage of a timestep.

Nothing that one of them does makes another one able or unable to decide, so who is asked is known before the
first answers (T3.1, T3.3): a shot fells nobody before the timestep ends, and nobody stands in another's way.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.contract import FIRST_MOVE
from ...core.fields import WORD
from ...core.game import Game, State
from ...core.kernel import Kernel, bare, opener
from . import mirror
from .answers import ASK, Answers, answers_of, making, takers
from .course import ASKING, course_with, tower_has_choice
from .lane import can_strike, owner_on
from .mirror import PAIR, WORDS, Told
from .moves import REST, code_of, turn_of, why_no_action
from .rules import act, turn
from .state import DTYPE, MOST_SOLDIERS, MOST_TOWERS, PLAYERS, UNITS, Mind, Phase, Stage
from .stepping import NOBODY, Room, tools
from .unitview import BODY_UNIT, CODES, COUNT, OPEN_WORDS, ROOM_WORDS, SEEN, STATE, STATE_END, TARGETS

MOST = max(MOST_TOWERS, MOST_SOLDIERS)
"""Units of a squad."""
WRONG_COUNT = -100
ACTS = 100
"""Behind whose turn it is: units are asked again."""
MANY = 1024
"""More than there are units in a squad."""
KNOWN = ROOM_WORDS
"""Where in the room of a bot the state is as it was told; how many words have changed, and which."""
CHANGED = KNOWN + WORDS
CHANGES = CHANGED + 1
SQUAD_WORDS = CHANGES + PAIR * WORDS
ROW = 6
"""Words of a unit in a list: number, kind, row, column, health, and how many it can attack."""


# Kernels. They are made when they are needed, because few games are played unit by unit.


@functools.cache
def next_one() -> Kernel[..., Any]:
    """A kernel that tells which unit of the squad decides first, from some place on; -1: none does."""

    def next_in_squad(s: Any, first: Any) -> Any:
        lane, owner = s.lane, turn_of(s)
        if s.stage == Stage.TOWERS:
            for place in range(first, s.towers[lane]):
                unit = s.tower_unit[lane * MOST_TOWERS + place]
                if s.mind[owner * UNITS + unit] == Mind.OWN and tower_has_choice(s, lane, place):
                    return place
            return -1
        for place in range(max(first, s.gone[lane]), s.entered[lane]):
            at = owner_on(lane) * MOST_SOLDIERS + place
            if s.body_cell[at] == 0 or s.mind[owner * UNITS + s.shown_unit[at]] != Mind.OWN:
                continue
            if can_strike(s, at):
                return place
        return -1

    return Kernel(next_in_squad, "towers.squad.next_in_squad")


@functools.cache
def doors() -> tuple[Kernel[..., Any], ...]:
    """What the referee calls: to count a squad, to list it, and to let it act."""
    opened, following = opener(DTYPE, "towers.squad.opened"), next_one()
    *_, tell_tower, tell_soldier = tools()
    tell = mirror.doors()[1]
    towers_are_done, soldiers_are_done, play_on = ASKING

    def count_of(s: Any) -> Any:
        count, place = 0, following(s, s.acting)
        while place >= 0:
            count += 1
            place = following(s, place + 1)
        return count

    counted = Kernel(count_of, "towers.squad.count_of")

    def count(words: Any) -> Any:
        return counted(opened(words))

    def listed(words: Any, targets: Any, rows: Any) -> Any:
        """Write a row for each unit, and behind it the cells or soldiers that it can attack."""
        s, room, out, end = opened(words), bare(targets), bare(rows), 0
        first, place = s.acting, following(s, s.acting)
        while place >= 0:
            s.acting = place
            if s.stage == Stage.TOWERS:
                at = s.lane * MOST_TOWERS + place
                which, row, column, health, number = tell_tower(s, room, at)
            else:
                at = owner_on(s.lane) * MOST_SOLDIERS + place
                which, row, column, health, number = tell_soldier(s, room, at)
            out[end] = number
            out[end + 1] = which % UNITS
            out[end + 2] = row
            out[end + 3] = column
            out[end + 4] = health
            many = room[TARGETS]
            out[end + 5] = many
            end += ROW
            for target in range(many):
                out[end + target] = room[TARGETS + 1 + target]
            end += many
            place = following(s, place + 1)
        s.acting = first
        return end

    def feed(words: Any, actions: Any, many: Any, codes: Any) -> Any:
        """Let each unit take its action, and go on to the next squad; whose turn it is, or WRONG_COUNT.

        T8.2: an action that is not possible is lost. The codes are those of what was done.
        """
        s, wanted, taken = opened(words), bare(actions), bare(codes)
        if counted(s) != many:
            return WRONG_COUNT
        seat, lane = turn_of(s), s.lane
        is_towers = s.stage == Stage.TOWERS
        for number in range(many):
            if number > 0 and is_towers:
                towers_are_done(s, lane, None, None)
            elif number > 0:
                soldiers_are_done(s, lane, None, None)
            local = wanted[number]
            if why_no_action(s, seat, local) != 0:
                local = REST
            act(s, local, None)
            taken[number] = code_of(seat, local)
            s.acting += 1
        play_on(s, None, None)
        return turn(s) if s.phase != Phase.ACT else ACTS + turn(s)

    def ask(words: Any, seat: Any, known: Any, room: Any) -> Any:
        """Tell a seat what has changed (see `mirror`), and count its squad: both in one number."""
        return tell(words, seat, known, room) * MANY + counted(opened(words))

    made = (count, listed, feed, ask)
    return tuple(Kernel(one, f"towers.squad.{one.__name__}") for one in made)


@functools.cache
def taker_in() -> Kernel[..., Any]:
    """A kernel that takes in what was told (see `mirror`): a squad begins."""

    def take_in(room: Any) -> None:
        for number in range(room[CHANGED]):
            at = CHANGES + PAIR * number
            room[KNOWN + room[at]] = room[at + 1]
        for place in range(WORDS):
            room[STATE + place] = room[KNOWN + place]
        for place in range(PLAYERS * MOST_SOLDIERS):
            room[BODY_UNIT + place] = 0
        room[SEEN] = 0
        room[SEEN + 1] = 0
        room[COUNT] = 0
        room[CHANGED] = 0

    return Kernel(take_in, "towers.squad.take_in")


@functools.cache
def step_of(answers: Answers) -> Kernel[..., Any]:
    """What a bot calls, whose units are those of seat 0: it goes on in a squad, or with ASK to the next one.

    It returns which unit asks as `stepping.step_of` does, or NOBODY: the squad has acted.
    """
    take_in = taker_in()
    opened, opened_up, show, place_of_asked, tell_tower, tell_soldier = tools()
    tower_takes, soldier_takes = takers()
    tower_kernel, soldier_kernel = answers.towers.kernel, answers.soldiers.kernel

    def tower_answers(s: Any, lane: Any, tower: Any, rooms: Any) -> Any:
        seen, _ = rooms
        local = tower_kernel(seen, 0, seen.tower_unit[tower], tower)
        if local == ASK:
            return False
        tower_takes(s, lane, tower, rooms, local)
        return True

    def soldier_answers(s: Any, lane: Any, soldier: Any, rooms: Any) -> Any:
        seen, _ = rooms
        local = soldier_kernel(seen, 0, seen.body_unit[soldier], soldier)
        if local == ASK:
            return False
        soldier_takes(s, lane, soldier, rooms, local)
        return True

    name = answers.name
    towers_are_done, soldiers_are_done, _ = course_with(
        Kernel(tower_answers, f"towers.squad.tower_answers.{name}", inlined=True),
        Kernel(soldier_answers, f"towers.squad.soldier_answers.{name}", inlined=True),
        show,
        f"towers.squad.course.{name}",
    )

    def step(words: Any, local: Any) -> Any:
        s, seen, room = opened(words[STATE:STATE_END]), opened_up(words[:OPEN_WORDS]), bare(words)
        rooms = seen, room
        if local == ASK:
            take_in(room)
            show(s, 0, rooms)
            show(s, 1, rooms)
        else:
            if s.stage == Stage.TOWERS:
                tower_takes(s, s.lane, place_of_asked(s), rooms, local)
            else:
                soldier_takes(s, s.lane, place_of_asked(s), rooms, local)
            s.acting += 1
        if s.stage == Stage.TOWERS:
            done = towers_are_done(s, s.lane, None, rooms)
        else:
            done = soldiers_are_done(s, s.lane, None, rooms)
        if done:
            return NOBODY, 0, 0, 0, 0
        place = place_of_asked(s)
        return tell_tower(s, room, place) if s.stage == Stage.TOWERS else tell_soldier(s, room, place)

    return Kernel(step, f"towers.squad.step.{name}")


# In Python


class Squads:
    """The squads of a game, for whoever asks them."""

    def __init__(self, game: Game) -> None:
        self._count, self._listed, self._feed, self._ask = (
            one.plain if game.plain else one.compiled for one in doors()
        )
        self.goes_on = False
        """Whether units are asked again after those that were fed last."""
        self._targets = np.zeros(TARGETS + 1 + MOST_SOLDIERS, np.int64)
        self._rows = np.zeros(MOST * (ROW + MOST_SOLDIERS), np.int64)
        self._actions = np.zeros(MOST, np.int64)
        self._codes = np.zeros(MOST, np.int64)

    def count(self, state: State) -> int:
        """How many units are asked now."""
        return int(self._count(state.words))

    def units(self, state: State) -> list[tuple[list[int], list[int]]]:
        """Number, kind, row, column and health of each unit that is asked, and whom it can attack.

        A tower attacks soldiers by their numbers, a soldier towers by their cells.
        """
        end = self._listed(state.words, self._targets, self._rows)
        numbers, units, at = self._rows[:end].tolist(), [], 0
        while at < end:
            behind = at + ROW + numbers[at + ROW - 1]
            units.append((numbers[at : at + ROW - 1], numbers[at + ROW : behind]))
            at = behind
        return units

    def ask(self, state: State, told: Told) -> tuple[int, memoryview]:
        """How many units are asked now, and what is new to their owner."""
        end, count = divmod(self._ask(state.words, told.seat, told.words, told.room), MANY)
        return count, told.room.data[WORDS:end]

    def feed(self, state: State, actions: Sequence[int]) -> list[int] | None:
        """Let each do its action; the codes of what they did, or None: not so many act."""
        many = len(actions)
        if many > MOST:
            return None
        self._actions[:many] = actions
        turn = self._feed(state.words, self._actions, many, self._codes)
        if turn == WRONG_COUNT:
            return None
        self.goes_on = turn >= ACTS
        state.turn = turn - ACTS if self.goes_on else turn
        codes: list[int] = self._codes[:many].tolist()
        return codes


class SquadRoom(Room):
    """Where a bot, which is seat 0, plays its squads one after the other on what it was told."""

    def __init__(self, game: Game, answers: Answers) -> None:
        super().__init__(game, [answers_of({})] * PLAYERS, SQUAD_WORDS)
        with making:
            step = step_of(answers)
        self.step = step.plain if game.plain else step.compiled
        self.known = self.words[KNOWN:CHANGED]

    def taken(self) -> list[int]:
        """What the squad did, as actions."""
        codes: list[int] = self.numbers[CODES : CODES + self.numbers[COUNT]].tolist()
        return [code - FIRST_MOVE for code in codes]

    def hear(self, changes: bytes) -> None:
        """Somebody tells what has changed; it is taken in by the next step."""
        self.numbers[CHANGED] = len(changes) // (PAIR * WORD)
        self.bytes[CHANGES * WORD : CHANGES * WORD + len(changes)] = changes

    def take_in(self) -> None:
        """Take it in without a step."""
        pairs = self.words[CHANGES : CHANGES + PAIR * self.numbers[CHANGED]].reshape(-1, PAIR)
        self.known[pairs[:, 0]] = pairs[:, 1]
        self.numbers[CHANGED] = 0
