"""Win chances, worked out in the background so that nobody waits for them."""

from __future__ import annotations

import functools
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..core import kernel
from ..core.contract import Contract
from ..core.game import Game, Move, State
from .words import COMPILING


@dataclass(frozen=True)
class Hint:
    """The chance of a position, and of each move in it, the best first."""

    key: str
    chance: Fraction
    moves: tuple[tuple[Move, Fraction], ...] = field(default=())

    def chance_of(self, move: Move | None) -> Fraction | None:
        return next((chance for known, chance in self.moves if move and known.code == move.code), None)


def no_hints(game: Game) -> str | None:
    """Why there are no hints for this game, or None: there are."""
    if game.contract.solve is None:
        return f"{game.contract.title} is too large to be solved, so there are no exact chances to show."
    return None


def waiting() -> str:
    """What to say while the first hint is worked out."""
    return "working out the chances..." if kernel.is_warm() else COMPILING


@functools.lru_cache(maxsize=16)
def _solved(contract: Contract, options: tuple[tuple[str, str | int], ...]) -> Any:
    assert contract.solve is not None
    return contract.solve(dict(options))


def solution_of(game: Game) -> Any:
    """The solution of the game, kept for all games with its options; making it compiles the solver."""
    return _solved(game.contract, tuple(game.options.items()))


def hint_for(state: State) -> Hint:
    """The hint for a state; this may take seconds the first time."""
    solution = solution_of(state.game)
    moves = tuple(solution.moves(state)) if state.turn >= 0 else ()
    return Hint(state.digest(), moves[0][1] if moves else solution.value(state), moves)


class Hints:
    """Answers questions in a thread of its own; of several that wait only the newest counts."""

    def __init__(self, tell: Callable[[Hint | str], None]) -> None:
        self._tell = tell
        self._questions: queue.SimpleQueue[State] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def ask(self, state: State) -> None:
        """`tell` will be called, from another thread, with the hint or with a sentence."""
        self._questions.put(state)
        if self._thread is None:
            # A daemon: whoever leaves the game does not wait for a solver.
            self._thread = threading.Thread(target=self._answer, name="hints", daemon=True)
            self._thread.start()

    def _answer(self) -> None:
        while True:
            state = self._questions.get()
            while not self._questions.empty():
                state = self._questions.get()
            try:
                self._tell(hint_for(state))
            except Exception as error:  # noqa: BLE001  (a hint that fails must not end the game)
                self._tell(f"The chances could not be worked out ({type(error).__name__}).")
