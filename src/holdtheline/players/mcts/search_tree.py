"""A search tree that Python can grow and read, and the merged result of several trees."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...core.ai.search_settings import SearchSettings
from ...core.game import Game, State
from ...core.state_record import Words
from ..confidence_interval import wilson_interval
from .nodes import MILLION, NO_NODE, ROOT, Node, find_node, hash_words, prune_to_subtree, reset_tree
from .rollout import compute_values
from .search import SearchBuffers, make_buffers, search_kernel
from .settings import search_model_of, settings_row

MAX_POOLED_MOVES = 1_000_000
"""Of each tree. A node has 16 words and a pooled move 2, so a player with two trees needs at most 115 MB."""


@dataclass(frozen=True)
class MoveEstimate:
    """What the search found out about a move."""

    code: int
    visits: int
    chance: float  # to win, for the searching seat; a draw is half a win
    low: float = 0.0  # the ends of the interval: see `estimate_interval`
    high: float = 1.0
    plan: tuple[int, ...] = ()  # all orders, if the move is the first of a whole turn plan


@dataclass(frozen=True)
class SearchResult:
    """The chance of a position, and its moves, the most visited first."""

    chance: float
    moves: tuple[MoveEstimate, ...]
    simulations: int
    steps: int
    interval: tuple[float, float] = (0.0, 1.0)  # of the chance: see `estimate_interval`


class SearchTree:
    """One tree with its buffers and its random stream; `memory` is for the kernels, by default that of the search."""

    def __init__(
        self, game: Game, stream: Words, settings: SearchSettings, nodes: int, memory: Words | None = None
    ) -> None:
        pooled_moves = min(MAX_POOLED_MOVES, 8 * nodes)
        self.buffers: SearchBuffers = make_buffers(game.definition, len(game.seats), nodes, pooled_moves)
        self._stream = stream
        self._settings = settings_row(settings)
        self._initial_memory = search_model_of(game.definition).make_memory(game.options) if memory is None else memory
        self._memory = self._initial_memory.copy()  # some policies write into it
        self._search = search_kernel(game.definition).compiled
        self._is_perfect_information = int(not game.definition.has_secrets)
        self._seat = 0
        self._spare_pool = np.zeros_like(self.buffers.pool)
        self._clear()

    def set_root(self, seen: State, seat: int) -> None:
        """Search from this position next; keep what the tree has below it."""
        buffers = self.buffers
        if seat != self._seat:
            self._seat = seat
            self._clear()
        buffers.root[:] = seen.words
        if seen.current_player != seat:  # only decisions of the seat have a state hash
            self._clear()
            return
        state_hash = hash_words.compiled(seen.words, len(seen.words))
        node = find_node.compiled(buffers.tree, state_hash)
        if node == NO_NODE:
            self._clear()
        elif node != ROOT:
            prune_to_subtree.compiled(buffers.tree, buffers.pool, self._spare_pool, node)
        buffers.tree[ROOT + Node.STATE_HASH] = state_hash

    def reset(self, seen: State, seat: int, stream: Words) -> None:
        """Search from this position next, with an empty tree: the result depends on nothing before."""
        self._seat, self._stream = seat, stream
        self._memory[:] = self._initial_memory
        self._clear()
        self.buffers.root[:] = seen.words

    def simulate(self, simulations: int) -> int:
        """Run some simulations and return the number of steps they took."""
        return int(self._search(self.buffers, self._seat, self._settings, self._stream, self._memory, simulations))

    @property
    def visits(self) -> int:
        return int(self.buffers.tree[ROOT + Node.VISITS])

    def value(self) -> int:
        """Return the value of the root, in millionths of a win."""
        compute_values.compiled(self.buffers.tree)
        return int(self.buffers.tree[ROOT + Node.VALUE])

    def estimates(self) -> Iterator[MoveEstimate]:
        """Yield an estimate of every move that was tried at the root."""
        tree = self.buffers.tree
        compute_values.compiled(tree)
        child = tree[ROOT + Node.FIRST_CHILD]
        while child != NO_NODE:
            visits, value = int(tree[child + Node.VISITS]), float(tree[child + Node.VALUE])
            yield MoveEstimate(int(tree[child + Node.CODE]), visits, value / MILLION)
            child = tree[child + Node.NEXT_SIBLING]

    def _clear(self) -> None:
        tree, pool = self.buffers.tree, self.buffers.pool
        reset_tree.compiled(tree, len(tree), len(pool), self._is_perfect_information)


def estimate_interval(chance: float, visits: int, estimates: list[MoveEstimate]) -> tuple[float, float]:
    """Return the 95% interval of a chance, widened by half the difference between the trees.

    It covers the error of sampling, not the error of the rollout policy or of the value function.
    """
    if visits == 0:
        return 0.0, 1.0
    low, high = wilson_interval(chance * visits, visits)
    chances = [estimate.chance for estimate in estimates if estimate.visits > 0]
    margin = (max(chances) - min(chances)) / 2
    return max(low - margin, 0.0), min(high + margin, 1.0)


def merge_estimates(estimates: list[MoveEstimate]) -> MoveEstimate:
    """Merge the estimates of several trees for the same move."""
    visits = sum(estimate.visits for estimate in estimates)
    chance = sum(estimate.visits * estimate.chance for estimate in estimates) / max(visits, 1)
    return MoveEstimate(estimates[0].code, visits, chance, *estimate_interval(chance, visits, estimates))


def merge_trees(trees: list[SearchTree], simulations: int, steps: int) -> SearchResult:
    """Merge what several trees found out about the moves at their root."""
    by_code: dict[int, list[MoveEstimate]] = {}
    for tree in trees:
        for estimate in tree.estimates():
            by_code.setdefault(estimate.code, []).append(estimate)
    moves = [merge_estimates(estimates) for estimates in by_code.values()]
    moves.sort(key=lambda move: (-move.visits, -move.chance, move.code))
    return SearchResult(moves[0].chance, tuple(moves), simulations, steps, (moves[0].low, moves[0].high))


def merge_root_values(trees: list[SearchTree], simulations: int, steps: int) -> SearchResult:
    """Merge the values of several roots, where the seat has nothing to decide."""
    root = merge_estimates([MoveEstimate(0, tree.visits, tree.value() / MILLION) for tree in trees])
    return SearchResult(root.chance, (), simulations, steps, (root.low, root.high))


def split_evenly(count: int, parts: int) -> list[int]:
    return [count // parts + (number < count % parts) for number in range(parts)]


FIRST_SIMULATIONS = 4
"""Simulations before the clock is read for the first time."""
CLOCK_CHECKS = 8
"""How often the clock is read after that."""


def search_until(tree: SearchTree, end: float) -> tuple[int, int]:
    """Run simulations until a time; return the numbers of simulations and steps."""
    count, done, steps = FIRST_SIMULATIONS, 0, 0
    began = time.perf_counter()
    while True:
        steps += tree.simulate(count)
        done += count
        now = time.perf_counter()
        if now >= end:
            return done, steps
        pace = done / max(now - began, 1e-6)
        count = max(int(pace * max(end - began, 0.0) / CLOCK_CHECKS), 1)
        count = max(min(count, int(pace * (end - now))), 1)
