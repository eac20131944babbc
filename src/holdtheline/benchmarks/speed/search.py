"""Measure how many simulations per second the search makes, with one thread and with two.

Beside it, where OpenSpiel is installed (`pip install 'holdtheline[bench]'`), OpenSpiel's search on some of its games.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from ...core.catalog import load
from ...core.definition import CHANCE, OVER
from ...core.dice import SeededDice
from ...core.game import State
from ...players.mcts.player import SearchPlayer
from ...players.player import player
from ..measure import benchmark_parser, track_progress

SIEGE_POSITION = "lanes 4 3 2, backline 6, waves 3"
SECONDS, ROUNDS = 1.0, 5
QUICK_SECONDS, QUICK_ROUNDS = 0.1, 1
OPENSPIEL_GAMES = {"tic_tac_toe": 100_000, "connect_four": 50_000, "hex(board_size=5)": 50_000, "backgammon": 2_000}
"""Games of OpenSpiel and the simulations of a round. The first is about as short as siege, the last two have about
as many moves, and only backgammon has dice."""
QUICK_DIVISOR = 100
SAMPLED_GAMES = 200
"""Random games that are played to find how many moves and steps a game has."""


class Rates(NamedTuple):
    """Simulations per second, by wall time and by processor time."""

    wall: float
    processor: float


def measure_search(state: State, threads: int, is_quick: bool) -> Rates:
    """Return the best of some rounds: the machine may have other work."""
    seconds, rounds = (QUICK_SECONDS, QUICK_ROUNDS) if is_quick else (SECONDS, ROUNDS)
    SearchPlayer(1, nodes=100, threads=threads).think(state)
    wall, processor = [], []
    for number in range(rounds):
        searcher = SearchPlayer(number, seconds=seconds, threads=threads)
        searcher.prepare(state.game)
        began, processor_began = time.perf_counter(), time.process_time()
        simulations = searcher.think(state).simulations
        wall.append(simulations / (time.perf_counter() - began))
        processor.append(simulations / (time.process_time() - processor_began))
    return Rates(max(wall), max(processor))


def position_in_battle(name: str, scenario: str, steps: int) -> State:
    """Return a decision in the middle of a battle that the book player plays."""
    state, dice = load(name, scenario=scenario).start(), SeededDice(3)
    book = player("book", seed=1)
    while steps > 0 or state.current_player == CHANCE:
        state.play(dice.roll("") if state.current_player == CHANCE else book.code(state))
        steps -= 1
    return state


POSITIONS: dict[str, Callable[[], State]] = {
    "siege (aim 1,000,000)": lambda: load("siege").position(SIEGE_POSITION),
    "civilwar, cut at depth 20 (aim 20,000)": partial(position_in_battle, "civilwar", "bull-run", 60),
    "skirmish": partial(position_in_battle, "skirmish", "millrace", 20),
    "towers": lambda: load("towers").start(),
}


def report_games(is_quick: bool) -> None:
    cases = [(name, threads) for name in POSITIONS for threads in (1, 2)]
    figures = {
        (name, threads): measure_search(POSITIONS[name](), threads, is_quick)
        for name, threads in track_progress(cases, "searching", len(cases))
    }
    print(f"Simulations per second, best round (the machine's load: {os.getloadavg()[0]:.1f}):\n")
    print("| | one thread | two threads | ratio | one thread, per second of processor time |")
    print("|---|---|---|---|---|")
    for name in POSITIONS:
        one, two = figures[name, 1], figures[name, 2]
        print(f"| {name} | {one.wall:,.0f} | {two.wall:,.0f} | {two.wall / one.wall:.2f} | {one.processor:,.0f} |")


def report_openspiel(is_quick: bool) -> None:
    print("\nBeside OpenSpiel's search, whose rollouts are random and in C++; one thread each:\n")
    print("| | moves per decision | steps per random game | simulations per second |\n|---|---|---|---|")
    siege = load("siege").position(SIEGE_POSITION)
    rate = measure_search(siege, 1, is_quick).processor
    print(f"| siege, as above | {describe_size(random_siege, siege)} | {rate:,.0f} |")
    for name in track_progress(OPENSPIEL_GAMES, "OpenSpiel", len(OPENSPIEL_GAMES)):
        size, rate = measure_openspiel(name, is_quick)
        print(f"| OpenSpiel: {name} | {size} | {rate:,.0f} |")


def measure_openspiel(name: str, is_quick: bool) -> tuple[str, float]:
    """Return the size of a game of OpenSpiel and the simulations per second of its search, best of the rounds."""
    import pyspiel

    simulations = OPENSPIEL_GAMES[name] // (QUICK_DIVISOR if is_quick else 1)
    game = pyspiel.load_game(name)
    best = 0.0
    for number in range(QUICK_ROUNDS if is_quick else ROUNDS):
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, number, False)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        began = time.process_time()
        bot.mcts_search(state)
        best = max(best, simulations / (time.process_time() - began))
    return describe_size(random_openspiel_game, game.new_initial_state()), best


def random_siege(state: State, rng: random.Random) -> Iterator[int]:
    """Play a random game and yield the number of moves at each step (0: a roll)."""
    state = state.copy()
    while state.current_player != OVER:
        codes = state.legal_codes()
        yield 0 if state.current_player == CHANCE else len(codes)
        state.play(rng.choice(codes))


def random_openspiel_game(state: Any, rng: random.Random) -> Iterator[int]:
    state = state.clone()
    while not state.is_terminal():
        actions = state.legal_actions()
        yield 0 if state.is_chance_node() else len(actions)
        state.apply_action(rng.choice(actions))


def describe_size(random_game: Callable[[Any, random.Random], Iterator[int]], state: Any) -> str:
    """Return two cells of a table: the mean number of moves per decision and of steps per game."""
    rng = random.Random(1)
    steps = [moves for _ in range(SAMPLED_GAMES) for moves in random_game(state, rng)]
    return f"{np.mean([moves for moves in steps if moves]):.1f} | {len(steps) / SAMPLED_GAMES:.0f}"


def main() -> int:
    args = benchmark_parser("speed.search", __doc__).parse_args()
    report_games(args.quick)
    if find_spec("pyspiel") is None:
        print("\nOpenSpiel is not installed, so its search is left out: pip install 'holdtheline[bench]'")
    else:
        report_openspiel(args.quick)
    return 0


if __name__ == "__main__":
    sys.exit(main())
