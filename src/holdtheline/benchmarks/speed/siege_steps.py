"""Measure random games of siege: steps per second, compiled and driven from Python, beside OpenSpiel.

The peers are siege written in Python for OpenSpiel (`openspiel_siege`) and OpenSpiel's own `pig`, in C++. Without
OpenSpiel (`pip install 'holdtheline[bench]'`) they are left out.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Sized
from importlib.util import find_spec
from typing import Any

from ...core import catalog, definition
from ...core.dice import random_stream
from ...core.game import State
from ...players.batch import play_games
from ..measure import benchmark_parser, describe_ratio, measure_in_rounds

STEPS = 60_000
"""Steps of a round, where Python drives the game."""
GAMES = 1_000_000
"""Games of a round, where everything is compiled."""
LISTS = 10_000
"""Positions whose legal steps are listed in a round."""
ROUNDS = 7
QUICK = 10
"""`--quick` divides the sizes by this."""

COMPILED, FROM_PYTHON, ONE_CALL = "compiled, one thread", "from Python", "from Python, `step`"
MOVES, CODES = "lists of moves", "lists of codes"
OPENSPIEL_SIEGE, OPENSPIEL_PIG = "siege in OpenSpiel", "pig in OpenSpiel"


def measure_compiled(games: int) -> float:
    """Return steps per second in one thread that never returns to Python."""
    game = catalog.load("siege")
    play_games(game, ("random",), 1, random_stream(1))
    began = time.perf_counter()
    _, steps = play_games(game, ("random",), games, random_stream(1))
    return steps / (time.perf_counter() - began)


def measure_from_python(least_steps: int) -> float:
    """Return steps per second where Python lists the legal codes, picks one and plays it."""
    game = catalog.load("siege")
    draw = random.Random(1).random
    steps = 0
    began = time.perf_counter()
    while steps < least_steps:
        state = game.start()
        while state.current_player != definition.OVER:
            codes = state.legal_codes()
            state.play(codes[int(draw() * len(codes))])
            steps += 1
    return steps / (time.perf_counter() - began)


def measure_one_call(least_steps: int) -> float:
    """Return steps per second where Python picks a code, and one call plays it and lists the next ones."""
    game = catalog.load("siege")
    draw = random.Random(1).random
    steps = 0
    began = time.perf_counter()
    while steps < least_steps:
        state = game.start()
        codes = state.legal_codes()
        while codes:
            codes = state.step(codes[int(draw() * len(codes))])
            steps += 1
    return steps / (time.perf_counter() - began)


def measure_lists(list_steps: Callable[[State], Sized]) -> Callable[[], float]:
    """Return a function that measures lists of the legal steps per second, in positions with a decision."""
    decisions: list[State] = []
    state, draw = catalog.load("siege").start(), random.Random(1)
    while len(decisions) < LISTS:
        if state.is_over:
            state = state.game.start()
        if not state.is_chance:
            decisions.append(state.copy())
        state.play(draw.choice(state.legal_codes()))

    def measure() -> float:
        began = time.perf_counter()
        for position in decisions:
            list_steps(position)
        return len(decisions) / (time.perf_counter() - began)

    return measure


def measure_openspiel(name: str, least_steps: int) -> Callable[[], float]:
    """Return a function that measures a game of OpenSpiel, driven from Python in the same way."""
    import pyspiel

    from . import openspiel_siege  # noqa: F401  registers the game

    game: Any = pyspiel.load_game(name)

    def measure() -> float:
        draw = random.Random(1).random
        steps = 0
        began = time.perf_counter()
        while steps < least_steps:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                steps += 1
        return steps / (time.perf_counter() - began)

    return measure


def main() -> int:
    args = benchmark_parser("speed.siege_steps", __doc__).parse_args()
    divisor, rounds = (QUICK, 2) if args.quick else (1, ROUNDS)
    steps = STEPS // divisor
    contestants: dict[str, Callable[[], float]] = {
        COMPILED: lambda: measure_compiled(GAMES // divisor),
        FROM_PYTHON: lambda: measure_from_python(steps),
        ONE_CALL: lambda: measure_one_call(steps),
        MOVES: measure_lists(State.legal_moves),
        CODES: measure_lists(State.legal_codes),
    }
    has_openspiel = find_spec("pyspiel") is not None
    if has_openspiel:
        contestants[OPENSPIEL_SIEGE] = measure_openspiel("htl_siege", steps)
        contestants[OPENSPIEL_PIG] = measure_openspiel("pig", steps)
    figures = measure_in_rounds(contestants, rounds)
    print(f"Random games, steps per second (median of {rounds} rounds)")
    for name, measured in figures.items():
        print(f"  {name:20} {statistics.median(measured):>14,.0f}")
    print(f"Ratio, `legal_moves` : `legal_codes`             {describe_ratio(figures, MOVES, CODES)}")
    if not has_openspiel:
        print("OpenSpiel is not installed, so there is nothing to compare with: pip install 'holdtheline[bench]'")
        return 0
    print("Ratios of steps per second, both driven from Python: list the legal codes, pick one, play it")
    print(f"  siege : siege as a Python game for OpenSpiel  {describe_ratio(figures, FROM_PYTHON, OPENSPIEL_SIEGE)}")
    print(f"  siege : OpenSpiel's own pig, in C++           {describe_ratio(figures, FROM_PYTHON, OPENSPIEL_PIG)}")
    print("Ratios where one call, `step`, plays a code and lists the next ones")
    print(f"  siege : OpenSpiel's own pig, in C++           {describe_ratio(figures, ONE_CALL, OPENSPIEL_PIG)}")
    print(f"  siege : siege with two calls                  {describe_ratio(figures, ONE_CALL, FROM_PYTHON)}")
    print("Ratio, compiled in one thread against driven from Python")
    print(f"  siege : siege as a Python game for OpenSpiel  {describe_ratio(figures, COMPILED, OPENSPIEL_SIEGE)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
