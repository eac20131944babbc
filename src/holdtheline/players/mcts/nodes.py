"""The nodes of a search tree: one row of words, and a pool of moves that have not been tried yet.

A node is NODE_WORDS words; its id is the index of its first word. Nodes are appended and never moved, so a child
comes after its parent. Sums of rewards are in millionths of a win.
"""

from __future__ import annotations

from enum import IntEnum

from ...core.definition import FIRST_MOVE
from ...core.dice import FACES, LOW_32, MULTIPLIER
from ...core.kernel.compiler import kernel
from ...core.state_record import Words

NODE_WORDS = 16


class Node(IntEnum):
    """The words of a node."""

    CODE = 0  # the step that leads here
    VISITS = 1
    REWARD_SUM = 2  # for the seat that decided on that step
    SEARCHER_SUM = 3  # for the seat that searches
    NEXT_SIBLING = 4  # the next child of the same parent
    PRIOR = 5  # the prior probability of the step, in millionths
    FIRST_CHILD = 6
    AVAILABILITY = 7  # how often the step was legal, where something is hidden
    # At a decision
    CHILD_COUNT = 8
    LIST_START = 9  # index of its moves in the pool, code and prior of each; 0: they are not listed yet
    LIST_LENGTH = 10
    TRIED_COUNT = 11
    STATE_HASH = 12  # hash of the information state, if the searching seat decides here
    # At a chance node without hidden information (otherwise the guess may decide whether a die is rolled)
    FACE_CHILDREN = 8  # the children by face, six words
    FIRST_FACE = 14  # the face that the current round of six began with
    # After the search
    VALUE = 15  # for the seat that searches: see `rollout.compute_values`
    NEW_INDEX = 15  # the new id of the node when the tree is pruned


NO_NODE = 0
ROOT = NODE_WORDS

# The words before the root
NODES_END, NODES_CAPACITY, POOL_END, POOL_CAPACITY, IS_PERFECT_INFORMATION = range(5)

MILLION = 1_000_000


@kernel
def reset_tree(tree: Words, tree_words: int, pool_words: int, is_perfect_information: int) -> None:
    """Make a tree of one node, in rows of this size."""
    tree[IS_PERFECT_INFORMATION] = is_perfect_information
    tree[NODES_END] = ROOT
    tree[NODES_CAPACITY] = tree_words
    tree[POOL_END] = 1
    tree[POOL_CAPACITY] = pool_words
    add_node(tree, NO_NODE, 0, MILLION)


@kernel
def add_node(tree: Words, parent: int, code: int, prior: int) -> int:
    """Add a child and return it, or NO_NODE if the tree is full."""
    node: int = tree[NODES_END]
    if node + NODE_WORDS > tree[NODES_CAPACITY]:
        return NO_NODE
    tree[NODES_END] = node + NODE_WORDS
    for word in range(node, node + NODE_WORDS):
        tree[word] = 0
    tree[node + Node.CODE] = code
    tree[node + Node.PRIOR] = prior
    if parent != NO_NODE:
        tree[node + Node.NEXT_SIBLING] = tree[parent + Node.FIRST_CHILD]
        tree[parent + Node.FIRST_CHILD] = node
    return node


@kernel
def find_child(tree: Words, node: int, code: int) -> int:
    """Return the child that this step leads to, or NO_NODE."""
    child: int = tree[node + Node.FIRST_CHILD]
    while child != NO_NODE and tree[child + Node.CODE] != code:
        child = tree[child + Node.NEXT_SIBLING]
    return child


@kernel
def is_chance_node(tree: Words, node: int) -> bool:
    """Return whether the children are faces of a die."""
    child: int = tree[node + Node.FIRST_CHILD]
    return child != NO_NODE and bool(tree[child + Node.CODE] < FIRST_MOVE)


# Reuse


@kernel
def hash_words(words: Words, count: int) -> int:
    """Return a hash of a row of words. Every intermediate result stays below 2**63."""
    state_hash = 1
    for index in range(count):
        word = words[index]
        state_hash = MULTIPLIER * ((state_hash ^ word ^ word >> 32) & LOW_32) + (state_hash >> 32)
    return state_hash


@kernel
def find_node(tree: Words, state_hash: int) -> int:
    """Return the most visited node with this information state, or NO_NODE."""
    best = NO_NODE
    for node in range(ROOT, tree[NODES_END], NODE_WORDS):
        if tree[node + Node.STATE_HASH] != state_hash or (tree[IS_PERFECT_INFORMATION] and is_chance_node(tree, node)):
            continue
        if best == NO_NODE or tree[node + Node.VISITS] > tree[best + Node.VISITS]:
            best = node
    return best


@kernel
def new_index(tree: Words, node: int) -> int:
    index: int = tree[node + Node.NEW_INDEX] if node != NO_NODE else NO_NODE
    return index


@kernel
def relocate_move_list(tree: Words, pool: Words, spare: Words, node: int) -> None:
    first, target = tree[node + Node.LIST_START], tree[POOL_END]
    if first == 0:
        return
    for word in range(2 * tree[node + Node.LIST_LENGTH]):
        spare[target + word] = pool[first + word]
    tree[node + Node.LIST_START] = target
    tree[POOL_END] = target + 2 * tree[node + Node.LIST_LENGTH]


@kernel
def prune_to_subtree(tree: Words, pool: Words, spare: Words, root: int) -> None:
    """Make a node the root, and drop everything that is not below it. `spare` is a buffer like `pool`."""
    end = tree[NODES_END]
    for node in range(ROOT, end, NODE_WORDS):
        tree[node + Node.NEW_INDEX] = NO_NODE
    tree[NODES_END], tree[POOL_END] = ROOT, 1
    tree[root + Node.NEW_INDEX] = tree[root + Node.NEXT_SIBLING] = NO_NODE
    for node in range(root, end, NODE_WORDS):
        if node == root or tree[node + Node.NEW_INDEX] != NO_NODE:  # its parent comes before it and has marked it
            tree[node + Node.NEW_INDEX] = tree[NODES_END]
            tree[NODES_END] += NODE_WORDS
            child = tree[node + Node.FIRST_CHILD]
            while child != NO_NODE:
                tree[child + Node.NEW_INDEX] = child
                child = tree[child + Node.NEXT_SIBLING]
    for node in range(root, end, NODE_WORDS):
        if tree[node + Node.NEW_INDEX] != NO_NODE:
            if tree[IS_PERFECT_INFORMATION] and is_chance_node(tree, node):
                for face in range(Node.FACE_CHILDREN, Node.FACE_CHILDREN + FACES):
                    tree[node + face] = new_index(tree, tree[node + face])
            else:
                relocate_move_list(tree, pool, spare, node)
            tree[node + Node.FIRST_CHILD] = new_index(tree, tree[node + Node.FIRST_CHILD])
            tree[node + Node.NEXT_SIBLING] = new_index(tree, tree[node + Node.NEXT_SIBLING])
    for node in range(root, end, NODE_WORDS):
        target = tree[node + Node.NEW_INDEX]
        if target != NO_NODE:
            for word in range(NODE_WORDS):
                tree[target + word] = tree[node + word]
    for word in range(tree[POOL_END]):
        pool[word] = spare[word]
