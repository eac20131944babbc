"""Compiling ahead, so that nobody waits in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from ..core import kernel
from ..core.catalog import contract_of, games
from ..core.contract import CHANCE, OVER, WON
from ..core.dice import stream_for
from ..core.game import Game
from .batch import compiled_together, play_games
from .player import player, policies_of

Report = Callable[[str, int, int], None]


def warm(report: Report = lambda what, done, of: None) -> None:
    """Compile every kernel of every game, or load it from the cache; `report` hears of each part."""
    was_cold = kernel.is_cold()
    parts = [part for name in games() for part in parts_of(name)]
    for number, (what, compile_part) in enumerate(parts):
        report(what, number, len(parts))
        compile_part()
    kernel.mark_warm(was_cold)
    report("ready", len(parts), len(parts))


def parts_of(name: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile for a game: each part by being used once."""
    game = Game(contract_of(name), {})
    yield f"{name}: the rules", partial(use_every_door, game)
    for policy in policies_of(game.contract):
        table = (policy,) * len(game.seats)
        yield f"{name}: player {policy}", partial(use_player, game, policy)
        if compiled_together(game.contract, table)[-1] == policy:
            yield f"{name}: many games of {policy}", partial(play_games, game, table, 1, stream_for("warm"))
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


def use_player(game: Game, name: str) -> None:
    state = game.start()
    while state.turn == CHANCE:
        state.play(1)
    player(name, seed=1).choose(state)
