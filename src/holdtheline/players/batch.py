"""Whole games in one kernel: as many as wanted, without coming back to Python in between."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ..core.contract import CHANCE, LOST, OVER, Contract, Words, empty_log
from ..core.dice import roll
from ..core.engine import opener_of
from ..core.game import Game
from ..core.kernel import Kernel, bare, bare_from, batch_kernel, kernel, words_of
from .player import first_alike, policies_of, policy_of

RESULTS = 3  # lost, drawn, won


def play_games(game: Game, players: tuple[str, ...], games: int, stream: Words) -> tuple[Words, int]:
    """Play so many games; for each seat how often it lost, drew and won, and the steps taken."""
    names = compiled_together(game.contract, players)
    run = batch_of(game.contract, names)
    tally = np.zeros((len(game.seats), RESULTS), np.int64)
    state, seen = np.zeros((2, words_of(game.contract.dtype)), np.int64)
    room = (state, seen, np.empty(game.contract.most_moves, np.int64), empty_log(0))
    memory = all_memories(game, players, names)
    steps = (run.plain if game.plain else run.compiled)(room, game.setup, stream, memory, games, tally)
    return tally, int(steps)


def compiled_together(contract: Contract, players: tuple[str, ...]) -> tuple[str, ...]:
    """The players in one kernel: those at the table, or all where compiling takes long."""
    names = tuple(policies_of(contract)) if contract.takes_long else players
    return tuple(dict.fromkeys(first_alike(contract, name) for name in names))


def all_memories(game: Game, players: tuple[str, ...], names: tuple[str, ...]) -> Words:
    """Who of `names` the players are, where the memory of each begins, and then the memories, in one row."""
    memories = [policy_of(game.contract, name).remember(game.options) for name in players]
    who = [names.index(first_alike(game.contract, name)) for name in players]
    starts = np.cumsum([2 * len(players), *(memory.size for memory in memories[:-1])])
    return np.concatenate([who, starts, *memories])


@functools.cache
def batch_of(contract: Contract, names: tuple[str, ...]) -> Kernel[..., Any]:
    """A kernel that plays games between these players; who of them sits where is data."""
    opened = opener_of(contract)
    start, turn, apply, result = contract.start, contract.turn, contract.apply, contract.result
    hide, has_secrets = contract.hide, contract.has_secrets
    choose, told = chooser_of(contract, names), bare if contract.takes_long else _none

    @batch_kernel(f"{contract.name}.{'-'.join(names)}")
    def run(room: Any, setup: Any, stream: Any, memory: Any, games: Any, tally: Any) -> Any:
        words, seen_words, codes, nobody = room
        s, seen = opened(words), opened(seen_words)
        codes_here, rolls, remembered = bare(codes), bare(stream), bare(memory)
        log, seats = told(nobody), len(tally)
        steps = 0
        for _ in range(games):
            start(s, bare(setup))
            actor = turn(s)
            while actor != OVER:
                if actor == CHANCE:
                    step = roll(rolls)
                else:
                    who, own = remembered[actor], bare_from(remembered, remembered[seats + actor])
                    if has_secrets:
                        seen_words[:] = words
                        hide(seen, actor)
                        step = choose(seen, who, codes_here, rolls, own)
                    else:
                        step = choose(s, who, codes_here, rolls, own)
                apply(s, step, log)
                actor = turn(s)
                steps += 1
            for seat in range(seats):
                tally[seat, result(s, seat) - LOST] += 1
        return steps

    return run


@functools.cache
def chooser_of(contract: Contract, names: tuple[str, ...]) -> Kernel[..., Any]:
    """A kernel that lets one of these players choose, by its number: the last, or one of those before it."""
    if not names:
        return _nobody
    choose, number = policy_of(contract, names[-1]).choose, len(names) - 1
    others = chooser_of(contract, names[:-1])

    def choose_for(s: Any, who: Any, codes: Any, stream: Any, memory: Any) -> Any:
        if who == number:
            return choose(s, codes, stream, memory)
        return others(s, who, codes, stream, memory)

    return Kernel(choose_for, f"{contract.name}.one_of.{'-'.join(names)}")


@kernel
def _nobody(s: Any, who: Any, codes: Any, stream: Any, memory: Any) -> Any:
    return 0


@kernel
def _none(log: Any) -> Any:
    return None
