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
from .state import CELLS, DTYPE, MOST_SOLDIERS, PLAYERS, RULESET, Phase

WORDS = words_of(DTYPE)
BLOCK = 64
PAIR = 2
"""Words of a change: its place and the new word."""


def halves() -> Any:
    """Of each list that both players have, where it begins and how many words each of them has."""
    ours = {field[0] for field in RULESET}
    fields: Any = DTYPE.fields
    return np.array(
        [
            (offset // WORD, int(kind.shape[0]) // PLAYERS)
            for name, (kind, offset, *_) in fields.items()
            if kind.shape and name not in ours
        ],
        np.int64,
    )


HALVES = halves()
LISTS = len(HALVES)


@functools.cache
def turn_round() -> Kernel[..., Any]:
    """The kernel that turns a state round: `mirrored(s, words)`, both the same state."""

    def other_number(number: Any) -> Any:
        """Of a soldier; 0 is nobody."""
        if number == 0:
            return 0
        return number + MOST_SOLDIERS if number <= MOST_SOLDIERS else number - MOST_SOLDIERS

    other = Kernel(other_number, "towers.mirror.other_number")

    def mirrored(s: Any, words: Any) -> None:
        for row in range(LISTS):
            first, many = HALVES[row, 0], HALVES[row, 1]
            for place in range(first, first + many):
                kept = words[place]
                words[place] = words[place + many]
                words[place + many] = kept
        for soldier in range(PLAYERS * MOST_SOLDIERS):
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

    def mirror(words: Any) -> None:
        mirrored(opened(words), bare(words))

    def tell(words: Any, seat: Any, known: Any, room: Any) -> Any:
        """Bring what a seat knows up to date; the changes are in the room behind a state, as pairs.

        T8.1: only what the seat may know. Whether the other is ready makes no difference.
        """
        new, old = bare(room), bare(known)
        given = bare(words)
        for place in range(WORDS):
            new[place] = given[place]
        s = opened(room)
        hide(s, seat)
        if s.phase == Phase.PLAN:
            s.ready[1 - seat] = 0
        if seat == 1:
            mirrored(s, new)
        end = WORDS
        for block in range(0, WORDS, BLOCK):
            behind, differs = min(block + BLOCK, WORDS), 0
            for place in range(block, behind):  # most blocks are the same: that is soon known
                differs |= new[place] ^ old[place]
            if differs == 0:
                continue
            for place in range(block, behind):
                if new[place] != old[place]:
                    old[place] = new[place]
                    new[end] = place
                    new[end + 1] = new[place]
                    end += PAIR
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
