"""Play a game many times and count the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game
from ..players.batch import Column, empty_tally, tally_rows
from ..players.confidence_interval import wilson_interval
from ..players.player import PlayerLike, player_name
from .games import Pairing, play_slices


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
    requested: int = 0
    """The number of games that were asked for; fewer were played if it was stopped."""
    turns: float = 0.0
    """Turns per game."""
    decisions: float = 0.0
    """Decisions per game."""

    @property
    def was_stopped(self) -> bool:
        """Whether fewer games were played than asked for."""
        return self.games < self.requested

    def win_rate(self, seat: int = 0) -> float:
        """Return the part of the games that this seat won."""
        return self.wins[seat] / max(self.games, 1)

    def score(self, seat: int = 0) -> float:
        """Return the points per game: a draw is half a win."""
        return (self.wins[seat] + self.draws[seat] / 2) / max(self.games, 1)

    def interval(self, seat: int = 0) -> tuple[float, float]:
        """Return the 95% Wilson interval of the win rate."""
        return wilson_interval(self.wins[seat], self.games) if self.games else (0.0, 1.0)

    def score_interval(self, seat: int = 0) -> tuple[float, float]:
        """Return the 95% Wilson interval of the points per game, which is too wide rather than too short."""
        return wilson_interval(self.wins[seat] + self.draws[seat] / 2, self.games) if self.games else (0.0, 1.0)


def simulate(
    game: Game,
    players: Sequence[PlayerLike],
    games: int,
    seed: int = 1,
    report: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play this many games and count the results. Ctrl-C ends it; the games played so far count.

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
    pairing = Pairing(game, tuple(players), (seed, "games"))
    pairing.prepare()
    tally, sums, done = empty_tally(game), np.zeros(len(Column), np.int64), 0
    started = time.perf_counter()
    try:
        for rows in play_slices(pairing, 0, games):
            tally += tally_rows(game, rows)
            sums += rows[:, : len(Column)].sum(axis=0)
            done += len(rows)
            report(done)
    except KeyboardInterrupt:
        pass
    seconds = time.perf_counter() - started
    losses, draws, wins = (tuple(int(n) for n in column) for column in tally.T)
    decisions, rolls, turns = (int(sums[column]) for column in (Column.DECISIONS, Column.ROLLS, Column.TURNS))
    per_game = 1 / max(done, 1)
    return Simulation(
        game.name, tuple(map(player_name, players)), done, losses, draws, wins, decisions + rolls, seconds,
        games, turns * per_game, decisions * per_game,
    )  # fmt: skip
