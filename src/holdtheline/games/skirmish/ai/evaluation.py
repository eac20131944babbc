"""The evaluation of a battle for the search: a chance to win, move priors, and the levels.

A small network gives the chance to win from the features of `features`; `htl train` made it from battles played by the
computer. So the search needs no rollout, which takes a hundred times longer.

The classic search, for comparison, plays a battle out by the book, mostly to its end, because scenarios are often
decided late, by a character who carries something home. A battle that takes too long is evaluated by a few features:
the value of each side's characters (as in `book`, less if wounded), their number, their distance from their goals,
winning objectives they carry, characters that have escaped, and the clock. The features follow the scenario's own
endings. Their weights come from a logistic regression over positions of the shipped battles, played by the book.

Move priors are the scores of the book player. An open battlefield has many moves, so only the most promising are tried
at first (progressive widening)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import Any

import numpy as np

from ....core.ai.network import FIRST_FEATURE, network_logit, shipped_network
from ....core.ai.search_settings import ClassicSearch, LearnedValue, Level, SearchModel, SearchSettings
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.battlefield import characters_of_side, is_standing
from ..rules.endings import count_escaped
from ..state import ENEMIES, FRIENDS, SIDE_COUNT, CharacterStatus, SkirmishState
from .book import active_goal, character_value, choose, move_value
from .book import prepare_memory as prepare_walks
from .features import FEATURE_COUNT as NETWORK_FEATURES
from .features import SCRATCH_SIZE, write_features
from .goals import carries_winning_objective, find_goal, is_key_character, wins_by_waiting
from .walking_distance import SQUARE_COUNT, walking_distance

# The memory has the walking steps of the book player, and after them:
WEIGHTS_OFFSET = SQUARE_COUNT * SQUARE_COUNT  # the weights of the features, in thousandths
FEATURE_COUNT = 8
CLOCK, MATERIAL, HEADCOUNT, GOAL_DISTANCE, CARRIED, ESCAPED, KEY_CHARACTERS, CONSTANT = range(FEATURE_COUNT)
FEATURES_OFFSET = WEIGHTS_OFFSET + 2 * FEATURE_COUNT  # the features: friends minus enemies, in thousandths
LEARNED_INDEX = FEATURES_OFFSET + FEATURE_COUNT  # 1: the network evaluates, 0: the formula above
SCRATCH_INDEX = LEARNED_INDEX + 1
NETWORK_INDEX = SCRATCH_INDEX + SCRATCH_SIZE

MILLION = 1_000_000
THOUSAND = 1_000
DISTANCE_SCALE = 10_000
"""Thousandths of an inch times weight that count as a thousandth of the feature."""
WEIGHTS = (
    -1077, 3423, 4034, -73, 3522, 337, 29, 1077,
    1823, -4099, -4307, 73, -1856, 651, -383, -1823,
)  # fmt: skip
"""The weight of each feature in the first round, and then how much more it weighs in the last."""


NETWORK_FILE = Path(__file__).parent / "network.json"
"""Made by `htl train skirmish`."""


def prepare_memory(options: Mapping[str, Any]) -> Words:
    """Return the memory of the search: walking steps, weights, space for the features, and the network."""
    return make_memory(options, 1)


def prepare_classic_memory(options: Mapping[str, Any]) -> Words:
    return make_memory(options, 0)


def make_memory(options: Mapping[str, Any], learned: int) -> Words:
    scratch = [*WEIGHTS, *([0] * FEATURE_COUNT), learned, *([0] * SCRATCH_SIZE)]
    network = shipped_network(NETWORK_FILE, NETWORK_FEATURES)
    return np.concatenate([prepare_walks(options), np.array(scratch, np.int64), network])


@kernel
def score_moves(s: SkirmishState, codes: Words, count: int, values: Words, memory: Words) -> None:
    """Write the prior scores of the moves into `values`."""
    goal = active_goal(s, memory)
    for index in range(count):
        values[index] = move_value(s, memory, codes[index], goal)


@kernel
def evaluate(s: SkirmishState, seat: int, memory: Words) -> int:
    """Return the chance of a seat to win, in millionths."""
    if memory[LEARNED_INDEX]:
        write_features(s, memory, SCRATCH_INDEX, NETWORK_INDEX + FIRST_FEATURE)
        logit = network_logit(memory, NETWORK_INDEX)
        return int(MILLION / (1.0 + exp(-logit if seat < s.generals else logit)))
    compute_features(s, memory)
    late = THOUSAND * min(s.round, s.rounds) // max(s.rounds, 1)
    total = 0
    for index in range(FEATURES_OFFSET, FEATURES_OFFSET + FEATURE_COUNT):
        early, later = memory[index - 2 * FEATURE_COUNT], memory[index - FEATURE_COUNT]
        total += (early + later * late // THOUSAND) * memory[index]
    is_friend = seat < s.generals
    return int(MILLION / (1.0 + exp((-total if is_friend else total) / MILLION)))


@kernel
def compute_features(s: SkirmishState, memory: Words) -> None:
    """Write the features into the memory: friends minus enemies."""
    for index in range(FEATURE_COUNT):
        memory[FEATURES_OFFSET + index] = 0
    bodies, heads = 1, 1
    for side in range(SIDE_COUNT):
        sign = 1 if side == FRIENDS else -1
        value, count = add_side_features(s, memory, side, sign)
        memory[FEATURES_OFFSET + MATERIAL] += sign * value
        memory[FEATURES_OFFSET + HEADCOUNT] += sign * count
        bodies += value
        heads += count
        memory[FEATURES_OFFSET + ESCAPED] += sign * THOUSAND * count_escaped(s, side)
    memory[FEATURES_OFFSET + MATERIAL] = memory[FEATURES_OFFSET + MATERIAL] * THOUSAND // bodies
    memory[FEATURES_OFFSET + HEADCOUNT] = memory[FEATURES_OFFSET + HEADCOUNT] * THOUSAND // heads
    memory[FEATURES_OFFSET + CLOCK] = THOUSAND * (wins_by_waiting(s, FRIENDS) - wins_by_waiting(s, ENEMIES))
    memory[FEATURES_OFFSET + CONSTANT] = THOUSAND


@kernel
def add_side_features(s: SkirmishState, memory: Words, side: int, sign: int) -> tuple[int, int]:
    """Add the features of a side's characters. Return their value and their number."""
    value, count = 0, 0
    for piece in characters_of_side(s, side):
        status = s.status[piece]
        if status != CharacterStatus.STANDS and status != CharacterStatus.WAITS:
            continue
        count += 1
        left = s.slots[piece] - s.wounds[piece] + 1
        health = THOUSAND * max(left, 1) // (s.slots[piece] + 1)
        value += character_value(s, piece) * health // (THOUSAND if s.routs[piece] == 0 else 4 * THOUSAND)
        if is_key_character(s, piece):
            memory[FEATURES_OFFSET + KEY_CHARACTERS] += sign * health
        if is_standing(s, piece) and s.routs[piece] == 0:
            memory[FEATURES_OFFSET + CARRIED] += sign * THOUSAND * carries_winning_objective(s, piece)
            x, y, weight, near = find_goal(s, memory, piece)
            distance = weight * max(walking_distance(memory, s.x[piece], s.y[piece], x, y) - near, 0)
            memory[FEATURES_OFFSET + GOAL_DISTANCE] -= sign * (distance // DISTANCE_SCALE)
    return value, count


SEARCH_SETTINGS = SearchSettings(
    exploration=0.2,
    prior_weight=1.0,
    temperature=100.0,
    widening_base=3,
    widening=0.7,
    max_moves=16,
    expansion_visits=1,
    rollout_depth=0,
)
CLASSIC = ClassicSearch(replace(SEARCH_SETTINGS, rollout_depth=400), prepare_classic_memory)
LEVEL_SETTINGS = ((15, 68), (15, 59), (15, 50), (15, 25), (15, 10), (15,), (60,), (500,))
"""Simulations of each level, and the percentage of blunders."""
LEVELS = tuple(Level(*settings) for settings in LEVEL_SETTINGS)
LEARNED = LearnedValue(write_features, NETWORK_FEATURES, SCRATCH_INDEX, NETWORK_INDEX, NETWORK_FILE)
SEARCH_MODEL = SearchModel(choose, evaluate, score_moves, prepare_memory, SEARCH_SETTINGS, LEVELS, LEARNED, CLASSIC)
