"""Playing a game very often, to know what usually happens."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from ..core.contract import Words
from ..core.dice import stream_for
from ..core.errors import BadOption
from ..core.game import Game
from ..core.interval import wilson
from ..players.batch import play_games
from ..players.slowly import play_slowly, think

CHUNK = 20_000  # games that share a random stream, whatever the number of threads


@dataclass(frozen=True)
class Simulation:
    """What came out: for each seat how many games it lost, drew and won."""

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
        """The 95 % interval of the win rate (Wilson's)."""
        return wilson(self.wins[seat], self.games)


def simulate(
    game: Game,
    players: Sequence[str],
    games: int,
    seed: int = 1,
    report: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play so many games. The same seed gives the same result on every machine."""
    if len(players) != len(game.seats):
        raise BadOption(f"{game.name} has {len(game.seats)} seat(s), so it takes as many players")
    if games < 1:
        raise BadOption(f"the number of games must be 1 or more, not {games}")
    # No games at first: the threads find everything compiled and remembered.
    tally, steps = (play_slowly if think(players) else play_games)(game, tuple(players), 0, stream_for(seed))
    done = 0
    began = time.perf_counter()
    for results, taken in _chunks(game, tuple(players), games, seed):
        tally += results
        steps += taken
        done += int(results[0].sum())
        report(done)
    losses, draws, wins = (tuple(int(n) for n in column) for column in tally.T)
    seconds = time.perf_counter() - began
    return Simulation(game.name, tuple(players), games, losses, draws, wins, steps, seconds)


def _chunks(game: Game, players: tuple[str, ...], games: int, seed: int) -> Iterator[tuple[Words, int]]:
    """The results of the chunks, in order; a few are always under way."""
    threads = os.cpu_count() or 1
    play, chunk = (play_slowly, 1) if think(players) else (play_games, CHUNK)
    under_way: deque[Future[tuple[Words, int]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for first in range(0, games, chunk):
                stream = stream_for(seed, "games", first)
                under_way.append(pool.submit(play, game, players, min(chunk, games - first), stream))
                if len(under_way) > 2 * threads:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
