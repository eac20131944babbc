"""How fast civilwar is: random games a second, and how long a `book` player thinks about a move.

`python -m benchmarks.battles`: First Bull Run, one thread, seconds of the processor.
"""

from __future__ import annotations

import statistics
import time

import numpy as np

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import SeededDice, random_stream
from holdtheline.players.batch import play_games
from holdtheline.players.player import player

ROUNDS = 40
GAMES = 100
THOUGHTS = 4_000
BUSIEST = "wilderness"
"""The battle with the most pieces."""


def playouts() -> list[float]:
    """Games a second in each of many short rounds."""
    game = load("civilwar")
    stream, figures = random_stream(1), []
    play_games(game, ("random", "random"), 1, stream)
    for _ in range(ROUNDS):
        began = time.process_time()
        play_games(game, ("random", "random"), GAMES, stream)
        figures.append(GAMES / (time.process_time() - began))
    return figures


def thoughts(scenario: str, name: str) -> list[float]:
    """Milliseconds for each decision of whole games, from the state to the code."""
    game = load("civilwar", scenario=scenario)
    thinker, dice = player(name, seed=1), SeededDice(1)
    taken: list[float] = []
    state = game.start()
    while len(taken) < THOUGHTS:
        if state.turn == OVER:
            state = game.start()
        elif state.turn == CHANCE:
            state.play(dice.roll(""))
        else:
            began = time.perf_counter()
            code = thinker.code(state)
            taken.append(1000 * (time.perf_counter() - began))
            state.play(code)
    return taken[1:]  # the first may have to load what was compiled


def report() -> None:
    figures = playouts()
    print(
        f"random games of First Bull Run a second: best {max(figures):,.0f}, "
        f"median {statistics.median(figures):,.0f} of {ROUNDS} rounds"
    )
    for scenario in ("bull-run", BUSIEST):
        taken = thoughts(scenario, "book")
        print(
            f"`book` at {scenario}, ms a decision: median {statistics.median(taken):.3f}, "
            f"99 % under {np.quantile(taken, 0.99):.3f}, longest {max(taken):.3f} of {len(taken)}"
        )


if __name__ == "__main__":
    report()
