"""Results that do not fit the ratings: hints that two bots help each other, never a verdict.

For each pair of bots, the points are compared with what their strengths predict. The difference is divided by its
standard error: that of random games, less the leverage of the fit, times how much the other pairs usually differ
from their expectation (bots have styles, and often repeat a game). So a pair stands out among the pairs of its own
tournament. The probability of such points is that of a binomial distribution with the effective number of games,
corrected for the number of pairs by Holm's method."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .rating import Floats, Ints, Rating, ResultUnits, make_points_matrix

SIGNIFICANCE_LEVEL = 0.05
"""The probability of a false hint anywhere in a tournament of honest bots."""
MIN_PAIRS = 10
"""With fewer pairs of bots the typical deviation is unknown, so no hint is given."""


@dataclass(frozen=True)
class Residual:
    """How far the points of two bots (by index) are from their expectation."""

    first: int
    second: int
    points: float
    """Points of the first bot."""
    expected: float
    games: float
    z: float
    """The difference in standard errors; positive if the first bot has more than expected."""
    p_value: float
    """The probability of such a difference, corrected for the number of pairs."""

    @property
    def is_hint(self) -> bool:
        return self.p_value < SIGNIFICANCE_LEVEL


def compute_residuals(bots: int, units: ResultUnits, rating: Rating) -> tuple[Residual, ...]:
    """Return the residuals of all pairs that have played, the least likely first."""
    table = make_points_matrix(bots, units)[0]
    first, second = np.nonzero(np.triu(table + table.T > 0, 1))
    points, games = table[first, second], (table + table.T)[first, second]
    chance = rating.win_probability[first, second]
    expected = games * chance
    spread = games * chance * (1 - chance)
    error = np.sqrt(spread * np.maximum(1 - compute_leverage(bots, first, second, spread), 1 / games))
    raw = (points - expected) / np.maximum(error, 1e-9)
    typical = np.sqrt(np.maximum(1, ((raw**2).sum() - raw**2) / max(len(raw) - 1, 1)))
    tails = tail_probabilities(points / typical**2, games / typical**2, chance)
    if len(tails) < MIN_PAIRS:
        tails = [1.0] * len(tails)
    residuals = [
        Residual(int(a), int(b), *map(float, rest))
        for a, b, *rest in zip(
            first, second, points, expected, games, raw / typical, correct_by_holm(tails), strict=True
        )
    ]
    order = sorted(range(len(residuals)), key=lambda index: (tails[index], -abs(residuals[index].z), index))
    return tuple(residuals[index] for index in order)


def tail_probabilities(points: Floats, games: Floats, chance: Floats) -> list[float]:
    """Return the two-sided tail probabilities of the binomial distribution."""
    from scipy.special import betainc  # of an extra, and slow to import

    as_many = betainc(np.maximum(points, 1e-9), games - points + 1, chance)
    as_few = betainc(np.maximum(games - points, 1e-9), points + 1, 1 - chance)
    return [float(tail) for tail in np.minimum(1, 2 * np.minimum(as_many, as_few))]


def compute_leverage(bots: int, first: Ints, second: Ints, spread: Floats) -> Floats:
    """Return the leverage: the share of each pair's variance that the fitted strengths absorb."""
    design = np.zeros((len(first), bots))
    rows = np.arange(len(first))
    design[rows, first], design[rows, second] = 1, -1
    inverse = np.linalg.pinv(design.T @ (design * spread[:, None]), hermitian=True)
    return np.asarray(spread * np.einsum("ij,jk,ik->i", design, inverse, design))


def correct_by_holm(tails: list[float]) -> list[float]:
    """Correct p-values for multiple testing (Holm 1979)."""
    order = sorted(range(len(tails)), key=lambda index: tails[index])
    corrected = [1.0] * len(tails)
    largest = 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, tails[index] * (len(tails) - rank)))
        corrected[index] = largest
    return corrected
