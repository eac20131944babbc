"""Stop a comparison early without spoiling its interval: a group-sequential design.

The difference is looked at after certain numbers of games. A look may end the comparison when its z-value is beyond a
boundary; the boundaries spend the 5% chance of a false alarm by the function of Lan and DeMets (Biometrika 1983) that
resembles O'Brien and Fleming's test. After an early end the usual interval would be too optimistic, so the interval is
found by the stage-wise ordering of outcomes (Fairbanks and Madsen, Biometrika 1982; Jennison and Turnbull, *Group
Sequential Methods*, 2000, section 8.5): it covers the true difference in 95% of all studies, however they ended.

Everything is computed on the scale of a Brownian motion S(t) = z√t, where t is the share of the most games that is
played. Its density before the end follows from that at the look before (Armitage, McPherson and Rowe, 1969). With a
true drift d it is the density without drift times exp(d·S - d²t/2), so one computation serves every drift.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import ceil, erfc, pi, sqrt
from statistics import NormalDist

import numpy as np

from .intervals import CONFIDENCE, Values

ALPHA = 1 - CONFIDENCE
Z_ALPHA = NormalDist().inv_cdf(1 - ALPHA / 2)
INFLATION = 1.03
"""How many more games this design needs than one look at the end, for the same half width."""
REACH = 16.0
"""How far a grid reaches, in standard deviations: no boundary is farther, and few observations are."""
POINTS = 501
BISECTIONS = 40
LAST_DOUBLING = 0.7
"""A look that has more than this share of the most games is left out: the last one follows soon."""


def spent(share: float) -> float:
    """Return the chance of a false alarm that looks up to this share of the games may spend, on each side."""
    return erfc(Z_ALPHA / sqrt(2 * share)) / 2 if share < 1 else ALPHA / 2


@dataclass(frozen=True)
class Stage:
    """A look: its share of the games, and the density of S there while no earlier look has ended the study."""

    share: float
    boundary: float
    """On the scale of S."""
    grid: Values
    density: Values

    @property
    def z_boundary(self) -> float:
        return self.boundary / sqrt(self.share)


@functools.lru_cache(maxsize=512)
def stages(looks: tuple[int, ...]) -> tuple[Stage, ...]:
    """Return the stages of a design whose looks are after these numbers of games; the last one is the end."""
    found: list[Stage] = []
    for games in looks:
        share = games / looks[-1]
        grid = np.linspace(-REACH * sqrt(share), REACH * sqrt(share), POINTS)
        density = next_density(found[-1] if found else None, share, grid)
        already = spent(found[-1].share) if found else 0.0
        found.append(Stage(share, find_boundary(grid, density, spent(share) - already), grid, density))
    return tuple(found)


def normal_density(values: Values, variance: float) -> Values:
    return np.asarray(np.exp(-(values**2) / (2 * variance)) / sqrt(2 * pi * variance))


def next_density(before: Stage | None, share: float, grid: Values) -> Values:
    """Return the density of S on a grid, given the stage before, beyond whose boundary the study has ended."""
    if before is None:
        return normal_density(grid, share)
    inner = np.linspace(-before.boundary, before.boundary, POINTS)
    weights = simpson_weights(inner) * np.interp(inner, before.grid, before.density)
    return np.asarray(normal_density(grid[:, None] - inner[None, :], share - before.share) @ weights)


def simpson_weights(grid: Values) -> Values:
    """Return the weights of Simpson's rule on an even grid with an odd number of points."""
    weights = np.full(len(grid), 2.0)
    weights[1::2] = 4.0
    weights[[0, -1]] = 1.0
    return np.asarray(weights * ((grid[1] - grid[0]) / 3))


def find_boundary(grid: Values, density: Values, chance: float) -> float:
    """Return the point above which the density has this chance; on the upper half of the grid."""
    step = grid[1] - grid[0]
    above = np.cumsum((density[::-1][:-1] + density[::-1][1:]) / 2 * step)[::-1]
    half = len(grid) // 2
    tail, points = np.append(above, 0.0)[half:], grid[half:]
    return float(np.interp(-chance, -tail, points)) if chance < tail[0] else float(points[1])


# The interval


def interval_after(looks: tuple[int, ...], ended: int, z_value: float) -> tuple[float, float]:
    """Return the interval of the drift per √(most games), after the study ended at this look with this z-value.

    It is in units of z at the look: multiply by the standard error there.
    """
    design = stages(looks)[: ended + 1]
    share = design[-1].share
    if ended == 0 or abs(z_value) > REACH - 2:
        return z_value - Z_ALPHA, z_value + Z_ALPHA
    lower = _lower_limit(design, z_value * sqrt(share))
    upper = -_lower_limit(design, -z_value * sqrt(share))
    return lower * sqrt(share), upper * sqrt(share)


def _lower_limit(design: tuple[Stage, ...], end: float) -> float:
    """Return the drift under which an outcome at least as high as this one has a chance of 2.5%."""
    share = design[-1].share
    low, high = (end / sqrt(share) - 8) / sqrt(share), (end / sqrt(share) + 2) / sqrt(share)
    parts = [_tail(stage, stage.boundary) for stage in design[:-1]] + [_tail(design[-1], end)]
    for _ in range(BISECTIONS):
        drift = (low + high) / 2
        chance = sum(float(weights @ np.exp(drift * grid - drift**2 * time / 2)) for grid, weights, time in parts)
        low, high = (drift, high) if chance < ALPHA / 2 else (low, drift)
    return (low + high) / 2


def _tail(stage: Stage, start: float) -> tuple[Values, Values, float]:
    """Return the points of a stage from `start` on, their weights in an integral, and the stage's share."""
    grid = np.linspace(start, float(stage.grid[-1]), POINTS)
    return grid, simpson_weights(grid) * np.interp(grid, stage.grid, stage.density), stage.share


# Looks


def most_seeds(deviation: float, precision: float, first: int, limit: int) -> int:
    """Return the seeds that make half the interval about `precision`: a multiple of the first look, within the limit.

    `deviation` is the standard deviation at the first look, which says nothing about the difference itself.
    """
    wanted = INFLATION * (Z_ALPHA * deviation / precision) ** 2
    return min(max(ceil(wanted / first), 1) * first, limit)


def looks_until(first: int, most: int) -> tuple[int, ...]:
    """Return the numbers of seeds at which a comparison is looked at: doubling, and then the most."""
    looks, seeds = [], first
    while seeds <= LAST_DOUBLING * most:
        looks.append(seeds)
        seeds *= 2
    return (*looks, most)


@dataclass(frozen=True)
class Comparison:
    """A difference between two variants on the same seeds, at the look that ended it or at the last one so far."""

    seeds: int
    difference: float
    low: float
    high: float
    is_over: bool
    """Whether the question is answered, or the most games are played."""

    @property
    def sign(self) -> int:
        """1 or -1 if the interval excludes 0, otherwise 0."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0


def compare(
    values: Values, precision: float, first: int, limit: int, stops_early: bool = True
) -> tuple[Comparison, int]:
    """Return the comparison of these paired differences, and the number of seeds it needs next (0: it is over).

    The values are those played so far, in the order of their seeds; only those up to a look count, so what has been
    played beyond it changes nothing.
    """
    if len(values) < min(first, limit):
        return Comparison(len(values), float("nan"), float("-inf"), float("inf"), False), min(first, limit)
    most = most_seeds(deviation_of(values[:first]), precision, first, limit)
    looks = looks_until(min(first, limit), most) if stops_early else (most,)
    for look, seeds in enumerate(looks):
        if seeds > len(values):
            return _look_at(values[: looks[look - 1]] if look else values, looks, max(look - 1, 0), False), seeds
        z_value = abs(float(values[:seeds].mean())) / (standard_error(values[:seeds]) or float("inf"))
        if seeds == most or z_value >= stages(looks)[look].z_boundary:
            return _look_at(values[:seeds], looks, look, True), 0
    raise AssertionError("the last look ends a comparison")


def _look_at(values: Values, looks: tuple[int, ...], look: int, is_over: bool) -> Comparison:
    mean, error = float(values.mean()), standard_error(values)
    if error == 0:  # all values are equal: the rule of three
        spread = 3 / len(values)
        return Comparison(len(values), mean, mean - spread, mean + spread, is_over)
    low, high = interval_after(looks, look, mean / error)
    return Comparison(len(values), mean, low * error, high * error, is_over)


def standard_error(values: Values) -> float:
    return float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0


def deviation_of(values: Values) -> float:
    """Return the standard deviation, but never so little that the study ends because rare differences did not come."""
    floor = sqrt(3 / len(values)) * (float(np.ptp(values)) or 1.0)
    return max(float(values.std(ddof=1)) if len(values) > 1 else 0.0, floor)
