"""Expansion: list the moves at a node, the best first, and add children one by one (progressive widening)."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from ...core.definition import GameDefinition
from ...core.dice import random_below
from ...core.engine import shared_rules
from ...core.kernel.compiler import Kernel, kernel
from ...core.state_record import Words
from .nodes import MILLION, NO_NODE, POOL_CAPACITY, POOL_END, ROOT, Node, add_node, find_child
from .settings import MAX_MOVES, TEMPERATURE, WIDENING, WIDENING_BASE, SettingsRow, search_model_of


@kernel
def can_widen(tree: Words, node: int, settings: SettingsRow) -> bool:
    """Return whether the node may have one more child.

    Progressive widening (Coulom 2007; Chaslot et al. 2008): a node visited n times has at most
    `widening_base + widening * sqrt(n)` children.
    """
    limit = settings[WIDENING_BASE] + settings[WIDENING] * sqrt(tree[node + Node.VISITS])
    return bool(tree[node + Node.CHILD_COUNT] < limit)


@kernel
def shuffle_moves(codes: Words, count: int, stream: Words) -> None:
    for index in range(count - 1):
        other = index + random_below(stream, count - index)
        codes[index], codes[other] = codes[other], codes[index]


@kernel
def sort_best_first(codes: Words, scores: Words, count: int, wanted: int) -> None:
    """Bring the `wanted` moves with the highest scores to the front, in order."""
    for index in range(wanted):
        best = index
        for other in range(index + 1, count):
            if scores[other] > scores[best]:
                best = other
        codes[index], codes[best] = codes[best], codes[index]
        scores[index], scores[best] = scores[best], scores[index]


@kernel
def store_move_list(tree: Words, pool: Words, node: int, codes: Words, wanted: int) -> None:
    """Store the first moves in the pool, as many as fit, with equal priors."""
    stored = min(wanted, (tree[POOL_CAPACITY] - tree[POOL_END]) // 2)
    tree[node + Node.LIST_START] = tree[POOL_END] if stored > 0 else 0
    tree[node + Node.LIST_LENGTH] = stored
    tree[POOL_END] += 2 * stored
    for index in range(stored):
        entry = tree[node + Node.LIST_START] + 2 * index
        pool[entry] = codes[index]
        pool[entry + 1] = MILLION // stored


@kernel
def store_priors(tree: Words, pool: Words, node: int, scores: Words, temperature: float) -> None:
    """Store the priors of the listed moves: a softmax of their scores, the first of which is the highest."""
    total = 0.0
    for index in range(tree[node + Node.LIST_LENGTH]):
        total += exp((scores[index] - scores[0]) / temperature)
    for index in range(tree[node + Node.LIST_LENGTH]):
        prior = exp((scores[index] - scores[0]) / temperature) / total
        pool[tree[node + Node.LIST_START] + 2 * index + 1] = int(MILLION * prior)


@kernel
def add_move_child(tree: Words, node: int, code: int, prior: int) -> int:
    """Add a child to a decision node and return it, or NO_NODE if the tree is full."""
    child = add_node(tree, node, code, prior)
    tree[node + Node.CHILD_COUNT] += child != NO_NODE
    return child


@kernel
def expand_listed_move(tree: Words, pool: Words, node: int, index: int) -> int:
    """Add the child of a listed move, and move its entry to the tried part of the list."""
    start = tree[node + Node.LIST_START]
    entry, first = start + 2 * index, start + 2 * tree[node + Node.TRIED_COUNT]
    code, prior = pool[entry], pool[entry + 1]
    child = add_move_child(tree, node, code, prior)
    if child != NO_NODE:
        pool[entry], pool[entry + 1] = pool[first], pool[first + 1]
        pool[first], pool[first + 1] = code, prior
        tree[node + Node.TRIED_COUNT] += 1
    return child


def move_list_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return list_moves(s, rows, node, settings, stream, memory): list the moves at a node, all at the root."""
    moves, score_moves = shared_rules(definition).legal_moves, search_model_of(definition).score_moves
    score: Any = score_moves

    def list_by_score(s: Any, rows: Any, node: int, settings: SettingsRow, stream: Words, memory: Words) -> None:
        tree, pool, _, codes, scores = rows
        count = moves(s, codes)
        wanted = count if node == ROOT else min(count, int(settings[MAX_MOVES]))
        shuffle_moves(codes, count, stream)  # moves with the same score come in random order
        score(s, codes, count, scores, memory)
        sort_best_first(codes, scores, count, wanted)
        store_move_list(tree, pool, node, codes, wanted)
        store_priors(tree, pool, node, scores, settings[TEMPERATURE])

    def list_at_random(s: Any, rows: Any, node: int, settings: SettingsRow, stream: Words, memory: Words) -> None:
        tree, pool, _, codes, _ = rows
        count = moves(s, codes)
        shuffle_moves(codes, count, stream)
        store_move_list(tree, pool, node, codes, count if node == ROOT else min(count, int(settings[MAX_MOVES])))

    return Kernel(list_at_random if score_moves is None else list_by_score, f"{definition.kernel_prefix}.list_moves")


def expansion_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return expand(s, rows, node, settings, stream, memory) -> child.

    It adds the best move that was never tried here; NO_NODE: all were tried, or the tree is full.
    """
    list_moves, rules, has_secrets = move_list_kernel(definition), shared_rules(definition), definition.has_secrets
    moves, why_not = rules.legal_moves, rules.why_not

    def expand(s: Any, rows: Any, node: int, settings: SettingsRow, stream: Words, memory: Words) -> int:
        tree, pool, _, codes, _ = rows
        if tree[node + Node.LIST_START] == 0:
            list_moves(s, rows, node, settings, stream, memory)
        start, length = tree[node + Node.LIST_START], tree[node + Node.LIST_LENGTH]
        index = tree[node + Node.TRIED_COUNT]
        if has_secrets:
            while index < length and why_not(s, pool[start + 2 * index]) != 0:
                index += 1
        if index < length:
            return expand_listed_move(tree, pool, node, index)
        if has_secrets:
            for other in range(moves(s, codes)):
                if find_child(tree, node, codes[other]) == NO_NODE:
                    return add_move_child(tree, node, codes[other], 0)
        return NO_NODE

    return Kernel(expand, f"{definition.kernel_prefix}.expand")
