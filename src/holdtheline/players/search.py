"""Monte Carlo tree search, one for all games: a kernel for each contract, over rows that are made beforehand.

Each simulation begins with what the seat sees, and guesses what it may not know. It walks down the tree, adds
a node, follows the game from there for some steps and judges where that leads; all nodes on the way
learn of it. Dice are nodes of their own. A node stands for the steps that lead to it, as the seat sees them,
so one tree serves all guesses: what is not legal in a guess is passed over there, and a move is only held to
have been seldom tried as often as it could have been. Whoever decides wants the best for its own seat.
"""

from __future__ import annotations

import functools
from math import log
from typing import Any, NamedTuple

import numpy as np

from ..core.contract import CHANCE, LOST, OVER, Contract, Judgement, Tuning, Words, empty_log
from ..core.dice import roll
from ..core.engine import opener_of
from ..core.kernel import Kernel, bare, batch_kernel, kernel, words_of
from .random import random_policy
from .tree import (
    CODE,
    DEPTH,
    EXPLORE,
    FIRST,
    HEAT,
    LEAN,
    LIST,
    LISTED,
    MILLION,
    MOST_LISTED,
    NEXT,
    NODE,
    NONE,
    OFFERED,
    OWN,
    PRINT,
    RIPE,
    ROOT,
    SUM,
    TRIED,
    VISITS,
    best_child,
    child_by,
    copy,
    fall,
    new_child,
    print_of,
    promise,
    put_down,
    put_in_order,
    put_priors,
    room_for_more,
    shuffle,
    taken,
)

DEEPEST = 1_000
"""Steps from the root, beyond which no node is made."""
MOST_FOLLOWED = 100_000
"""Steps that a game is followed, if nothing ends it before."""


class Room(NamedTuple):
    """The rows of one search; every one is made once."""

    root: Words  # what the seat sees
    state: Words
    seen: Words
    tree: Words
    pool: Words
    path: Words
    codes: Words
    worths: Words
    rewards: Words
    nobody: Words  # a log without room


def room_for(contract: Contract, seats: int, nodes: int, pooled: int) -> Room:
    """Rows for so many nodes, and so many moves that are to be tried."""
    root, state, seen = np.zeros((3, words_of(contract.dtype)), np.int64)
    tree, pool = np.zeros((nodes + 1) * NODE, np.int64), np.zeros(2 * pooled + 1, np.int64)
    codes, worths = np.zeros((2, contract.most_moves), np.int64)
    path, rewards = np.zeros(2 * DEEPEST + 2, np.int64), np.zeros(seats, np.int64)
    return Room(root, state, seen, tree, pool, path, codes, worths, rewards, empty_log(0))


def judgement_of(contract: Contract) -> Judgement:
    return contract.value or Judgement(random_policy(contract).choose)


def tuned(tuning: Tuning) -> Any:
    """The numbers in the order of `tree.EXPLORE` and on."""
    row = (tuning.explore, tuning.lean, tuning.heat, tuning.first, tuning.more)
    return np.array((*row, tuning.listed, tuning.ripe, tuning.depth), np.float64)


@functools.cache
def search_of(contract: Contract) -> Kernel[..., Any]:
    """run(room, seat, tuning, stream, memory, count): so many simulations; the steps that they took."""
    opened, told = opener_of(contract), bare if contract.takes_long else nothing
    turn, hide, guess, has_secrets = contract.turn, contract.hide, contract.guess, contract.has_secrets
    descend, follow = descent_of(contract), following_of(contract)

    @batch_kernel(f"{contract.name}.search")
    def run(room: Any, seat: Any, tuning: Any, stream: Any, memory: Any, count: Any) -> Any:
        root, words, seen_words, tree_row, pool_row, path_row, code_row, worth_row, rewards, nobody = room
        s, seen = opened(words), opened(seen_words)
        tree, path, codes, rolls = bare(tree_row), bare(path_row), bare(code_row), bare(stream)
        rows = (tree, bare(pool_row), path, codes, bare(worth_row))
        remembered, tuned_by, log = bare(memory), bare(tuning), told(nobody)
        steps = 0
        beginning, now, looked = bare(root), bare(words), bare(seen_words)
        for _ in range(count):
            copy(now, beginning, len(words))
            if has_secrets:
                guess(s, seat, rolls)
            depth = descend(s, rows, tuned_by, rolls, remembered, log)
            leaf = path[2 * depth]
            if tree[leaf + PRINT] == 0 and turn(s) == seat:
                if has_secrets:
                    copy(looked, now, len(words))
                    hide(seen, seat)
                    tree[leaf + PRINT] = print_of(looked, len(words))
                else:
                    tree[leaf + PRINT] = print_of(now, len(words))
            steps += depth + follow(s, codes, tuned_by[DEPTH], rolls, remembered, log)
            reward(s, bare(rewards), len(rewards), remembered)
            learn(tree, path, depth, bare(rewards), seat)
        return steps

    reward = reward_of(contract)
    return run


# Down the tree


def descent_of(contract: Contract) -> Kernel[..., Any]:
    turn, apply, choose = contract.turn, contract.apply, choice_of(contract)

    def descend(s: Any, rows: Any, tuning: Any, rolls: Any, memory: Any, log: Any) -> Any:
        """Walk to a node that was hardly visited, or to the end of the game or the room; how deep it is."""
        tree, path = rows[0], rows[2]
        node, depth = ROOT, 0
        path[0] = ROOT
        actor = turn(s)
        while actor != OVER and depth < DEEPEST and (depth == 0 or tree[node + VISITS] >= tuning[RIPE]):
            if actor == CHANCE:
                node = fall(tree, node, rolls)
            else:
                node = choose(s, rows, node, tuning, rolls, memory)
            if node == NONE:
                break
            apply(s, tree[node + CODE], log)
            depth += 1
            path[2 * depth - 1] = actor
            path[2 * depth] = node
            actor = turn(s)
        return depth

    return Kernel(descend, f"{contract.name}.descend")


def choice_of(contract: Contract) -> Kernel[..., Any]:
    grow, best = growth_of(contract), best_of(contract)

    def choose(s: Any, rows: Any, node: Any, tuning: Any, rolls: Any, memory: Any) -> Any:
        """The child that a decision leads to: a new one if it is time for one, else the most promising."""
        tree = rows[0]
        if room_for_more(tree, node, tuning):
            child = grow(s, rows, node, tuning, rolls, memory)
            if child != NONE:
                return child
        return best(s, tree, node, tuning)

    return Kernel(choose, f"{contract.name}.choose_child")


def best_of(contract: Contract) -> Kernel[..., Any]:
    if not contract.has_secrets:
        return _best_of_all
    why_not = contract.why_not

    def best_legal_child(s: Any, tree: Any, node: Any, tuning: Any) -> Any:
        best, most = NONE, -1.0
        child = tree[node + FIRST]
        while child != NONE:
            if why_not(s, tree[child + CODE]) == 0:
                tree[child + OFFERED] += 1
                spread = tuning[EXPLORE] * tuning[EXPLORE] * log(tree[child + OFFERED] + 1.0)
                here = promise(tree, child, spread, tuning[LEAN])
                if here > most:
                    best, most = child, here
            child = tree[child + NEXT]
        return best

    return Kernel(best_legal_child, f"{contract.name}.best_legal_child")


def growth_of(contract: Contract) -> Kernel[..., Any]:
    listing, moves, why_not = listing_of(contract), contract.moves, contract.why_not
    has_secrets = contract.has_secrets

    def grow(s: Any, rows: Any, node: Any, tuning: Any, rolls: Any, memory: Any) -> Any:
        """A new child by the best move that was never tried here, or NONE: there is none, or no room."""
        tree, pool, _, codes, _ = rows
        if tree[node + LIST] == 0:
            listing(s, rows, node, tuning, rolls, memory)
        place = tree[node + TRIED]
        if has_secrets:
            while place < tree[node + LISTED] and why_not(s, pool[tree[node + LIST] + 2 * place]) != 0:
                place += 1
        if place < tree[node + LISTED]:
            return taken(tree, pool, node, place)
        if has_secrets:
            for other in range(moves(s, codes)):
                if child_by(tree, node, codes[other]) == NONE:
                    return new_child(tree, node, codes[other], 0)
        return NONE

    return Kernel(grow, f"{contract.name}.grow")


def listing_of(contract: Contract) -> Kernel[..., Any]:
    """A kernel that writes down which moves there are at a node; at the root all of them."""
    moves, weigh = contract.moves, judgement_of(contract).weigh
    weigh_moves: Any = weigh

    def list_in_order(s: Any, rows: Any, node: Any, tuning: Any, rolls: Any, memory: Any) -> None:
        tree, pool, _, codes, worths = rows
        count = moves(s, codes)
        wanted = count if node == ROOT else min(count, int(tuning[MOST_LISTED]))
        shuffle(codes, count, rolls)  # of those that seem alike, any may come first
        weigh_moves(s, codes, count, worths, memory)
        put_in_order(codes, worths, count, wanted)
        put_down(tree, pool, node, codes, wanted)
        put_priors(tree, pool, node, worths, tuning[HEAT])

    def list_as_it_comes(s: Any, rows: Any, node: Any, tuning: Any, rolls: Any, memory: Any) -> None:
        tree, pool, _, codes, _ = rows
        count = moves(s, codes)
        shuffle(codes, count, rolls)
        put_down(tree, pool, node, codes, count if node == ROOT else min(count, int(tuning[MOST_LISTED])))

    return Kernel(list_as_it_comes if weigh is None else list_in_order, f"{contract.name}.list_moves")


# Beyond the tree


@functools.cache
def following_of(contract: Contract) -> Kernel[..., Any]:
    turn, apply, judgement = contract.turn, contract.apply, judgement_of(contract)
    choose, has_value = judgement.follow, judgement.value is not None

    def follow(s: Any, codes: Any, depth: Any, rolls: Any, memory: Any, log: Any) -> Any:
        """Play on, to the end or for so many steps and the dice that are due then; the steps taken."""
        most = depth if has_value else MOST_FOLLOWED
        steps = 0
        actor = turn(s)
        while actor != OVER and (steps < most or actor == CHANCE):
            apply(s, roll(rolls) if actor == CHANCE else choose(s, codes, rolls, memory), log)
            steps += 1
            actor = turn(s)
        return steps

    return Kernel(follow, f"{contract.name}.follow")


def reward_of(contract: Contract) -> Kernel[..., Any]:
    turn, result, value = contract.turn, contract.result, judgement_of(contract).value or _even

    def reward(s: Any, rewards: Any, seats: Any, memory: Any) -> None:
        """What each seat has of where the game was left, in millionths of a won game."""
        is_over = turn(s) == OVER
        for seat in range(seats):
            rewards[seat] = (result(s, seat) - LOST) * MILLION // 2 if is_over else value(s, seat, memory)

    return Kernel(reward, f"{contract.name}.reward")


@kernel
def learn(tree: Any, path: Any, depth: Any, rewards: Any, seat: Any) -> None:
    """All nodes on the way learn what came of it."""
    for place in range(depth + 1):
        node = path[2 * place]
        tree[node + VISITS] += 1
        tree[node + OWN] += rewards[seat]
        if place > 0 and path[2 * place - 1] >= 0:
            tree[node + SUM] += rewards[path[2 * place - 1]]


@kernel
def _best_of_all(s: Any, tree: Any, node: Any, tuning: Any) -> Any:
    return best_child(tree, node, tuning)


@kernel
def nothing(log: Any) -> Any:
    return None


@kernel
def _even(s: Any, seat: Any, memory: Any) -> Any:
    return MILLION // 2
