"""Compiling ahead, so that nobody waits in the middle of a game."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from queue import SimpleQueue

import numpy as np

from ..core import kernel
from ..core.catalog import contract_of, games
from ..core.contract import CHANCE, OVER, WON
from ..core.dice import roll, stream_for
from ..core.game import Game
from .batch import compiled_together, play_games
from .mcts import NAME, SearchPlayer
from .plans import Planning
from .player import player, policies_of

Report = Callable[[str, int, int], None]


def warm(report: Report = lambda what, done, of: None, side_by_side: bool = False) -> None:
    """Compile every kernel of every game, or load it from the cache; `report` hears of each part.

    Where nothing is compiled yet it can be done `side_by_side`, each game in a process of its own.
    """
    was_cold = kernel.is_cold()
    used: set[str] = set()
    if was_cold and side_by_side and (os.cpu_count() or 1) > 1:
        used |= compiled_side_by_side(report)
    parts = [part for name in games() for part in parts_of(name)]
    for number, (what, compile_part) in enumerate(parts):
        report(what, number, len(parts))
        compile_part()
    kernel.mark_warm(used | kernel.used() if was_cold else set())
    report("ready", len(parts), len(parts))


ENDS_WITH_PARENT = """
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
"""
"""A process that begins so has a pipe as input, which ends when its parent does, however that ends."""
OF_ITS_OWN = f"{ENDS_WITH_PARENT}from holdtheline.players.warm import tell\ntell(sys.argv[1])"


def compiled_side_by_side(report: Report) -> set[str]:
    """The kernels that processes have put into the cache. What one fails in is done again here."""
    command, pipe, quiet = [sys.executable, "-c", OF_ITS_OWN], subprocess.PIPE, subprocess.DEVNULL
    children = [
        subprocess.Popen([*command, name], stdin=pipe, stdout=pipe, stderr=quiet, text=True)
        for name in games()
    ]
    told: SimpleQueue[str | None] = SimpleQueue()
    for child in children:
        threading.Thread(target=listen, args=(child, told), daemon=True).start()
    done, running, used = 0, len(children), set()
    of = sum(1 for name in games() for _ in parts_of(name))
    try:
        while running:
            line = told.get()
            if line is None:
                running -= 1
            elif line.startswith(USED):
                used.add(line.removeprefix(USED))
            else:
                report(line, done, of)
                done += 1
    finally:
        for child in children:
            child.kill()
            child.wait()
    return used


def listen(child: subprocess.Popen[str], told: SimpleQueue[str | None]) -> None:
    assert child.stdout is not None
    for line in child.stdout:
        told.put(line.rstrip())
    told.put(None)


USED = "used: "


def tell(name: str) -> None:
    """Compile a game, and say how far it is, and which kernels it took."""
    for what, compile_part in parts_of(name):
        print(what, flush=True)
        compile_part()
    for used in kernel.used():
        print(USED + used, flush=True)


def parts_of(name: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile for a game: each part by being used once."""
    game = Game(contract_of(name), {})
    yield f"{name}: the rules", partial(use_every_door, game)
    for policy in policies_of(game.contract):
        table = (policy,) * len(game.seats)
        yield f"{name}: player {policy}", partial(use_player, game, policy)
        if compiled_together(game.contract, table)[-1] == policy:
            yield f"{name}: many games of {policy}", partial(play_games, game, table, 1, stream_for("warm"))
    yield f"{name}: player {NAME}", partial(use_search, game)
    if game.contract.together is not None:
        yield f"{name}: whole plans", partial(use_plans, game)
    if game.contract.solve is not None:
        yield f"{name}: the exact solution", partial(use_solution, game)


def use_solution(game: Game) -> None:
    """Ask for the chances of every moment of a short game."""
    solution, state = game.solution(), game.start()
    while state.turn != OVER:
        solution.value(state)
        if state.turn >= 0:
            solution.moves(state)
        state.play(state.codes()[0])


def use_every_door(game: Game) -> None:
    state = game.start()
    engine = game.engine
    for step in (-1, *state.codes()):
        engine.why_not(state.words, step)
    engine.hide(state.words.copy(), 0)
    engine.guess(state.words.copy(), 0, stream_for("warm"))
    state.copy().play(state.codes()[0])
    while state.turn != OVER:
        state.play(state.codes()[0], [])
    codes = np.empty(game.contract.most_moves, np.int64)
    engine.moves(state.words, codes)
    engine.moves_of(state.words, 0, codes)
    engine.can_move(state.words, 0)
    assert engine.result(state.words, 0) <= WON


def use_search(game: Game) -> None:
    """Think about the first decisions of a game: what was thought is used again at the second."""
    state, searcher, dice = game.start(), SearchPlayer(1, nodes=100, threads=1), stream_for("warm")
    for _ in range(8):
        if state.turn == OVER:
            return
        state.play(int(roll(dice)) if state.turn == CHANCE else searcher.code(state))


def use_plans(game: Game) -> None:
    Planning(game.start(), 0, 1).think(1)


def use_player(game: Game, name: str) -> None:
    state = game.start()
    while state.turn == CHANCE:
        state.play(1)
    player(name, seed=1).choose(state)
