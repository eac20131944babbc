"""Rollout and backpropagation: play on from a leaf, score the result, and update the nodes of the path."""

from __future__ import annotations

from typing import Any

from ...core.definition import CHANCE, LOST, OVER, GameDefinition
from ...core.dice import roll_die
from ...core.engine import shared_kernel, shared_rules
from ...core.kernel.compiler import Kernel, kernel, kernel_factory
from ...core.state_record import Words
from .nodes import MILLION, NO_NODE, NODE_WORDS, NODES_END, ROOT, Node, is_chance_node
from .settings import search_model_of

MAX_ROLLOUT_STEPS = 100_000
"""The most steps of a rollout, for a game that does not end by itself."""


@kernel
def _even_chance(s: Any, seat: int, memory: Words) -> int:
    return MILLION // 2


@kernel_factory
def rollout_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return rollout(s, codes, depth, stream, memory, log) -> steps.

    The rollout policy plays on to the end; in a game with a `value` at most `depth` steps, and the dice due then.
    """
    turn, apply, model = definition.rules.turn, shared_rules(definition).apply, search_model_of(definition)
    choose, has_value = shared_kernel(definition, model.rollout_policy), model.value is not None

    def rollout(s: Any, codes: Words, depth: int, stream: Words, memory: Words, log: Words) -> int:
        most = depth if has_value else MAX_ROLLOUT_STEPS
        steps = 0
        actor = turn(s)
        while actor != OVER and (steps < most or actor == CHANCE):
            apply(s, roll_die(stream) if actor == CHANCE else choose(s, codes, stream, memory), log)
            steps += 1
            actor = turn(s)
        return steps

    return Kernel(rollout, f"{definition.kernel_prefix}.rollout")


def reward_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return reward(s, rewards, seats, memory): the reward of each seat, in millionths of a win."""
    turn, result = definition.rules.turn, definition.rules.result
    value = search_model_of(definition).value or _even_chance

    def reward(s: Any, rewards: Words, seats: int, memory: Words) -> None:
        if turn(s) == OVER:
            for seat in range(seats):
                rewards[seat] = (result(s, seat) - LOST) * MILLION // 2
            return
        rewards[0] = value(s, 0, memory)
        for seat in range(1, seats):
            rewards[seat] = MILLION - rewards[0] if seats == 2 else value(s, seat, memory)

    return Kernel(reward, f"{definition.kernel_prefix}.reward")


@kernel
def backpropagate(tree: Words, path: Words, depth: int, rewards: Words, seat: int) -> None:
    """Add the rewards of a simulation to all nodes of its path."""
    for index in range(depth + 1):
        node = path[2 * index]
        tree[node + Node.VISITS] += 1
        tree[node + Node.SEARCHER_SUM] += rewards[seat]
        if index > 0 and path[2 * index - 1] >= 0:
            tree[node + Node.REWARD_SUM] += rewards[path[2 * index - 1]]


VISIT_POWER = 8
"""In the value of a decision, a move that was visited twice as often has 2**8 times the weight."""


@kernel
def compute_values(tree: Words) -> None:
    """Compute the value of every node for the searching seat, children before parents.

    The value of a chance node is the mean over its faces. The value of a decision is the mean over its moves, each
    weighted by a high power of its visits: nearly the value of the best move, little spoilt by the others.
    """
    node = tree[NODES_END] - NODE_WORDS
    while node >= ROOT:
        visits, child = tree[node + Node.VISITS], tree[node + Node.FIRST_CHILD]
        is_chance = is_chance_node(tree, node)
        total, total_weight, child_visits = 0.0, 0.0, 0
        while child != NO_NODE:
            times = tree[child + Node.VISITS]
            weight = float(times) if is_chance else float(times) ** VISIT_POWER
            total += weight * tree[child + Node.VALUE]
            total_weight += weight
            child_visits += times
            child = tree[child + Node.NEXT_SIBLING]
        mean = tree[node + Node.SEARCHER_SUM] / visits if visits > 0 else 0.0
        if total_weight > 0.0:
            # The first visits ended here; they count in proportion.
            mean = (total / total_weight * child_visits + mean * (visits - child_visits)) / visits
        tree[node + Node.VALUE] = int(mean)
        node -= NODE_WORDS
