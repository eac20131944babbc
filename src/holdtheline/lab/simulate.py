"""Play a game many times and count the results."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from ..core.definition import CHANCE, LOST, OVER
from ..core.dice import random_bits, random_stream, roll_die
from ..core.errors import BadOption
from ..core.game import Game
from ..core.state_record import Words
from ..players.batch import empty_tally, play_games
from ..players.confidence_interval import wilson_interval
from ..players.mcts.player import SEARCH_NAME, SearchPlayer, is_search_name, parse_search_player
from ..players.player import Player, check_player, is_searching, player


@dataclass(frozen=True)
class Simulation:
    """The results of many games: how often each seat lost, drew and won."""

    game: str
    players: tuple[str, ...]
    games: int
    losses: tuple[int, ...]
    draws: tuple[int, ...]
    wins: tuple[int, ...]
    steps: int
    seconds: float

    def win_rate(self, seat: int = 0) -> float:
        return self.wins[seat] / self.games

    def interval(self, seat: int = 0) -> tuple[float, float]:
        """Return the 95% Wilson interval of the win rate."""
        return wilson_interval(self.wins[seat], self.games)


SEARCH_NODES = 1_000
"""Simulations for each move of a search without a limit: a limit in seconds would not be reproducible."""


def has_searching_player(players: Sequence[str]) -> bool:
    """Return whether a player searches."""
    return any(map(is_searching, players))


def play_python_games(game: Game, players: tuple[str, ...], games: int, stream: Words) -> tuple[Words, int]:
    """Do the same as `batch.play_games` in Python, for players that are not compiled kernels."""
    tally, steps = empty_tally(game), 0
    for name in players:
        check_player(game.definition, name)
    for _ in range(games):
        seat_players = [_make_player(name, int(random_bits(stream))) for name in players]
        state = game.start()
        while state.current_player != OVER:
            state.play(
                int(roll_die(stream))
                if state.current_player == CHANCE
                else seat_players[state.current_player].code(state)
            )
            steps += 1
        for seat in range(len(game.seats)):
            tally[seat, int(game.engine.result(state.words, seat)) - LOST] += 1
    return tally, steps


def _make_player(name: str, seed: int) -> Player:
    if not is_search_name(name):
        return player(name, seed=seed)
    if name == SEARCH_NAME:
        return SearchPlayer(seed, nodes=SEARCH_NODES, threads=1)
    parsed = parse_search_player(name)
    return SearchPlayer(seed, seconds=parsed.seconds, nodes=parsed.nodes, threads=1)


CHUNK_GAMES = 20_000
"""Games that share a random stream, whatever the number of threads."""


def simulate(
    game: Game, players: Sequence[str], games: int, seed: int = 1, report: Callable[[int], None] = lambda done: None
) -> Simulation:
    """Play this many games and count the results. The same seed gives the same result on every machine."""
    if len(players) != len(game.seats):
        raise BadOption(f"{game.name} needs one player per seat ({', '.join(game.seats)}), not {len(players)}")
    if games < 1:
        raise BadOption(f"the number of games must be 1 or more, not {games}")
    play = play_python_games if has_searching_player(players) else play_games
    tally, steps = play(game, tuple(players), 0, random_stream(seed))  # compile before the threads start
    done = 0
    started = time.perf_counter()
    for results, chunk_steps in _play_chunks(game, tuple(players), games, seed):
        tally += results
        steps += chunk_steps
        done += int(results[0].sum())
        report(done)
    losses, draws, wins = (tuple(int(n) for n in column) for column in tally.T)
    seconds = time.perf_counter() - started
    return Simulation(game.name, tuple(players), games, losses, draws, wins, steps, seconds)


def _play_chunks(game: Game, players: tuple[str, ...], games: int, seed: int) -> Iterator[tuple[Words, int]]:
    """Yield the results of the chunks in order, playing a few at the same time."""
    threads = os.cpu_count() or 1
    play, chunk = (play_python_games, 1) if has_searching_player(players) else (play_games, CHUNK_GAMES)
    running: deque[Future[tuple[Words, int]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for first in range(0, games, chunk):
                stream = random_stream(seed, "games", first)
                running.append(pool.submit(play, game, players, min(chunk, games - first), stream))
                if len(running) > 2 * threads:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
