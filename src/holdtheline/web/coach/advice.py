"""The coach: the chance to win now and after each move (from `table.hints`), and what a roll gained or lost."""

from __future__ import annotations

import asyncio
import gc
import time
from contextlib import suppress
from typing import Any

from ...core.game import Game, State
from ...core.kernel.numba_version import PLAIN_PYTHON
from ...players.background_compiler import BackgroundCompiler
from ...table.hints import Hint, RatedMove, WinChance, exact_hint, has_hints, waiting_text
from ...table.text import COMPILING_TEXT
from ..workers.pool import WorkerPool, WorkersBusy
from .exact import ExactChances, GameKey, SolutionCache, game_key, solve
from .models import Advice, Estimate, MoveChance
from .searches import CoachSearches, TableSeat

GC_THRESHOLDS = 5_000, 10, 20
"""Thresholds of the three generations of Python's garbage collector."""
FIRST_ANSWER_SECONDS = 0.7
"""How long the first request for a position waits for a first answer."""
COACH_FAILED = "The chances could not be computed."
RETRY_SECONDS = 60.0
"""How long after a failure a game is solved again, such as after a worker was killed on a busy machine."""
NOTHING_TO_DECIDE = "There is nothing to decide now."
NEEDS_COMPILED_RULES = "Exact chances need compiled rules, and this server runs without them."


def estimate(chance: WinChance) -> Estimate:
    value = float(chance.value)
    low, high = chance.bounds or (value, value)
    fraction = str(chance.value) if chance.bounds is None else None
    interval = chance.interval or None
    return Estimate(percent=str(chance), fraction=fraction, chance=value, low=low, high=high, interval=interval)


def move_chance(rated: RatedMove) -> MoveChance:
    move, chance = rated.move, dict(estimate(rated.chance))
    return MoveChance(text=move.text, code=move.code, label=move.label, plays=list(rated.plays), **chance)


def uncertain_text(hint: Hint) -> str:
    return f"The chances are still too uncertain to state, after {hint.simulations:,} simulated games."


def advice_from_hint(hint: Hint, *, is_done: bool) -> Advice:
    """Return the hint as JSON; before its chances are known well enough, only that it is being computed."""
    if not hint.is_telling:
        return Advice(
            ready=is_done,
            done=is_done,
            exact=False,
            sentence=uncertain_text(hint),
            simulations=hint.simulations,
            chance=None,
            moves=[],
            advice="",
            details=[],
        )
    return Advice(
        ready=True,
        done=is_done,
        exact=hint.is_exact,
        sentence=None,
        simulations=hint.simulations,
        chance=estimate(hint.chance),
        moves=[move_chance(rated) for rated in hint.moves],
        advice=hint.advice,
        details=list(hint.details),
    )


def empty_advice(game: Game, sentence: str, *, ready: bool = False) -> Advice:
    return Advice(
        ready=ready,
        done=ready,
        exact=game.definition.is_solved,
        sentence=sentence,
        simulations=0,
        chance=None,
        moves=[],
        advice="",
        details=[],
    )


class Coach(ExactChances):
    """Solve the games that are small enough, and search the positions of the others, in workers."""

    def __init__(self, workers: WorkerPool) -> None:
        self.compiler: BackgroundCompiler | None = None
        """Compiles the games in another process, because compiling them here would block every table."""
        self.solutions = SolutionCache()
        self._workers = workers
        self._searches = CoachSearches(workers)
        self._started: set[GameKey] = set()
        self._failed: dict[GameKey, float] = {}
        """When solving failed, by `time.monotonic`."""

    def is_compiling(self, game: str) -> bool:
        return self.compiler is not None and self.compiler.is_compiling(game)

    def why_not(self, game: Game) -> str | None:
        """Return why the coach cannot advise on this game, or None."""
        return COACH_FAILED if self._has_just_failed(game_key(game)) else None

    def solution(self, game: Game) -> Any | None:
        """Return the solution of this game; None while it is being computed, or if the game has none.

        In plain Python solving takes minutes and would keep a worker from all other work, so there is none.
        """
        if not game.definition.is_solved or self.is_compiling(game.name) or PLAIN_PYTHON:
            return None
        key = game_key(game)
        found = self.solutions.get(key)
        if found is None and key not in self._started and not self._has_just_failed(key):
            with suppress(WorkersBusy):  # the next request tries again
                self._solve(key)
        return found

    async def advice(self, table_seat: TableSeat | None, seen: State) -> Advice:
        """Advise on a position as a seat sees it. Spectators get advice only if chances are exact."""
        if seen.game.definition.is_solved:
            return self.exact_advice(seen)
        if table_seat is None or not has_hints(seen, table_seat[1]):
            return empty_advice(seen.game, NOTHING_TO_DECIDE, ready=True)
        if self.compiler is not None and self.compiler.is_compiling(seen.game.name):
            return empty_advice(seen.game, self.compiler.notice(seen.game.name) or COMPILING_TEXT)
        question = self._searches.ask(table_seat, seen)
        if question is None:
            return empty_advice(seen.game, waiting_text(seen.game.definition))
        with suppress(TimeoutError):
            await asyncio.wait_for(question.answered.wait(), FIRST_ANSWER_SECONDS)
        if question.hint is not None:
            return advice_from_hint(question.hint, is_done=question.is_done)
        if question.has_failed:
            return empty_advice(seen.game, COACH_FAILED, ready=True)
        return empty_advice(seen.game, waiting_text(seen.game.definition))

    def exact_advice(self, seen: State) -> Advice:
        if PLAIN_PYTHON:
            return empty_advice(seen.game, NEEDS_COMPILED_RULES, ready=True)
        solution = self.solution(seen.game)
        if solution is None:
            return empty_advice(seen.game, waiting_text(seen.game.definition))
        hint = exact_hint(seen, solution)
        return advice_from_hint(hint, is_done=hint.is_done)

    def _has_just_failed(self, key: GameKey) -> bool:
        return time.monotonic() < self._failed.get(key, float("-inf")) + RETRY_SECONDS

    def _solve(self, key: GameKey) -> None:
        job = self._workers.start("", solve, key)
        self._started.add(key)

        def end(result: asyncio.Future[Any]) -> None:
            self._started.discard(key)
            if result.cancelled():
                return
            if result.exception() is not None:
                self._failed[key] = time.monotonic()
            else:
                self.solutions.add(key, result.result())

        job.result.add_done_callback(end)


def freeze_memory() -> None:
    """Exclude what is loaded now from garbage collection, and collect less often, so that no request waits for it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
