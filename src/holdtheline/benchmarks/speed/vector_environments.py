"""Measure many games at once: random legal actions, with observations and masks written, on two threads.

The peers are Pgx (games in JAX) and OpenSpiel's `pig` in C++, driven from Python one game at a time. A peer that is not
installed (`pip install 'holdtheline[bench]'`) is left out.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from ..measure import benchmark_parser, describe_ratio, measure_in_rounds

SECONDS = 3.0
ROUNDS = 5
THREADS = 2
GAMES = {"siege": 4096, "towers": 1024, "skirmish": 128, "civilwar": 512}
"""Games stepped at once: of larger states fewer fit into the caches of a processor."""
PGX_GAMES = 1024
PGX_TIC_TAC_TOE, PGX_BACKGAMMON, OPENSPIEL_PIG = "tic_tac_toe in Pgx", "backgammon in Pgx", "pig in OpenSpiel"
TARGETS = (("siege", PGX_TIC_TAC_TOE), ("civilwar", PGX_BACKGAMMON), ("siege", OPENSPIEL_PIG))
"""Each game beside the peer that is most like it in length and in the size of its board."""


def measure_steps(step: Callable[[], int], seconds: float) -> float:
    """Return how many steps `step` makes in a second; it returns how many it made."""
    step()
    began, steps = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        steps += step()
    return steps / (time.perf_counter() - began)


def make_ours(name: str, count: int) -> Callable[[], int]:
    """Return a function that makes a step in each game and returns their number."""
    from ...rl import VectorEnv

    games = VectorEnv(name, count, threads=THREADS)

    def step() -> int:
        games.step(games.sample())
        return count

    return step


def make_pgx(name: str, count: int) -> Callable[[], int]:
    """Do the same with a game of Pgx, as its documentation steps many games: vmap, jit and its auto-reset."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step_game = auto_reset(env.step, env.init)

    def step_all(state: Any, key: Any) -> Any:
        key, for_actions, for_dice = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(for_actions, logits)
        return jax.vmap(step_game)(state, actions, jax.random.split(for_dice, count)), key

    compiled = jax.jit(step_all)
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), count)), jax.random.PRNGKey(2)]

    def step() -> int:
        held[:] = compiled(*held)
        held[0].observation.block_until_ready()
        return count

    return step


def make_openspiel(name: str) -> Callable[[], int]:
    """Do the same with one game of OpenSpiel after the other."""
    import pyspiel

    game, draw = pyspiel.load_game(name), random.Random(1).random

    def step() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            steps += 1
        return steps

    return step


def main() -> int:
    args = benchmark_parser("speed.vector_environments", __doc__).parse_args()
    seconds, rounds = (0.2, 2) if args.quick else (SECONDS, ROUNDS)
    makers: dict[str, Callable[[], Callable[[], int]]] = {
        name: lambda name=name, count=count: make_ours(name, count)  # type: ignore[misc]
        for name, count in GAMES.items()
        if name == "siege" or not args.quick  # the others take long to compile
    }
    if find_spec("pgx") is not None:
        makers[PGX_TIC_TAC_TOE] = lambda: make_pgx("tic_tac_toe", PGX_GAMES)
        makers[PGX_BACKGAMMON] = lambda: make_pgx("backgammon", PGX_GAMES)
    if find_spec("pyspiel") is not None:
        makers[OPENSPIEL_PIG] = lambda: make_openspiel("pig")
    steps = {name: make() for name, make in makers.items()}
    contestants = {name: lambda step=step: measure_steps(step, seconds) for name, step in steps.items()}
    figures = measure_in_rounds(contestants, rounds)
    print(f"Steps per second, random legal actions, {THREADS} threads (median of {rounds} rounds)")
    for name, measured in figures.items():
        count = f"{GAMES[name]:,} games" if name in GAMES else f"{PGX_GAMES:,} games" if "Pgx" in name else "one game"
        print(f"  {name:20} {count:>12} {statistics.median(measured):>14,.0f}")
    missing = {peer for _, peer in TARGETS if peer not in figures}
    if missing:
        print(f"Not installed, so left out: {', '.join(sorted(missing))} (pip install 'holdtheline[bench]')")
    print("Ratios of steps per second")
    for game, peer in TARGETS:
        if game in figures and peer in figures:
            print(f"  {game} : {peer:20} {describe_ratio(figures, game, peer)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
