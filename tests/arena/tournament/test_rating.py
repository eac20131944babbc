"""Ratings: by hand, against a slow oracle, and the coverage of the intervals."""

from __future__ import annotations

from math import log10
from typing import Any

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from holdtheline.arena.tournament.rating import (
    ELO_PER_LOGIT,
    MEAN_ELO,
    ResultUnits,
    compute_ranks,
    compute_ratings,
    fit_strengths,
    group_by_interval,
    make_points_matrix,
    make_prior_matrix,
    resample_matrices,
    win_probabilities,
)

from ...effort import MORE
from .simulated_results import simulated


def units(*rows: tuple[int, int, float], alike: bool = False) -> ResultUnits:
    """Make units from pairs of games: the two bots and the points of the first."""
    first, second, points = (np.array(column) for column in zip(*rows, strict=True))
    duplicate_group = np.zeros(len(rows), int) if alike else np.arange(len(rows))
    return ResultUnits(first, second, points.astype(float), np.full(len(rows), 2.0), duplicate_group)


def twin(table: Any) -> Any:
    """Find the maximum-likelihood strengths by a search without derivatives."""
    bots = len(table)

    def unlikely(free: Any) -> float:
        strength = np.append(free, 0.0)
        return -sum(
            table[a, b] * -np.log1p(np.exp(strength[b] - strength[a]))
            for a in range(bots)
            for b in range(bots)
            if a != b
        )

    found = minimize(
        unlikely,
        np.zeros(bots - 1),
        method="Nelder-Mead",
        options={"xatol": 1e-7, "fatol": 1e-12, "maxiter": 40_000, "maxfev": 40_000},
    )
    strength = np.append(found.x, 0.0)
    return strength - strength.mean()


# By hand


def test_two_bots_differ_by_the_odds_of_their_points() -> None:
    """15 of 20 points plus half a win and half a loss are odds of 15.5 to 5.5."""
    rating = compute_ratings(2, units(*[(0, 1, 1.5)] * 10))
    apart = 400 * log10(15.5 / 5.5)
    assert rating.elo == pytest.approx([MEAN_ELO + apart / 2, MEAN_ELO - apart / 2])
    assert rating.win_probability[0, 1] == pytest.approx(15.5 / 21)


def test_equal_points_are_equal_strengths() -> None:
    rating = compute_ratings(3, units((0, 1, 2), (1, 2, 2), (0, 2, 0)))
    assert rating.elo == pytest.approx([1500] * 3)
    assert rating.low == pytest.approx(rating.low.mean(), abs=60)


def test_400_elo_are_ten_to_one() -> None:
    assert win_probabilities(np.array([400 / ELO_PER_LOGIT, 0.0]))[0, 1] == pytest.approx(10 / 11)


def test_who_wins_everything_is_strong_but_no_more_than_its_games_tell() -> None:
    rows = [(0, 1, 2.0), (0, 2, 2.0), (0, 3, 2.0), (1, 2, 1.0), (1, 3, 1.0), (2, 3, 1.0)]
    few, many = compute_ratings(4, units(*rows * 2)), compute_ratings(4, units(*rows * 20))
    assert few.elo[0] < many.elo[0] < few.high[0]
    assert np.isfinite([few.low, few.high, many.low, many.high]).all()
    # 12 wins against three equals, and half a loss: odds of 12.5 to 0.5; those three have a mean of 1500.
    assert few.elo == pytest.approx([1500 + 400 * log10(12.5 / 0.5), 1500, 1500, 1500])
    assert few.high[0] - few.elo[0] > few.elo[0] - few.low[0]


def test_who_has_not_played_is_in_the_middle_and_nothing_is_known_of_it() -> None:
    rating = compute_ratings(3, units(*[(0, 1, 1.5)] * 10))
    assert rating.elo[2] == pytest.approx(rating.elo[:2].mean(), abs=1)
    assert rating.high[2] - rating.low[2] > 1000
    assert (rating.rank_low[2], rating.rank_high[2]) == (1, 3)


def test_all_lost_and_all_won_has_a_middle() -> None:
    rating = compute_ratings(2, units(*[(0, 1, 2)] * 5))
    assert rating.elo.mean() == pytest.approx(1500)
    assert rating.elo[0] == pytest.approx(1500 + 200 * log10(10.5 / 0.5))


def test_the_middle_is_never_one_bot_alone() -> None:
    """The first wins all games and the last loses all; the one between them still has an uncertainty."""
    rating = compute_ratings(3, units((0, 1, 2), (1, 2, 2), (0, 2, 2)))
    assert (rating.high - rating.low > 50).all()


def test_ranks_count_from_the_strongest() -> None:
    assert compute_ranks(np.array([[0.1, 0.9, 0.5], [3.0, 2.0, 1.0]])).tolist() == [[3, 1, 2], [1, 2, 3]]


def test_a_group_ends_where_the_interval_of_its_first_ends() -> None:
    low = np.array([90.0, 60, 50, 10, 0])
    high = np.array([110.0, 95, 80, 55, 20])
    # The second overlaps with the first; the third only with the second, so it starts a new group.
    assert group_by_interval(range(5), low, high) == [1, 1, 2, 2, 3]


def test_the_rank_of_a_clear_order_is_certain() -> None:
    rating = compute_ratings(3, units(*[(0, 1, 2), (1, 2, 2), (0, 2, 2)] * 20))
    assert rating.rank_low.tolist() == rating.rank_high.tolist() == [1, 2, 3]


# Against others who do the same


@pytest.mark.parametrize("seed", range(3 * MORE))
def test_strengths_are_those_of_the_slow_twin(seed: int) -> None:
    chance = np.random.default_rng(seed)
    bots = int(chance.integers(2, 6))
    some = simulated(chance.normal(0, 200, bots), int(chance.integers(1, 6)), chance)
    expected = twin(make_points_matrix(bots, some)[0] + make_prior_matrix(bots))
    found = (compute_ratings(bots, some, resamples=2).elo - MEAN_ELO) / ELO_PER_LOGIT
    assert found - found.mean() == pytest.approx(expected, abs=1e-4)


def test_all_resamples_at_once_are_those_of_choix_one_by_one() -> None:
    chance = np.random.default_rng(4)
    strength = chance.normal(0, 300, 8)
    strength[0], strength[1] = 3000, -3000  # undefeated and winless
    some = simulated(strength, 4, chance)
    tables = resample_matrices(8, some, chance, 20 * MORE)
    found = fit_strengths(tables, np.zeros(8))
    for table, mine in zip(tables, found, strict=True):
        expected = choix.ilsr_pairwise_dense(table, max_iter=10_000)
        assert mine - mine.mean() == pytest.approx(expected - expected.mean(), abs=1e-5)


# What a rating depends on


def test_the_same_games_give_the_same_rating() -> None:
    some = simulated([0, 50, 100, 200], 5, np.random.default_rng(5))
    one, same = compute_ratings(4, some), compute_ratings(4, some)
    assert one.low.tolist() == same.low.tolist()
    assert one.rank_high.tolist() == same.rank_high.tolist()


def test_seeds_with_the_same_games_say_no_more_than_one() -> None:
    rows = [(0, 1, 2.0), (1, 2, 2.0), (0, 2, 1.0)]
    often = [row for row in rows for _ in range(10)]
    alone = units(*often)
    same = alone._replace(duplicate_group=np.repeat(np.arange(3), 10))
    wide, narrow = compute_ratings(3, same), compute_ratings(3, alone)
    assert wide.elo == pytest.approx(narrow.elo)
    assert (wide.high - wide.low > 1.3 * (narrow.high - narrow.low)).all()


def test_more_pairs_make_narrower_intervals() -> None:
    few, many = (compute_ratings(6, simulated([0] * 6, pairs, np.random.default_rng(6))) for pairs in (5, 80))
    ratio = (few.high - few.low).mean() / (many.high - many.low).mean()
    assert ratio == pytest.approx(4, rel=0.15)


def test_the_truth_lies_in_the_intervals_as_often_as_they_say() -> None:
    """A study: HTL_MORE=20 rates 600 tournaments. 95 % of 10 x 30 intervals, which are not independent."""
    chance = np.random.default_rng(7)
    inside = []
    for _ in range(30 * MORE):
        strength = chance.normal(0, 150, 10)
        strength -= strength.mean()
        rating = compute_ratings(10, simulated(strength, 10, chance), resamples=400)
        # Ratings are relative to the mean of those who have won and lost, here all bots.
        inside.append((rating.low <= MEAN_ELO + strength) & (MEAN_ELO + strength <= rating.high))
    share = np.mean(inside)
    assert 0.92 <= share <= 0.98 if MORE == 1 else 0.935 <= share <= 0.965, share
