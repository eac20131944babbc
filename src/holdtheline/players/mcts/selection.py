"""Selection: descend from the root to a leaf.

At a decision, `ucb_score` ranks the children. At a chance node, the faces of the die are tried in turn. Where
something is hidden, moves that are illegal under the current guess are skipped, and the exploration term counts how
often a move was available, not how often its parent was visited (information-set MCTS, Cowling et al. 2012).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from ...core.definition import CHANCE, OVER, GameDefinition
from ...core.dice import FACES, random_below
from ...core.engine import shared_rules
from ...core.kernel.compiler import Kernel, kernel
from ...core.state_record import Words
from .expansion import can_widen, expansion_kernel
from .nodes import IS_PERFECT_INFORMATION, MILLION, NO_NODE, ROOT, Node, add_node, find_child
from .settings import EXPANSION_VISITS, EXPLORATION, PRIOR_WEIGHT, SettingsRow


@kernel
def select_face(tree: Words, node: int, stream: Words) -> int:
    """Return the child of the next face, or NO_NODE if the tree is full.

    The six faces come in rounds; each round starts with a random face.
    """
    turn = (tree[node + Node.VISITS] - 1) % FACES
    if turn == 0:
        tree[node + Node.FIRST_FACE] = random_below(stream, FACES)
    face = (tree[node + Node.FIRST_FACE] + turn) % FACES
    child: int = (
        tree[node + Node.FACE_CHILDREN + face] if tree[IS_PERFECT_INFORMATION] else find_child(tree, node, face + 1)
    )
    if child == NO_NODE:
        child = add_node(tree, node, face + 1, MILLION // FACES)
        if tree[IS_PERFECT_INFORMATION]:
            tree[node + Node.FACE_CHILDREN + face] = child
    return child


@kernel
def ucb_score(tree: Words, child: int, explored: float, prior_weight: float) -> float:
    """Return the score of a child by UCB1 (Auer et al. 2002) with progressive bias (Chaslot et al. 2008):

        mean + C * sqrt(ln(N + 1) / n) + W * prior / n

    mean   the mean reward for the seat that decides, 0 to 1
    n      the visits of the child
    N      the visits of its parent, or how often the child was available, where something is hidden
    C, W   the settings `exploration` and `prior_weight`; `explored` is C**2 * ln(N + 1)
    """
    visits = tree[child + Node.VISITS]
    mean = tree[child + Node.REWARD_SUM] / (visits * MILLION)
    score: float = mean + sqrt(explored / visits) + prior_weight * tree[child + Node.PRIOR] / (visits * MILLION)
    return score


@kernel
def best_child(s: Any, tree: Words, node: int, settings: SettingsRow) -> int:
    """Return the child with the highest score, where all moves are legal."""
    explored = settings[EXPLORATION] * settings[EXPLORATION] * log(tree[node + Node.VISITS] + 1.0)
    best, best_score = NO_NODE, -1.0
    child = tree[node + Node.FIRST_CHILD]
    while child != NO_NODE:
        score = ucb_score(tree, child, explored, settings[PRIOR_WEIGHT])
        if score > best_score:
            best, best_score = child, score
        child = tree[child + Node.NEXT_SIBLING]
    return best


def best_child_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return best(s, tree, node, settings) -> child, which skips illegal moves where something is hidden."""
    if not definition.has_secrets:
        return best_child
    why_not = shared_rules(definition).why_not

    def best_legal_child(s: Any, tree: Words, node: int, settings: SettingsRow) -> int:
        best, best_score = NO_NODE, -1.0
        child = tree[node + Node.FIRST_CHILD]
        while child != NO_NODE:
            if why_not(s, tree[child + Node.CODE]) == 0:
                tree[child + Node.AVAILABILITY] += 1
                explored = settings[EXPLORATION] * settings[EXPLORATION] * log(tree[child + Node.AVAILABILITY] + 1.0)
                score = ucb_score(tree, child, explored, settings[PRIOR_WEIGHT])
                if score > best_score:
                    best, best_score = child, score
            child = tree[child + Node.NEXT_SIBLING]
        return best

    return Kernel(best_legal_child, f"{definition.kernel_prefix}.best_legal_child")


def child_choice_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return choose(s, rows, node, settings, stream, memory) -> child: a new child, or the best one."""
    expand, best = expansion_kernel(definition), best_child_kernel(definition)

    def choose(s: Any, rows: Any, node: int, settings: SettingsRow, stream: Words, memory: Words) -> Any:
        tree = rows[0]
        if can_widen(tree, node, settings):
            child = expand(s, rows, node, settings, stream, memory)
            if child != NO_NODE:
                return child
        return best(s, tree, node, settings)

    return Kernel(choose, f"{definition.kernel_prefix}.choose_child")


MAX_TREE_DEPTH = 1_000
"""Steps from the root, beyond which no node is made."""


def descent_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return descend(s, rows, settings, stream, memory, log) -> depth.

    It descends to a leaf: a node that was hardly visited, the end of the game, or the end of the memory.
    """
    turn, apply, choose = definition.rules.turn, shared_rules(definition).apply, child_choice_kernel(definition)

    def descend(s: Any, rows: Any, settings: SettingsRow, stream: Words, memory: Words, log: Words) -> int:
        tree, path = rows[0], rows[2]
        node, depth = ROOT, 0
        path[0] = ROOT
        actor = turn(s)
        while actor != OVER and depth < MAX_TREE_DEPTH:
            if depth > 0 and tree[node + Node.VISITS] < settings[EXPANSION_VISITS]:
                break
            if actor == CHANCE:
                node = select_face(tree, node, stream)
            else:
                node = choose(s, rows, node, settings, stream, memory)
            if node == NO_NODE:
                break
            apply(s, tree[node + Node.CODE], log)
            depth += 1
            path[2 * depth - 1] = actor
            path[2 * depth] = node
            actor = turn(s)
        return depth

    return Kernel(descend, f"{definition.kernel_prefix}.descend")
