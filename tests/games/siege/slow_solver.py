"""The chance to win a siege, computed slowly and from the rulebook alone.

It shares nothing with the package. The arrays are indexed by the three lanes and by the total of
all troops, so that reinforcing (S2.2) moves inside one total, from smaller lanes to larger ones.
All 216 rolls of a wave are taken one by one, so a chance with w waves left is a whole number of
216 ** w equally likely courses, which 64 bits hold for up to eight waves.
"""

from __future__ import annotations

from itertools import permutations, product

import numpy as np

MOST_TROOPS = 24
NO_POSITION = -1
DICE_THAT_MAY_MOVE = {"none": 0, "one": 2, "any": 3}


class SlowSolver:
    """An independent solver. `before[w]` and `after[w]` count the rolls that win, before and after reinforcing."""

    def __init__(self, regroup: int, empty: str, table: str, swap: str, waves: int) -> None:
        self.regroup = regroup
        self.empty_loses = empty == "loses"
        self.most = 6 if table == "dice" else MOST_TROOPS
        self.exists = self._which_positions_exist()
        *self.lanes, self.total = np.nonzero(self.exists)
        self.rearranged = self._rearrangements(DICE_THAT_MAY_MOVE[swap])
        won = np.where(self.exists, 1, NO_POSITION)
        self.before, self.after = [won], [won]
        for _ in range(waves):
            self.after.append(self._mean_over_the_rolls(self.before[-1]))
            self.before.append(self._best_reinforcement(self.after[-1]))

    def _which_positions_exist(self) -> np.ndarray:
        lanes = range(self.most + 1)
        top, middle, bottom, total = np.ix_(lanes, lanes, lanes, range(MOST_TROOPS + 1))
        backline = total - top - middle - bottom
        return (backline >= self.empty_loses) & (backline <= self.most)

    def _rearrangements(self, most_moved: int) -> list[np.ndarray]:
        """Return, for each allowed order of the dice, the position that every position becomes (S3.2)."""
        number = self._grid(np.arange(len(self.total)))
        return [
            number[self.lanes[first], self.lanes[second], self.lanes[third], self.total]
            for first, second, third in permutations(range(3))
            if (first != 0) + (second != 1) + (third != 2) <= most_moved
        ]

    def _mean_over_the_rolls(self, next_wave: np.ndarray) -> np.ndarray:
        courses = np.zeros(len(self.total), np.int64)
        for faces in product(range(1, 7), repeat=3):
            fought = self._battle(faces, next_wave)
            courses += np.max([fought[rearranged] for rearranged in self.rearranged], axis=0)
        return self._grid(courses)

    def _battle(self, faces: tuple[int, ...], next_wave: np.ndarray) -> np.ndarray:
        """Return, for every position, the rolls that win after this roll, 0 where it loses (S4.1 to S5.2)."""
        enemy = ((faces[0] + 1) // 2, faces[1], (faces[2] + 1) // 2)
        fought = [troops - strength for troops, strength in zip(self.lanes, enemy, strict=True)]
        overflow = sum(np.maximum(-troops, 0) for troops in fought)
        top, middle, bottom = (np.maximum(troops, 0) for troops in fought)
        backline = self.total - sum(self.lanes) - overflow
        lost = (backline <= 0) & ((overflow > 0) | self.empty_loses)
        backline = np.where(backline >= 1, np.minimum(backline + self.regroup, self.most), 0)
        return np.where(lost, 0, next_wave[top, middle, bottom, top + middle + bottom + backline])

    def _grid(self, values: np.ndarray) -> np.ndarray:
        """Put a number for every position, in the order of `np.nonzero`, in its place."""
        grid = np.full(self.exists.shape, NO_POSITION)
        grid[self.exists] = values
        return grid

    @staticmethod
    def _best_reinforcement(after: np.ndarray) -> np.ndarray:
        """Return the best of all positions with the same total and no smaller lane (S2.2)."""
        best = after
        for lane in range(3):
            best = np.flip(np.maximum.accumulate(np.flip(best, lane), lane), lane)
        return np.where(after == NO_POSITION, NO_POSITION, best)
