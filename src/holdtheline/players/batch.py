"""Play many whole games in one compiled kernel, without returning to Python in between.

Each game fills a row: what happened in it (`Column`), the results of the seats, and how many moves of each kind.
"""

from __future__ import annotations

from enum import IntEnum
from types import FunctionType
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


class Column(IntEnum):
    """The columns of a game's row, before the results of the seats (WON, DRAWN, LOST) and the counts of move kinds.

    The margins are those of seat 0; the lead is its sign at the end of a turn.
    """

    DECISIONS = 0
    ROLLS = 1
    TURNS = 2
    CHOICES = 3  # legal moves, summed over all decisions, if they are counted
    MARGIN = 4  # at the end of the game
    LEAD_CHANGES = 5
    LOWEST_MARGIN = 6
    HIGHEST_MARGIN = 7
    LEADER = 8  # 1 or -1: whether seat 0 led when there was last a leader


FIRST_RESULT = len(Column)
"""The column with the result of seat 0."""


def row_width(definition: GameDefinition, seats: int) -> int:
    """Return the number of columns in the row of a game with this number of seats."""
    return FIRST_RESULT + seats + (len(definition.measures.move_kinds) if definition.measures else 0)


def empty_tally(game: Game) -> Words:
    """Return a row for each seat: how often it lost, drew and won."""
    return np.zeros((len(game.seats), RESULT_COUNT), np.int64)


def tally_rows(game: Game, rows: Words) -> Words:
    """Return how often each seat lost, drew and won."""
    tally = empty_tally(game)
    for seat in range(len(game.seats)):
        tally[seat] = np.bincount(rows[:, FIRST_RESULT + seat] - LOST, minlength=RESULT_COUNT)
    return tally


def play_games(game: Game, players: tuple[str, ...], games: int, stream: Words) -> tuple[Words, int]:
    """Play some games with one stream; return how often each seat lost, drew and won, and the number of steps."""
    rows = fill_rows(game, players, games, stream, 0)
    return tally_rows(game, rows), int(rows[:, [Column.DECISIONS, Column.ROLLS]].sum())


def play_rows(game: Game, players: tuple[str, ...], streams: Words, counts_choices: bool = False) -> Words:
    """Play a game with each pair of streams (dice, players; see `random_streams`), and return their rows."""
    return fill_rows(game, players, len(streams) // 2, streams, 2, counts_choices)


def fill_rows(
    game: Game, players: tuple[str, ...], games: int, streams: Words, stride: int, counts_choices: bool = False
) -> Words:
    """Play games whose streams are `stride` apart; 0: all games, and dice and players, share one stream."""
    names = players_in_kernel(game.definition, players)
    seats = len(game.seats)
    run, rows = games_kernel(game.definition, names), np.zeros((games, row_width(game.definition, seats)), np.int64)
    state, seen = np.zeros((2, game.definition.rules.state.word_count()), np.int64)
    buffers = (state, seen, np.empty(game.definition.rules.max_moves, np.int64), empty_log(0))
    memory = pack_memories(game, players, names)
    (run.plain if game.plain else run.compiled)(
        buffers, game.setup, streams, stride, memory, rows.reshape(-1), games, seats, int(counts_choices)
    )
    return rows


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
    """Return run(buffers, setup, streams, stride, memory, rows, games, seats, counts_choices): fill the rows."""
    open_state, make_log, start = state_opener(definition), log_for_batches(definition), start_kernel(definition)
    rules = shared_rules(definition)
    turn, apply, result, hide, legal_moves = rules.turn, rules.apply, rules.result, rules.hide, rules.legal_moves
    choose, has_secrets = policy_switch(definition, names), definition.has_secrets
    observe, count_kind = observe_kernel(definition), count_kind_kernel(definition)
    count_turns = turns_kernel(definition)

    @nogil_kernel(f"{definition.kernel_prefix}.{'-'.join(names)}")
    def run(
        buffers: Any,
        setup: Words,
        stream_row: Words,
        stride: int,
        memory_row: Words,
        all_rows: Words,
        games: int,
        seats: int,
        counts_choices: int,
    ) -> None:
        words, seen_words, code_row, log_row = buffers
        s, seen = open_state(words), open_state(seen_words)
        codes, streams, memory = as_pointer(code_row), as_pointer(stream_row), as_pointer(memory_row)
        log, word_count, rows, width = (
            make_log(log_row),
            len(words),
            as_pointer(all_rows),
            len(all_rows) // max(games, 1),
        )
        for game in range(games):
            dice = as_pointer_from(streams, game * stride)
            stream = as_pointer_from(streams, game * stride + (1 if stride else 0))
            row = as_pointer_from(rows, game * width)
            start(words, setup)
            turns = count_turns(s)
            decisions, rolls, choices = 0, 0, 0
            actor = turn(s)
            while actor != OVER:
                if actor == CHANCE:
                    step = roll_die(dice)
                    rolls += 1
                else:
                    if counts_choices:
                        choices += legal_moves(s, codes)
                    player, own_memory = memory[actor], as_pointer_from(memory, memory[seats + actor])
                    if has_secrets:
                        copy_words(as_pointer(seen_words), as_pointer(words), word_count)
                        hide(seen, actor)
                        step = choose(seen, player, codes, stream, own_memory)
                    else:
                        step = choose(s, player, codes, stream, own_memory)
                    decisions += 1
                    count_kind(row, FIRST_RESULT + seats, step)
                apply(s, step, log)
                actor = turn(s)
                if count_turns(s) != turns:
                    turns = count_turns(s)
                    observe(s, row)
            observe(s, row)
            row[Column.DECISIONS], row[Column.ROLLS] = decisions, rolls
            row[Column.TURNS], row[Column.CHOICES] = turns, choices
            for seat in range(seats):
                row[FIRST_RESULT + seat] = result(s, seat)

    return run


@kernel_factory
def turns_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return turns(s): `Rules.turns` as a kernel."""
    turns: Any = definition.rules.turns
    copy = FunctionType(turns.__code__, turns.__globals__, turns.__name__, turns.__defaults__, turns.__closure__)
    return Kernel(copy, f"{definition.kernel_prefix}.turns_played")


@kernel_factory
def observe_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return observe(s, row): note the margin, its range, and whether the lead has changed."""
    name = f"{definition.kernel_prefix}.observe"

    def observe_nothing(s: Any, row: Words) -> None:
        return

    if definition.measures is None:
        return Kernel(observe_nothing, name)
    margin_of, has_leader = definition.measures.margin, definition.measures.has_leader

    def observe(s: Any, row: Words) -> None:
        margin = margin_of(s, 0)
        if has_leader:
            if margin * row[Column.LEADER] < 0:
                row[Column.LEAD_CHANGES] += 1
            row[Column.LOWEST_MARGIN] = min(row[Column.LOWEST_MARGIN], margin)
            row[Column.HIGHEST_MARGIN] = max(row[Column.HIGHEST_MARGIN], margin)
            if margin != 0:
                row[Column.LEADER] = 1 if margin > 0 else -1
        row[Column.MARGIN] = margin

    return Kernel(observe, name)


@kernel_factory
def count_kind_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return count_kind(row, first, code): count a move by its kind."""
    name = f"{definition.kernel_prefix}.count_kind"

    def count_nothing(row: Words, first: int, code: int) -> None:
        return

    if definition.measures is None:
        return Kernel(count_nothing, name)
    move_kind = definition.measures.move_kind

    def count_kind(row: Words, first: int, code: int) -> None:
        row[first + move_kind(code)] += 1

    return Kernel(count_kind, name)


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
