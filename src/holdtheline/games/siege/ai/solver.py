"""Solve siege exactly, by backward induction over the waves left, the lanes and the backline.

Chances are integers. Faces 2k - 1 and 2k of an outer die have the same strength (S4.1), so OUTCOMES = 54 of the 216
rolls of a wave remain, and the chance of winning with w waves left is a numerator over 54 ** w. Long sieges are
hardly ever won, so a numerator fits into 63 bits for up to twelve waves; `solve_options` checks that.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any, cast

import numpy as np

from ....core.definition import OVER
from ....core.dice import FACES
from ....core.events import Move
from ....core.game import State
from ....core.kernel.compiler import Kernel, as_pointer, kernel, record_opener
from ....core.state_record import Words
from ..rules import (
    LANE_ORDERS,
    enemy_strength,
    is_lost,
    lane_number,
    lane_overflow,
    legal_moves,
    regrouped_backline,
    troops_left,
)
from ..state import BOTTOM, LANES, MAX_TROOPS, MAX_WAVES, MIDDLE, TOP, Phase, SiegeState, setup

OUTER_FACES = (2, 4, 6)
OUTCOMES = len(OUTER_FACES) ** 2 * FACES

POSITIONS = comb(MAX_TROOPS + LANES + 1, LANES + 1)
INDEX_OFFSETS = np.array([[comb(n + k, k + 1) for k in range(LANES + 1)] for n in range(MAX_TROOPS + 1)])

# The chances are one row of words: for each number of waves left and each position, the chance before reinforcing,
# with the best reinforcement (BEFORE), and the chance after reinforcing (AFTER).
BEFORE, AFTER = 0, 1

Troops = tuple[int, int, int]
"""Numbers for the three lanes: troops, or the strength of the enemy."""


@kernel
def position_index(top: int, middle: int, bottom: int, backline: int) -> int:
    """Return the index of a position among all with at most MAX_TROOPS troops (combinatorial number system)."""
    two = top + middle
    three = two + bottom
    index: int = INDEX_OFFSETS[top, 0] + INDEX_OFFSETS[two, 1] + INDEX_OFFSETS[three, 2]
    index += INDEX_OFFSETS[three + backline, 3]
    return index


@kernel
def chance_index(waves: int, moment: int, position: int) -> int:
    """Return the index of a chance; `moment` is BEFORE or AFTER reinforcing."""
    return (waves * 2 + moment) * POSITIONS + position


@kernel
def enemy_strengths(top: int, middle: int, bottom: int) -> Troops:
    return enemy_strength(TOP, top), enemy_strength(MIDDLE, middle), enemy_strength(BOTTOM, bottom)


@kernel
def chance_index_after_battle(w: int, lanes: Troops, enemy: Troops, rules: tuple[int, int, int]) -> int:
    """Return the index of the chance after these lanes have fought this enemy, or -1 if the battle is lost."""
    backline, regroup, capacity = rules
    top, middle, bottom = lanes
    overflow = lane_overflow(top, enemy[0]) + lane_overflow(middle, enemy[1]) + lane_overflow(bottom, enemy[2])
    if is_lost(backline, overflow):
        return -1
    top, middle, bottom = (troops_left(top, enemy[0]), troops_left(middle, enemy[1]), troops_left(bottom, enemy[2]))
    backline = regrouped_backline(backline - overflow, regroup, capacity)
    return chance_index(w - 1, BEFORE, position_index(top, middle, bottom, backline))


@kernel
def best_chance_index(chances: Words, w: int, lanes: Troops, enemy: Troops, rules: tuple[int, int, int, int]) -> int:
    """Return the index of the best chance that a rearrangement can reach (S3.2), or -1 if all of them lose."""
    backline, regroup, capacity, orders = rules
    best = -1
    for order in range(orders):
        top, middle, bottom = LANE_ORDERS[order]
        arranged = (lanes[top], lanes[middle], lanes[bottom])
        reached = chance_index_after_battle(w, arranged, enemy, (backline, regroup, capacity))
        if reached >= 0 and (best < 0 or chances[reached] > chances[best]):
            best = reached
    return best


@kernel
def solve_after_reinforcing(chances: Words, w: int, lanes: Troops, rules: tuple[int, int, int, int]) -> None:
    """Store the chance after reinforcing: the mean over the rolls of the wave."""
    numerator = 0
    for top_face in OUTER_FACES:
        for middle_face in range(1, FACES + 1):
            for bottom_face in OUTER_FACES:
                enemy = enemy_strengths(top_face, middle_face, bottom_face)
                reached = best_chance_index(chances, w, lanes, enemy, rules)
                if reached >= 0:
                    numerator += chances[reached]
    chances[chance_index(w, AFTER, position_index(lanes[0], lanes[1], lanes[2], rules[0]))] = numerator


@kernel
def solve_before_reinforcing(
    chances: Words, w: int, lanes: Troops, backline: int, capacity: int, min_backline: int
) -> None:
    """Store the chance before reinforcing: stay, or send one troop and decide again."""
    top, middle, bottom = lanes
    position = position_index(top, middle, bottom, backline)
    best = chances[chance_index(w, AFTER, position)]
    if backline > min_backline:
        for lane in range(LANES):
            if lanes[lane] < capacity:
                sent = (top + (lane == TOP), middle + (lane == MIDDLE), bottom + (lane == BOTTOM))
                reached = chance_index(w, BEFORE, position_index(sent[0], sent[1], sent[2], backline - 1))
                best = max(best, chances[reached])
    chances[chance_index(w, BEFORE, position)] = best


@kernel
def solve_wave(chances: Words, w: int, options: SiegeState) -> None:
    """Store the chances of all positions with w waves left, given those with w - 1; small backlines first."""
    regroup, capacity, orders = options.regroup, min(options.capacity, MAX_TROOPS), options.swap
    min_backline = 0 if options.allows_empty_backline else 1
    for backline in range(capacity + 1):
        for top in range(min(capacity, MAX_TROOPS - backline) + 1):
            for middle in range(min(capacity, MAX_TROOPS - backline - top) + 1):
                for bottom in range(min(capacity, MAX_TROOPS - backline - top - middle) + 1):
                    lanes = (top, middle, bottom)
                    solve_after_reinforcing(chances, w, lanes, (backline, regroup, capacity, orders))
                    solve_before_reinforcing(chances, w, lanes, backline, capacity, min_backline)


OPEN_STATE = record_opener(SiegeState, "siege.solved")


def solve_all_waves(chance_row: Words, initial: Words) -> None:
    """Fill a row of zeros with the chances of up to MAX_WAVES waves, for the options of the initial state."""
    chances, options = as_pointer(chance_row), OPEN_STATE(initial)
    for position in range(POSITIONS):
        chances[chance_index(0, BEFORE, position)] = 1  # S5.3
    for w in range(1, MAX_WAVES + 1):
        solve_wave(chances, w, options)


SOLVE_ALL_WAVES = Kernel(solve_all_waves, releases_gil=True)


@kernel
def choose(s: SiegeState, codes: Words, stream: Words, chances: Words) -> int:
    """Return the move with the greatest chance; the first one if there are several."""
    best = 0
    best_chance = -1
    for index in range(legal_moves(s, codes)):
        reached = chance_index_of_move(s, codes[index])
        chance = chances[reached] if reached >= 0 else 0
        if chance > best_chance:
            best = codes[index]
            best_chance = chance
    return best


@kernel
def chance_index_of_move(s: SiegeState, code: int) -> int:
    """Return the index of the chance after this move, or -1 if it loses."""
    top, middle, bottom = lane_number(code, TOP), lane_number(code, MIDDLE), lane_number(code, BOTTOM)
    if s.phase == Phase.REINFORCE:
        left = s.backline - top - middle - bottom
        position = position_index(s.lane[TOP] + top, s.lane[MIDDLE] + middle, s.lane[BOTTOM] + bottom, left)
        return chance_index(s.waves, AFTER, position)
    enemy = enemy_strengths(s.enemy[TOP], s.enemy[MIDDLE], s.enemy[BOTTOM])
    return chance_index_after_battle(s.waves, (top, middle, bottom), enemy, (s.backline, s.regroup, s.capacity))


@kernel
def first_face(s: SiegeState, lane: int) -> int:
    return s.enemy[lane] if lane < s.rolled_count else 1


@kernel
def last_face(s: SiegeState, lane: int) -> int:
    return s.enemy[lane] if lane < s.rolled_count else FACES


@kernel
def sum_of_chances(s: SiegeState, chances: Words) -> int:
    """Return the sum of the chances over the rolls still to come in this wave."""
    lanes, rules = (s.lane[TOP], s.lane[MIDDLE], s.lane[BOTTOM]), (s.backline, s.regroup, s.capacity, s.swap)
    numerator = 0
    for top in range(first_face(s, TOP), last_face(s, TOP) + 1):
        for middle in range(first_face(s, MIDDLE), last_face(s, MIDDLE) + 1):
            for bottom in range(first_face(s, BOTTOM), last_face(s, BOTTOM) + 1):
                reached = best_chance_index(chances, s.waves, lanes, enemy_strengths(top, middle, bottom), rules)
                if reached >= 0:
                    numerator += chances[reached]
    return numerator


def sum_over_rolls(words: Words, chances: Words) -> int:
    return sum_of_chances(OPEN_STATE(words), as_pointer(chances))


def chance_indices_of_moves(words: Words, codes: Words) -> None:
    """Replace each move code by the index of its chance."""
    s = OPEN_STATE(words)
    for index in range(codes.size):
        codes[index] = chance_index_of_move(s, codes[index])


SUM_OVER_ROLLS, CHANCE_INDICES_OF_MOVES = Kernel(sum_over_rolls), Kernel(chance_indices_of_moves)


def chance_lookup(options: Mapping[str, Any]) -> Words:
    """Return the chances for these options; one row has all numbers of waves, for every mode."""
    return solve_options(setup({**options, "mode": MAX_WAVES}).tobytes())


@functools.lru_cache(maxsize=24)
def solve_options(initial: bytes) -> Words:
    chances = np.zeros(chance_index(MAX_WAVES + 1, BEFORE, 0), np.int64)
    SOLVE_ALL_WAVES.compiled(chances, np.frombuffer(bytearray(initial), np.int64))
    if chances.max() > np.iinfo(np.int64).max // OUTCOMES:
        raise OverflowError("a chance of siege does not fit into 63 bits")
    return chances


class Solution:
    """The exact chance to win of every position and of every move."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._chances = chance_lookup(options)

    def value(self, state: State) -> Fraction:
        """Return the chance to win with the best play."""
        s = cast("SiegeState", state.record)
        if state.current_player == OVER:
            return Fraction(int(s.phase == Phase.WON))
        if s.phase == Phase.COUNTDOWN:
            return self._mean_over_faces(state)
        if s.phase == Phase.REINFORCE:
            return self._chance_of_position(BEFORE, s)
        if s.rolled_count == 0:
            return self._chance_of_position(AFTER, s)
        numerator = int(SUM_OVER_ROLLS.compiled(state.words, self._chances))
        return Fraction(numerator, OUTCOMES ** (s.waves - 1) * FACES ** (LANES - s.rolled_count))

    def moves(self, state: State) -> list[tuple[Move, Fraction]]:
        """Return every move with its chance, the best first."""
        moves = state.legal_moves()
        indices = np.array([move.code for move in moves], np.int64)
        CHANCE_INDICES_OF_MOVES.compiled(state.words, indices)
        rated = [(move, self._chance(int(index))) for move, index in zip(moves, indices, strict=True)]
        return sorted(rated, key=lambda pair: -pair[1])

    def _mean_over_faces(self, state: State) -> Fraction:
        total = Fraction(0)
        for face in state.legal_codes():
            after = state.copy()
            after.play(face)
            total += self.value(after)
        return total / FACES

    def _chance_of_position(self, moment: int, s: SiegeState) -> Fraction:
        position = position_index(s.lane[TOP], s.lane[MIDDLE], s.lane[BOTTOM], s.backline)
        return self._chance(chance_index(s.waves, moment, position))

    def _chance(self, index: int) -> Fraction:
        if index < 0:
            return Fraction(0)
        waves = int(index) // (2 * POSITIONS)  # a Python int: the denominator does not fit into 64 bits
        return Fraction(int(self._chances[index]), OUTCOMES**waves)
