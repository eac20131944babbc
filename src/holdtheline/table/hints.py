"""Win chances of a position and its moves, computed in the background.

A solved game has exact chances. Other games are searched, and their chances improve while the player looks.
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
from math import dist, hypot
from typing import Any, NamedTuple

from ..core.definition import OVER, GameDefinition
from ..core.events import Move
from ..core.game import Game, State
from ..core.kernel import compiler
from ..core.sentences import capitalize_first
from ..players import analysis
from ..players.analysis import PositionAnalysis, TurnPlanAnalysis
from ..players.mcts.search_tree import MoveEstimate, SearchResult
from .reasons import Reason, find_reason
from .session import Table
from .text import COMPILING_TEXT, format_percent, format_rounded_percent, format_sentence

MAX_SHOWN_MOVES = 5
FIRST_SIMULATIONS = 32
"""Simulations before the first hint."""
HINT_SECONDS = 0.15
"""Seconds between two hints."""
REPORT_SECONDS = 0.5
"""Seconds between two hints that are shown: a screen that flickers is hard to read."""
MAX_SIMULATIONS = 100_000
MAX_SECONDS = 30.0
SIMILAR_POINT_INCHES = 2.0
"""Moves whose ends are nearer to each other count as the same."""
POINT_PATTERN = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")
MIN_VISITS, MAX_WIDTH = 100, 0.1
"""A sampled chance is stated if it comes from so many simulations and its interval is no wider than this."""
MIN_VISIT_SHARE = 0.02
"""A move is shown if it has at least this share of the visits of the best move."""


@dataclass(frozen=True)
class WinChance:
    """A chance to win, and the bounds of its 95% interval (None for an exact chance)."""

    value: Fraction
    bounds: tuple[float, float] | None = None

    @property
    def is_telling(self) -> bool:
        """Whether it is known well enough to be stated."""
        return self.bounds is None or self.bounds[1] - self.bounds[0] <= MAX_WIDTH

    def __str__(self) -> str:
        """Return `72.22%` for an exact chance, `72%` for a sampled one."""
        return format_percent(self.value) if self.bounds is None else format_rounded_percent(float(self.value))

    @property
    def interval(self) -> str:
        """The interval as a text, `68 to 75%`, or an empty text for an exact chance."""
        if self.bounds is None:
            return ""
        low, high = map(format_rounded_percent, self.bounds)
        return low if low == high else f"{low.removesuffix('%')} to {high}"


class RatedMove(NamedTuple):
    """A move with its chance. If it is the first order of a turn plan, its label is the whole plan."""

    move: Move
    chance: WinChance
    plays: tuple[str, ...] = ()  # the orders of the plan, without the last, `ready`
    plan: tuple[int, ...] = ()  # the codes of all orders of the plan

    @property
    def codes(self) -> tuple[int, ...]:
        """The move, or all orders of the plan."""
        return self.plan or (self.move.code,)


@dataclass(frozen=True)
class Hint:
    """The chances of a position and of its moves, the best first."""

    key: str
    chance: WinChance
    moves: tuple[RatedMove, ...] = ()
    simulations: int = 0
    is_done: bool = True  # no better hint will follow
    advice: str = ""  # what to play and why, in one line; "" before the chances are known well enough
    details: tuple[str, ...] = ()  # what else speaks for it
    equal: tuple[RatedMove, ...] = ()  # the best move, and those that cannot be told from it

    @property
    def is_telling(self) -> bool:
        """Whether its chance can be stated."""
        return self.is_exact or (self.simulations >= MIN_VISITS and self.chance.is_telling)

    @property
    def is_exact(self) -> bool:
        return self.chance.bounds is None

    def chance_of(self, move: Move | None) -> WinChance | None:
        if move is None:
            return None
        return next((rated.chance for rated in self.moves if rated.move.code == move.code and not rated.plays), None)


def why_no_hints(table: Table) -> str | None:
    """Return why there are no hints at this table, or None if there are."""
    return None if table.allows_coach else "Hints are turned off at this table."


def waiting_text(definition: GameDefinition) -> str:
    """Return what to show before the first hint."""
    return "computing the chances..." if compiler.is_precompiled(definition.kernel_prefix) else COMPILING_TEXT


# Exact hints


@functools.lru_cache(maxsize=16)
def _cached_solution(definition: GameDefinition, options: tuple[tuple[str, str | int], ...]) -> Any:
    assert definition.ai.solver is not None
    return definition.ai.solver(dict(options))


def solution_of(game: Game) -> Any:
    """Return the solution of the game, cached by its options; the first call compiles the solver."""
    return _cached_solution(game.definition, tuple(game.options.items()))


def exact_hint(state: State, solution: Any) -> Hint:
    moves = solution.moves(state) if state.current_player >= 0 else ()
    rated = tuple(RatedMove(move, WinChance(chance)) for move, chance in moves)
    hint = Hint(
        state.digest(), rated[0].chance if rated else WinChance(solution.value(state)), rated, equal=equal_moves(rated)
    )
    return with_advice(hint, find_reason(state, 0, [rated[0].move.code], [], 0)) if rated else hint


# Sampled hints


def hints_for(seen: State, seat: int, *, seed: int | None = None, at_once: int | None = None) -> Iterator[Hint]:
    """Yield better and better hints for what a seat sees; the first may take seconds.

    `at_once` is the number of simulations between two hints; by default it depends on the time they take.
    """
    compiler.wait_while_compiling(seen.game.definition.kernel_prefix)
    if seen.game.definition.is_solved:
        yield exact_hint(seen, solution_of(seen.game))
        return
    if not has_hints(seen, seat):
        return
    seed = secrets.randbits(32) if seed is None else seed
    running = (
        TurnPlanAnalysis(seen, seat, seed) if analysis.is_planning_phase(seen) else PositionAnalysis(seen, seat, seed)
    )
    count, spent = at_once or FIRST_SIMULATIONS, 0.0
    reasons = ReasonFinder(seen, seat, seed)
    while True:
        started = time.perf_counter()
        result = running.think(count)
        elapsed = time.perf_counter() - started
        spent += elapsed
        is_done = result.simulations >= MAX_SIMULATIONS or spent >= MAX_SECONDS
        yield reasons.explain(sampled_hint(seen, result, is_done))
        if is_done:
            return
        if at_once is None:
            count = max(min(int(count * HINT_SECONDS / max(elapsed, 1e-6)), 8 * count), 2)
        count = min(count, MAX_SIMULATIONS - result.simulations)


def has_hints(seen: State, seat: int) -> bool:
    """Return whether there are hints for this seat: on its turn, and in most games even while it waits."""
    definition = seen.game.definition
    if definition.is_solved or seen.can_move(seat):
        return True
    return seen.current_player != OVER and definition.simultaneous is None  # simultaneous plans are evaluated together


def hint_within(seen: State, seat: int, seconds: float) -> Hint | None:
    """Return the best hint within this time, or None if there are no hints for this seat."""
    best, end = None, time.monotonic() + seconds
    for hint in hints_for(seen, seat):
        best = hint
        if time.monotonic() >= end:
            break
    return best


def sampled_hint(seen: State, result: SearchResult, is_done: bool) -> Hint:
    best = [rate_move(seen, estimate) for estimate in most_reliable(result)]
    distinct = drop_similar_moves(best)
    stated = [rated for rated in distinct if rated.chance.is_telling] or distinct[:1]
    moves = tuple(sorted(stated[:MAX_SHOWN_MOVES], key=lambda rated: -rated.chance.value))
    chance = moves[0].chance if moves else sampled_chance(result.chance, *result.interval)
    return Hint(seen.digest(), chance, moves, result.simulations, is_done, equal=equal_moves(distinct))


def sampled_chance(chance: float, low: float, high: float) -> WinChance:
    return WinChance(Fraction(chance).limit_denominator(1_000_000), (low, high))


def most_reliable(result: SearchResult) -> list[MoveEstimate]:
    """Return the moves that were tried often enough, ordered by the lower bound of their chance."""
    least = MIN_VISIT_SHARE * max((move.visits for move in result.moves), default=0)
    return sorted((move for move in result.moves if move.visits >= least), key=lambda move: -move.low)


def rate_move(seen: State, estimate: MoveEstimate) -> RatedMove:
    simultaneous, move = seen.game.definition.simultaneous, seen.move(estimate.code)
    chance = sampled_chance(estimate.chance, estimate.low, estimate.high)
    if simultaneous is None or not estimate.plan:
        return RatedMove(move, chance)
    plays = tuple(seen.game.definition.text.move_text(seen.record, code) for code in estimate.plan[:-1])
    whole_plan = Move(move.code, described=(move.text, move.clause, simultaneous.plan_text(estimate.plan)))
    return RatedMove(whole_plan, chance, plays, tuple(estimate.plan))


def drop_similar_moves(moves: Sequence[RatedMove]) -> list[RatedMove]:
    """Return the best of each group of moves with the same label or nearly the same end."""
    distinct: list[RatedMove] = []
    for rated in moves:
        if not any(are_similar_moves(rated.move, other.move) for other in distinct):
            distinct.append(rated)
    return distinct


def are_similar_moves(move: Move, other: Move) -> bool:
    """Return whether two moves have the same label, or differ only in points that are near: `go 12.5,7`."""
    if move.label == other.label:
        return True
    if POINT_PATTERN.sub("", move.text) != POINT_PATTERN.sub("", other.text):
        return False
    points = [[(float(x), float(y)) for x, y in POINT_PATTERN.findall(text)] for text in (move.text, other.text)]
    return bool(points[0]) and all(dist(a, b) < SIMILAR_POINT_INCHES for a, b in zip(*points, strict=True))


# Advice

MAX_EQUAL = 3
"""Moves that are named if they are equally good."""


def differ_clearly(best: WinChance, other: WinChance) -> bool:
    """Return whether the first chance is better by more than the error of both."""
    if best.bounds is None or other.bounds is None:
        return best.value > other.value
    error = hypot(float(best.value) - best.bounds[0], other.bounds[1] - float(other.value))
    return float(best.value - other.value) > error


def equal_moves(moves: Sequence[RatedMove]) -> tuple[RatedMove, ...]:
    """Return the best move and those that cannot be told from it, by their chances."""
    if not moves:
        return ()
    best, *others = sorted(moves, key=lambda rated: -rated.chance.value)
    return (best, *(rated for rated in others if not differ_clearly(best.chance, rated.chance)))


def with_advice(hint: Hint, reason: Reason) -> Hint:
    """Return the hint with a sentence: the best move and the reason for it, or the moves that are equally good."""
    labels = [capitalize_first(rated.move.label) for rated in hint.equal]
    details = tuple(map(format_sentence, reason.details))
    if len(labels) == 1:
        return replace(hint, advice=f"{labels[0]}{f' – {reason.line}' if reason.line else ''}.", details=details)
    count = len(labels) - MAX_EQUAL
    named = "; ".join(labels[:MAX_EQUAL]) + (f"; and {count} more" if count > 0 else "")
    start = "Equally good" if hint.is_exact else "Too close to tell"
    first = (f"{labels[0]}: {reason.line}.",) if reason.line else ()
    return replace(hint, advice=f"{start}: {named}.", details=(*first, *details))


class ReasonFinder:
    """Finds the reason for each hint, once for each pair of moves that it compares."""

    def __init__(self, seen: State, seat: int, seed: int) -> None:
        self._seen, self._seat, self._seed = seen, seat, seed
        self._compared: tuple[Sequence[int], ...] = ()
        self._reason = Reason("")

    def explain(self, hint: Hint) -> Hint:
        """Return the hint with its advice, or unchanged before its chances are known well enough."""
        if not hint.moves or not hint.is_telling:
            return hint
        best, *others = dict.fromkeys((*hint.equal, *hint.moves))
        compared = tuple(rated.codes for rated in (best, *others[:1]))
        if compared != self._compared:
            self._compared = compared
            other = compared[1] if len(compared) > 1 else ()
            self._reason = find_reason(self._seen, self._seat, compared[0], other, self._seed)
        return with_advice(hint, self._reason)


class HintWorker:
    """A thread that computes hints; if several questions wait, only the newest counts."""

    def __init__(self, report: Callable[[Hint | str], None]) -> None:
        self._report = report
        self._questions: queue.SimpleQueue[tuple[State, int] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def ask(self, seen: State, seat: int) -> None:
        """Ask for hints: `report` is called, from another thread, with better and better hints or with an error."""
        self._questions.put((seen, seat))
        if self._thread is None:
            # A daemon, so that quitting does not wait for a solver.
            self._thread = threading.Thread(target=self._answer, name="hints", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop computing hints."""
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
            reported = -REPORT_SECONDS
            for hint in hints_for(seen, seat):
                if hint.is_done or time.monotonic() - reported >= REPORT_SECONDS:
                    self._report(hint)
                    reported = time.monotonic()
                if not self._questions.empty():
                    return
        except Exception as error:  # noqa: BLE001  (a hint that fails must not end the game)
            self._report(f"The chances could not be computed ({type(error).__name__}).")
