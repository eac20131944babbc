"""Is the new one better? A sequential test that ends as soon as the answer is known.

The two hypotheses are that the new bot is `elo0` or `elo1` stronger than the old one. After each pair of
games (one seed, both seats) the logarithm of the likelihood ratio tells for which of them the results speak,
and when it leaves its bounds the test is over (Wald). A pair gives the new one 0, 1/2, 1, 3/2 or 2 points.
How often each of these comes is not known; of all distributions with the score of a hypothesis, the
likeliest counts (the generalised ratio). So neither draws, nor the seats, nor how alike the two games of a
seed are do any harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from ...core.errors import BadOption
from ..playing import GameResult
from .pool import NotPlayed, Pool, Unplayed
from .schedule import Entry, Pair, Settings, pair_of

Floats = np.ndarray[Any, np.dtype[np.float64]]

SCORES = np.linspace(0, 1, 5)
"""Of a pair, for each game."""
LITTLE = 1e-3
"""Pairs that each result is at least given, so that none is impossible."""
MOST_STEPS = 100
EXACT = 1e-12
BETTER, NOT_BETTER, UNDECIDED = "better", "not better", "undecided"


@dataclass(frozen=True)
class Test:
    """What is asked, and how sure the answer shall be."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    """The chance to call one better that is only elo0 stronger."""
    beta: float = 0.05
    """The chance to call one not better that is elo1 stronger."""
    most: int = 2000
    """Pairs; then it is undecided."""

    __test__ = False

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise BadOption(f"elo0 must be below elo1, both within 1000, not {self.elo0:g} and {self.elo1:g}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise BadOption(f"{name} must be more than 0 and less than 0.5, not {getattr(self, name):g}")
        if self.most < 1:
            raise BadOption(f"the number of pairs must be 1 or more, not {self.most}")

    @property
    def bounds(self) -> tuple[float, float]:
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Any) -> Floats:
        """The logarithm of the generalised likelihood ratio; `counts` has how often each result came."""
        return log_ratio(np.asarray(counts, np.float64), score_of(self.elo0), score_of(self.elo1))


def score_of(elo: float) -> float:
    """What one gets of a game on the average who is so much stronger."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def log_ratio(counts: Floats, score0: float, score1: float) -> Floats:
    """Of many tests at once: the last axis has the five results."""
    counts = np.maximum(counts, LITTLE)
    shares = counts / counts.sum(axis=-1, keepdims=True)
    likely0, likely1 = (likeliest(shares, score) for score in (score0, score1))
    return np.asarray((counts * np.log(likely1 / likely0)).sum(axis=-1))


def likeliest(shares: Floats, score: float) -> Floats:
    """The distribution with this score under which the shares are likeliest.

    With Lagrange's multiplier x it is share / (1 + x (result - score)). Between the two x where a part
    becomes infinite the error of the score only falls: the x where it is nothing is found by Newton's way,
    and by halving where that leads out of what is left.
    """
    off = SCORES - score
    low = np.full((*shares.shape[:-1], 1), -1 / off.max())
    high = np.full_like(low, -1 / off.min())
    x = np.zeros_like(low)
    for _ in range(MOST_STEPS):
        parts = off / (1 + x * off)
        error = (shares * parts).sum(axis=-1, keepdims=True)
        low, high = np.where(error > 0, x, low), np.where(error > 0, high, x)
        step = error / (shares * parts**2).sum(axis=-1, keepdims=True)
        is_inside = (low < x + step) & (x + step < high)
        x, before = np.where(is_inside, x + step, (low + high) / 2), x
        if np.abs(x - before).max() < EXACT:
            break
    found = shares / (1 + x * off)
    return np.asarray(found / found.sum(axis=-1, keepdims=True))


# The duel


@dataclass(frozen=True)
class Standing:
    """How it stands after some pairs."""

    test: Test
    counts: tuple[int, ...]
    """Pairs with 0, 1/2, 1, 3/2 and 2 points for the new one."""
    ratio: float
    faults: tuple[int, int]
    """Games that the old and the new one lost by a fault."""
    different: int
    """Games that differ."""

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def score(self) -> float:
        return float(np.dot(self.counts, SCORES)) / max(self.pairs, 1)

    @property
    def verdict(self) -> str:
        low, high = self.test.bounds
        return BETTER if self.ratio >= high else NOT_BETTER if self.ratio <= low else UNDECIDED

    @property
    def is_over(self) -> bool:
        return self.verdict != UNDECIDED or self.pairs >= self.test.most


def duel(old: Entry, new: Entry, settings: Settings, test: Test, pool: Pool) -> Iterator[Standing]:
    """How it stands after each pair, up to the last. Pairs count in their order, whoever played them when."""
    numbers = iter(range(1, test.most + 1))
    ahead: dict[int, Pair] = {}
    found: dict[str, GameResult] = {}
    counts, faults, digests = [0] * 5, [0, 0], set[str]()
    for due in range(1, test.most + 1):
        while due not in ahead or not all(job.key in found for job in ahead[due].jobs):
            while len(ahead) < pool.room and (number := next(numbers, None)) is not None:
                ahead[number] = pair_of(new, old, settings, number)
                pool.submit(list({job.key: job for job in ahead[number].jobs}.values()))
            found.update(results_of(pool))
        pair = ahead.pop(due)
        results = [found[job.key] for job in pair.jobs]
        counts[points_of(results)] += 1
        digests.update(result.digest for result in results)
        for game, result in enumerate(results):
            for seat in {fault.seat for fault in result.faults}:
                faults[1 - (seat ^ game)] += 1
        ratio = float(test.ratio(counts))
        standing = Standing(test, tuple(counts), ratio, (faults[0], faults[1]), len(digests))
        yield standing
        if standing.is_over:
            return


def results_of(pool: Pool) -> dict[str, GameResult]:
    found = {}
    for answer in pool.answers():
        if isinstance(answer, Unplayed):
            raise NotPlayed(f"a game could not be played, and no bot is charged with it: {answer.why}")
        found[answer.result.key] = answer.result
    return found


def points_of(results: list[GameResult]) -> int:
    """Half points that whoever began in seat 0 has of two games: 0 to 4."""
    return sum(result.scores[game] + 1 for game, result in enumerate(results))
