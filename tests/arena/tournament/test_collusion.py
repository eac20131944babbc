"""Hints: bots that help each other stand out, and honest bots do not."""

from __future__ import annotations

import numpy as np
import pytest

from holdtheline.arena.tournament.collusion import (
    Residual,
    compute_leverage,
    compute_residuals,
    correct_by_holm,
)
from holdtheline.arena.tournament.rating import ResultUnits, compute_ratings, win_probabilities

from ...effort import MORE
from .simulated_results import simulated


def found_in(bots: int, units: ResultUnits) -> tuple[Residual, ...]:
    return compute_residuals(bots, units, compute_ratings(bots, units, resamples=2))


def test_a_gift_between_two_is_found_with_its_direction() -> None:
    units = simulated(np.linspace(-150, 150, 12), 10, np.random.default_rng(1))
    gift = (units.first == 1) & (units.second == 9)
    units = units._replace(points=np.where(gift, 2.0, units.points))  # the weak bot wins all twenty games
    first = found_in(12, units)[0]
    assert (first.first, first.second, first.points, first.games) == (1, 9, 20, 20)
    assert first.is_hint
    assert first.z > 4
    assert first.expected < 10
    assert sum(one.is_hint for one in found_in(12, units)) == 1


def test_honest_bots_seldom_give_a_hint() -> None:
    """A study: HTL_MORE=30 looks at 1,200 tournaments, of which one gives a hint."""
    chance = np.random.default_rng(2)
    hinted = 0
    for _ in range(40 * MORE):
        units = simulated(chance.normal(0, 150, 10), 10, chance, alike=0.0)
        hinted += any(one.is_hint for one in found_in(10, units))
    assert hinted <= max(1, 0.01 * 40 * MORE), hinted


def test_who_always_plays_the_same_game_is_not_suspected_for_it() -> None:
    """Repeated games are unlikely in every pair, so no pair stands out."""
    chance = np.random.default_rng(3)
    one = simulated(chance.normal(0, 150, 10), 1, chance)
    often = ResultUnits(*(np.repeat(column, 10) for column in one))
    assert not any(found.is_hint for found in found_in(10, often))


def test_with_few_bots_nobody_can_say() -> None:
    units = simulated([0, 0, 0, 0], 10, np.random.default_rng(4))
    units = units._replace(points=np.where((units.first == 0) & (units.second == 1), 2.0, units.points))
    assert {found.p_value for found in found_in(4, units)} == {1.0}


def test_residuals_have_a_spread_of_one() -> None:
    chance = np.random.default_rng(5)
    z = []
    for _ in range(20):
        units = simulated(chance.normal(0, 100, 8), 20, chance, alike=0.0)
        z += [one.z for one in found_in(8, units)]
    assert np.std(z) == pytest.approx(1, abs=0.15)
    assert np.mean(z) == pytest.approx(0, abs=0.15)


def test_the_fit_takes_up_as_much_as_it_has_free_strengths() -> None:
    bots = 6
    first, second = np.triu_indices(bots, 1)
    spread = win_probabilities(np.linspace(-1, 1, bots))[first, second] * 20
    assert compute_leverage(bots, first, second, spread).sum() == pytest.approx(bots - 1)


def test_holm_by_hand() -> None:
    assert correct_by_holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert correct_by_holm([0.5, 0.9]) == [1.0, 1.0]
    assert correct_by_holm([]) == []
