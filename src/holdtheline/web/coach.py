"""The coach: what the position and its moves are worth, and what a roll gave or took."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from anyio.to_thread import run_sync as to_thread

from ..core.game import Game, State
from ..table.hints import Chance, Hint, exact_hint, has_hints, solution_of, waiting
from ..table.words import COMPILING, percent
from .thinking import Thinking, Who

LOG = logging.getLogger("holdtheline.web")
CLEAN_UP_AFTER = 5_000, 10, 20
"""New objects, and smaller clean-ups, before Python cleans up its memory."""
SOON = 0.7
"""Seconds that whoever asks first waits for the first answer."""
FAILED = "The chances could not be worked out."
NOT_NOW = "Nothing is to be decided now."
Options = tuple[tuple[str, str | int], ...]


def chance_of(value: Fraction, most: Fraction | None = None) -> dict[str, Any]:
    """A chance in the words of a message, or a range of them."""
    ends = [value] if most is None else [value, most]
    return {
        "percent": " to ".join(map(percent, ends)),
        "fraction": " to ".join(map(str, ends)),
        "chance": float(value),
        "most": float(ends[-1]),
    }


def estimate_of(chance: Chance) -> dict[str, Any]:
    """A chance to win in the words of a message, with its interval."""
    value = float(chance.value)
    low, high = chance.ends or (value, value)
    return {
        "percent": str(chance),
        "fraction": str(chance.value) if chance.ends is None else None,
        "chance": value,
        "low": low,
        "high": high,
        "interval": chance.interval or None,
    }


def told(hint: Hint) -> dict[str, Any]:
    moves = [
        {
            "text": move.text,
            "code": move.code,
            "label": move.label,
            "plays": list(plays),
            **estimate_of(chance),
        }
        for move, chance, plays in hint.moves
    ]
    return {
        "ready": True,
        "done": hint.is_done,
        "exact": hint.is_exact,
        "sentence": None,
        "simulations": hint.simulations,
        "chance": estimate_of(hint.chance),
        "moves": moves,
    }


def nothing_yet(game: Game, sentence: str, *, ready: bool = False) -> dict[str, Any]:
    return {
        "ready": ready, "done": ready, "exact": game.contract.is_solved, "sentence": sentence,
        "simulations": 0, "chance": None, "moves": [],
    }  # fmt: skip


class Coach:
    """The solutions of games that are small enough, and the thoughts about the others.

    The first solution compiles the solver, in a thread.
    """

    def __init__(self) -> None:
        self.thinking = Thinking()
        self.must_wait: Callable[[], bool] = lambda: False
        """Whether the rules are being compiled elsewhere: to do it here would make everybody wait."""
        self._solved: dict[tuple[str, Options], Any] = {}
        self._asked: set[tuple[str, Options]] = set()
        self._failed: set[tuple[str, Options]] = set()
        self._lock = threading.Lock()
        self._one_at_a_time = threading.Lock()

    def why_not(self, game: Game) -> str | None:
        """Why there is nobody to ask, or None."""
        return FAILED if (game.name, tuple(game.options.items())) in self._failed else None

    def solution(self, game: Game) -> Any | None:
        """The solution of this game, or None: it is being worked out, ask again."""
        if not game.contract.is_solved:
            return None
        which = game.name, tuple(game.options.items())
        with self._lock:
            if which in self._solved or which in self._asked:
                return self._solved.get(which)
            self._asked.add(which)
        threading.Thread(target=self._solve, args=(which, game), name="coach", daemon=True).start()
        return None

    def luck(self, before: State, after: State) -> float | None:
        """Percentage points that a roll gave or took, where they are known."""
        solution = self.solution(before.game)
        if solution is None:
            return None
        return round(float(solution.value(after) - solution.value(before)) * 100, 2)

    async def advice(self, who: Who | None, seen: State) -> dict[str, Any]:
        """What a seat is told of what it sees; where chances are sampled, only a seat is told."""
        if seen.game.contract.is_solved:
            return await to_thread(self.exact_advice, seen)
        if who is None or not has_hints(seen, who[1]):
            return nothing_yet(seen.game, NOT_NOW, ready=True)
        if self.must_wait():
            return nothing_yet(seen.game, COMPILING)
        question = self.thinking.ask(who, seen, who[1])
        if question.hint is None:
            await asyncio.wait([asyncio.wrap_future(question.answered)], timeout=SOON)
        if question.hint is not None:
            return told(question.hint) | {"done": question.is_done}
        return nothing_yet(seen.game, FAILED if question.is_done else waiting(), ready=question.is_done)

    def exact_advice(self, seen: State) -> dict[str, Any]:
        """The chance now, and that of each move, the best first."""
        solution = self.solution(seen.game)
        return nothing_yet(seen.game, waiting()) if solution is None else told(exact_hint(seen, solution))

    def _solve(self, which: tuple[str, Options], game: Game) -> None:
        try:
            with self._one_at_a_time:
                solution = solution_of(game)
        except Exception:  # (a coach that fails must not end the game)
            LOG.exception("the chances of %s could not be worked out", game.name)
            self._failed.add(which)
            return
        with self._lock:
            self._solved[which] = solution
        settle()


def settle() -> None:
    """What was loaded stays: clean-ups of memory must not go through it while people wait, nor come often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*CLEAN_UP_AFTER)
