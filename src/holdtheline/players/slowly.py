"""Whole games through the Python face: for players that are more than one kernel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..core.contract import CHANCE, LOST, OVER, Words
from ..core.dice import draw, roll
from ..core.game import Game
from .mcts import NAME, SearchPlayer, is_search, search_named
from .player import Player, check_player, player, thinks

RESULTS = 3
NODES = 1_000
"""Simulations for each move of a search that does not say how many: seconds would not give the same again."""


def think(players: Sequence[str]) -> bool:
    """Whether somebody looks ahead."""
    return any(map(thinks, players))


def play_slowly(game: Game, players: tuple[str, ...], games: int, stream: Words) -> tuple[Words, int]:
    """The same as `batch.play_games`."""
    tally, steps = np.zeros((len(game.seats), RESULTS), np.int64), 0
    for name in players:
        check_player(game.contract, name)
    for _ in range(games):
        seated = [_seated(name, int(draw(stream))) for name in players]
        state = game.start()
        while state.turn != OVER:
            state.play(int(roll(stream)) if state.turn == CHANCE else seated[state.turn].code(state))
            steps += 1
        for seat in range(len(game.seats)):
            tally[seat, int(game.engine.result(state.words, seat)) - LOST] += 1
    return tally, steps


def _seated(name: str, seed: int) -> Player:
    if not is_search(name):
        return player(name, seed=seed)
    asked = search_named(name)
    if name == NAME:
        return SearchPlayer(seed, nodes=NODES, threads=1)
    return SearchPlayer(seed, seconds=asked.seconds, nodes=asked.nodes, threads=1)
