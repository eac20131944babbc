"""Is the new bot better? A sequential test (GSPRT on pairs, as in fishtest) that stops as soon as it is decided.

The two hypotheses are that the new bot is `elo0` or `elo1` stronger than the old one. After each pair of games (one
seed, both seats) the log-likelihood ratio says which of them the results support, and when it leaves its bounds the
test ends (Wald). A pair gives the new bot 0, 1/2, 1, 3/2 or 2 points. The frequencies
of these scores are unknown, so for each hypothesis the most likely distribution with its mean score is used (the
generalised ratio). Draws, seats and the correlation of the two games of a seed therefore do not bias the test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.errors import BadOption
from ..job import GameResult
from .entries import Entry
from .pool import CannotPlay, Pool, UnplayedJob
from .schedule import GamePair, TournamentSettings, make_pair

if TYPE_CHECKING:
    from .rating import Floats

PAIR_SCORES = np.linspace(0, 1, 5)
"""The possible scores of a pair, per game."""
MIN_COUNT = 1e-3
"""The minimum count of each score, so that none is impossible."""
MAX_STEPS = 100
TOLERANCE = 1e-12
MAX_REPEATS = 20
"""A duel ends when this many pairs in a row were played before."""
BETTER, NOT_BETTER, UNDECIDED = "better", "not better", "undecided"


@dataclass(frozen=True)
class SequentialTest:
    """The hypotheses and the error rates of the test."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    """The probability of accepting a bot that is only elo0 stronger."""
    beta: float = 0.05
    """The probability of rejecting a bot that is elo1 stronger."""
    max_pairs: int = 2000
    """The most pairs to play; after them the test is undecided."""

    __test__ = False

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise BadOption(f"elo0 must be below elo1, both within 1000, not {self.elo0:g} and {self.elo1:g}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise BadOption(f"{name} must be more than 0 and less than 0.5, not {getattr(self, name):g}")
        if self.max_pairs < 1:
            raise BadOption(f"the number of pairs must be at least 1, not {self.max_pairs}")

    @property
    def bounds(self) -> tuple[float, float]:
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Any) -> Floats:
        """Return the generalised log-likelihood ratio for the counts of each score."""
        return log_likelihood_ratio(
            np.asarray(counts, np.float64), expected_score(self.elo0), expected_score(self.elo1)
        )


def expected_score(elo: float) -> float:
    """Return the expected score per game of a bot that is this much stronger."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def log_likelihood_ratio(counts: Floats, score0: float, score1: float) -> Floats:
    """Return the ratios of many tests at once; the last axis has the five scores."""
    counts = np.maximum(counts, MIN_COUNT)
    shares = counts / counts.sum(axis=-1, keepdims=True)
    likely0, likely1 = (fit_distribution(shares, score) for score in (score0, score1))
    return np.asarray((counts * np.log(likely1 / likely0)).sum(axis=-1))


def fit_distribution(shares: Floats, score: float) -> Floats:
    """Return the maximum-likelihood distribution with this mean score.

    With the Lagrange multiplier x it is share / (1 + x (result - score)). Between the two poles the error of
    the score falls monotonically, so its zero is found by Newton's method, with bisection where a step would
    leave the bracket.
    """
    deviation = PAIR_SCORES - score
    low = np.full((*shares.shape[:-1], 1), -1 / deviation.max())
    high = np.full_like(low, -1 / deviation.min())
    x = np.zeros_like(low)
    for _ in range(MAX_STEPS):
        parts = deviation / (1 + x * deviation)
        error = (shares * parts).sum(axis=-1, keepdims=True)
        low, high = np.where(error > 0, x, low), np.where(error > 0, high, x)
        step = error / (shares * parts**2).sum(axis=-1, keepdims=True)
        is_inside = (low < x + step) & (x + step < high)
        x, before = np.where(is_inside, x + step, (low + high) / 2), x
        if np.abs(x - before).max() < TOLERANCE:
            break
    distribution = shares / (1 + x * deviation)
    return np.asarray(distribution / distribution.sum(axis=-1, keepdims=True))


# The duel


@dataclass(frozen=True)
class DuelStatus:
    """The state of a duel after some pairs."""

    test: SequentialTest
    counts: tuple[int, ...]
    """Number of pairs with 0, 1/2, 1, 3/2 and 2 points for the new bot, without pairs that were played before."""
    ratio: float
    faults: tuple[int, int]
    """Number of games that a fault of the old and of the new bot ended; both, if both failed at the same moment."""
    played: int
    """Number of pairs that were played."""
    repeats: int = 0
    """Number of pairs, the last ones played, that repeated earlier ones."""

    @property
    def pairs(self) -> int:
        """The number of pairs that count."""
        return sum(self.counts)

    @property
    def repeats_itself(self) -> bool:
        """Whether the bots play the same games again and again, so that more of them say nothing."""
        return self.repeats >= MAX_REPEATS

    @property
    def score(self) -> float:
        return float(np.dot(self.counts, PAIR_SCORES)) / max(self.pairs, 1)

    @property
    def verdict(self) -> str:
        low, high = self.test.bounds
        return BETTER if self.ratio >= high else NOT_BETTER if self.ratio <= low else UNDECIDED

    @property
    def is_over(self) -> bool:
        return self.verdict != UNDECIDED or self.played >= self.test.max_pairs or self.repeats_itself


def run_duel(
    old: Entry, new: Entry, settings: TournamentSettings, test: SequentialTest, pool: Pool
) -> Iterator[DuelStatus]:
    """Yield the status after each pair. Pairs count in order, not as they finish, and equal ones count once."""
    numbers = iter(range(1, test.max_pairs + 1))
    submitted: dict[int, GamePair] = {}
    results_by_key: dict[str, GameResult] = {}
    counts, faults, seen, repeats = [0] * 5, [0, 0], set[tuple[str, ...]](), 0
    for due in range(1, test.max_pairs + 1):
        while due not in submitted or not all(job.key in results_by_key for job in submitted[due].jobs):
            while len(submitted) < pool.capacity and (number := next(numbers, None)) is not None:
                submitted[number] = make_pair(new, old, settings, number)
                pool.submit(list({job.key: job for job in submitted[number].jobs}.values()))
            results_by_key.update(collect_results(pool))
        pair = submitted.pop(due)
        results = [results_by_key[job.key] for job in pair.jobs]
        games = tuple(result.digest for result in results)
        repeats = repeats + 1 if games in seen else 0
        if not repeats:
            seen.add(games)
            counts[count_half_points(results)] += 1
            for game, result in enumerate(results):
                for seat in {fault.seat for fault in result.faults}:
                    faults[1 - (seat ^ game)] += 1
        ratio = float(test.ratio(counts))
        status = DuelStatus(test, tuple(counts), ratio, (faults[0], faults[1]), due, repeats)
        yield status
        if status.is_over:
            return


def collect_results(pool: Pool) -> dict[str, GameResult]:
    results = {}
    for answer in pool.collect():
        if isinstance(answer, UnplayedJob):
            raise CannotPlay(f"a game could not be played, through no fault of a bot: {answer.reason}")
        results[answer.result.key] = answer.result
    return results


def count_half_points(results: list[GameResult]) -> int:
    """Return the half points (0 to 4) of the bot that had seat 0 in the first of two games."""
    return sum(result.scores[game] + 1 for game, result in enumerate(results))
