"""Measure how often the search beats the book player: Civil War, skirmish, towers.

Sides are swapped with every game. In skirmish the opponent is the AI general, so `book` plays the same battles and the
win rates are compared. In towers the default player is `planner`.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from ...core.catalog import load
from ...core.definition import CHANCE, OVER
from ...core.dice import SeededDice, random_stream
from ...core.game import Game
from ...games.civilwar.scenario.parse import list_scenarios as civilwar_scenarios
from ...games.skirmish.scenario.parse import shipped_scenarios as skirmish_scenarios
from ...players.batch import play_games
from ...players.confidence_interval import wilson_interval
from ...players.player import player
from ..measure import benchmark_parser, track_progress

GAMES = 400
QUICK_GAMES = 1
"""Per scenario."""
PLAYERS = {"civilwar": "mcts:0.05s", "skirmish": "mcts:0.2s", "towers": "planner"}
QUICK_PLAYER = "mcts:2"
BOOK_BATTLES, QUICK_BOOK_BATTLES = 1000, 20
"""Battles of skirmish that `book` plays for comparison."""

Job = tuple[str, str, int, str]
"""Game, scenario (or ""), seed, player."""


def play_game(game: Game, seats: list[str], seed: int) -> tuple[float, float, int]:
    """Return the points of the player that is not `book`, the seconds that it thought, and its number of moves."""
    players = [player(name, seed=seed) for name in seats]
    searcher = next(seat for seat, name in enumerate(seats) if name != "book")
    state, dice, seconds, moves = game.start(), SeededDice(seed), 0.0, 0
    while state.current_player != OVER:
        if state.current_player == CHANCE:
            state.play(dice.roll(""))
            continue
        began = time.perf_counter()
        code = players[state.current_player].code(state)
        if state.current_player == searcher:
            seconds += time.perf_counter() - began
            moves += 1
        state.play(code)
    return (int(game.engine.result(state.words, searcher)) + 1) / 2, seconds, moves


def run_job(job: Job) -> tuple[str, float, float, int]:
    """Play one game, sides swapped by the seed; return the scenario and the result of `play_game`."""
    name, scenario, seed, searcher = job
    game = load(name, scenario=scenario) if scenario else load(name)
    seats = [searcher, "book"] if seed % 2 == 0 else ["book", searcher]
    if len(game.seats) == 1:
        seats = [searcher]
    return scenario, *play_game(game, seats, seed)


def scenarios_of(name: str) -> tuple[str, ...]:
    return {"civilwar": civilwar_scenarios(), "skirmish": skirmish_scenarios(), "towers": ("",)}[name]


def report(name: str, games_per_scenario: int, searcher: str, processes: int, book_battles: int) -> None:
    scenarios = scenarios_of(name)
    jobs = [(name, scenario, seed, searcher) for seed in range(games_per_scenario) for scenario in scenarios]
    points: dict[str, list[float]] = {scenario: [] for scenario in scenarios}
    total_seconds, total_moves = 0.0, 0
    with ProcessPoolExecutor(processes) as pool:
        for scenario, won, seconds, moves in track_progress(pool.map(run_job, jobs), name, len(jobs)):
            points[scenario].append(won)
            total_seconds, total_moves = total_seconds + seconds, total_moves + moves
    results = [won for row in points.values() for won in row]
    low, high = wilson_interval(round(sum(results)), len(results))
    print(
        f"\n{name}: `{searcher}` won {np.mean(results):.1%} of {len(results)} (95% interval {low:.1%} to {high:.1%}), "
        f"{1000 * total_seconds / max(total_moves, 1):.0f} ms per move",
        flush=True,
    )
    if name == "skirmish":
        compare_with_book(points, searcher, book_battles)


def compare_with_book(points: dict[str, list[float]], searcher: str, battles: int) -> None:
    print(f"\n| battle | `book` wins | `{searcher}` wins |\n|---|---|---|")
    book_rates = []
    for scenario, row in points.items():
        game = load("skirmish", scenario=scenario)
        tally, _ = play_games(game, ("book",), battles, random_stream(scenario))
        book_rates.append((tally[0, 2] + tally[0, 1] / 2) / battles)
        print(f"| {scenario} | {book_rates[-1]:.1%} | {np.mean(row):.1%} |")
    means = [float(np.mean(row)) for row in points.values()]
    print(f"| all | {np.mean(book_rates):.1%} | {np.mean(means):.1%} |")


def main() -> int:
    parser = benchmark_parser("strength.search_against_book", __doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of {', '.join(PLAYERS)} (default: all)")
    parser.add_argument("--games", type=int, help=f"per game, over all its battles (default: {GAMES})")
    parser.add_argument(
        "--player", help="such as mcts:0.05s; mcts:500 counts simulations, so it needs no quiet machine"
    )
    parser.add_argument("--processes", type=int, default=1, help="games to play at once (default: 1)")
    args = parser.parse_args()
    if unknown := [name for name in args.names if name not in PLAYERS]:
        parser.error(f"there is no game {unknown[0]!r} here; choose from {', '.join(PLAYERS)}")
    for name in args.names or PLAYERS:
        per_scenario = max((args.games or GAMES) // len(scenarios_of(name)), 1)
        if args.quick and not args.games:
            per_scenario = QUICK_GAMES
        quick_player = PLAYERS[name] if name == "towers" else QUICK_PLAYER
        searcher = args.player or (quick_player if args.quick else PLAYERS[name])
        report(name, per_scenario, searcher, args.processes, QUICK_BOOK_BATTLES if args.quick else BOOK_BATTLES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
