"""Analyse one position in small portions: by tree search, or by comparing whole turn plans.

Where a turn is a plan of many orders, single orders mean nothing before the turn is played. So each policy of the
game makes some plans, and every plan is played many times to the end of the game, each time with a new guess of the
hidden information and the book playing for all seats. A plan's win rate is its chance.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.definition import LOST, GameDefinition
from ..core.dice import random_stream
from ..core.engine import copy_words, log_for_batches, shared_rules, state_opener
from ..core.errors import HtlError
from ..core.events import empty_log
from ..core.game import State
from ..core.kernel.compiler import Kernel, as_pointer, kernel, kernel_factory, nogil_kernel
from ..core.state_record import Words
from .confidence_interval import wilson_interval
from .mcts.player import SEARCH_NAME
from .mcts.rollout import MAX_ROLLOUT_STEPS, rollout_kernel
from .mcts.search_tree import MoveEstimate, SearchResult, SearchTree, merge_root_values, merge_trees, split_evenly
from .mcts.settings import search_model_of
from .player import player

TREE_COUNT = 2
TREE_NODES = 40_000
"""Nodes of each tree, which then has 19 MB; advice needs fewer than a player."""


def state_at_turn_of(seen: State, seat: int) -> State:
    """Return what a seat sees, at its turn; seats that decide at the same time are taken to be ready."""
    simultaneous = seen.game.definition.simultaneous
    if not seen.can_move(seat):
        raise HtlError("this seat has nothing to decide now")
    if simultaneous is None or seen.current_player == seat:
        return seen
    state = seen.copy()
    while state.current_player != seat:
        state.play(simultaneous.ready(state.current_player))
    return state


class PositionAnalysis:
    """Two trees that grow in turn, in the caller's thread, so that others get the processor too.

    It is given what the seat sees. The same seed and number of simulations give the same result. Where the seat has
    nothing to decide, the result has no moves, only the chance of the position.
    """

    def __init__(self, seen: State, seat: int, seed: int, *, nodes: int = TREE_NODES) -> None:
        game = seen.game
        self._decides = seen.can_move(seat)
        root = state_at_turn_of(seen, seat) if self._decides else seen
        settings = search_model_of(game.definition).settings
        streams = [random_stream(seed, SEARCH_NAME, number) for number in range(TREE_COUNT)]
        self._trees = [SearchTree(game, stream, settings, nodes) for stream in streams]
        for tree in self._trees:
            tree.set_root(root, seat)
        self.simulations = 0
        self._steps = 0

    def think(self, simulations: int) -> SearchResult:
        """Run more simulations and return the result of all so far."""
        for tree, share in zip(self._trees, split_evenly(simulations, TREE_COUNT), strict=True):
            self._steps += tree.simulate(share)
        self.simulations += simulations
        merge = merge_trees if self._decides else merge_root_values
        return merge(self._trees, self.simulations, self._steps)


PLANS_PER_POLICY = 2
MAX_ORDERS = 500


def is_planning_phase(seen: State) -> bool:
    """Return whether the seats plan a turn now."""
    definition = seen.game.definition
    is_running = definition.turn_replay is not None and definition.turn_replay.is_running(seen.record)
    return definition.simultaneous is not None and not is_running


class TurnPlan:
    """The orders of a seat for one turn, and how often the game was won with them."""

    def __init__(self, seen: State, orders: list[int]) -> None:
        self.orders = orders
        self.after = seen.copy()
        for code in orders[:-1]:  # the last order is `ready`; the guess comes before it
            self.after.play(code)
        self.games = 0
        self.points = 0  # 2 for a win, 1 for a draw

    @property
    def estimate(self) -> MoveEstimate:
        first, orders = self.orders[0], tuple(self.orders)
        if self.games == 0:
            return MoveEstimate(first, 0, 0.5, plan=orders)
        interval = wilson_interval(self.points / 2, self.games)
        return MoveEstimate(first, self.games, self.points / (2 * self.games), *interval, orders)


class TurnPlanAnalysis:
    """Compare whole turn plans, in small portions like `PositionAnalysis`."""

    def __init__(self, seen: State, seat: int, seed: int) -> None:
        definition = seen.game.definition
        self._seat = seat
        self._plans = make_turn_plans(seen, seat, seed)
        self._stream = random_stream(seed, SEARCH_NAME)
        self._memory = search_model_of(definition).make_memory(seen.game.options)
        self._play_out = playout_kernel(definition).compiled
        self._rows = playout_rows(seen)
        self.simulations = 0

    @property
    def plan_count(self) -> int:
        return len(self._plans)

    def think(self, simulations: int) -> SearchResult:
        """Play more games, shared by the plans that may still be the best, and return the result of all so far."""
        estimates = [plan.estimate for plan in self._plans]
        best_low = max(estimate.low for estimate in estimates)
        racing = [plan for plan, estimate in zip(self._plans, estimates, strict=True) if estimate.high >= best_low]
        for plan in racing:
            share = max(simulations // len(racing), 1)
            rows = (plan.after.words, *self._rows)
            plan.points += int(self._play_out(rows, self._seat, plan.orders[-1], self._stream, self._memory, share))
            plan.games += share
            self.simulations += share
        moves = sorted((plan.estimate for plan in self._plans), key=lambda move: (-move.visits, -move.chance))
        return SearchResult(moves[0].chance, tuple(moves), self.simulations, 0, (moves[0].low, moves[0].high))


def make_turn_plans(seen: State, seat: int, seed: int) -> list[TurnPlan]:
    """Return the different plans that the policies of the game make here."""
    plans: dict[bytes, TurnPlan] = {}
    root = state_at_turn_of(seen, seat)
    for name in seen.game.definition.ai.policies:
        for number in range(PLANS_PER_POLICY):
            plan = TurnPlan(seen, choose_orders(root, seat, name, seed + number))
            plans.setdefault(plan.after.words.tobytes(), plan)
    return list(plans.values())


def choose_orders(root: State, seat: int, name: str, seed: int) -> list[int]:
    """Return the orders of this player for the turn, ending with `ready`."""
    simultaneous, state, planner = root.game.definition.simultaneous, root.copy(), player(name, seed=seed)
    assert simultaneous is not None
    ready, orders = simultaneous.ready(seat), []
    for _ in range(MAX_ORDERS):
        code = planner.code(state)
        if code == ready:
            break
        orders.append(code)
        state.play(code)
    return [*orders, ready]


def play_on_after(seen: State, seat: int, code: int, seed: int, games: int) -> float:
    """Return the points of a seat, 1 for a win, in games that the book plays to their end after a move."""
    definition, stream = seen.game.definition, random_stream(seed, SEARCH_NAME)
    memory = search_model_of(definition).make_memory(seen.game.options)
    rows = (seen.words, *playout_rows(seen))
    return int(playout_kernel(definition).compiled(rows, seat, code, stream, memory, games)) / 2


def playout_rows(seen: State) -> tuple[Words, Words, Words]:
    """Return the buffers of a playout: a state, codes, and a log that keeps nothing."""
    return np.zeros_like(seen.words), np.zeros(seen.game.definition.rules.max_moves, np.int64), empty_log(0)


@kernel
def _keep_plan(s: Any, seat: int) -> None:
    """Undo nothing: where seats decide in turn, no plan is ready."""


@kernel_factory
def playout_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return play_out(rows, seat, code, stream, memory, games) -> points: 2 for a win, 1 for a draw."""
    open_state, make_log, rules = state_opener(definition), log_for_batches(definition), shared_rules(definition)
    guess, apply, result, seats = rules.guess, rules.apply, rules.result, len(definition.seats)
    rollout, simultaneous = rollout_kernel(definition), definition.simultaneous
    reopen = simultaneous.reopen if simultaneous else _keep_plan

    @nogil_kernel(f"{definition.kernel_prefix}.play_out")
    def play_out(rows: Any, seat: int, code: int, stream_row: Words, memory_row: Words, games: int) -> int:
        root, words, code_row, log_row = rows
        s, codes, stream, log = open_state(words), as_pointer(code_row), as_pointer(stream_row), make_log(log_row)
        points = 0
        for _ in range(games):
            copy_words(as_pointer(words), as_pointer(root), len(words))
            guess(s, seat, stream)
            for other in range(seats):
                if other != seat:
                    reopen(s, other)
            apply(s, code, log)
            rollout(s, codes, MAX_ROLLOUT_STEPS, stream, as_pointer(memory_row), log)
            points += result(s, seat) - LOST
        return points

    return play_out
