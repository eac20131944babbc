"""Exact chances, worked out in the background: what a move is worth, what a roll gave or took."""

from __future__ import annotations

import gc
import logging
import threading
from fractions import Fraction
from typing import Any

from ..core.game import Game, State
from ..table.hints import solution_of, waiting
from ..table.words import percent

LOG = logging.getLogger("holdtheline.web")
CLEAN_UP_AFTER = 5_000, 10, 20
"""New objects, and smaller clean-ups, before Python cleans up its memory."""
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


class Coach:
    """The solutions of games that are small enough; the first one compiles the solver, in a thread."""

    def __init__(self) -> None:
        self._solved: dict[tuple[str, Options], Any] = {}
        self._asked: set[tuple[str, Options]] = set()
        self._failed: set[tuple[str, Options]] = set()
        self._lock = threading.Lock()
        self._one_at_a_time = threading.Lock()

    def why_not(self, game: Game) -> str | None:
        """Why there is nobody to ask, or None."""
        if game.contract.solve is None or game.contract.has_secrets:
            return f"{game.contract.title} is not solved, so there are no exact chances."
        if (game.name, tuple(game.options.items())) in self._failed:
            return "The chances could not be worked out."
        return None

    def solution(self, game: Game) -> Any | None:
        """The solution of this game, or None: it is being worked out, ask again."""
        if game.contract.solve is None or game.contract.has_secrets:
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

    def advice(self, seen: State) -> dict[str, Any]:
        """The chance now, and that of each move, the best first."""
        solution = self.solution(seen.game)
        if solution is None:
            return {"ready": False, "sentence": waiting(), "chance": None, "moves": []}
        moves = solution.moves(seen) if seen.turn >= 0 else []
        value = moves[0][1] if moves else solution.value(seen)
        told = [
            {"text": move.text, "code": move.code, "label": move.label, **chance_of(chance)}
            for move, chance in moves
        ]
        return {"ready": True, "sentence": None, "chance": chance_of(value), "moves": told}

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
