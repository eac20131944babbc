"""Early stopping: boundaries, and how often the intervals cover the truth."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest
from scipy import stats

from holdtheline.lab.intervals import decimals_for, mean_interval, rate_interval_text, rate_text, t_quantile
from holdtheline.lab.sequential import Comparison, compare, interval_after, looks_until, spent, stages

from ..effort import MORE

STUDIES = 250 * MORE
"""HTL_MORE=4 has 1,000 of each kind."""
ALLOWED = 0.02 if MORE > 3 else 0.035


def test_the_boundaries_spend_what_they_may() -> None:
    """Count the walks that cross, by simulation; all looks together spend 5%."""
    design = stages((1, 2, 4, 8))
    steps = np.random.default_rng(1).normal(size=(200_000, 8)).cumsum(axis=1)
    running = np.ones(len(steps), bool)
    for stage, games in zip(design, (1, 2, 4, 8), strict=True):
        z_values = steps[:, games - 1] / sqrt(games)
        running &= np.abs(z_values) < stage.z_boundary
        assert 1 - running.mean() == pytest.approx(2 * spent(stage.share), abs=0.0025)


def test_the_last_boundary_of_a_single_look_is_the_usual_one() -> None:
    assert stages((500,))[0].z_boundary == pytest.approx(NormalDist().inv_cdf(0.975), abs=0.002)
    assert interval_after((500,), 0, 1.5) == pytest.approx((1.5 - 1.96, 1.5 + 1.96), abs=1e-3)


def test_an_early_end_shrinks_the_interval_towards_zero() -> None:
    low, high = interval_after((100, 200, 400), 1, 3.0)
    assert low < 3.0 - 1.96
    assert low < 3.0 < high + 0.2
    mirrored = interval_after((100, 200, 400), 1, -3.0)
    assert (-mirrored[1], -mirrored[0]) == pytest.approx((low, high), abs=1e-6)


def test_looks_double_until_the_end() -> None:
    assert looks_until(200, 200) == (200,)
    assert looks_until(200, 3000) == (200, 400, 800, 1600, 3000)


@pytest.mark.parametrize(("probability", "degrees"), [(0.975, 3), (0.975, 10), (0.995, 30), (0.975, 1), (0.9, 2)])
def test_the_quantile_of_t_is_that_of_scipy(probability: float, degrees: int) -> None:
    assert t_quantile(probability, degrees) == pytest.approx(stats.t.ppf(probability, degrees), rel=2e-3)


def test_figures_have_two_digits_of_half_their_interval() -> None:
    assert (decimals_for(13), decimals_for(1.2), decimals_for(0.5), decimals_for(0.03), decimals_for(0)) == (
        0,
        1,
        2,
        3,
        1,
    )
    assert (rate_text(0.5, 0.2, 0.8), rate_interval_text(0.4912, 0.5087)) == ("50%", "49.12% to 50.87%")


# Simulated studies: coins instead of games


def coins(generator: np.random.Generator, chance: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return (generator.random(6_000) < chance).astype(float)


def finished(effect: float, seed: int) -> tuple[Comparison, bool]:
    """Run a study of two coins; return its comparison, and whether the second coin's own interval covers the truth."""
    generator = np.random.default_rng((seed, round(1000 * effect)))
    first, second, seeds = coins(generator, 0.5), coins(generator, 0.5 + effect), 200
    while True:
        comparison, wanted = compare((second - first)[:seeds], 0.04, 200, 6_000)
        if not wanted:
            low, high = mean_interval(second[: comparison.seeds])
            return comparison, low <= 0.5 + effect <= high
        seeds = wanted


@pytest.mark.parametrize("effect", [0.0, 0.06, 0.12])
def test_the_intervals_cover_the_truth_in_95_of_100_studies_that_may_end_early(effect: float) -> None:
    studies = [finished(effect, seed) for seed in range(STUDIES)]
    covered = np.mean([comparison.low <= effect <= comparison.high for comparison, _ in studies])
    own = np.mean([covers for _, covers in studies])
    assert abs(covered - 0.95) <= ALLOWED, covered
    assert abs(own - 0.95) <= ALLOWED, own
    signs = [comparison.sign for comparison, _ in studies]
    assert (np.mean(signs) < 0.1) if not effect else (min(signs) >= 0 and np.mean(signs) > 0.6)
    assert all(comparison.is_over for comparison, _ in studies)
    if effect > 0.1:
        assert min(comparison.seeds for comparison, _ in studies) < 800  # some ended early


def test_games_beyond_the_look_that_ended_a_study_change_nothing() -> None:
    generator = np.random.default_rng(5)
    values = coins(generator, 0.62) - coins(generator, 0.5)
    ended, wanted = compare(values[:400], 0.04, 200, 6_000)
    assert not wanted
    assert compare(values, 0.04, 200, 6_000)[0] == ended


def test_without_any_difference_the_rule_of_three_bounds_it() -> None:
    comparison, wanted = compare(np.zeros(3_000), 0.02, 200, 3_000)
    assert (wanted, comparison.is_over) == (0, True)
    assert (comparison.difference, comparison.high) == (0, 3 / comparison.seeds)
