"""Measure Civil War: random games of First Bull Run per second, and how long `book` thinks about a move.

One thread; games are timed by processor time.
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

from ...core.catalog import load
from ...core.definition import CHANCE, OVER
from ...core.dice import SeededDice, random_stream
from ...players.batch import play_games
from ...players.player import player
from ..measure import benchmark_parser, track_progress

ROUNDS, GAMES = 40, 100
DECISIONS = 4_000
QUICK = 20
"""`--quick` divides the sizes by this."""
SCENARIOS = ("bull-run", "wilderness")
"""The second one has the most pieces."""


def games_per_second(rounds: int) -> list[float]:
    """Return the random games per second in each of many short rounds."""
    game = load("civilwar")
    stream, figures = random_stream(1), []
    play_games(game, ("random", "random"), 1, stream)
    for _ in track_progress(range(rounds), "random games", rounds):
        began = time.process_time()
        play_games(game, ("random", "random"), GAMES, stream)
        figures.append(GAMES / (time.process_time() - began))
    return figures


def decision_times(scenario: str, name: str, count: int) -> list[float]:
    """Return the milliseconds for each decision of whole games, from the state to the move's code."""
    game = load("civilwar", scenario=scenario)
    decider, dice = player(name, seed=1), SeededDice(1)
    milliseconds: list[float] = []
    state = game.start()
    while len(milliseconds) < count:
        if state.current_player == OVER:
            state = game.start()
        elif state.current_player == CHANCE:
            state.play(dice.roll(""))
        else:
            began = time.perf_counter()
            code = decider.code(state)
            milliseconds.append(1000 * (time.perf_counter() - began))
            state.play(code)
    return milliseconds[1:]  # the first decision may load what was compiled


def main() -> int:
    args = benchmark_parser("speed.civilwar_games", __doc__).parse_args()
    divisor = QUICK if args.quick else 1
    figures = games_per_second(ROUNDS // divisor)
    print(
        f"Random games of First Bull Run per second of processor time: best {max(figures):,.0f}, "
        f"median {statistics.median(figures):,.0f} of {len(figures)} rounds"
    )
    for scenario in SCENARIOS:
        times = decision_times(scenario, "book", DECISIONS // divisor)
        print(
            f"`book` at {scenario}, ms per decision: median {statistics.median(times):.3f}, "
            f"99% under {np.quantile(times, 0.99):.3f}, longest {max(times):.3f} of {len(times):,}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
