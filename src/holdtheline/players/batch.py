"""Play many whole games in one compiled kernel, without returning to Python in between."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.definition import CHANCE, LOST, OVER, GameDefinition
from ..core.dice import roll_die
from ..core.engine import copy_words, log_for_batches, shared_kernel, shared_rules, start_kernel, state_opener
from ..core.events import empty_log
from ..core.game import Game
from ..core.kernel.compiler import Kernel, as_pointer, as_pointer_from, kernel, kernel_factory, nogil_kernel
from ..core.state_record import Words
from .player import first_with_same_kernel, policies_of, policy_of

RESULT_COUNT = 3  # lost, drawn, won


def empty_tally(game: Game) -> Words:
    """Return a row for each seat: how often it lost, drew and won."""
    return np.zeros((len(game.seats), RESULT_COUNT), np.int64)


def play_games(game: Game, players: tuple[str, ...], games: int, stream: Words) -> tuple[Words, int]:
    """Play some games; return how often each seat lost, drew and won, and the number of steps."""
    names = players_in_kernel(game.definition, players)
    run, tally = games_kernel(game.definition, names), empty_tally(game)
    state, seen = np.zeros((2, game.definition.rules.state.word_count()), np.int64)
    buffers = (state, seen, np.empty(game.definition.rules.max_moves, np.int64), empty_log(0))
    memory = pack_memories(game, players, names)
    steps = (run.plain if game.plain else run.compiled)(buffers, game.setup, stream, memory, games, tally)
    return tally, int(steps)


def players_in_kernel(definition: GameDefinition, players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players compiled into one kernel: those that play, or all if compiling takes long."""
    names = tuple(policies_of(definition)) if definition.compiles_slowly else players
    return tuple(dict.fromkeys(first_with_same_kernel(definition, name) for name in names))


def pack_memories(game: Game, players: tuple[str, ...], names: tuple[str, ...]) -> Words:
    """Return one row: for each seat its player's index in `names`, then where its memory starts, then the memories."""
    memories = [policy_of(game.definition, name).make_memory(game.options) for name in players]
    indices = [names.index(first_with_same_kernel(game.definition, name)) for name in players]
    starts = np.cumsum([2 * len(players), *(memory.size for memory in memories[:-1])])
    return np.concatenate([indices, starts, *memories])


@kernel_factory
def games_kernel(definition: GameDefinition, names: tuple[str, ...]) -> Kernel[..., Any]:
    """Return run(buffers, setup, stream, memory, games, tally) -> steps: play games between these players."""
    open_state, make_log, start = state_opener(definition), log_for_batches(definition), start_kernel(definition)
    rules = shared_rules(definition)
    turn, apply, result, hide = rules.turn, rules.apply, rules.result, rules.hide
    choose, has_secrets = policy_switch(definition, names), definition.has_secrets

    @nogil_kernel(f"{definition.kernel_prefix}.{'-'.join(names)}")
    def run(buffers: Any, setup: Words, stream_row: Words, memory_row: Words, games: int, tally: Words) -> int:
        words, seen_words, code_row, log_row = buffers
        s, seen = open_state(words), open_state(seen_words)
        codes, stream, memory = as_pointer(code_row), as_pointer(stream_row), as_pointer(memory_row)
        log, seats, word_count = make_log(log_row), len(tally), len(words)
        steps = 0
        for _ in range(games):
            start(words, setup)
            actor = turn(s)
            while actor != OVER:
                if actor == CHANCE:
                    step = roll_die(stream)
                else:
                    player, own_memory = memory[actor], as_pointer_from(memory, memory[seats + actor])
                    if has_secrets:
                        copy_words(as_pointer(seen_words), as_pointer(words), word_count)
                        hide(seen, actor)
                        step = choose(seen, player, codes, stream, own_memory)
                    else:
                        step = choose(s, player, codes, stream, own_memory)
                apply(s, step, log)
                actor = turn(s)
                steps += 1
            for seat in range(seats):
                tally[seat, result(s, seat) - LOST] += 1
        return steps

    return run


@kernel_factory
def policy_switch(definition: GameDefinition, names: tuple[str, ...]) -> Kernel[..., Any]:
    """Return choose_for(s, player, codes, stream, memory) -> code, where `player` is an index in `names`."""
    if not names:
        return _no_policy
    choose, number = shared_kernel(definition, policy_of(definition, names[-1]).choose), len(names) - 1
    others = policy_switch(definition, names[:-1])

    def choose_for(s: Any, player: int, codes: Words, stream: Words, memory: Words) -> Any:
        if player == number:
            return choose(s, codes, stream, memory)
        return others(s, player, codes, stream, memory)

    return Kernel(choose_for, f"{definition.kernel_prefix}.one_of.{'-'.join(names)}")


@kernel
def _no_policy(s: Any, player: int, codes: Words, stream: Words, memory: Words) -> int:
    return 0
