"""How strong and how fast the search is: `python -m benchmarks.search`, or with the names of parts.

Parts: `siege` against the exact solution, and how far its stated chances can be relied on; `speed`, beside
OpenSpiel's search where that is installed; `civilwar`, `skirmish` and `towers` against the book; `chances`,
what becomes of positions of these three of which the coach has stated the chance.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from benchmarks.measure import shown
from holdtheline.core.catalog import load
from holdtheline.core.confidence_interval import wilson_interval
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import SeededDice, random_stream
from holdtheline.core.game import Game, State
from holdtheline.games.civilwar.scenario import parse
from holdtheline.games.skirmish.scenario import parse as scenario_parse
from holdtheline.players.batch import play_games
from holdtheline.players.mcts.player import SearchPlayer
from holdtheline.players.player import player
from holdtheline.table.hints import hints_for

MIDWAY = "lanes 4 3 2, backline 6, waves 3"
MODES = (2, 3, 4, 5, 6)
TENTHS = 10
STRIDE = 10
"""Decisions from one position to the next, of those that may be asked about."""
ROUNDS = 5
BESIDE = {"tic_tac_toe": 100_000, "connect_four": 50_000, "hex(board_size=5)": 50_000, "backgammon": 2_000}
"""Games of OpenSpiel, and the simulations of a round: the first is about as short as siege, the last two have
about as many moves, and only backgammon has dice."""
SAMPLED = 200
"""Random games, to find how many moves and steps a game has."""


# Siege against its solution


def positions(count: int) -> Iterator[State]:
    """Decisions with more than one move, out of random games of several lengths."""
    chance = random.Random(1)
    while count:
        state, found = load("siege", mode=chance.choice(MODES)).start(), []
        while state.turn != OVER:
            if state.turn >= 0 and len(state.codes()) > 1:
                found.append(state.copy())
            state.play(chance.choice(state.codes()))
        if found:
            count -= 1
            yield chance.choice(found)


def siege(count: int, seconds: float, threads: int) -> None:
    lost, stated, exact, simulations = [], [], [], 0
    solutions = {mode: load("siege", mode=mode).solution() for mode in MODES}
    for number, state in enumerate(positions(count)):
        chances = {move.code: float(c) for move, c in solutions[int(state.game.options["mode"])].moves(state)}
        thought = SearchPlayer(number, seconds=seconds, threads=threads).think(state)
        lost.append(max(chances.values()) - chances[thought.moves[0].code])
        stated.append(thought.chance)
        exact.append(chances[thought.moves[0].code])
        simulations += thought.simulations
    print(f"\nsiege, {count} random positions, {seconds} s a move, {threads} thread(s):")
    print(
        f"lost on average {100 * np.mean(lost):.3f} points of win chance (aim: less than 1), at most "
        f"{100 * max(lost):.1f}; {simulations / count:,.0f} simulations a move"
    )
    reliability(np.array(stated), np.array(exact))


def reliability(stated: np.ndarray, exact: np.ndarray) -> None:
    print("\n| stated chance | positions | stated, mean | exact, mean | difference, root of mean square |")
    print("|---|---|---|---|---|")
    for tenth in range(TENTHS):
        here = np.minimum((stated * TENTHS).astype(int), TENTHS - 1) == tenth
        if here.any():
            off = np.sqrt(np.mean((stated[here] - exact[here]) ** 2))
            print(
                f"| {tenth / TENTHS:.0%} to {(tenth + 1) / TENTHS:.0%} | {here.sum()} "
                f"| {stated[here].mean():.1%} | {exact[here].mean():.1%} | {100 * off:.1f} |"
            )


# Speed


@dataclass(frozen=True)
class Pace:
    """Simulations a second, by the clock and by the processor's time."""

    clock: float
    processor: float


def pace(state: State, threads: int, seconds: float = 1.0) -> Pace:
    """The best of some rounds: the machine has other work."""
    SearchPlayer(1, nodes=100, threads=threads).think(state)
    clock, processor = [], []
    for number in range(ROUNDS):
        thinker = SearchPlayer(number, seconds=seconds, threads=threads)
        thinker.prepare(state.game)
        began, used = time.perf_counter(), time.process_time()
        done = thinker.think(state).simulations
        clock.append(done / (time.perf_counter() - began))
        processor.append(done / (time.process_time() - used))
    return Pace(max(clock), max(processor))


def battle_midway(name: str, scenario: str, steps: int) -> State:
    """A decision in the middle of a battle that the book plays."""
    state, dice = load(name, scenario=scenario).start(), SeededDice(3)
    book = player("book", seed=1)
    while steps > 0 or state.turn == CHANCE:
        state.play(dice.roll("") if state.turn == CHANCE else book.code(state))
        steps -= 1
    return state


def speed() -> None:
    print(f"\nSimulations a second, best of {ROUNDS} rounds of a second ({os.getloadavg()[0]:.1f} of load):\n")
    print("| | one thread | two | ratio | for each second of the processor |")
    print("|---|---|---|---|---|")
    places: dict[str, Callable[[], State]] = {
        "siege (aim 1,000,000)": lambda: load("siege").position(MIDWAY),
        "civilwar, cut at depth 20 (aim 20,000)": partial(battle_midway, "civilwar", "bull-run", 60),
        "skirmish": partial(battle_midway, "skirmish", "millrace", 20),
        "towers": lambda: load("towers").start(),
    }
    for name, place in places.items():
        one, two = (pace(place(), threads) for threads in (1, 2))
        ratio = two.clock / one.clock
        print(f"| {name} | {one.clock:,.0f} | {two.clock:,.0f} | {ratio:.2f} | {one.processor:,.0f} |")
    with suppress(ImportError):
        openspiel()


def openspiel() -> None:
    import pyspiel

    print("\nBeside OpenSpiel's search, which plays on at random in C++; one thread each:\n")
    print("| | moves at a decision | steps of a random game | simulations a second |\n|---|---|---|---|")
    siege = load("siege").position(MIDWAY)
    print(f"| siege, as above | {size(random_siege, siege)} | {pace(siege, 1).processor:,.0f} |")
    for name, simulations in BESIDE.items():
        game = pyspiel.load_game(name)
        best = 0.0
        for number in range(ROUNDS):
            evaluator = pyspiel.RandomRolloutEvaluator(1, number)
            bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, number, False)
            state = game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(state.legal_actions()[0])
            began = time.process_time()
            bot.mcts_search(state)
            best = max(best, simulations / (time.process_time() - began))
        print(f"| OpenSpiel: {name} | {size(random_peer, game.new_initial_state())} | {best:,.0f} |")


def random_siege(state: State, chance: random.Random) -> Iterator[int]:
    """Of each step the number of moves; dice have none."""
    state = state.copy()
    while state.turn != OVER:
        codes = state.codes()
        yield 0 if state.turn == CHANCE else len(codes)
        state.play(chance.choice(codes))


def random_peer(state: Any, chance: random.Random) -> Iterator[int]:
    """The same of a game of OpenSpiel."""
    state = state.clone()
    while not state.is_terminal():
        actions = state.legal_actions()
        yield 0 if state.is_chance_node() else len(actions)
        state.apply_action(chance.choice(actions))


def size(played: Callable[[Any, random.Random], Iterator[int]], state: Any) -> str:
    """Moves at a decision, and steps of a game, both on average: two cells of a table."""
    chance = random.Random(1)
    steps = [moves for _ in range(SAMPLED) for moves in played(state, chance)]
    return f"{np.mean([moves for moves in steps if moves]):.1f} | {len(steps) / SAMPLED:.0f}"


# Against the book


def battle(game: Game, seats: list[str], number: int) -> tuple[float, float, int]:
    """The points of whoever searches, the seconds that it thought, and how often."""
    seated = [player(name, seed=number) for name in seats]
    thinker = next(seat for seat, name in enumerate(seats) if name != "book")
    state, dice, spent, moves = game.start(), SeededDice(number), 0.0, 0
    while state.turn != OVER:
        if state.turn == CHANCE:
            state.play(dice.roll(""))
            continue
        began = time.perf_counter()
        code = seated[state.turn].code(state)
        if state.turn == thinker:
            spent += time.perf_counter() - began
            moves += 1
        state.play(code)
    return (int(game.engine.result(state.words, thinker)) + 1) / 2, spent, moves


def one_battle(asked: tuple[str, str, int, str]) -> tuple[str, float, float, int]:
    """A battle of civilwar or towers, sides swapped with every number."""
    name, scenario, number, thinker = asked
    game = load(name, scenario=scenario) if scenario else load(name)
    seats = [thinker, "book"] if number % 2 == 0 else ["book", thinker]
    if len(game.seats) == 1:
        seats = [thinker]
    return scenario, *battle(game, seats, number)


def against_book(name: str, scenarios: tuple[str, ...], games: int, thinker: str, at_once: int) -> None:
    each = max(games // len(scenarios), 1)
    asked = [(name, scenario, number, thinker) for number in range(each) for scenario in scenarios]
    points: dict[str, list[float]] = {scenario: [] for scenario in scenarios}
    spent, moves = 0.0, 0
    with ProcessPoolExecutor(at_once) as pool:
        for scenario, won, seconds, count in shown(pool.map(one_battle, asked), name, len(asked)):
            points[scenario].append(won)
            spent, moves = spent + seconds, moves + count
    every = [one for row in points.values() for one in row]
    low, high = wilson_interval(round(sum(every)), len(every))
    print(f"\n{name}: `{thinker}` won {np.mean(every):.1%} of {len(every)} ({low:.1%} to {high:.1%}), ", end="")
    print(f"it thought {1000 * spent / max(moves, 1):.0f} ms a move")
    if name == "skirmish":
        beside_the_book(points)


def beside_the_book(points: dict[str, list[float]]) -> None:
    print("\n| battle | `book` wins | `mcts` wins |\n|---|---|---|")
    books = []
    for scenario, row in points.items():
        tally, _ = play_games(load("skirmish", scenario=scenario), ("book",), 1000, random_stream(scenario))
        books.append((tally[0, 2] + tally[0, 1] / 2) / 1000)
        print(f"| {scenario} | {books[-1]:.1%} | {np.mean(row):.1%} |")
    means = [float(np.mean(row)) for row in points.values()]
    print(f"| all | {np.mean(books):.1%} | {np.mean(means):.1%} |")


# Stated chances, and what becomes of them


def played_on(state: State, number: int, steps: int | None = None) -> State:
    """The book plays all seats, to the end or for so many decisions."""
    state, dice, book = state.copy(), SeededDice(number), player("book", seed=number)
    while state.turn != OVER and (steps is None or steps > 0 or state.turn == CHANCE):
        steps = steps if steps is None or state.turn == CHANCE else steps - 1
        state.play(dice.roll("") if state.turn == CHANCE else book.code(state))
    return state


def stated_and_won(asked: tuple[str, str, int, int]) -> tuple[float, float]:
    """The chance that the coach states somewhere in a game, and the points of that seat in the end."""
    name, scenario, number, simulations = asked
    game = load(name, scenario=scenario) if scenario else load(name)
    places, state = [], played_on(game.start(), number, 0)
    while state.turn != OVER:
        places.append(state)
        state = played_on(state, number + len(places), STRIDE)
    state = random.Random(number).choice(places)
    seat = int(state.turn)
    hint = next(hints_for(state.seen_by(seat), seat, seed=number, at_once=simulations))
    end = played_on(state, number + 1_000_000)
    return float(hint.chance.value), (int(game.engine.result(end.words, seat)) + 1) / 2


def chances(count: int, simulations: int, at_once: int) -> None:
    scenarios = {
        "civilwar": parse.list_scenarios(),
        "skirmish": scenario_parse.shipped_scenarios(),
        "towers": ("",),
    }
    for name, places in scenarios.items():
        asked = [(name, places[number % len(places)], number, simulations) for number in range(count)]
        with ProcessPoolExecutor(at_once) as pool:
            stated, won = np.array(list(shown(pool.map(stated_and_won, asked), name, count))).T
        print(f"\n{name}, {count} positions of games of the book, {simulations} simulations for each:")
        print("\n| stated chance | positions | stated, mean | won from there by the book |")
        print("|---|---|---|---|")
        for tenth in range(TENTHS):
            here = np.minimum((stated * TENTHS).astype(int), TENTHS - 1) == tenth
            if here.any():
                low, high = wilson_interval(round(won[here].sum()), int(here.sum()))
                print(
                    f"| {tenth / TENTHS:.0%} to {(tenth + 1) / TENTHS:.0%} | {here.sum()} "
                    f"| {stated[here].mean():.0%} | {won[here].mean():.0%} ({low:.0%} to {high:.0%}) |"
                )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("parts", nargs="*", default=["speed", "siege", "civilwar", "skirmish", "towers"])
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--positions", type=int, default=1000)
    asked.add_argument("--simulations", type=int, default=500, help="for each position of `chances`")
    asked.add_argument("--seconds", type=float, default=0.1, help="a move of siege")
    asked.add_argument("--threads", type=int, default=2, help="of siege")
    asked.add_argument("--thinker", help="such as mcts:0.05s, or mcts:500, which needs no quiet machine")
    asked.add_argument("--at-once", type=int, default=1, help="battles side by side")
    given = asked.parse_args()
    for part in given.parts:
        if part == "siege":
            siege(given.positions, given.seconds, given.threads)
        elif part == "chances":
            chances(given.positions, given.simulations, given.at_once)
        elif part == "speed":
            speed()
        elif part == "civilwar":
            against_book(part, parse.list_scenarios(), given.games, given.thinker or "mcts:0.05s", given.at_once)
        elif part == "skirmish":
            against_book(
                part,
                scenario_parse.shipped_scenarios(),
                given.games,
                given.thinker or "mcts:0.2s",
                given.at_once,
            )
        elif part == "towers":
            against_book(part, ("",), given.games, given.thinker or "planner", given.at_once)


if __name__ == "__main__":
    main()
