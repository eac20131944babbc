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
from ..players.player import PlayerLike, check_player, is_searching, player_name, reproducible_player


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


def needs_python(players: Sequence[PlayerLike]) -> bool:
    """Return whether a player searches or is not named, so that its games cannot be played in one kernel."""
    return any(not isinstance(name, str) or is_searching(name) for name in players)


def play_python_games(game: Game, players: Sequence[PlayerLike], games: int, stream: Words) -> tuple[Words, int]:
    """Do the same as `batch.play_games` in Python, for players that are not compiled kernels."""
    tally, steps = empty_tally(game), 0
    for name in players:
        if isinstance(name, str):
            check_player(game.definition, name)
    for _ in range(games):
        seat_players = [reproducible_player(name, int(random_bits(stream))) for name in players]
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


CHUNK_GAMES = 20_000
"""Games that share a random stream, whatever the number of threads."""


def simulate(
    game: Game,
    players: Sequence[PlayerLike],
    games: int,
    seed: int = 1,
    report: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play this many games and count the results.

    There is a player for each seat: its name, a `Player`, an object with `choose(state)`, or a function from a state to
    a move. Your own players see only what their seat may know, and play one game after the other in one thread; named
    ones use all cores. With named players the same seed gives the same result on every machine.

    >>> import holdtheline as htl
    >>> siege = htl.load("siege")
    >>> htl.simulate(siege, ["book"], 100_000).win_rate() > htl.simulate(siege, ["random"], 100_000).win_rate()
    True
    >>> htl.simulate(siege, [lambda state: state.legal_codes()[0]], 10).players
    ('<lambda>',)
    """
    if len(players) != len(game.seats):
        raise BadOption(f"{game.name} needs one player per seat ({', '.join(game.seats)}), not {len(players)}")
    if games < 1:
        raise BadOption(f"the number of games must be 1 or more, not {games}")
    tally, steps = _play_of(players)(game, tuple(players), 0, random_stream(seed))  # compile before the threads start
    done = 0
    started = time.perf_counter()
    for results, chunk_steps in _play_chunks(game, tuple(players), games, seed):
        tally += results
        steps += chunk_steps
        done += int(results[0].sum())
        report(done)
    losses, draws, wins = (tuple(int(n) for n in column) for column in tally.T)
    seconds = time.perf_counter() - started
    return Simulation(game.name, tuple(map(player_name, players)), games, losses, draws, wins, steps, seconds)


def _play_of(players: Sequence[PlayerLike]) -> Callable[..., tuple[Words, int]]:
    return play_python_games if needs_python(players) else play_games


def _play_chunks(game: Game, players: tuple[PlayerLike, ...], games: int, seed: int) -> Iterator[tuple[Words, int]]:
    """Yield the results of the chunks in order, playing a few at the same time."""
    has_custom_player = not all(isinstance(player, str) for player in players)  # one object for all games
    threads = 1 if has_custom_player else os.cpu_count() or 1
    play, chunk = _play_of(players), 1 if needs_python(players) else CHUNK_GAMES
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
