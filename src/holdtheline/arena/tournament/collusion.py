"""Results that do not fit: hints at bots that help each other, and never a verdict.

Of each two bots the points are compared with what their strengths make one expect. The difference is divided
by its standard error: that of games at random, less what the fit itself has taken up, times how much the
results of the other pairs usually differ from their expectation (bots have styles, and often play the same
game again). So a pair stands out among the pairs of its own tournament. The chance of such points is that of
a binomial distribution, of as many games as those that were played are worth, and is corrected for the
number of pairs by Holm's method.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import betainc

from .rating import Floats, Ints, Rating, Units, points_table

LEVEL = 0.05
"""The chance that honest bots give a hint anywhere in a tournament."""
FEWEST_PAIRS = 10
"""Of bots: with fewer nobody can say what is usual."""


@dataclass(frozen=True)
class Residual:
    """Two bots, by their numbers, and how far their points are from what was expected."""

    first: int
    second: int
    points: float
    """Of the first."""
    expected: float
    games: float
    z: float
    """In standard errors; positive: the first has more than it should."""
    chance: float
    """Of so large a difference somewhere among so many pairs."""

    @property
    def is_hint(self) -> bool:
        return self.chance < LEVEL

    def moved(self, first: int, second: int) -> Residual:
        """The same with other numbers for the two."""
        return replace(self, first=first, second=second)


def residuals(bots: int, units: Units, rating: Rating) -> tuple[Residual, ...]:
    """Of all pairs of bots that have played, the most astonishing first."""
    table = points_table(bots, units)[0]
    first, second = np.nonzero(np.triu(table + table.T > 0, 1))
    points, games = table[first, second], (table + table.T)[first, second]
    chance = rating.chance[first, second]
    expected = games * chance
    spread = games * chance * (1 - chance)
    error = np.sqrt(spread * np.maximum(1 - taken_up(bots, first, second, spread), 1 / games))
    raw = (points - expected) / np.maximum(error, 1e-9)
    usual = np.sqrt(np.maximum(1, ((raw**2).sum() - raw**2) / max(len(raw) - 1, 1)))
    tails = chances_of(points / usual**2, games / usual**2, chance)
    if len(tails) < FEWEST_PAIRS:
        tails = [1.0] * len(tails)
    found = [
        Residual(int(a), int(b), *map(float, rest))
        for a, b, *rest in zip(first, second, points, expected, games, raw / usual, holm(tails), strict=True)
    ]
    order = sorted(range(len(found)), key=lambda one: (tails[one], -abs(found[one].z), one))
    return tuple(found[one] for one in order)


def chances_of(points: Floats, games: Floats, chance: Floats) -> list[float]:
    """Of as many points or more, or as few or fewer, whichever is seldomer, twice: for both sides."""
    as_many = betainc(np.maximum(points, 1e-9), games - points + 1, chance)
    as_few = betainc(np.maximum(games - points, 1e-9), points + 1, 1 - chance)
    return [float(tail) for tail in np.minimum(1, 2 * np.minimum(as_many, as_few))]


def taken_up(bots: int, first: Ints, second: Ints, spread: Floats) -> Floats:
    """The part of each pair's spread that the strengths follow (the leverage)."""
    design = np.zeros((len(first), bots))
    rows = np.arange(len(first))
    design[rows, first], design[rows, second] = 1, -1
    inverse = np.linalg.pinv(design.T @ (design * spread[:, None]), hermitian=True)
    return np.asarray(spread * np.einsum("ij,jk,ik->i", design, inverse, design))


def holm(tails: list[float]) -> list[float]:
    """The chances, corrected for their number: the smallest counts as often as there are, and so on."""
    order = sorted(range(len(tails)), key=lambda one: tails[one])
    corrected = [1.0] * len(tails)
    most = 0.0
    for place, one in enumerate(order):
        most = max(most, min(1.0, tails[one] * (len(tails) - place)))
        corrected[one] = most
    return corrected
