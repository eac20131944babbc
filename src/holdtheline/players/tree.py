"""The tree of a search: one row of words, and a row of moves that are still to be tried.

A node is sixteen words, known by the place of its first one. Nodes are made one after the other and never
moved, so a child lies behind its parent. Sums are in millionths of a won game.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any

from ..core.contract import FIRST_MOVE
from ..core.dice import FACES, LOW_32, MULTIPLIER, below
from ..core.kernel import kernel

NODE = 16
CODE = 0  # the step that leads here
VISITS = 1
SUM = 2  # for whoever decided on that step
OWN = 3  # for the seat that searches
NEXT = 4  # the next child of the same parent
PRIOR = 5  # how likely the step seemed at first, in millionths
FIRST = 6  # child
OFFERED = 7  # how often the step was possible, where something is hidden
# Where somebody decides
KIDS = 8
LIST = 9  # where its moves lie: code and prior of each; 0: they are not listed
LISTED = 10
TRIED = 11
PRINT = 12  # of what the seat sees here, if it is to decide: to know the position again
# Where a die is rolled, if nothing is hidden: else it may depend on that whether one is
FACE = 8  # the child of the first face, and five more
BEGUN = 14  # the face that this round of six began with
# When all is done
VALUE = 15  # for the seat that searches: see `settle`
MOVED = 15  # where the node goes when the tree is cut back
NONE = 0
ROOT = NODE

# The words before the root
USED, CAPACITY, POOLED, POOL, OPEN = range(5)

# The row of numbers that a search is tuned by
EXPLORE, LEAN, HEAT, AT_FIRST, MORE, MOST_LISTED, RIPE, DEPTH = range(8)

MILLION = 1_000_000
OUTWEIGHS = 8
"""A move that was tried twice as often as another counts 2**8 times as much for what a position is worth."""


@kernel
def clear(tree: Any, words: Any, pool_words: Any, is_open: Any) -> None:
    """A tree of one node, in rows of so many words; `is_open`: nothing is hidden."""
    tree[OPEN] = is_open
    tree[USED] = ROOT
    tree[CAPACITY] = words
    tree[POOLED] = 1
    tree[POOL] = pool_words
    new_node(tree, NONE, 0, MILLION)


@kernel
def new_node(tree: Any, parent: Any, code: Any, prior: Any) -> Any:
    """A new child, or NONE: there is no room."""
    node = tree[USED]
    if node + NODE > tree[CAPACITY]:
        return NONE
    tree[USED] = node + NODE
    for word in range(node, node + NODE):
        tree[word] = 0
    tree[node + CODE] = code
    tree[node + PRIOR] = prior
    if parent != NONE:
        tree[node + NEXT] = tree[parent + FIRST]
        tree[parent + FIRST] = node
    return node


@kernel
def child_by(tree: Any, node: Any, code: Any) -> Any:
    """The child that this step leads to, or NONE."""
    child = tree[node + FIRST]
    while child != NONE and tree[child + CODE] != code:
        child = tree[child + NEXT]
    return child


# Dice


@kernel
def fall(tree: Any, node: Any, stream: Any) -> Any:
    """The child of the next face, or NONE. All six come in rounds, each of which begins anywhere."""
    turn = (tree[node + VISITS] - 1) % FACES
    if turn == 0:
        tree[node + BEGUN] = below(stream, FACES)
    face = (tree[node + BEGUN] + turn) % FACES
    child = tree[node + FACE + face] if tree[OPEN] else child_by(tree, node, face + 1)
    if child == NONE:
        child = new_node(tree, node, face + 1, MILLION // FACES)
        if tree[OPEN]:
            tree[node + FACE + face] = child
    return child


@kernel
def is_die(tree: Any, node: Any) -> Any:
    """Whether a die is known to be rolled here."""
    return tree[node + FIRST] != NONE and tree[tree[node + FIRST] + CODE] < FIRST_MOVE


# Moves


@kernel
def room_for_more(tree: Any, node: Any, tuning: Any) -> Any:
    """Whether the node has been visited often enough to try another move."""
    return tree[node + KIDS] < tuning[AT_FIRST] + tuning[MORE] * sqrt(tree[node + VISITS])


@kernel
def promise(tree: Any, child: Any, spread: Any, lean: Any) -> Any:
    """What a move has brought, and more for one that was seldom tried, or that looked good at first."""
    visits = tree[child + VISITS]
    mean = tree[child + SUM] / (visits * MILLION)
    return mean + sqrt(spread / visits) + lean * tree[child + PRIOR] / (visits * MILLION)


@kernel
def best_child(tree: Any, node: Any, tuning: Any) -> Any:
    """The most promising move, where all are legal."""
    spread = tuning[EXPLORE] * tuning[EXPLORE] * log(tree[node + VISITS] + 1.0)
    best, most = NONE, -1.0
    child = tree[node + FIRST]
    while child != NONE:
        here = promise(tree, child, spread, tuning[LEAN])
        if here > most:
            best, most = child, here
        child = tree[child + NEXT]
    return best


@kernel
def put_in_order(codes: Any, worths: Any, count: Any, wanted: Any) -> None:
    """Bring the moves of the greatest worth to the front."""
    for place in range(wanted):
        best = place
        for other in range(place + 1, count):
            if worths[other] > worths[best]:
                best = other
        codes[place], codes[best] = codes[best], codes[place]
        worths[place], worths[best] = worths[best], worths[place]


@kernel
def shuffle(codes: Any, count: Any, stream: Any) -> None:
    for place in range(count - 1):
        other = place + below(stream, count - place)
        codes[place], codes[other] = codes[other], codes[place]


@kernel
def put_down(tree: Any, pool: Any, node: Any, codes: Any, wanted: Any) -> None:
    """List the first moves at a node, as far as there is room, all alike."""
    listed = min(wanted, (tree[POOL] - tree[POOLED]) // 2)
    tree[node + LIST] = tree[POOLED] if listed > 0 else 0
    tree[node + LISTED] = listed
    tree[POOLED] += 2 * listed
    for place in range(listed):
        at = tree[node + LIST] + 2 * place
        pool[at] = codes[place]
        pool[at + 1] = MILLION // listed


@kernel
def put_priors(tree: Any, pool: Any, node: Any, worths: Any, heat: Any) -> None:
    """How likely each move seems that is listed: the first of them has the greatest worth."""
    total = 0.0
    for place in range(tree[node + LISTED]):
        total += exp((worths[place] - worths[0]) / heat)
    for place in range(tree[node + LISTED]):
        likely = exp((worths[place] - worths[0]) / heat) / total
        pool[tree[node + LIST] + 2 * place + 1] = int(MILLION * likely)


@kernel
def taken(tree: Any, pool: Any, node: Any, place: Any) -> Any:
    """The child by a move of the list, which counts as tried from now on."""
    at, first = tree[node + LIST] + 2 * place, tree[node + LIST] + 2 * tree[node + TRIED]
    code, prior = pool[at], pool[at + 1]
    child = new_child(tree, node, code, prior)
    if child != NONE:
        pool[at], pool[at + 1] = pool[first], pool[first + 1]
        pool[first], pool[first + 1] = code, prior
        tree[node + TRIED] += 1
    return child


@kernel
def new_child(tree: Any, node: Any, code: Any, prior: Any) -> Any:
    """A new child by a decision, or NONE."""
    child = new_node(tree, node, code, prior)
    tree[node + KIDS] += child != NONE
    return child


# Afterwards


@kernel
def copy(to: Any, words: Any, count: Any) -> None:
    for place in range(count):
        to[place] = words[place]


@kernel
def print_of(words: Any, count: Any) -> Any:
    """A number by which a row of words is known again. Every step stays below 2**63."""
    print_ = 1
    for place in range(count):
        word = words[place]
        print_ = MULTIPLIER * ((print_ ^ word ^ word >> 32) & LOW_32) + (print_ >> 32)
    return print_


@kernel
def settle(tree: Any) -> None:
    """Work out each node's value from the last to the first.

    Of dice it is the mean of the faces. Of a decision it is what the moves are worth, each counted by a high
    power of its visits: nearly all is what seems best, and what was only tried spoils little.
    """
    node = tree[USED] - NODE
    while node >= ROOT:
        visits, child = tree[node + VISITS], tree[node + FIRST]
        rolls = is_die(tree, node)
        total, weight, below_it = 0.0, 0.0, 0
        while child != NONE:
            times = tree[child + VISITS]
            counts = float(times) if rolls else float(times) ** OUTWEIGHS
            total += counts * tree[child + VALUE]
            weight += counts
            below_it += times
            child = tree[child + NEXT]
        mean = tree[node + OWN] / visits if visits > 0 else 0.0
        if weight > 0.0:
            # The first visits ended here: they count as long as there are few others.
            mean = (total / weight * below_it + mean * (visits - below_it)) / visits
        tree[node + VALUE] = int(mean)
        node -= NODE


@kernel
def find(tree: Any, print_: Any) -> Any:
    """The node where the seat sees this, and that was visited most; NONE: there is none."""
    best = NONE
    for node in range(ROOT, tree[USED], NODE):
        if tree[node + PRINT] != print_ or (tree[OPEN] and is_die(tree, node)):
            continue
        if best == NONE or tree[node + VISITS] > tree[best + VISITS]:
            best = node
    return best


@kernel
def cut_back(tree: Any, pool: Any, spare: Any, root: Any) -> None:
    """Keep only what lies below a node, which becomes the root."""
    end = tree[USED]
    for node in range(ROOT, end, NODE):
        tree[node + MOVED] = NONE
    tree[USED], tree[POOLED] = ROOT, 1
    tree[root + MOVED] = tree[root + NEXT] = NONE
    for node in range(root, end, NODE):
        if node == root or tree[node + MOVED] != NONE:  # its parent lies before it, and has marked it
            tree[node + MOVED] = tree[USED]
            tree[USED] += NODE
            child = tree[node + FIRST]
            while child != NONE:
                tree[child + MOVED] = child
                child = tree[child + NEXT]
    for node in range(root, end, NODE):
        if tree[node + MOVED] != NONE:
            if tree[OPEN] and is_die(tree, node):
                for face in range(FACE, FACE + FACES):
                    tree[node + face] = moved(tree, tree[node + face])
            else:
                move_list(tree, pool, spare, node)
            tree[node + FIRST] = moved(tree, tree[node + FIRST])
            tree[node + NEXT] = moved(tree, tree[node + NEXT])
    for node in range(root, end, NODE):
        to = tree[node + MOVED]
        if to != NONE:
            for word in range(NODE):
                tree[to + word] = tree[node + word]
    for word in range(tree[POOLED]):
        pool[word] = spare[word]


@kernel
def moved(tree: Any, node: Any) -> Any:
    return tree[node + MOVED] if node != NONE else NONE


@kernel
def move_list(tree: Any, pool: Any, spare: Any, node: Any) -> None:
    first, to = tree[node + LIST], tree[POOLED]
    if first == 0:
        return
    for word in range(2 * tree[node + LISTED]):
        spare[to + word] = pool[first + word]
    tree[node + LIST] = to
    tree[POOLED] = to + 2 * tree[node + LISTED]
