"""Win chances, worked out in the background so that nobody waits for them.

A game that is solved has exact ones. Elsewhere a search samples them, and they get better while one looks.
"""

from __future__ import annotations

import functools
import queue
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import dist
from typing import Any, NamedTuple

from ..core import kernel
from ..core.contract import OVER, Contract
from ..core.game import Game, Move, State
from ..players import plans
from ..players.mcts import Line, Thought
from ..players.plans import Planning
from ..players.ponder import Pondering
from .session import Table
from .words import COMPILING, percent, rounded

SHOWN = 5
"""Moves that a sampled hint has."""
FIRST = 32
"""Simulations before the first hint."""
SECONDS = 0.15
"""From one hint to the next."""
TELL = 0.5
"""Seconds from one hint to the next that is told: a screen that flickers is hard to read."""
MOST = 100_000
"""Simulations, after which more would hardly change anything."""
LONGEST = 30.0
"""Seconds that a position is worth."""
NEAR = 2.0
"""Inches: ends that are nearer to each other than that are much the same."""
POINT = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")
FEWEST = 0.02
"""The share of the visits of the best move that another must have to be shown."""


@dataclass(frozen=True)
class Chance:
    """A chance to win, and the ends of its interval, which an exact one does not have."""

    value: Fraction
    ends: tuple[float, float] | None = None

    def __str__(self) -> str:
        """72.22% where it is exact, 72% where it was sampled."""
        return percent(self.value) if self.ends is None else rounded(float(self.value))

    @property
    def interval(self) -> str:
        """`68 to 75%`, or nothing."""
        if self.ends is None:
            return ""
        low, high = map(rounded, self.ends)
        return low if low == high else f"{low.removesuffix('%')} to {high}"


class Advised(NamedTuple):
    """A move with its chance. Where it begins a whole plan, its label tells all of that."""

    move: Move
    chance: Chance
    plays: tuple[str, ...] = ()
    """The orders of the plan, but for the last, which says that one is ready."""


@dataclass(frozen=True)
class Hint:
    """The chance of a position, and of each move in it, the best first."""

    key: str
    chance: Chance
    moves: tuple[Advised, ...] = ()
    simulations: int = 0
    is_done: bool = True
    """No better one will come."""

    @property
    def is_exact(self) -> bool:
        return self.chance.ends is None

    def chance_of(self, move: Move | None) -> Chance | None:
        alike = (one.chance for one in self.moves if move and one.move.code == move.code and not one.plays)
        return next(alike, None)


def no_hints(table: Table) -> str | None:
    """Why there are no hints at this table, or None: there are."""
    return None if table.allows_coach else "At this table nobody may ask for hints."


def waiting() -> str:
    """What to say while the first hint is worked out."""
    return "working out the chances..." if kernel.is_warm() else COMPILING


# Exact ones


@functools.lru_cache(maxsize=16)
def _solved(contract: Contract, options: tuple[tuple[str, str | int], ...]) -> Any:
    assert contract.solve is not None
    return contract.solve(dict(options))


def solution_of(game: Game) -> Any:
    """The solution of the game, kept for all games with its options; making it compiles the solver."""
    return _solved(game.contract, tuple(game.options.items()))


def exact_hint(state: State, solution: Any) -> Hint:
    moves = solution.moves(state) if state.turn >= 0 else ()
    advised = tuple(Advised(move, Chance(chance)) for move, chance in moves)
    return Hint(state.digest(), advised[0].chance if advised else Chance(solution.value(state)), advised)


# Sampled ones


def hints_for(
    seen: State, seat: int, *, seed: int | None = None, at_once: int | None = None
) -> Iterator[Hint]:
    """Better and better hints for what a seat sees; the first may take seconds.

    With `at_once`, so many simulations lie between one and the next; else so many as the time is for.
    """
    if seen.game.contract.is_solved:
        yield exact_hint(seen, solution_of(seen.game))
        return
    if not has_hints(seen, seat):
        return
    seed = secrets.randbits(32) if seed is None else seed
    thinker = Planning(seen, seat, seed) if plans.are_made_in(seen) else Pondering(seen, seat, seed)
    count, spent = at_once or FIRST, 0.0
    while True:
        began = time.perf_counter()
        thought = thinker.think(count)
        took = time.perf_counter() - began
        spent += took
        is_done = thought.simulations >= MOST or spent >= LONGEST
        yield sampled_hint(seen, thought, is_done)
        if is_done:
            return
        if at_once is None:
            count = max(min(int(count * SECONDS / max(took, 1e-6)), 8 * count), 2)
        count = min(count, MOST - thought.simulations)


def has_hints(seen: State, seat: int) -> bool:
    """Whether there is something to say: at its turn, and of most games also while it waits."""
    contract = seen.game.contract
    if contract.is_solved or seen.can_move(seat):
        return True
    return seen.turn != OVER and contract.together is None  # plans are judged when all are made


def hint_within(seen: State, seat: int, seconds: float) -> Hint | None:
    """The best hint that this time is enough for; None: there is nothing to say to this seat."""
    best, end = None, time.monotonic() + seconds
    for hint in hints_for(seen, seat):
        best = hint
        if time.monotonic() >= end:
            break
    return best


def sampled_hint(seen: State, thought: Thought, is_done: bool) -> Hint:
    best = [advised(seen, line) for line in surest(thought)]
    moves = tuple(distinct(best)[:SHOWN])
    chance = moves[0].chance if moves else sampled(thought.chance, *thought.ends)
    return Hint(seen.digest(), chance, moves, thought.simulations, is_done)


def sampled(chance: float, low: float, high: float) -> Chance:
    return Chance(Fraction(chance).limit_denominator(1_000_000), (low, high))


def surest(thought: Thought) -> list[Line]:
    """The moves that were tried enough, those first that are good even if luck had flattered them."""
    least = FEWEST * max((line.visits for line in thought.lines), default=0)
    return sorted((line for line in thought.lines if line.visits >= least), key=lambda line: -line.low)


def advised(seen: State, line: Line) -> Advised:
    together, move = seen.game.contract.together, seen.move(line.code)
    chance = sampled(line.chance, line.low, line.high)
    if together is None or not line.plan:
        return Advised(move, chance)
    plays = tuple(seen.game.contract.move_text(seen.record, code) for code in line.plan[:-1])
    return Advised(replace(move, label=together.told(line.plan)), chance, plays)


def distinct(moves: Sequence[Advised]) -> list[Advised]:
    """Of moves that are called the same, or that end in nearly the same place, the best."""
    found: list[Advised] = []
    for one in moves:
        if not any(are_alike(one.move, other.move) for other in found):
            found.append(one)
    return found


def are_alike(one: Move, other: Move) -> bool:
    """On an open table the places of moves are points: `go 12.5,7`."""
    if one.label == other.label:
        return True
    if POINT.sub("", one.text) != POINT.sub("", other.text):
        return False
    ends = [[(float(x), float(y)) for x, y in POINT.findall(move.text)] for move in (one, other)]
    return bool(ends[0]) and all(dist(here, there) < NEAR for here, there in zip(*ends, strict=True))


class Hints:
    """Answers questions in a thread of its own; of several that wait only the newest counts."""

    def __init__(self, tell: Callable[[Hint | str], None]) -> None:
        self._tell = tell
        self._questions: queue.SimpleQueue[tuple[State, int] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def ask(self, seen: State, seat: int) -> None:
        """`tell` will be called, from another thread, with better and better hints, or with a sentence."""
        self._questions.put((seen, seat))
        if self._thread is None:
            # A daemon: whoever leaves the game does not wait for a solver.
            self._thread = threading.Thread(target=self._answer, name="hints", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Nobody wants to know any more."""
        self._questions.put(None)

    def _answer(self) -> None:
        while True:
            question = self._questions.get()
            while not self._questions.empty():
                question = self._questions.get()
            if question is not None:
                self._think(*question)

    def _think(self, seen: State, seat: int) -> None:
        try:
            told = -TELL
            for hint in hints_for(seen, seat):
                if hint.is_done or time.monotonic() - told >= TELL:
                    self._tell(hint)
                    told = time.monotonic()
                if not self._questions.empty():
                    return
        except Exception as error:  # noqa: BLE001  (a hint that fails must not end the game)
            self._tell(f"The chances could not be worked out ({type(error).__name__}).")
