"""Play numbered games between any players, in short slices on all cores.

The streams of a game depend on a seed and its number, so neither the slices nor the threads change anything.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ..core.definition import CHANCE, OVER
from ..core.dice import random_bits, random_streams, roll_die
from ..core.game import Game
from ..core.state_record import Words
from ..players.batch import FIRST_RESULT, Column, count_kind_kernel, observe_kernel, play_rows, row_width
from ..players.player import (
    PlayerLike,
    check_player,
    is_searching,
    player_name,
    policy_kernel,
    policy_of,
    reproducible_player,
)

SLICE_SECONDS = 0.1
"""How long a slice should take: Ctrl-C waits for the slices that are running."""
FIRST_SLICE = 16
MAX_GROWTH = 4
MAX_SLICE = 20_000


class Stopped(Exception):
    """The games are no longer wanted."""


def needs_python(players: Sequence[PlayerLike]) -> bool:
    """Return whether a player searches or is not named, so that its games cannot be played in one kernel."""
    return any(not isinstance(player, str) or is_searching(player) for player in players)


@dataclass(frozen=True)
class Pairing:
    """A game and its players by seat, and how its games are numbered."""

    game: Game
    players: tuple[PlayerLike, ...]
    path: tuple[int | str, ...]
    """The seed and names that the streams of the games depend on."""
    counts_choices: bool = False

    def prepare(self) -> None:
        """Compile what is needed, and raise if a player does not exist."""
        for player in self.players:
            if isinstance(player, str):
                check_player(self.game.definition, player)
        self.play(0, 0, threading.Event())

    def play(self, first: int, count: int, stopped: threading.Event) -> Words:
        """Return the rows of `count` games from number `first` on; raise Stopped if they are no longer wanted."""
        if stopped.is_set():
            raise Stopped
        streams = random_streams(count, first, *self.path)
        if needs_python(self.players):
            return play_python_rows(self.game, self.players, streams, self.counts_choices, stopped)
        names = tuple(player for player in self.players if isinstance(player, str))
        return play_rows(self.game, names, streams, self.counts_choices)

    def codes(self, number: int) -> list[int]:
        """Return all steps, moves and rolls, of one of the games that `play` plays. The players are policies."""
        definition, is_plain = self.game.definition, self.game.plain
        streams = random_streams(1, number, *self.path)
        dice, choices = streams[:1], streams[1:]
        legal = np.empty(definition.rules.max_moves, np.int64)
        names = [player_name(player) for player in self.players]
        kernels = [policy_kernel(definition, name) for name in names]
        memories = [policy_of(definition, name).make_memory(self.game.options) for name in names]
        state, codes = self.game.start(), []
        while state.current_player != OVER:
            seat = int(state.current_player)
            if seat == CHANCE:
                codes.append(int(roll_die(dice)))
            else:
                choose = kernels[seat].plain if is_plain else kernels[seat].compiled
                codes.append(int(choose(state.seen_by(seat).words, legal, choices, memories[seat])))
            state.play(codes[-1])
        return codes


def play_slices(pairing: Pairing, first: int, count: int, threads: int | None = None) -> Iterator[Words]:
    """Yield the rows of the games in order, slice by slice. The caller has prepared the pairing."""
    is_custom = not all(isinstance(player, str) for player in pairing.players)  # one object for all games
    threads = 1 if is_custom else threads or os.cpu_count() or 1
    size = 1 if needs_python(pairing.players) else FIRST_SLICE
    running: deque[Future[tuple[Words, float]]] = deque()
    stopped = threading.Event()
    with ThreadPoolExecutor(threads) as pool:
        try:
            next_game, end = first, first + count
            while next_game < end or running:
                while next_game < end and len(running) <= threads:
                    games = min(size, end - next_game)
                    running.append(pool.submit(_timed, pairing, next_game, games, stopped))
                    next_game += games
                rows, seconds = running.popleft().result()
                size = next_size(size, len(rows), seconds)
                yield rows
        finally:
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _timed(pairing: Pairing, first: int, count: int, stopped: threading.Event) -> tuple[Words, float]:
    started = time.perf_counter()
    rows = pairing.play(first, count, stopped)
    return rows, time.perf_counter() - started


def next_size(size: int, games: int, seconds: float) -> int:
    """Return the games of the next slice, after one of `games` games that took so long."""
    wanted = int(SLICE_SECONDS * games / max(seconds, 1e-9))
    return max(1, min(wanted, MAX_GROWTH * size, MAX_SLICE))


def play_python_rows(
    game: Game,
    players: Sequence[PlayerLike],
    streams: Words,
    counts_choices: bool = False,
    stopped: threading.Event | None = None,
) -> Words:
    """Do the same as `batch.play_rows` in Python, for players that are not compiled kernels.

    A single stream is that of the dice and the players of one game.
    """
    seats, count_kind = len(game.seats), count_kind_kernel(game.definition)
    observe, turns_of = observe_kernel(game.definition), game.definition.rules.turns
    rows = np.zeros(((len(streams) + 1) // 2, row_width(game.definition, seats)), np.int64)
    for number, row in enumerate(rows):
        dice, choices = streams[2 * number :][:1], streams[2 * number :][:2][-1:]
        seat_players = [reproducible_player(player, int(random_bits(choices))) for player in players]
        state = game.start()
        turns = turns_of(state.record)
        while state.current_player != OVER:
            if stopped is not None and stopped.is_set():
                raise Stopped
            if state.current_player == CHANCE:
                state.play(int(roll_die(dice)))
                row[Column.ROLLS] += 1
            else:
                if counts_choices:
                    row[Column.CHOICES] += len(state.legal_codes())
                code = seat_players[state.current_player].code(state)
                row[Column.DECISIONS] += 1
                count_kind(row, FIRST_RESULT + seats, code)
                state.play(code)
            if turns_of(state.record) != turns:
                turns = turns_of(state.record)
                observe(state.record, row)
        observe(state.record, row)
        row[Column.TURNS] = turns
        for seat in range(seats):
            row[FIRST_RESULT + seat] = int(game.engine.result(state.words, seat))
    return rows
