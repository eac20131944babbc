"""The player that searches: it is shown what its seat may know, and thinks for so long, or so many times.

Two trees grow side by side, each with a random stream of its own, and are added up at the end: so the same
seed and number of simulations give the same choice. What was thought is kept for the next move.
"""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ..core.contract import Tuning, Words
from ..core.dice import stream_for
from ..core.errors import BadOption, HtlError
from ..core.game import Game, Move, State
from ..core.interval import wilson
from .search import Room, judgement_of, room_for, search_of, tuned
from .tree import (
    CODE,
    FIRST,
    MILLION,
    NEXT,
    NONE,
    PRINT,
    ROOT,
    VALUE,
    VISITS,
    clear,
    cut_back,
    find,
    print_of,
    settle,
)  # fmt: skip

NAME = "mcts"
SENTENCE = "looks ahead: tries thousands of continuations out before it moves"
SECONDS = 1.0
THREADS = 2
NODES = 200_000
POOLED = 1_000_000
"""Of each tree: 16 words for a node, 2 for a move that is to be tried. So a player has at most 115 MB."""
LEAST_NODES = 1_000
AT_ONCE = 4
"""Simulations before the clock is looked at for the first time."""
LOOKS = 8
"""How often it is looked at after that."""
MOST_AWAKE = 4
"""Players that keep their trees: a house with many tables has not room for all."""

_awake: deque[SearchPlayer] = deque()
_waking = threading.Lock()
_one_at_a_time = threading.Lock()  # a search takes as many threads as there are


@dataclass(frozen=True)
class Line:
    """A move that was thought of."""

    code: int
    visits: int
    chance: float  # to win, for the seat that thinks; a draw is half a win
    low: float = 0.0  # how sure that is: see `interval`
    high: float = 1.0
    plan: tuple[int, ...] = ()  # where it is the first of a whole plan, all its orders


@dataclass(frozen=True)
class Thought:
    """What came of thinking about a position: its chance, and the moves, those that were tried most first."""

    chance: float
    lines: tuple[Line, ...]
    simulations: int
    steps: int
    ends: tuple[float, float] = (0.0, 1.0)  # how sure the chance is: see `interval`


class Tree:
    """One tree with its rows and its stream."""

    def __init__(self, game: Game, stream: Words, tuning: Tuning, nodes: int) -> None:
        self.room: Room = room_for(game.contract, len(game.seats), nodes, min(POOLED, 8 * nodes))
        self._stream = stream
        self._tuning = tuned(tuning)
        self._fresh = judgement_of(game.contract).remember(game.options)
        self._memory = self._fresh.copy()  # some write into it
        self._run = search_of(game.contract).compiled
        self._is_open = int(not game.contract.has_secrets)
        self._seat = 0
        self._spare = np.zeros_like(self.room.pool)
        self._clear()

    def begin(self, seen: State, seat: int) -> None:
        """Go on from here: with what lies below this position in the tree, or with nothing."""
        room = self.room
        if seat != self._seat:
            self._seat = seat
            self._clear()
        room.root[:] = seen.words
        if seen.turn != seat:  # only where the seat decides a node has a print: a die has faces in that place
            self._clear()
            return
        print_ = print_of.compiled(seen.words, len(seen.words))
        node = find.compiled(room.tree, print_)
        if node == NONE:
            self._clear()
        elif node != ROOT:
            cut_back.compiled(room.tree, room.pool, self._spare, node)
        room.tree[ROOT + PRINT] = print_

    def begin_anew(self, seen: State, seat: int, stream: Words) -> None:
        """Forget all that was thought: what comes of this position depends on nothing before it."""
        self._seat, self._stream = seat, stream
        self._memory[:] = self._fresh
        self._clear()
        self.room.root[:] = seen.words

    def think(self, simulations: int) -> int:
        """So many simulations; the steps that they took."""
        return int(self._run(self.room, self._seat, self._tuning, self._stream, self._memory, simulations))

    @property
    def visits(self) -> int:
        return int(self.room.tree[ROOT + VISITS])

    def chance(self) -> int:
        """What the position is worth, in millionths of a won game."""
        settle.compiled(self.room.tree)
        return int(self.room.tree[ROOT + VALUE])

    def lines(self) -> Iterator[Line]:
        tree = self.room.tree
        settle.compiled(tree)
        child = tree[ROOT + FIRST]
        while child != NONE:
            visits, value = int(tree[child + VISITS]), float(tree[child + VALUE])
            yield Line(int(tree[child + CODE]), visits, value / MILLION)
            child = tree[child + NEXT]

    def _clear(self) -> None:
        clear.compiled(self.room.tree, len(self.room.tree), len(self.room.pool), self._is_open)


class SearchPlayer:
    """Thinks before it moves; `seconds` or `nodes`, which are simulations, say for how long."""

    def __init__(
        self,
        seed: int | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = THREADS,
        tuning: Tuning | None = None,
        name: str = NAME,
    ) -> None:
        if seconds is not None and nodes is not None:
            raise BadOption("a search has seconds or nodes to think with, not both")
        if (seconds is not None and not 0 < seconds <= 3600) or (nodes is not None and nodes < 1):
            raise BadOption("a search needs more than 0 seconds, at most an hour, or at least 1 node")
        if threads < 1:
            raise BadOption("a search needs at least 1 thread")
        self.name = name
        self.seconds = SECONDS if seconds is None and nodes is None else seconds
        self.nodes = nodes
        self._threads = threads
        self._seed = secrets.randbits(63) if seed is None else seed
        self._tuning = tuning
        self._game: Game | None = None
        self._trees: list[Tree] = []

    def choose(self, state: State) -> Move:
        """What it plays here; it is shown only what the seat to move may know."""
        return state.move(self.code(state))

    def code(self, state: State) -> int:
        """The same as a code: quicker, for programs."""
        return self.think(state).lines[0].code

    def think(self, state: State) -> Thought:
        """What it thinks of this position, and of each move."""
        if state.turn < 0:
            raise HtlError("no seat decides now, so there is nothing to choose")
        seat, seen = int(state.turn), state.seen_by(state.turn)
        codes = seen.codes()
        if len(codes) == 1 and self.nodes is None:
            return Thought(0.5, (Line(codes[0], 0, 0.5),), 0, 0)
        if self._threads == 1:
            return self._thought(state.game, seen, seat)
        with _one_at_a_time:
            return self._thought(state.game, seen, seat)

    def begin(self, game: Game) -> None:
        """Have everything ready, so that thinking takes no longer than it says."""
        self._trees_for(game)

    def sleep(self) -> None:
        """Forget what was thought, and give its room back."""
        self._game, self._trees = None, []

    def _thought(self, game: Game, seen: State, seat: int) -> Thought:
        trees = self._trees_for(game)
        for tree in trees:
            tree.begin(seen, seat)
        simulations, steps = self._run(trees)
        return added_up(trees, simulations, steps)

    def _trees_for(self, game: Game) -> list[Tree]:
        stay_awake(self)
        if self._game is None or self._game._identity() != game._identity():
            tuning = self._tuning or judgement_of(game.contract).tuning
            nodes = NODES if self.nodes is None else min(NODES, 4 * self.nodes + LEAST_NODES)
            streams = [stream_for(self._seed, NAME, number) for number in range(self._threads)]
            self._trees = [Tree(game, stream, tuning, nodes) for stream in streams]
            self._game = game
        return self._trees

    def _run(self, trees: list[Tree]) -> tuple[int, int]:
        """Let all trees grow; how many simulations and steps that were."""
        shares = [None] * len(trees) if self.nodes is None else shared(self.nodes, len(trees))
        end = time.perf_counter() + (self.seconds or 0.0)

        def grow(tree: Tree, share: int | None) -> tuple[int, int]:
            return (share, tree.think(share)) if share is not None else until(tree, end)

        if len(trees) == 1:
            return grow(trees[0], shares[0])
        with ThreadPoolExecutor(len(trees)) as pool:
            done = list(pool.map(grow, trees, shares))
        return sum(one for one, _ in done), sum(steps for _, steps in done)


def stay_awake(player: SearchPlayer) -> None:
    """This one keeps its trees; whoever thought longest ago may have to sleep."""
    with _waking:
        if player in _awake:
            _awake.remove(player)
        _awake.append(player)
        if len(_awake) > MOST_AWAKE:
            _awake.popleft().sleep()


def added_up(trees: list[Tree], simulations: int, steps: int) -> Thought:
    """What all trees say together."""
    said: dict[int, list[Line]] = {}
    for tree in trees:
        for line in tree.lines():
            said.setdefault(line.code, []).append(line)
    lines = [merged(alike) for alike in said.values()]
    lines.sort(key=lambda line: (-line.visits, -line.chance, line.code))
    return Thought(lines[0].chance, tuple(lines), simulations, steps, (lines[0].low, lines[0].high))


def looked_at(trees: list[Tree], simulations: int, steps: int) -> Thought:
    """The same of a position where the seat has nothing to decide: only what it is worth."""
    whole = merged([Line(0, tree.visits, tree.chance() / MILLION) for tree in trees])
    return Thought(whole.chance, (), simulations, steps, (whole.low, whole.high))


def merged(lines: list[Line]) -> Line:
    """What several trees say of the same move."""
    visits = sum(line.visits for line in lines)
    chance = sum(line.visits * line.chance for line in lines) / max(visits, 1)
    return Line(lines[0].code, visits, chance, *interval(chance, visits, lines))


def interval(chance: float, visits: int, lines: list[Line]) -> tuple[float, float]:
    """The 95 % interval of so many games won or lost, widened by half of what the trees disagree.

    It says how much is due to the sampling, and nothing of how good the judgement is behind it.
    """
    if visits == 0:
        return 0.0, 1.0
    low, high = wilson(chance * visits, visits)
    said = [line.chance for line in lines if line.visits > 0]
    apart = (max(said) - min(said)) / 2
    return max(low - apart, 0.0), min(high + apart, 1.0)


def shared(nodes: int, threads: int) -> list[int]:
    """So many for each thread."""
    return [nodes // threads + (number < nodes % threads) for number in range(threads)]


def until(tree: Tree, end: float) -> tuple[int, int]:
    """Think until then; how many simulations and steps that were."""
    count, done, steps = AT_ONCE, 0, 0
    began = time.perf_counter()
    while True:
        steps += tree.think(count)
        done += count
        now = time.perf_counter()
        if now >= end:
            return done, steps
        pace = done / max(now - began, 1e-6)
        count = max(int(pace * max(end - began, 0.0) / LOOKS), 1)
        count = max(min(count, int(pace * (end - now))), 1)


# By name


def is_search(name: str) -> bool:
    return name == NAME or name.startswith(f"{NAME}:")


def search_named(
    name: str, *, seed: int | None = None, seconds: float | None = None, nodes: int | None = None
) -> SearchPlayer:
    """`mcts`, `mcts:0.5s` or `mcts:2000`: for how many seconds, or simulations."""
    said = name.removeprefix(NAME)
    if said and (seconds is not None or nodes is not None):
        raise BadOption(f"{name[:40]!r} says already how long it thinks")
    if re.fullmatch(r":[0-9]{1,4}(\.[0-9]{1,3})?s", said):
        seconds = float(said[1:-1])
    elif re.fullmatch(r":[0-9]{1,9}", said):
        nodes = int(said[1:])
    elif said:
        raise BadOption(f"{name[:40]!r} does not say how long to think; say it like mcts:0.5s or mcts:2000")
    return SearchPlayer(seed, seconds=seconds, nodes=nodes, name=name)
