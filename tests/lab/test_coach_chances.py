"""The calibration of stated chances."""

from __future__ import annotations

from math import inf

import numpy as np

from holdtheline.benchmarks.strength.coach_chances import apply_map, fit_map, mean_error, until


def test_a_fitted_map_brings_overstated_chances_near_to_what_came_true() -> None:
    random = np.random.default_rng(3)
    true = random.uniform(0.05, 0.95, 8000)
    stated = apply_map(true, 1.6, 0.5)
    won = (random.random(8000) < true).astype(float)
    slope, shift = fit_map(stated[::2], won[::2])
    assert abs(slope - 1 / 1.6) < 0.08
    assert mean_error(stated[1::2], won[1::2]) > 0.08
    assert mean_error(apply_map(stated[1::2], slope, shift), won[1::2]) < 0.03


def test_the_error_of_chances_that_come_true_is_small() -> None:
    stated = np.repeat([0.25, 0.75], 400)
    won = np.concatenate([np.repeat([1.0, 0.0], [100, 300]), np.repeat([1.0, 0.0], [300, 100])])
    assert mean_error(stated, won) == 0


def test_what_was_examined_in_time_is_reported_and_at_least_one_position() -> None:
    assert list(until(iter([1, 2, 3]), inf)) == [1, 2, 3]
    assert list(until(iter([1, 2, 3]), 0)) == [1]
