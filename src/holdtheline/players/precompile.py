"""Compile every kernel ahead of time, so that no player waits for the compiler."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from queue import SimpleQueue

import numpy as np

from ..core.catalog import definition_of, games
from ..core.definition import CHANCE, OVER, WON
from ..core.dice import random_stream, roll_die
from ..core.game import Game
from ..core.kernel import compiler
from .analysis import TurnPlanAnalysis
from .batch import play_games, players_in_kernel
from .mcts.player import SEARCH_NAME, SearchPlayer
from .player import player, policies_of

ProgressReport = Callable[[str, int, int], None]


def precompile(report: ProgressReport = lambda part, done, total: None, in_parallel: bool = False) -> None:
    """Compile every kernel of every game, or load it from the cache; `report` is called before each part.

    With `in_parallel` and an empty cache, each game is compiled in its own process.
    """
    cache_was_empty = compiler.is_cache_empty()
    used: set[str] = set()
    if cache_was_empty and in_parallel and (os.cpu_count() or 1) > 1:
        used |= precompile_in_processes(report)
    parts = [part for name in games() for part in precompile_parts(name)]
    for number, (part, compile_part) in enumerate(parts):
        report(part, number, len(parts))
        compile_part()
    compiler.mark_precompiled(used | compiler.used_kernels() if cache_was_empty else set())
    report("ready", len(parts), len(parts))


EXIT_WITH_PARENT_CODE = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
"""
"""The start of a child process: it exits when its input pipe closes, that is when its parent ends."""
CHILD_PROGRAM = (
    f"{EXIT_WITH_PARENT_CODE}from holdtheline.players.precompile import precompile_game\nprecompile_game(sys.argv[1])"
)


def precompile_in_processes(report: ProgressReport) -> set[str]:
    """Compile each game in a process and return the kernels used; the caller repeats what failed."""
    command, pipe, quiet = [sys.executable, "-c", CHILD_PROGRAM], subprocess.PIPE, subprocess.DEVNULL
    children = [
        subprocess.Popen([*command, name], stdin=pipe, stdout=pipe, stderr=quiet, text=True) for name in games()
    ]
    output: SimpleQueue[str | None] = SimpleQueue()
    for child in children:
        threading.Thread(target=forward_output, args=(child, output), daemon=True).start()
    done, running, used = 0, len(children), set()
    total = sum(1 for name in games() for _ in precompile_parts(name))
    try:
        while running:
            line = output.get()
            if line is None:
                running -= 1
            elif line.startswith(USED_PREFIX):
                used.add(line.removeprefix(USED_PREFIX))
            else:
                report(line, done, total)
                done += 1
    finally:
        for child in children:
            child.kill()
            child.wait()
    return used


def forward_output(child: subprocess.Popen[str], output: SimpleQueue[str | None]) -> None:
    assert child.stdout is not None
    for line in child.stdout:
        output.put(line.rstrip())
    output.put(None)


USED_PREFIX = "used: "


def precompile_game(name: str) -> None:
    """Compile a game; print each part, and at the end the kernels used."""
    for part, compile_part in precompile_parts(name):
        print(part, flush=True)
        compile_part()
    for used in compiler.used_kernels():
        print(USED_PREFIX + used, flush=True)


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
    while state.turn != OVER:
        solution.value(state)
        if state.turn >= 0:
            solution.moves(state)
        state.play(state.codes()[0])


def use_every_kernel(game: Game) -> None:
    state = game.start()
    engine = game.engine
    for step in (-1, *state.codes()):
        engine.why_not(state.words, step)
    engine.hide(state.words.copy(), 0)
    engine.guess(state.words.copy(), 0, random_stream("warm"))
    state.copy().play(state.codes()[0])
    while state.turn != OVER:
        state.play(state.codes()[0], [])
    codes = np.empty(game.definition.rules.max_moves, np.int64)
    engine.moves(state.words, codes)
    engine.moves_of(state.words, 0, codes)
    engine.can_move(state.words, 0)
    assert engine.result(state.words, 0) <= WON


def use_search(game: Game) -> None:
    """Search the first decisions of a game; the second one reuses the tree."""
    state, searcher, dice = game.start(), SearchPlayer(1, nodes=100, threads=1), random_stream("warm")
    for _ in range(8):
        if state.turn == OVER:
            return
        state.play(int(roll_die(dice)) if state.turn == CHANCE else searcher.code(state))


def use_player(game: Game, name: str) -> None:
    state = game.start()
    while state.turn == CHANCE:
        state.play(1)
    player(name, seed=1).choose(state)
