"""The siege solved exactly, by backward induction over lanes, backline and waves left.

Chances are whole numbers. Of the 216 rolls of a wave, faces 2k - 1 and 2k of an outer die strike
alike (S4.1), so OUTCOMES = 54 remain, and the chance of winning with w waves left is a numerator
over 54 ** w. Long sieges are hardly ever won, so that a numerator fits into 63 bits up to twelve
waves; `table_for` makes sure of it.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from ...core.contract import OVER, Words
from ...core.dice import FACES
from ...core.game import Move, State
from ...core.kernel import Kernel, bare, kernel, opener
from .moves import ORDERS, moves, number_of
from .rules import is_lost, left_of, overflow_of, regrouped, strength
from .state import DTYPE, LANES, MOST_TROOPS, MOST_WAVES, Phase, setup

OUTER_FACES = (2, 4, 6)
OUTCOMES = len(OUTER_FACES) ** 2 * FACES

POSITIONS = comb(MOST_TROOPS + LANES + 1, LANES + 1)
SIZES = np.array([[comb(n + k, k + 1) for k in range(LANES + 1)] for n in range(MOST_TROOPS + 1)])

# A table is one row of words: for each number of waves left, for each position, the chance with
# the best reinforcement (BEFORE) and the chance of the position as it is (AFTER).
BEFORE, AFTER = 0, 1


@kernel
def index_of(top: Any, middle: Any, bottom: Any, backline: Any) -> Any:
    """The number of a position among all with at most MOST_TROOPS troops, without gaps."""
    two = top + middle
    three = two + bottom
    return SIZES[top, 0] + SIZES[two, 1] + SIZES[three, 2] + SIZES[three + backline, 3]


@kernel
def place(waves: Any, moment: Any, index: Any) -> Any:
    return (waves * 2 + moment) * POSITIONS + index


@kernel
def place_after_battle(w: Any, lanes: Any, enemy: Any, rules: Any) -> Any:
    """Where the chance stands once these lanes have fought this enemy; -1: lost."""
    backline, regroup, limit = rules
    top, middle, bottom = lanes
    overflow = overflow_of(top, enemy[0]) + overflow_of(middle, enemy[1]) + overflow_of(bottom, enemy[2])
    if is_lost(backline, overflow):
        return -1
    top, middle, bottom = left_of(top, enemy[0]), left_of(middle, enemy[1]), left_of(bottom, enemy[2])
    backline = regrouped(backline - overflow, regroup, limit)
    return place(w - 1, BEFORE, index_of(top, middle, bottom, backline))


@kernel
def best_place(table: Any, w: Any, lanes: Any, enemy: Any, rules: Any) -> Any:
    """The best that a rearrangement of the lanes can reach; -1: lost whatever one does."""
    (backline, regroup, limit), orders = rules
    best = -1
    for order in range(orders):
        first, second, third = ORDERS[order]
        stood = (lanes[first], lanes[second], lanes[third])
        reached = place_after_battle(w, stood, enemy, (backline, regroup, limit))
        if reached >= 0 and (best < 0 or table[reached] > table[best]):
            best = reached
    return best


@kernel
def fill_after(table: Any, w: Any, lanes: Any, backline: Any, options: Any) -> None:
    """The chance with w waves left once the reinforcements are sent: the mean over the rolls."""
    regroup, limit, orders = options
    numerator = 0
    for top_face in OUTER_FACES:
        for middle_face in range(1, FACES + 1):
            for bottom_face in OUTER_FACES:
                enemy = (strength(0, top_face), strength(1, middle_face), strength(2, bottom_face))
                reached = best_place(table, w, lanes, enemy, ((backline, regroup, limit), orders))
                if reached >= 0:
                    numerator += table[reached]
    table[place(w, AFTER, index_of(lanes[0], lanes[1], lanes[2], backline))] = numerator


@kernel
def fill_before(table: Any, w: Any, lanes: Any, backline: Any, options: Any) -> None:
    """The chance with the best reinforcement: stay, or send one troop and think again."""
    stands, limit = options
    top, middle, bottom = lanes
    here = place(w, BEFORE, index_of(top, middle, bottom, backline))
    best = table[place(w, AFTER, index_of(top, middle, bottom, backline))]
    if backline > 1 or (backline == 1 and stands):
        for lane in range(LANES):
            if lanes[lane] < limit:
                sent = (top + (lane == 0), middle + (lane == 1), bottom + (lane == 2))
                there = place(w, BEFORE, index_of(sent[0], sent[1], sent[2], backline - 1))
                best = max(best, table[there])
    table[here] = best


@kernel
def fill(table: Any, w: Any, rules: Any) -> None:
    """All positions with w waves left, from those with w - 1. A smaller backline comes first."""
    regroup, stands, limit, orders = rules[1], rules[2], min(rules[3], MOST_TROOPS), rules[4]
    for backline in range(limit + 1):
        for top in range(min(limit, MOST_TROOPS - backline) + 1):
            for middle in range(min(limit, MOST_TROOPS - backline - top) + 1):
                for bottom in range(min(limit, MOST_TROOPS - backline - top - middle) + 1):
                    lanes = (top, middle, bottom)
                    fill_after(table, w, lanes, backline, (regroup, limit, orders))
                    fill_before(table, w, lanes, backline, (stands, limit))


def solve_into(words: Any, setup: Any) -> None:
    """Fill a table of zeros, for up to MOST_WAVES waves."""
    table, rules = bare(words), bare(setup)
    for index in range(POSITIONS):
        table[place(0, BEFORE, index)] = 1  # S5.3
    for w in range(1, MOST_WAVES + 1):
        fill(table, w, rules)


SOLVE_INTO = Kernel(solve_into, releases_gil=True)


@kernel
def choose(s: Any, codes: Any, stream: Any, table: Any) -> Any:
    """The move with the greatest chance; of several the first."""
    best = 0
    best_chance = -1
    for choice in range(moves(s, codes)):
        reached = place_of_move(s, codes[choice])
        chance = table[reached] if reached >= 0 else 0
        if chance > best_chance:
            best = codes[choice]
            best_chance = chance
    return best


@kernel
def place_of_move(s: Any, code: Any) -> Any:
    """Where in the table the chance stands after this move; -1: it loses."""
    top, middle, bottom = number_of(code, 0), number_of(code, 1), number_of(code, 2)
    if s.phase == Phase.REINFORCE:
        left = s.backline - top - middle - bottom
        index = index_of(s.lane[0] + top, s.lane[1] + middle, s.lane[2] + bottom, left)
        return place(s.waves, AFTER, index)
    enemy = (strength(0, s.enemy[0]), strength(1, s.enemy[1]), strength(2, s.enemy[2]))
    return place_after_battle(s.waves, (top, middle, bottom), enemy, (s.backline, s.regroup, s.limit))


@kernel
def first_face(s: Any, lane: Any) -> Any:
    return s.enemy[lane] if lane < s.rolled else 1


@kernel
def last_face(s: Any, lane: Any) -> Any:
    return s.enemy[lane] if lane < s.rolled else FACES


@kernel
def summed(s: Any, table: Any) -> Any:
    """The chances of a wave that is being scouted, added up over the rolls that are still to come."""
    lanes, rules = (s.lane[0], s.lane[1], s.lane[2]), ((s.backline, s.regroup, s.limit), s.swap)
    numerator = 0
    for top in range(first_face(s, 0), last_face(s, 0) + 1):
        for middle in range(first_face(s, 1), last_face(s, 1) + 1):
            for bottom in range(first_face(s, 2), last_face(s, 2) + 1):
                enemy = (strength(0, top), strength(1, middle), strength(2, bottom))
                reached = best_place(table, s.waves, lanes, enemy, rules)
                if reached >= 0:
                    numerator += table[reached]
    return numerator


OPENED = opener(DTYPE, "siege.solved")


def sum_over_rolls(words: Any, table: Any) -> Any:
    return summed(OPENED(words), bare(table))


def places_of_moves(words: Any, codes: Any) -> None:
    """Put in the place of each move where its chance stands."""
    s = OPENED(words)
    for number in range(codes.size):
        codes[number] = place_of_move(s, codes[number])


SUM_OVER_ROLLS, PLACES_OF_MOVES = Kernel(sum_over_rolls), Kernel(places_of_moves)


def remember(options: Mapping[str, Any]) -> Words:
    """The table for these options; the mode does not matter, it holds every number of waves."""
    return table_for(tuple(setup({**options, "mode": MOST_WAVES}).tolist()))


@functools.lru_cache(maxsize=24)
def table_for(rules: tuple[int, ...]) -> Words:
    table = np.zeros(place(MOST_WAVES + 1, BEFORE, 0), np.int64)
    SOLVE_INTO.compiled(table, np.array(rules, np.int64))
    if table.max() > np.iinfo(np.int64).max // OUTCOMES:
        raise OverflowError("a chance of siege does not fit into 63 bits")
    return table


class Solution:
    """The exact chance to win of every position, and of every move in it."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._table = remember(options)

    def value(self, state: State) -> Fraction:
        """The chance to win under best play."""
        s = state.record
        if state.turn == OVER:
            return Fraction(int(s.phase == Phase.WON))
        if s.phase == Phase.COUNTDOWN:
            return self._mean(state)
        if s.phase == Phase.REINFORCE:
            return self._at(BEFORE, s)
        if s.rolled == 0:
            return self._at(AFTER, s)
        numerator = int(SUM_OVER_ROLLS.compiled(state.words, self._table))
        return Fraction(numerator, OUTCOMES ** int(s.waves - 1) * FACES ** int(LANES - s.rolled))

    def moves(self, state: State) -> list[tuple[Move, Fraction]]:
        """Every move with its chance, the best first."""
        legal = state.moves()
        places = np.array([move.code for move in legal], np.int64)
        PLACES_OF_MOVES.compiled(state.words, places)
        chances = [(move, self._chance(where)) for move, where in zip(legal, places, strict=True)]
        return sorted(chances, key=lambda pair: -pair[1])

    def _mean(self, state: State) -> Fraction:
        total = Fraction(0)
        for face in state.codes():
            after = state.copy()
            after.play(face)
            total += self.value(after)
        return total / FACES

    def _at(self, moment: int, s: Any) -> Fraction:
        return self._chance(place(s.waves, moment, index_of(s.lane[0], s.lane[1], s.lane[2], s.backline)))

    def _chance(self, where: int) -> Fraction:
        if where < 0:
            return Fraction(0)
        waves = int(where) // (2 * POSITIONS)
        return Fraction(int(self._table[where]), OUTCOMES**waves)
