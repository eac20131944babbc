"""Compile every kernel ahead of time, so that no player waits for the compiler."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from queue import SimpleQueue

import numpy as np

from ..core.catalog import definition_of, games
from ..core.definition import CHANCE, OVER, WON
from ..core.dice import SeededDice, random_stream, roll_die
from ..core.game import Game
from ..core.kernel import compiler
from ..core.kernel.cache import is_cache_writable
from .analysis import TurnPlanAnalysis
from .batch import play_games, players_in_kernel
from .mcts.player import SEARCH_NAME, SearchPlayer
from .player import player, policies_of

ProgressReport = Callable[[str, int, int], None]


def precompile(names: Sequence[str] = (), report: ProgressReport = lambda part, done, total: None) -> None:
    """Compile all kernels of these games, by default of all games, unless they are in the cache.

    `report` is called before each part. Several games are compiled at once, each in its own process.
    """
    missing = [name for name in names or games() if not is_ready(name)]
    is_fresh, total, done = compiler.is_cache_empty(), sum(map(count_parts, missing)), 0
    if len(missing) > 1 and (os.cpu_count() or 1) > 1 and is_cache_writable():
        done = precompile_in_processes(missing, is_fresh, report, total)
    for name in missing:
        if not is_ready(name):  # also what failed in another process, so that its error is raised here
            for part in precompile_game(name, is_fresh):
                report(part, min(done, total - 1), total)
                done += 1
    report("ready", total, total)


def is_ready(name: str) -> bool:
    """Return whether all kernels of a game are in the cache."""
    return compiler.is_precompiled(definition_of(name).kernel_prefix)


def precompile_game(name: str, is_fresh: bool = False) -> Iterator[str]:
    """Compile a game, and yield the name of each part before it is compiled.

    `is_fresh` says that the cache was empty, so that all kernels used are noted in it.
    """
    for part, compile_part in precompile_parts(name):
        yield part
        compile_part()
    compiler.mark_precompiled(definition_of(name).kernel_prefix, compiler.used_kernels() if is_fresh else ())


def count_parts(name: str) -> int:
    return sum(1 for _ in precompile_parts(name))


EXIT_WITH_PARENT_CODE = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
"""
"""The start of a child process: it exits when its input pipe closes, that is when its parent ends."""
COMPILE_CODE = """
from holdtheline.players.precompile import precompile_game
for part in precompile_game(sys.argv[1], sys.argv[2] == "fresh"):
    print(part, flush=True)
"""


def start_compiling(name: str, is_fresh: bool = False, in_background: bool = False) -> subprocess.Popen[str]:
    """Compile a game in a child process, which prints each part; in the background, with low priority."""
    priority = "if hasattr(os, 'nice'): os.nice(10)" if in_background else ""
    program = EXIT_WITH_PARENT_CODE + priority + COMPILE_CODE
    return subprocess.Popen(
        [sys.executable, "-c", program, name, "fresh" if is_fresh else ""],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )


def precompile_in_processes(names: Sequence[str], is_fresh: bool, report: ProgressReport, total: int) -> int:
    """Compile each game in a process, and return the number of parts that were begun."""
    children = [start_compiling(name, is_fresh) for name in names]
    output: SimpleQueue[str | None] = SimpleQueue()
    for child in children:
        threading.Thread(target=forward_output, args=(child, output), daemon=True).start()
    done, running = 0, len(children)
    try:
        while running:
            part = output.get()
            if part is None:
                running -= 1
            else:
                report(part, done, total)
                done += 1
    finally:
        for child in children:
            child.kill()
            child.wait()
            for pipe in filter(None, (child.stdin, child.stdout)):
                pipe.close()
    return done


def forward_output(child: subprocess.Popen[str], output: SimpleQueue[str | None]) -> None:
    assert child.stdout is not None
    for line in child.stdout:
        output.put(line.rstrip())
    output.put(None)


def precompile_parts(name: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the parts of a game that need compiling, each with a function that uses it once."""
    game = Game(definition_of(name), {})
    yield f"{name}: the rules", partial(use_every_kernel, game)
    for policy in policies_of(game.definition):
        table = (policy,) * len(game.seats)
        yield f"{name}: player {policy}", partial(use_player, game, policy)
        if players_in_kernel(game.definition, table)[-1] == policy:
            yield (f"{name}: many games of {policy}", partial(play_games, game, table, 1, random_stream("warm")))
    yield f"{name}: player {SEARCH_NAME}", partial(use_search, game)
    if game.definition.simultaneous is not None:
        yield f"{name}: whole plans", lambda: TurnPlanAnalysis(game.start(), 0, 1).think(1)
    if game.definition.ai.solver is not None:
        yield f"{name}: the exact solution", partial(use_solution, game)


def use_solution(game: Game) -> None:
    """Ask for the chances at every step of a short game."""
    solution, state = game.solution(), game.start()
    while state.current_player != OVER:
        solution.value(state)
        if state.current_player >= 0:
            solution.moves(state)
        state.play(state.legal_codes()[0])


MAX_STEPS = 1_000
SIMULATIONS = 16  # enough to reuse a tree; each takes milliseconds in a large game


def use_every_kernel(game: Game) -> None:
    state = game.start()
    engine = game.engine
    for step in (-1, *state.legal_codes()):
        engine.why_not(state.words, step)
    engine.hide(state.words.copy(), 0)
    engine.guess(state.words.copy(), 0, random_stream("warm"))
    state.copy().play(state.legal_codes()[0])
    state.copy().step(state.legal_codes()[0])
    state.copy().step(state.legal_codes()[0], SeededDice(1))
    for _ in range(MAX_STEPS):  # a game may never end if the first move is always played
        if state.current_player == OVER:
            break
        state.play(state.legal_codes()[0], [])
    codes = np.empty(game.definition.rules.max_moves, np.int64)
    engine.moves_of(state.words, 0, codes)
    engine.can_move(state.words, 0)
    assert engine.result(state.words, 0) <= WON


def use_search(game: Game) -> None:
    """Search the first decisions of a game; the second one reuses the tree."""
    state, searcher, dice = game.start(), SearchPlayer(1, nodes=SIMULATIONS, threads=1), random_stream("warm")
    for _ in range(8):
        if state.current_player == OVER:
            return
        state.play(int(roll_die(dice)) if state.current_player == CHANCE else searcher.code(state))


def use_player(game: Game, name: str) -> None:
    state = game.start()
    while state.current_player == CHANCE:
        state.play(1)
    player(name, seed=1).choose(state)
