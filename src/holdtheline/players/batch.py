"""Whole games in one kernel: as many as wanted, without coming back to Python in between."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ..core.contract import CHANCE, LOST, OVER, Contract, Words
from ..core.dice import roll
from ..core.engine import opener_of
from ..core.game import Game
from ..core.kernel import Kernel, bare, bare_from, batch_kernel, kernel, words_of
from .player import policy_of

RESULTS = 3  # lost, drawn, won


def play_games(game: Game, players: tuple[str, ...], games: int, stream: Words) -> tuple[Words, int]:
    """Play so many games; for each seat how often it lost, drew and won, and the steps taken."""
    run = batch_of(game.contract, players)
    memory = all_memories([policy_of(game.contract, name).remember(game.options) for name in players])
    tally = np.zeros((len(game.seats), RESULTS), np.int64)
    state, seen = np.zeros((2, words_of(game.contract.dtype)), np.int64)
    room = (state, seen, np.empty(game.contract.most_moves, np.int64))
    steps = (run.plain if game.plain else run.compiled)(room, game.setup, stream, memory, games, tally)
    return tally, int(steps)


def all_memories(memories: list[Words]) -> Words:
    """What the players remember in one row: first where each one's part begins, then the parts."""
    starts = np.cumsum([len(memories), *(memory.size for memory in memories[:-1])])
    return np.concatenate([starts, *memories])


@functools.cache
def batch_of(contract: Contract, players: tuple[str, ...]) -> Kernel[..., Any]:
    opened = opener_of(contract)
    start, turn, apply, result = contract.start, contract.turn, contract.apply, contract.result
    hide, has_secrets, seats = contract.hide, contract.has_secrets, len(contract.seats)
    choose = chooser_of(contract, 0, players)

    @batch_kernel(f"{contract.name}.{'-'.join(players)}")
    def run(room: Any, setup: Any, stream: Any, memory: Any, games: Any, tally: Any) -> Any:
        words, seen_words, codes = room
        s, seen = opened(words), opened(seen_words)
        codes_here, rolls, remembered = bare(codes), bare(stream), bare(memory)
        steps = 0
        for _ in range(games):
            start(s, bare(setup))
            actor = turn(s)
            while actor != OVER:
                if actor == CHANCE:
                    step = roll(rolls)
                elif has_secrets:
                    seen_words[:] = words
                    hide(seen, actor)
                    step = choose(seen, actor, codes_here, rolls, remembered)
                else:
                    step = choose(s, actor, codes_here, rolls, remembered)
                apply(s, step, None)
                actor = turn(s)
                steps += 1
            for seat in range(seats):
                tally[seat, result(s, seat) - LOST] += 1
        return steps

    return run


@functools.cache
def chooser_of(contract: Contract, seat: int, players: tuple[str, ...]) -> Kernel[..., Any]:
    """A kernel that lets the player of the acting seat choose: this seat's, or one of those behind it."""
    if not players:
        return _nobody
    choose = policy_of(contract, players[0]).choose
    others = chooser_of(contract, seat + 1, players[1:])

    def choose_for(s: Any, actor: Any, codes: Any, stream: Any, memory: Any) -> Any:
        if actor == seat:
            return choose(s, codes, stream, bare_from(memory, memory[seat]))
        return others(s, actor, codes, stream, memory)

    return Kernel(choose_for, f"{contract.name}.seat{seat}.{'-'.join(players)}")


@kernel
def _nobody(s: Any, actor: Any, codes: Any, stream: Any, memory: Any) -> Any:
    return 0
