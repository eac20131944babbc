"""Evaluate a position for the search: the win probability, move priors, rollouts, and the levels.

A battle has hundreds of steps, so the search stops and evaluates the position. A small network gives the win
probability from the features of `features`; `htl train` made it from games of the computer against itself.
Because it knows what threatens and what can still be shot, a short search needs no rollout before it asks. A long
one makes short rollouts: otherwise it finds the positions that the network is wrong about.

The classic evaluation, for comparison, is a logistic function of a few features: victory points and those still
missing, lost blocks, units and leaders, the distance to victory hexes, and which side the clock favours. The weights
change from the first turn to the last. They were fitted by logistic regression over positions from games of the book
player against itself. It is asked after a short rollout.

Move priors are the scores of the book player. A rollout samples a few moves and plays the one that the book
player scores best: much faster than the book player, and not much weaker."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from pathlib import Path
from typing import Any

import numpy as np

from ....core.ai.network import FIRST_FEATURE, network_logit, shipped_network
from ....core.ai.search_settings import ClassicSearch, LearnedValue, Level, SearchModel, SearchSettings
from ....core.dice import random_below
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.hex_map import hex_distance, is_land_unit
from ..rules.moves import legal_moves
from ..rules.victory import victory_points_at_end
from ..state import LEADER, MAX_PIECES, MAX_VICTORY_HEXES, SIDES, CivilWarState
from .book import WEIGHTS, score_move
from .features import FEATURE_COUNT as NETWORK_FEATURES
from .features import SCRATCH_SIZE, find_clock_winner, write_features

# The memory: the weights of the book player, followed by
SAMPLES_INDEX = len(WEIGHTS)  # moves that a rollout samples
WEIGHTS_INDEX = SAMPLES_INDEX + 1  # weights of the features, in thousandths
FEATURE_COUNT = 7
CLOCK, VP_SHARE, VP_MISSING, BLOCK_LOSSES, UNIT_LOSSES, LEADER_LOSSES, VICTORY_HEX_NEARNESS = range(FEATURE_COUNT)
FEATURES_INDEX = WEIGHTS_INDEX + 2 * FEATURE_COUNT  # the features: the Union's lead, in thousandths
LEARNED_INDEX = FEATURES_INDEX + FEATURE_COUNT  # 1: the network evaluates, 0: the formula above
SCRATCH_INDEX = LEARNED_INDEX + 1
NETWORK_INDEX = SCRATCH_INDEX + SCRATCH_SIZE

ROLLOUT_SAMPLES = 6
MILLION = 1_000_000
THOUSAND = 1_000
MAX_NEARNESS = 6
"""The distance in hexes within which a unit counts as near to a VP hex."""
NEARNESS_PER_HEX = 10
"""The weight of each hex nearer than that, for each VP."""
FEATURE_WEIGHTS = (-286, 838, 2244, 347, 172, 687, 181, 1147, -6164, 6739, 2776, 87, -206, 590)
"""The weight of each feature, then the amount added to it by the last turn."""


NETWORK_FILE = Path(__file__).parent / "network.json"
"""Made by `htl train civilwar`."""


def prepare_memory(options: Mapping[str, Any]) -> Words:
    return make_memory(shipped_network(NETWORK_FILE, NETWORK_FEATURES), 1)


def prepare_classic_memory(options: Mapping[str, Any]) -> Words:
    return make_memory(shipped_network(NETWORK_FILE, NETWORK_FEATURES), 0)


def make_memory(network: Words, learned: int) -> Words:
    scratch = np.zeros(FEATURE_COUNT + 1 + SCRATCH_SIZE, np.int64)
    scratch[FEATURE_COUNT] = learned
    return np.concatenate([np.array([*WEIGHTS, ROLLOUT_SAMPLES, *FEATURE_WEIGHTS], np.int64), scratch, network])


@kernel
def choose_rollout_move(s: CivilWarState, codes: Words, stream: Words, memory: Words) -> int:
    """Return the best of a few moves that are drawn at random."""
    count = legal_moves(s, codes)
    tries = min(memory[SAMPLES_INDEX], count)
    best: int = codes[0]
    best_score = 0
    for index in range(tries):
        other = index + random_below(stream, count - index)
        codes[index], codes[other] = codes[other], codes[index]
        score = score_move(s, memory, codes[index])
        if index == 0 or score > best_score:
            best, best_score = codes[index], score
    return best


@kernel
def score_moves(s: CivilWarState, codes: Words, count: int, scores: Words, memory: Words) -> None:
    for index in range(count):
        scores[index] = score_move(s, memory, codes[index])


@kernel
def evaluate_position(s: CivilWarState, seat: int, memory: Words) -> int:
    """Return the win probability of a seat in millionths."""
    if memory[LEARNED_INDEX]:
        side = write_features(s, memory, SCRATCH_INDEX, NETWORK_INDEX + FIRST_FEATURE)
        logit = network_logit(memory, NETWORK_INDEX)
        return int(MILLION / (1.0 + exp(-logit if seat == side else logit)))
    compute_features(s, memory)
    played = 2 * s.turn - (1 if s.side == s.first_side else 0)
    late = THOUSAND * played**3 // (2 * s.last_turn) ** 3
    total = 0
    for index in range(FEATURES_INDEX, FEATURES_INDEX + FEATURE_COUNT):
        early, later = memory[index - 2 * FEATURE_COUNT], memory[index - FEATURE_COUNT]
        total += (early + later * late // THOUSAND) * memory[index]
    return int(MILLION / (1.0 + exp((total if seat != 0 else -total) / MILLION)))


@kernel
def compute_features(s: CivilWarState, memory: Words) -> None:
    """Write the features: the lead of the Union in each."""
    for index in range(FEATURE_COUNT):
        memory[FEATURES_INDEX + index] = 0
    for side in range(SIDES):
        sign = 1 if side == 0 else -1
        points = victory_points_at_end(s, side)
        missing = max(s.vp_to_win[side] - points, 0)
        memory[FEATURES_INDEX + VP_SHARE] += sign * (THOUSAND * points // max(s.vp_to_win[side], 1))
        memory[FEATURES_INDEX + VP_MISSING] += sign * (THOUSAND // (1 + missing))
        memory[FEATURES_INDEX + VICTORY_HEX_NEARNESS] += sign * NEARNESS_PER_HEX * compute_nearness(s, side)
        count_losses(s, memory, side, sign)
    memory[FEATURES_INDEX + CLOCK] = THOUSAND * find_clock_winner(s)


@kernel
def count_losses(s: CivilWarState, memory: Words, side: int, sign: int) -> None:
    """Add the losses of a side to the features."""
    blocks, full = 0, 1
    for piece in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        if s.kind[piece] == 0:
            break
        is_alive = s.hex_of[piece] != 0 or s.entry_turn[piece] != 0
        if s.kind[piece] == LEADER:
            memory[FEATURES_INDEX + LEADER_LOSSES] -= 0 if is_alive else sign * THOUSAND
            continue
        memory[FEATURES_INDEX + UNIT_LOSSES] -= 0 if is_alive else sign * THOUSAND
        full += s.full_strength[piece]
        blocks += s.strength[piece] if is_alive else 0
    memory[FEATURES_INDEX + BLOCK_LOSSES] -= sign * (THOUSAND * (full - blocks) // full)


@kernel
def compute_nearness(s: CivilWarState, side: int) -> int:
    """Return the nearness of a side's units to the VP hexes that it wants or holds, weighted by VP."""
    total = 0
    for index in range(MAX_VICTORY_HEXES):
        if s.victory_hex[index] == 0:
            break
        if s.victory_hex_scorers[index] >> side & 1 or s.victory_hex_holder[index] == side + 1:
            for piece in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
                if s.kind[piece] == 0:
                    break
                if s.hex_of[piece] > 0 and is_land_unit(s, piece):
                    distance = hex_distance(s, s.hex_of[piece] - 1, s.victory_hex[index] - 1)
                    total += max(MAX_NEARNESS - distance, 0) * s.victory_hex_vp[index]
    return total


SEARCH_SETTINGS = SearchSettings(
    exploration=0.1,
    prior_weight=1.5,
    temperature=15.0,
    widening_base=2,
    widening=0.5,
    max_moves=24,
    expansion_visits=3,
    rollout_depth=20,
)
CLASSIC = ClassicSearch(SEARCH_SETTINGS, prepare_classic_memory)
LEVEL_SETTINGS = ((12, 80), (12, 60), (12, 40), (12, 25), (12, 10), (30, 0), (150, 0))
"""Simulations and blunders of the levels up to the seventh, which make no rollouts: a hundred and fifty of these take a
millisecond, and more gain nothing. A battle has hundreds of small decisions, so a few blunders in a hundred make a
player much weaker."""
LEVELS = (*(Level(nodes, blunders, rollout_depth=0) for nodes, blunders in LEVEL_SETTINGS), Level(800))
LEARNED = LearnedValue(write_features, NETWORK_FEATURES, SCRATCH_INDEX, NETWORK_INDEX, NETWORK_FILE)
SEARCH_MODEL = SearchModel(
    choose_rollout_move, evaluate_position, score_moves, prepare_memory, SEARCH_SETTINGS, LEVELS, LEARNED, CLASSIC
)
