"""How strong everybody is: points, Bradley-Terry strengths, and how sure both are.

A bot of strength a wins against one of strength b with the chance 1 / (1 + exp(b - a)); a draw is half a win
for each. Strengths are told in Elo: 400 of them are odds of 10 to 1.

Whoever has won or lost every game would be infinitely strong or weak. So everybody is given one more game,
drawn and spread evenly over all opponents (`PRIOR`): Jeffreys' half a win and half a loss.

How sure a strength is comes from a Bayesian bootstrap: the tournament is rated again a thousand times, and
each time every pair of games counts by a random weight of mean 1, and the additional game by random points
of the same mean. The resamples are moved so that their median is the strength, and spread for what the fit
has taken up; without both the intervals are too short where games are few. The two games of a seed share a
weight, because they are much alike; so do seeds in which the very same games were played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import choix
import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

ELO = 400 / np.log(10)
MIDDLE = 1500.0
PRIOR = 0.5
"""Points that everybody gets, and gives away, in the additional game."""
RESAMPLES = 1000
AT_ONCE = 100
"""Resamples in memory at a time."""
INTERVAL = (2.5, 97.5)
FEWEST = 3
"""Whose mean can be the middle: of one bot alone, nothing would be uncertain."""
MOST_STEPS = 200
LONGEST_STEP = 2.0
EXACT = 1e-9
SMALLEST = 1e-12
"""Points of the additional game are never fewer: strengths stay numbers."""


class Units(NamedTuple):
    """Results, a row a unit: who played (by number), the points of both, and what they have in common."""

    first: Ints
    second: Ints
    points: Floats
    """Of the first; a pair of games has 0 to 2."""
    games: Floats
    """Games in the unit: 2, or 1 where the other is missing."""
    likeness: Ints
    """Units of one number are the same games, and share their weight."""


@dataclass(frozen=True)
class Rating:
    """All by the numbers of the bots."""

    elo: Floats
    low: Floats
    high: Floats
    rank_low: Ints
    rank_high: Ints
    chance: Floats
    """Of each against each, as the strengths have it."""


def rate(bots: int, units: Units, seed: int = 1, resamples: int = RESAMPLES) -> Rating:
    """The same units in the same order give the same rating."""
    table = points_table(bots, units)[0] + even_prior(bots)
    strength = np.asarray(choix.ilsr_pairwise_dense(table, max_iter=10_000))
    inner = has_won_and_lost(bots, units)
    strength = strength - strength[inner].mean()
    chance = np.random.default_rng(seed)
    parts = [min(AT_ONCE, resamples - done) for done in range(0, resamples, AT_ONCE)]
    other = np.concatenate([strengths(resampled(bots, units, chance, part), strength) for part in parts])
    other -= other[:, inner].mean(axis=1, keepdims=True)
    other = strength + room_for_the_fit(bots, units) * (other - np.median(other, axis=0))
    low, high = np.percentile(other, INTERVAL, axis=0)
    ranks = ranks_of(other)
    lowest, highest = np.percentile(ranks, INTERVAL, axis=0, method="inverted_cdf")
    return Rating(
        MIDDLE + ELO * strength,
        MIDDLE + ELO * np.minimum(low, strength),
        MIDDLE + ELO * np.maximum(high, strength),
        lowest.astype(np.int64),
        highest.astype(np.int64),
        chances(strength),
    )


# Tables of points: that of row a and column b has the points of a against b


def points_table(bots: int, units: Units, weights: Floats | None = None) -> Floats:
    """With weights of several resamples, a row each, as many tables."""
    weights = np.ones((1, len(units.first))) if weights is None else weights
    place = units.first * bots + units.second
    order = place.argsort(kind="stable")
    places, begins = np.unique(place[order], return_index=True)
    first, second = places // bots, places % bots
    table = np.zeros((len(weights), bots, bots))
    weights = weights[:, order]
    table[:, first, second] += np.add.reduceat(weights * units.points[order], begins, axis=1)
    table[:, second, first] += np.add.reduceat(weights * (units.games - units.points)[order], begins, axis=1)
    return table


def even_prior(bots: int) -> Floats:
    """The additional game of everybody, spread over all opponents."""
    return (1 - np.eye(bots)) * PRIOR / (bots - 1)


def resampled(bots: int, units: Units, chance: np.random.Generator, resamples: int) -> Floats:
    """So many tables, each with weights of its own."""
    kinds, which = np.unique(units.likeness, return_inverse=True)
    weights = chance.exponential(size=(resamples, len(kinds)))[:, which]
    more = chance.gamma(PRIOR / (bots - 1), size=(resamples, bots, bots))
    return points_table(bots, units, weights) + np.maximum(more, SMALLEST) * (1 - np.eye(bots))


def room_for_the_fit(bots: int, units: Units) -> float:
    """By how much results scatter more around the truth than around what was fitted to them."""
    independent = len(np.unique(units.likeness))
    return float(np.sqrt(independent / max(independent - bots + 1, 1)))


def has_won_and_lost(bots: int, units: Units) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Those who have points and have given some away: their mean is 1500. Where they are few, all."""
    table = points_table(bots, units)[0]
    inner = (table.sum(axis=1) > 0) & (table.sum(axis=0) > 0)
    return inner if inner.sum() >= FEWEST else np.ones(bots, bool)


# Strengths


def chances(strength: Floats) -> Floats:
    """Of each bot to win against each."""
    apart = strength[..., None, :] - strength[..., :, None]
    return np.asarray(1 / (1 + np.exp(np.clip(apart, -500, 500))))


def strengths(tables: Floats, start: Floats) -> Floats:
    """Those of many tables at once, where choix has one at a time: Newton's way, with steps held short."""
    found = np.broadcast_to(start, tables.shape[:-1]).copy()
    games = tables + tables.swapaxes(-1, -2)
    points = tables.sum(axis=-1)
    bots = tables.shape[-1]
    own = np.arange(bots)
    for _ in range(MOST_STEPS):
        chance = chances(found)
        slope = points - (games * chance).sum(axis=-1)
        spread = games * chance * chance.swapaxes(-1, -2)
        sums = spread.sum(axis=-1)
        curve = -spread
        curve[..., own, own] = sums
        # Only differences count, so that a sum of strengths may be held: this makes the step unique.
        curve += (sums.mean(axis=-1) / bots)[..., None, None]
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=-1)
        found += step * np.minimum(1, LONGEST_STEP / np.maximum(longest, EXACT))[..., None]
        if longest.max() < EXACT:
            break
    return found


def ranks_of(strength: Floats) -> Ints:
    """1 is the strongest."""
    return np.asarray((-strength).argsort(axis=-1, kind="stable").argsort(axis=-1, kind="stable") + 1)


def groups_of(order: Any, low: Floats, high: Floats) -> list[int]:
    """The group of each bot in this order, from 1.

    A group goes on as long as intervals overlap with that of its first.
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
