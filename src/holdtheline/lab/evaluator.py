"""Evaluate a position for a seat: exactly if the game is solved, otherwise by a search.

An evaluation depends only on what the seat may know. Every search starts from an empty tree with the same random
stream, so the same position has the same value in every game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from ..core.ai.search_settings import SearchSettings
from ..core.definition import LOST, OVER
from ..core.dice import random_stream
from ..core.errors import BadOption
from ..core.game import Game, State
from ..players.mcts.nodes import MILLION
from ..players.mcts.search_tree import SearchTree
from ..players.mcts.settings import search_model_of
from ..table.hints import solution_of

DEFAULT_NODES = 1_000
"""Simulations for each position."""
MAX_NODES = 100_000
SEED = 1
SPARE_NODES = 1_000
"""Nodes of the tree beyond the number of simulations."""
MIN_UNCERTAINTY = Fraction(1, 2_000)
"""A search never gives a chance nearer to 0 or 1 than this before the game is over."""


@dataclass(frozen=True)
class Evaluation:
    """The chance to win (a draw is half a win), and the best move if the seat decides."""

    chance: Fraction
    best: int | None = None


class Evaluator(Protocol):
    unit: int  # chances are shown in multiples of this, in hundredths of a percent
    decisions_at_once: int  # the most decisions in a row that are evaluated as one
    nodes: int | None  # simulations for each position, or None if it does not search

    def evaluate(self, state: State, seat: int) -> Evaluation: ...


def make_evaluator(game: Game, nodes: int = DEFAULT_NODES) -> Evaluator:
    if not 1 <= nodes <= MAX_NODES:
        raise BadOption(f"a review takes 1 to {MAX_NODES} simulations for each position, not {nodes}")
    return ExactEvaluator(game) if game.definition.is_solved else SearchEvaluator(game, nodes)


def game_result(state: State, seat: int) -> Fraction:
    """Return the result of a finished game for a seat, as a chance: 0, 1/2 or 1."""
    outcome = state.outcome
    assert outcome is not None
    return Fraction(outcome.scores[seat] - LOST, 2)


class ExactEvaluator:
    unit: int = 1
    decisions_at_once: int = 1
    nodes: int | None = None

    def __init__(self, game: Game) -> None:
        self._solution = solution_of(game)

    def evaluate(self, state: State, seat: int) -> Evaluation:
        best = self._solution.moves(state)[0][0].code if state.current_player == seat else None
        return Evaluation(self._solution.value(state), best)


class SearchEvaluator:
    """Evaluate by a search. Its buffers are allocated once, so only one thread at a time may use it."""

    unit: int = 10
    decisions_at_once: int = 4

    def __init__(self, game: Game, nodes: int) -> None:
        model = search_model_of(game.definition)
        self.nodes: int | None = nodes
        self._simulations = nodes
        self._is_simultaneous = game.definition.simultaneous is not None
        settings = rollout_only_settings(model.settings) if self._is_simultaneous else model.settings
        self._tree = SearchTree(game, random_stream(SEED, "review"), settings, nodes + SPARE_NODES)

    def evaluate(self, state: State, seat: int) -> Evaluation:
        if state.current_player == OVER:
            return Evaluation(game_result(state, seat))
        seen = state.seen_by(seat)
        self._tree.reset(seen, seat, random_stream(SEED, "review"))
        self._tree.simulate(self._simulations)
        chance = Fraction(self._tree.value(), MILLION)
        decides = seen.current_player == seat and not self._is_simultaneous
        tried = [estimate for estimate in self._tree.estimates() if estimate.visits] if decides else []
        best = max(tried, key=lambda estimate: estimate.visits).code if tried else None
        return Evaluation(min(max(chance, MIN_UNCERTAINTY), 1 - MIN_UNCERTAINTY), best)


def rollout_only_settings(settings: SearchSettings) -> SearchSettings:
    """Return settings for games with simultaneous decisions: all seats follow the rollout policy.

    In a tree the other seats would answer a plan that they cannot know, and every plan would look like a blunder.
    """
    return replace(settings, widening_base=1, widening=0.0, max_moves=1, expansion_visits=MAX_NODES + 1)
