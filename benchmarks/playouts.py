"""Random games: compiled in one thread, and driven step by step from Python beside OpenSpiel."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.measure import in_turns, ratio
from holdtheline.core import catalog, definition
from holdtheline.core.dice import random_stream
from holdtheline.players.batch import play_games

STEPS = 60_000
GAMES = 1_000_000


def compiled() -> float:
    """Steps a second in one thread, without coming back to Python."""
    game = catalog.load("siege")
    play_games(game, ("random",), 1, random_stream(1))
    began = time.perf_counter()
    _, steps = play_games(game, ("random",), GAMES, random_stream(1))
    return steps / (time.perf_counter() - began)


def through_the_face() -> float:
    """Ask for the legal codes, pick one, play it."""
    game = catalog.load("siege")
    draw = random.Random(1).random
    steps = 0
    began = time.perf_counter()
    while steps < STEPS:
        state = game.start()
        while state.turn != definition.OVER:
            codes = state.codes()
            state.play(codes[int(draw() * len(codes))])
            steps += 1
    return steps / (time.perf_counter() - began)


def through_openspiel(name: str) -> Callable[[], float]:
    import pyspiel

    from benchmarks import peer_siege  # noqa: F401  registers the game

    game: Any = pyspiel.load_game(name)

    def run() -> float:
        draw = random.Random(1).random
        steps = 0
        began = time.perf_counter()
        while steps < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                steps += 1
        return steps / (time.perf_counter() - began)

    return run


COMPILED, FACE, PEER, PIG = "compiled", "face", "siege in OpenSpiel", "pig in OpenSpiel"


def report() -> None:
    figures = in_turns(
        {
            COMPILED: compiled,
            FACE: through_the_face,
            PEER: through_openspiel("htl_siege"),
            PIG: through_openspiel("pig"),
        }
    )
    print("Random games, steps a second (medians of 7 rounds in turns)")
    for name, rounds in figures.items():
        print(f"  {name:20} {statistics.median(rounds):>14,.0f}")
    print("Ratios, driven from Python: ask for the legal codes, pick one, play it")
    print(f"  siege here : siege as a Python game for OpenSpiel  {ratio(figures, FACE, PEER)}")
    print(f"  siege here : OpenSpiel's own pig, in C++           {ratio(figures, FACE, PIG)}")
    print("Ratio, one thread, without Python in between")
    print(f"  siege here : siege as a Python game for OpenSpiel  {ratio(figures, COMPILED, PEER)}")
