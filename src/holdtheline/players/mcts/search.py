"""The search kernel of a game. A simulation guesses hidden information, selects, expands, rolls out, backpropagates.

Each simulation starts from what the seat sees and guesses the rest. A node stands for the sequence of steps that
leads to it, as the seat sees them, so one tree serves all guesses. Each seat maximises its own result.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.definition import GameDefinition
from ...core.engine import copy_words, log_for_batches, shared_rules, state_opener
from ...core.events import empty_log
from ...core.kernel.compiler import Kernel, as_pointer, kernel_factory, nogil_kernel
from ...core.state_record import Words
from .nodes import NODE_WORDS, Node, hash_words
from .rollout import backpropagate, reward_kernel, rollout_kernel
from .selection import MAX_TREE_DEPTH, descent_kernel
from .settings import ROLLOUT_DEPTH, SettingsRow


class SearchBuffers(NamedTuple):
    """The rows of one search, allocated once."""

    root: Words  # what the seat sees
    state: Words  # the state of the current simulation
    seen: Words  # what the seat sees of it
    tree: Words
    pool: Words
    path: Words  # the nodes of the current simulation, and the seats that chose them
    codes: Words
    scores: Words
    rewards: Words
    unused_log: Words


def make_buffers(definition: GameDefinition, seats: int, nodes: int, pooled_moves: int) -> SearchBuffers:
    root, state, seen = np.zeros((3, definition.rules.state.word_count()), np.int64)
    tree, pool = np.zeros((nodes + 1) * NODE_WORDS, np.int64), np.zeros(2 * pooled_moves + 1, np.int64)
    codes, scores = np.zeros((2, definition.rules.max_moves), np.int64)
    path, rewards = np.zeros(2 * MAX_TREE_DEPTH + 2, np.int64), np.zeros(seats, np.int64)
    return SearchBuffers(root, state, seen, tree, pool, path, codes, scores, rewards, empty_log(0))


@kernel_factory
def search_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return search(buffers, seat, settings, stream, memory, simulations) -> steps taken."""
    open_state, make_log, rules = state_opener(definition), log_for_batches(definition), shared_rules(definition)
    turn, hide, guess, has_secrets = rules.turn, rules.hide, rules.guess, definition.has_secrets
    descend, rollout, reward = descent_kernel(definition), rollout_kernel(definition), reward_kernel(definition)

    @nogil_kernel(f"{definition.kernel_prefix}.search")
    def search(
        buffers: Any, seat: int, settings_row: SettingsRow, stream_row: Words, memory_row: Words, simulations: int
    ) -> int:
        root_row, state_row, seen_row, tree_row, pool_row, path_row, code_row, score_row, reward_row, log_row = buffers
        s, seen = open_state(state_row), open_state(seen_row)
        root, words, seen_words = as_pointer(root_row), as_pointer(state_row), as_pointer(seen_row)
        tree, path, codes = as_pointer(tree_row), as_pointer(path_row), as_pointer(code_row)
        rows = (tree, as_pointer(pool_row), path, codes, as_pointer(score_row))
        stream, memory, settings = as_pointer(stream_row), as_pointer(memory_row), as_pointer(settings_row)
        log, rewards, word_count = make_log(log_row), as_pointer(reward_row), len(state_row)
        steps = 0
        for _ in range(simulations):
            copy_words(words, root, word_count)
            if has_secrets:
                guess(s, seat, stream)
            depth = descend(s, rows, settings, stream, memory, log)
            leaf = path[2 * depth]
            if tree[leaf + Node.STATE_HASH] == 0 and turn(s) == seat:
                if has_secrets:
                    copy_words(seen_words, words, word_count)
                    hide(seen, seat)
                    tree[leaf + Node.STATE_HASH] = hash_words(seen_words, word_count)
                else:
                    tree[leaf + Node.STATE_HASH] = hash_words(words, word_count)
            steps += depth + rollout(s, codes, settings[ROLLOUT_DEPTH], stream, memory, log)
            reward(s, rewards, len(reward_row), memory)
            backpropagate(tree, path, depth, rewards, seat)
        return steps

    return search
