"""The types for a game's computer players: policies, the search model with its settings, and levels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..kernel.compiler import Kernel
from ..state_record import Words


def no_memory(options: Mapping[str, Any]) -> Words:
    return np.zeros(1, np.int64)


@dataclass(frozen=True)
class Policy:
    """A player that is one kernel: `choose(s, codes, stream, memory) -> code`.

    `codes` is a buffer for the legal moves. `memory` is the row that `make_memory(options)` returns; a player that
    writes into it (`writes_memory`) gets its own copy.
    """

    choose: Kernel[..., Any]
    description: str
    make_memory: Callable[[Mapping[str, Any]], Words] = no_memory
    writes_memory: bool = False


@dataclass(frozen=True)
class SearchSettings:
    """The parameters of the tree search; `players/mcts/selection.py` and `expansion.py` have the formulas.

    They are data: other numbers need no new compilation.
    """

    exploration: float = 0.7  # the constant C of UCB1
    prior_weight: float = 0.0  # weight of the prior in the progressive bias
    temperature: float = 1.0  # priors are a softmax of the move scores divided by this
    widening_base: int = 10_000  # children that a node may have at once
    widening: float = 0.0  # further children, times the square root of the node's visits
    max_moves: int = 10_000  # moves considered at a node below the root, the best by score
    expansion_visits: int = 1  # visits before a leaf gets children
    rollout_depth: int = 10_000  # steps of a rollout before `value` is called; a die that is due is still rolled


@dataclass(frozen=True)
class Level:
    """The strength of a level: a search with some simulations, or a policy, and how often it blunders."""

    nodes: int  # simulations for each move
    blunder_percent: int = 0  # percentage of decisions that are blunders: see `players/levels.py`
    policy: str = ""  # the policy that plays instead of a search
    blunder_policy: str = ""  # the policy that makes the blunders of `policy`; without one they are any legal moves
    rollout_depth: int | None = None  # of its search, if it is not that of the game's settings


DEFAULT_LEVELS = ((30, 80), (30, 55), (30, 35), (30, 15), (30,), (100,), (300,), (1000,))
"""Simulations and blunder percentage of the levels of a game that does not set its own."""


@dataclass(frozen=True)
class LearnedValue:
    """What `htl train` needs to train the network of a game (see `core/ai/network.py`).

    `write_features(s, memory, scratch, out) -> side` writes the features of a position and returns the seat that they
    are seen from. The memory is the one of the search: the network's row starts at `network`, buffers at `scratch`.
    """

    write_features: Kernel[..., Any]
    feature_count: int
    scratch: int
    network: int
    file: Path


@dataclass(frozen=True)
class ClassicSearch:
    """The search before its evaluation was learned, with the same kernels, to compare with."""

    settings: SearchSettings
    make_memory: Callable[[Mapping[str, Any]], Words]


@dataclass(frozen=True)
class SearchModel:
    """What the tree search knows about a game beyond its rules. Every kernel gets the same `memory`.

    Without `value`, rollouts run to the end of the game; without `score_moves`, all moves have the same prior.
    """

    rollout_policy: Kernel[..., Any]  # rollout_policy(s, codes, stream, memory) -> code
    value: Kernel[..., Any] | None = None  # value(s, seat, memory) -> the chance to win, in millionths
    score_moves: Kernel[..., Any] | None = None  # score_moves(s, codes, count, scores, memory)
    make_memory: Callable[[Mapping[str, Any]], Words] = no_memory
    settings: SearchSettings = SearchSettings()
    levels: tuple[Level, ...] = tuple(Level(*values) for values in DEFAULT_LEVELS)
    learned: LearnedValue | None = None
    classic: ClassicSearch | None = None
