"""Evaluation, move priors and levels for the search.

A planning phase is a chain of small orders, and most have no effect before the turn is played. So a playout lets the
book player finish the plans of both commanders and plays some turns; then the HP and the wealth (gold, towers,
soldiers) of both sides are compared. The planner uses the same values. The move prior favours what the book player
would order.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any

from ....core.ai.search_settings import Level, SearchModel, SearchSettings
from ....core.dice import random_stream
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.orders import wealth
from ..state import TowersState
from .book import choose

# The values of things
HP_VALUE = 100
GOLD_VALUE = 12
VICTORY_VALUE = 2000  # the last HP

VALUE_SCALE = 1_000_000
LOGISTIC_SCALE = 300
"""This lead makes a victory e times as likely."""


def prepare_memory(options: Mapping[str, Any]) -> Words:
    """Return a random stream: the book player varies its purchases."""
    return random_stream("towers")


@kernel
def evaluate(s: TowersState, seat: int, memory: Words) -> int:
    """Return the chance to win in millionths, by a logistic function of the lead."""
    lead = HP_VALUE * (s.hp[seat] - s.hp[1 - seat]) + GOLD_VALUE * (wealth(s, seat) - wealth(s, 1 - seat))
    return int(VALUE_SCALE / (1.0 + exp(-lead / LOGISTIC_SCALE)))


@kernel
def score_moves(s: TowersState, codes: Words, count: int, scores: Words, memory: Words) -> None:
    """Score the move of the book player 1, and all others 0."""
    book_move = choose(s, codes, memory, memory)
    for index in range(count):
        scores[index] = 1 if codes[index] == book_move else 0


SEARCH_SETTINGS = SearchSettings(
    exploration=0.1,
    prior_weight=0.5,
    temperature=0.3,
    widening_base=2,
    widening=0.5,
    max_moves=32,
    expansion_visits=1,
    rollout_depth=60,
)
BLUNDER_RATES = {"book": (100, 65, 40, 15), "planner": (36, 24, 11, 0)}
LEVELS = tuple(Level(1, percent, name, "careless") for name, row in BLUNDER_RATES.items() for percent in row)
"""Levels use no search: a plan is a long list of orders, and a search would have to play whole turns for each.
`book` and `planner` are much faster, and `planner` is stronger. In the given percentage of its orders a level plays
like `careless`, which wastes gold, but always attacks."""
SEARCH_MODEL = SearchModel(choose, evaluate, score_moves, prepare_memory, SEARCH_SETTINGS, LEVELS)
