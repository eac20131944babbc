"""Exact chances of solved games: the solutions, and what a roll gained or lost."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from ...core.catalog import definition_of
from ...core.game import Game, State
from ...core.kernel.compiler import is_precompiled
from ...core.kernel.numba_version import PLAIN_PYTHON
from ...table.hints import solution_of

MAX_SOLUTIONS = 8
"""Solutions that are kept; one of siege has 4 MB."""
GameKey = tuple[str, tuple[tuple[str, str | int], ...]]
"""The name and the options of a game."""


def game_key(game: Game) -> GameKey:
    return game.name, tuple(game.options.items())


class ExactChances:
    """The solutions of games, computed when they are asked for. Until a game is compiled it has none."""

    def solution(self, game: Game) -> Any | None:
        """Return the solution of this game; None if it has none, or none yet."""
        is_ready = game.definition.is_solved and is_precompiled(game.definition.kernel_prefix) and not PLAIN_PYTHON
        return solution_of(game) if is_ready else None

    def luck(self, before: State, after: State) -> float | None:
        """Return the percentage points that a roll gained or lost, if they are known."""
        solution = self.solution(before.game)
        if solution is None:
            return None
        return round(float(solution.value(after) - solution.value(before)) * 100, 2)


def solve(key: GameKey) -> Any:
    """Solve a game (runs in a worker)."""
    name, options = key
    return solution_of(Game(definition_of(name), dict(options), plain=True))


class SolutionCache:
    """The solutions that were used last."""

    def __init__(self) -> None:
        self._solutions: OrderedDict[GameKey, Any] = OrderedDict()

    def get(self, key: GameKey) -> Any | None:
        if key in self._solutions:
            self._solutions.move_to_end(key)
        return self._solutions.get(key)

    def add(self, key: GameKey, solution: Any) -> None:
        self._solutions[key] = solution
        if len(self._solutions) > MAX_SOLUTIONS:
            self._solutions.popitem(last=False)
