"""The game turned round, so that each player sees itself as seat 0, and what a player is told of it.

The lanes are alike, so whatever holds of one seat holds of the other: all that belongs to a player changes
places, and so do the numbers of soldiers, which count on from those of player 0.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ...core.fields import WORD
from ...core.game import Game, State
from ...core.kernel import Kernel, bare, opener, words_of
from .moves import code_of, local_of, seat_of
from .sealed import hide
from .state import CELLS, DTYPE, MOST_SOLDIERS, MOST_TOWERS, PLAYERS, RULESET, Phase

WORDS = words_of(DTYPE)
PAIR = 2
"""Words of a change: its place and the new word."""
WHOLE, TOWERS, SOLDIERS = range(3)
"""What a list is of: as many as there are of them are in use, and behind them are zeros."""
OF = {MOST_TOWERS: TOWERS, MOST_SOLDIERS: SOLDIERS}


def halves() -> Any:
    """Of each list that both players have: where it begins, how many words each of them has, of what."""
    ours = {field[0] for field in RULESET}
    fields: Any = DTYPE.fields
    found = [
        (offset // WORD, int(kind.shape[0]) // PLAYERS)
        for name, (kind, offset, *_) in fields.items()
        if kind.shape and name not in ours
    ]
    return np.array([(first, many, OF.get(many, WHOLE)) for first, many in found], np.int64)


HALVES = halves()
LISTS = len(HALVES)


def rest() -> Any:
    """All other words, from where to where: those that are always looked at."""
    is_rest = np.ones(WORDS + 2, bool)
    is_rest[[0, -1]] = False
    for first, many, of in HALVES:
        if of != WHOLE:
            is_rest[1 + first : 1 + first + PLAYERS * many] = False
    return np.flatnonzero(np.diff(is_rest)).reshape(-1, 2)


REST = rest()
RESTS = len(REST)


# Most of a state are lists that are nearly empty, and a bot is told of it thousands of times a game: only
# what is in use is looked at.


@functools.cache
def in_use() -> Kernel[..., Any]:
    """A kernel that tells how many words of a list are in use: `used(s, of)`."""

    def used(s: Any, of: Any) -> Any:
        if of == TOWERS:
            return max(max(s.towers[0], s.towers[1]), max(s.standing[0], s.standing[1]))
        return max(max(s.soldiers[0], s.soldiers[1]), max(s.shown[0], s.shown[1]))

    return Kernel(used, "towers.mirror.used")


@functools.cache
def copier() -> Kernel[..., Any]:
    """A kernel that makes a state the same as another: `copy(to, words_to, s, words)`."""
    used = in_use()

    def copy(to: Any, words_to: Any, s: Any, words: Any) -> None:
        towers, soldiers = max(used(to, TOWERS), used(s, TOWERS)), max(used(to, SOLDIERS), used(s, SOLDIERS))
        for row in range(LISTS):
            first, many, of = HALVES[row, 0], HALVES[row, 1], HALVES[row, 2]
            if of != WHOLE:
                for place in range(first, first + (towers if of == TOWERS else soldiers)):
                    words_to[place] = words[place]
                    words_to[place + many] = words[place + many]
        for row in range(RESTS):
            for place in range(REST[row, 0], REST[row, 1]):
                words_to[place] = words[place]

    return Kernel(copy, "towers.mirror.copy")


@functools.cache
def turn_round() -> Kernel[..., Any]:
    """The kernel that turns a state round: `mirrored(s, words)`, both the same state."""

    def other_number(number: Any) -> Any:
        """Of a soldier; 0 is nobody."""
        if number == 0:
            return 0
        return number + MOST_SOLDIERS if number <= MOST_SOLDIERS else number - MOST_SOLDIERS

    other, used = Kernel(other_number, "towers.mirror.other_number"), in_use()

    def mirrored(s: Any, words: Any) -> None:
        towers, soldiers = used(s, TOWERS), used(s, SOLDIERS)
        for row in range(LISTS):
            first, many, of = HALVES[row, 0], HALVES[row, 1], HALVES[row, 2]
            count = many if of == WHOLE else towers if of == TOWERS else soldiers
            for place in range(first, first + count):
                kept = words[place]
                words[place] = words[place + many]
                words[place + many] = kept
        for number in range(soldiers):
            for soldier in (number, MOST_SOLDIERS + number):
                s.over[soldier] = other(s.over[soldier])
                s.under[soldier] = other(s.under[soldier])
        for cell in range(PLAYERS * CELLS):
            s.top[cell] = other(s.top[cell])
        if s.phase == Phase.ACT:  # else a turn is not being played, and it begins with lane 0
            s.lane = 1 - s.lane

    return Kernel(mirrored, "towers.mirror.mirrored")


@functools.cache
def doors() -> tuple[Kernel[..., Any], Kernel[..., Any]]:
    """What Python calls: to turn a state round, and to tell a seat what has changed for it."""
    opened, mirrored = opener(DTYPE, "towers.mirror.opened"), turn_round()
    used, copy = in_use(), copier()

    def note(new: Any, old: Any, place: Any, end: Any) -> Any:
        """Write a change down, if it is one; where the next one goes."""
        if new[place] == old[place]:
            return end
        old[place] = new[place]
        new[end] = place
        new[end + 1] = new[place]
        return end + PAIR

    noted = Kernel(note, "towers.mirror.note")

    def mirror(words: Any) -> None:
        mirrored(opened(words), bare(words))

    def tell(words: Any, seat: Any, known: Any, room: Any) -> Any:
        """Bring what a seat knows up to date; the changes are in the room behind a state, as pairs.

        T8.1: only what the seat may know. Whether the other is ready makes no difference.
        """
        new, old = bare(room), bare(known)
        s, before = opened(room), opened(known)
        copy(s, new, opened(words), bare(words))
        hide(s, seat)
        if s.phase == Phase.PLAN:
            s.ready[1 - seat] = 0
        if seat == 1:
            mirrored(s, new)
        end = WORDS
        towers = max(used(s, TOWERS), used(before, TOWERS))
        soldiers = max(used(s, SOLDIERS), used(before, SOLDIERS))
        for row in range(LISTS):
            first, many, of = HALVES[row, 0], HALVES[row, 1], HALVES[row, 2]
            if of != WHOLE:
                for place in range(first, first + (towers if of == TOWERS else soldiers)):
                    end = noted(new, old, place, end)
                    end = noted(new, old, place + many, end)
        for row in range(RESTS):
            for place in range(REST[row, 0], REST[row, 1]):
                end = noted(new, old, place, end)
        return end

    return Kernel(mirror, "towers.mirror.mirror"), Kernel(tell, "towers.mirror.tell")


def mirror(state: State) -> State:
    """The same moment with the seats changed. A turn that is being played is only looked at in it:

    the lanes would take their turns the other way round.
    """
    copy = state.words.copy()
    turn = doors()[0]
    (turn.plain if state.game.plain else turn.compiled)(copy)
    return State(state.game, copy)


def mirror_code(code: int) -> int:
    """The same move by the other seat."""
    return int(code_of(1 - seat_of(code), local_of(code)))


class Told:
    """What a seat was told of a game, as if it were seat 0."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.words = np.zeros(WORDS, np.int64)
        self.room = np.zeros(WORDS * (1 + PAIR), np.int64)
        tell = doors()[1]
        self._tell = tell.plain if game.plain else tell.compiled

    def changes(self, state: State) -> memoryview:
        """Tell what is new: pairs of a place and its word."""
        end = self._tell(state.words, self.seat, self.words, self.room)
        return self.room.data[WORDS:end]

    def state(self) -> State:
        """All that the seat knows, as a state."""
        return State(self.game, self.words.copy(), 0)
