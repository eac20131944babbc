"""Mirror a state so that each player sees itself as seat 0, and send a seat only what has changed for it.

The lanes are alike, so the rows of the two players are swapped, and with them the numbers of soldiers, among which
those of player 0 come first.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from ....core.game import Game, State
from ....core.kernel.compiler import Kernel, as_pointer, record_opener
from ....core.state_record import WORD_BYTES, Words
from ..rules.hidden_information import hide
from ..state import CELLS, MAX_SOLDIERS, MAX_TOWERS, PLAYERS, Phase, TowersRuleset, TowersState

STATE_WORDS = TowersState.word_count()
WORDS_PER_CHANGE = 2
"""A change is the index of a word and its new value."""
WHOLE_LIST, TOWER_LIST, SOLDIER_LIST = range(3)
"""What a row lists: of towers and soldiers only as many words are used as there are, and the rest are zeros."""
LIST_KINDS = {MAX_TOWERS: TOWER_LIST, MAX_SOLDIERS: SOLDIER_LIST}


def find_player_rows() -> Any:
    """Return for each row that both players have: its first word, its length for each of them, and its kind."""
    fields: Any = TowersState.dtype.fields
    rows = [
        (offset // WORD_BYTES, int(kind.shape[0]) // PLAYERS)
        for name, (kind, offset, *_) in fields.items()
        if kind.shape and name not in TowersRuleset.names
    ]
    return np.array([(first, length, LIST_KINDS.get(length, WHOLE_LIST)) for first, length in rows], np.int64)


PLAYER_ROWS = find_player_rows()
PLAYER_ROW_COUNT = len(PLAYER_ROWS)


def find_other_ranges() -> Any:
    """Return the ranges of all words outside lists of towers and soldiers: these are always compared."""
    is_other = np.ones(STATE_WORDS + 2, bool)
    is_other[[0, -1]] = False
    for first, length, kind in PLAYER_ROWS:
        if kind != WHOLE_LIST:
            is_other[1 + first : 1 + first + PLAYERS * length] = False
    return np.flatnonzero(np.diff(is_other)).reshape(-1, 2)


OTHER_RANGES = find_other_ranges()
OTHER_RANGE_COUNT = len(OTHER_RANGES)


# Most of a state is lists that are nearly empty, and it is sent to a bot thousands of times per game, so only the
# used part is copied and compared.


@functools.cache
def make_used_counter() -> Kernel[..., int]:
    """Return a kernel `used(s, kind)` that counts the used words of a list."""

    def used(s: TowersState, kind: int) -> int:
        if kind == TOWER_LIST:
            return max(max(s.towers[0], s.towers[1]), max(s.towers_seen[0], s.towers_seen[1]))
        return max(max(s.soldiers[0], s.soldiers[1]), max(s.deployed[0], s.deployed[1]))

    return Kernel(used, "towers.mirror.used")


@functools.cache
def make_state_copier() -> Kernel[..., None]:
    """Return a kernel `copy(target, target_words, s, words)` that makes a state equal to another."""
    used = make_used_counter()

    def copy(target: TowersState, target_words: Words, s: TowersState, words: Words) -> None:
        towers, soldiers = (
            max(used(target, TOWER_LIST), used(s, TOWER_LIST)),
            max(used(target, SOLDIER_LIST), used(s, SOLDIER_LIST)),
        )
        for row in range(PLAYER_ROW_COUNT):
            first, length, kind = PLAYER_ROWS[row, 0], PLAYER_ROWS[row, 1], PLAYER_ROWS[row, 2]
            if kind != WHOLE_LIST:
                for index in range(first, first + (towers if kind == TOWER_LIST else soldiers)):
                    target_words[index] = words[index]
                    target_words[index + length] = words[index + length]
        for row in range(OTHER_RANGE_COUNT):
            for index in range(OTHER_RANGES[row, 0], OTHER_RANGES[row, 1]):
                target_words[index] = words[index]

    return Kernel(copy, "towers.mirror.copy")


@functools.cache
def make_mirror_kernel() -> Kernel[..., None]:
    """Return a kernel `mirror(s, words)` that swaps the players of a state, given in both forms."""

    def mirror_number(number: int) -> int:
        """Return the number of a soldier after the swap (0: none)."""
        if number == 0:
            return 0
        return number + MAX_SOLDIERS if number <= MAX_SOLDIERS else number - MAX_SOLDIERS

    mirrored, used = Kernel(mirror_number, "towers.mirror.mirror_number"), make_used_counter()

    def mirror(s: TowersState, words: Words) -> None:
        towers, soldiers = used(s, TOWER_LIST), used(s, SOLDIER_LIST)
        for row in range(PLAYER_ROW_COUNT):
            first, length, kind = PLAYER_ROWS[row, 0], PLAYER_ROWS[row, 1], PLAYER_ROWS[row, 2]
            count = length if kind == WHOLE_LIST else towers if kind == TOWER_LIST else soldiers
            for index in range(first, first + count):
                mine = words[index]
                words[index] = words[index + length]
                words[index + length] = mine
        for number in range(soldiers):
            for soldier in (number, MAX_SOLDIERS + number):
                s.came_after[soldier] = mirrored(s.came_after[soldier])
                s.came_before[soldier] = mirrored(s.came_before[soldier])
        for cell in range(PLAYERS * CELLS):
            s.last_in_cell[cell] = mirrored(s.last_in_cell[cell])
        if s.phase == Phase.ACT:  # otherwise no turn is being played, and it begins with lane 0
            s.lane = 1 - s.lane

    return Kernel(mirror, "towers.mirror.mirror")


class EntryPoints(NamedTuple):
    """The kernels that Python calls."""

    mirror: Kernel[..., None]  # mirror(words)
    update: Kernel[..., int]  # update(words, seat, known, buffer) -> end of the changes


@functools.cache
def make_entry_points() -> EntryPoints:
    open_state, mirror_state = record_opener(TowersState, "towers.mirror.open_state"), make_mirror_kernel()
    used, copy = make_used_counter(), make_state_copier()

    def write_change(new: Words, old: Words, index: int, end: int) -> int:
        """Write a word that has changed, and return where the next change goes."""
        if new[index] == old[index]:
            return end
        old[index] = new[index]
        new[end] = index
        new[end + 1] = new[index]
        return end + WORDS_PER_CHANGE

    write = Kernel(write_change, "towers.mirror.write_change")

    def mirror(words: Words) -> None:
        mirror_state(open_state(words), as_pointer(words))

    def update(words: Words, seat: int, known: Words, buffer: Words) -> int:
        """Bring what a seat knows up to date, and write the changes into the buffer, after the words of a state.

        It includes only what the seat may know (T8.1), and not whether the other player is ready.
        """
        new, old = as_pointer(buffer), as_pointer(known)
        s, before = open_state(buffer), open_state(known)
        copy(s, new, open_state(words), as_pointer(words))
        hide(s, seat)
        if s.phase == Phase.PLAN:
            s.ready[1 - seat] = 0
        if seat == 1:
            mirror_state(s, new)
        end = STATE_WORDS
        towers = max(used(s, TOWER_LIST), used(before, TOWER_LIST))
        soldiers = max(used(s, SOLDIER_LIST), used(before, SOLDIER_LIST))
        for row in range(PLAYER_ROW_COUNT):
            first, length, kind = PLAYER_ROWS[row, 0], PLAYER_ROWS[row, 1], PLAYER_ROWS[row, 2]
            if kind != WHOLE_LIST:
                for index in range(first, first + (towers if kind == TOWER_LIST else soldiers)):
                    end = write(new, old, index, end)
                    end = write(new, old, index + length, end)
        for row in range(OTHER_RANGE_COUNT):
            for index in range(OTHER_RANGES[row, 0], OTHER_RANGES[row, 1]):
                end = write(new, old, index, end)
        return end

    return EntryPoints(Kernel(mirror, "towers.mirror.entry_mirror"), Kernel(update, "towers.mirror.update"))


def mirror_state(state: State) -> State:
    """Return the same position with the seats swapped.

    Do not play on with a turn that is running: the lanes would take their turns in the other order.
    """
    words = state.words.copy()
    mirror = make_entry_points().mirror
    (mirror.plain if state.game.plain else mirror.compiled)(words)
    return State(state.game, words)


class SeatKnowledge:
    """What a seat knows about a game, as if it were seat 0."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.words = np.zeros(STATE_WORDS, np.int64)
        self.buffer = np.zeros(STATE_WORDS * (1 + WORDS_PER_CHANGE), np.int64)
        update = make_entry_points().update
        self._update = update.plain if game.plain else update.compiled

    def update(self, state: State) -> memoryview:
        """Return what is new to the seat, as pairs of an index and its word."""
        end = self._update(state.words, self.seat, self.words, self.buffer)
        return self.buffer.data[STATE_WORDS:end]

    def state(self) -> State:
        """Return all that the seat knows, as a state."""
        return State(self.game, self.words.copy(), 0)
