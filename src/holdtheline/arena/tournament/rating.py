"""Ratings: Bradley-Terry strengths on the Elo scale, with bootstrap intervals and rank intervals.

A bot of strength a wins against one of strength b with probability 1 / (1 + exp(b - a)); a draw is half a win
for each. 400 Elo are odds of 10 to 1.

A bot that won or lost every game would be infinitely strong or weak. So every bot gets one additional game, drawn
and spread evenly over all opponents (`PRIOR_POINTS`): Jeffreys' half a win and half a loss.

Intervals come from a Bayesian bootstrap: the tournament is rated a thousand times, and each time every pair of
games has a random weight of mean 1, and the additional game random points of the same mean. The resamples are
shifted so that their median is the strength, and widened for the degrees of freedom of the fit; without both, the
intervals are too short where games are few. The two games of a seed share a weight, because their results are
correlated; so do seeds in which the very same games were played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

ELO_PER_LOGIT = 400 / np.log(10)
MEAN_ELO = 1500.0
PRIOR_POINTS = 0.5
"""Points that every bot wins and loses in the additional game."""
RESAMPLES = 1000
RESAMPLE_BATCH = 100
"""Resamples computed at a time, to limit memory."""
INTERVAL_PERCENTILES = (2.5, 97.5)
MIN_ANCHORS = 3
"""The fewest bots whose mean can anchor the scale: a single anchor would have no uncertainty."""
MAX_NEWTON_STEPS = 200
MAX_STEP_LENGTH = 2.0
TOLERANCE = 1e-9
MIN_PRIOR_POINTS = 1e-12
"""The least points of the additional game, so that strengths stay finite."""


class ResultUnits(NamedTuple):
    """Results, one row per unit (a pair of games): the two bots by index, their points and games."""

    first: Ints
    second: Ints
    points: Floats
    """Points of the first bot, 0 to 2 for a pair of games."""
    games: Floats
    """Games in the unit: 2, or 1 if the other was not played."""
    duplicate_group: Ints
    """Units with the same number consist of the same games and share a weight."""


@dataclass(frozen=True)
class Rating:
    """Ratings, indexed by bot."""

    elo: Floats
    low: Floats
    high: Floats
    rank_low: Ints
    rank_high: Ints
    win_probability: Floats
    """Win probability of each bot (row) against each other (column)."""


def compute_ratings(bots: int, units: ResultUnits, seed: int = 1, resamples: int = RESAMPLES) -> Rating:
    """Rate the bots; the same units in the same order give the same rating."""
    import choix  # of an extra, and slow to import

    table = make_points_matrix(bots, units)[0] + make_prior_matrix(bots)
    strength = np.asarray(choix.ilsr_pairwise_dense(table, max_iter=10_000))
    inner = find_anchors(bots, units)
    strength = strength - strength[inner].mean()
    generator = np.random.default_rng(seed)
    parts = [min(RESAMPLE_BATCH, resamples - done) for done in range(0, resamples, RESAMPLE_BATCH)]
    other = np.concatenate([fit_strengths(resample_matrices(bots, units, generator, part), strength) for part in parts])
    other -= other[:, inner].mean(axis=1, keepdims=True)
    other = strength + fit_correction(bots, units) * (other - np.median(other, axis=0))
    low, high = np.percentile(other, INTERVAL_PERCENTILES, axis=0)
    ranks = compute_ranks(other)
    lowest, highest = np.percentile(ranks, INTERVAL_PERCENTILES, axis=0, method="inverted_cdf")
    return Rating(
        MEAN_ELO + ELO_PER_LOGIT * strength,
        MEAN_ELO + ELO_PER_LOGIT * np.minimum(low, strength),
        MEAN_ELO + ELO_PER_LOGIT * np.maximum(high, strength),
        lowest.astype(np.int64),
        highest.astype(np.int64),
        win_probabilities(strength),
    )


# Matrices of points: row a, column b has the points of a against b


def make_points_matrix(bots: int, units: ResultUnits, weights: Floats | None = None) -> Floats:
    """Return one matrix of points for each row of weights."""
    weights = np.ones((1, len(units.first))) if weights is None else weights
    cell = units.first * bots + units.second
    order = cell.argsort(kind="stable")
    cells, begins = np.unique(cell[order], return_index=True)
    first, second = cells // bots, cells % bots
    table = np.zeros((len(weights), bots, bots))
    weights = weights[:, order]
    table[:, first, second] += np.add.reduceat(weights * units.points[order], begins, axis=1)
    table[:, second, first] += np.add.reduceat(weights * (units.games - units.points)[order], begins, axis=1)
    return table


def make_prior_matrix(bots: int) -> Floats:
    """Return the additional game of each bot, spread over all opponents."""
    return (1 - np.eye(bots)) * PRIOR_POINTS / (bots - 1)


def resample_matrices(bots: int, units: ResultUnits, generator: np.random.Generator, resamples: int) -> Floats:
    """Return randomly weighted matrices (Bayesian bootstrap)."""
    kinds, which = np.unique(units.duplicate_group, return_inverse=True)
    weights = generator.exponential(size=(resamples, len(kinds)))[:, which]
    prior = generator.gamma(PRIOR_POINTS / (bots - 1), size=(resamples, bots, bots))
    return make_points_matrix(bots, units, weights) + np.maximum(prior, MIN_PRIOR_POINTS) * (1 - np.eye(bots))


def fit_correction(bots: int, units: ResultUnits) -> float:
    """Return the factor that corrects the spread for the degrees of freedom of the fit."""
    independent = len(np.unique(units.duplicate_group))
    return float(np.sqrt(independent / max(independent - bots + 1, 1)))


def find_anchors(bots: int, units: ResultUnits) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return the bots whose mean is 1500: those that both won and lost points, or all if these are too few."""
    table = make_points_matrix(bots, units)[0]
    inner = (table.sum(axis=1) > 0) & (table.sum(axis=0) > 0)
    return inner if inner.sum() >= MIN_ANCHORS else np.ones(bots, bool)


# Strengths


def win_probabilities(strength: Floats) -> Floats:
    """Return the win probability of each bot against each other."""
    apart = strength[..., None, :] - strength[..., :, None]
    return np.asarray(1 / (1 + np.exp(np.clip(apart, -500, 500))))


def fit_strengths(tables: Floats, start: Floats) -> Floats:
    """Fit many matrices at once by damped Newton steps (choix fits one at a time)."""
    found = np.broadcast_to(start, tables.shape[:-1]).copy()
    games = tables + tables.swapaxes(-1, -2)
    points = tables.sum(axis=-1)
    bots = tables.shape[-1]
    own = np.arange(bots)
    for _ in range(MAX_NEWTON_STEPS):
        chance = win_probabilities(found)
        slope = points - (games * chance).sum(axis=-1)
        spread = games * chance * chance.swapaxes(-1, -2)
        sums = spread.sum(axis=-1)
        curve = -spread
        curve[..., own, own] = sums
        # Only differences of strengths matter; fixing their sum makes the step unique.
        curve += (sums.mean(axis=-1) / bots)[..., None, None]
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=-1)
        found += step * np.minimum(1, MAX_STEP_LENGTH / np.maximum(longest, TOLERANCE))[..., None]
        if longest.max() < TOLERANCE:
            break
    return found


def compute_ranks(strength: Floats) -> Ints:
    """Return the ranks; 1 is the strongest."""
    return np.asarray((-strength).argsort(axis=-1, kind="stable").argsort(axis=-1, kind="stable") + 1)


def group_by_interval(order: Any, low: Floats, high: Floats) -> list[int]:
    """Return the group (from 1) of each bot in this order.

    A group contains the bots whose intervals overlap with that of its first bot.
    """
    groups: list[int] = []
    lowest = np.inf
    for bot in order:
        if high[bot] < lowest or not groups:
            groups.append(groups[-1] + 1 if groups else 1)
            lowest = low[bot]
        else:
            groups.append(groups[-1])
    return groups
